"""The page of rivals: their accuracies beside the published ones, from a store of records.

    vcei bench run --data DIR --suite paper --method igci-uniform,bicam,... --store rivals.sqlite
    python benchmarks/rivals.py --store rivals.sqlite

writes the two tables of docs/rivals.md. A figure that is not near the published one is set in bold,
and the page must say why in a line of its own, or nothing is written. Methods that are not in the
store whole, for nine collections at least, are left out; what was recorded on a GPU stands in
``vcei/bench/published.toml`` beside what others published.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from vcei.bench.published import published
from vcei.bench.store import Store
from vcei.bench.suite import PAPER
from vcei.bench.summary import Summary, summarize
from vcei.catalogue import PEERS, Entry
from vcei.plain import plain

PAGE = Path(__file__).parents[1] / "docs" / "rivals.md"
CHEAP = ("igci-uniform", "igci-gaussian", "bicam", "bqcd", "sloppy")
NEAR, NEAR_BY_WEIGHT = 0.04, 0.03
"""How far a figure may be from the published one: on a hundred pairs, and on weighted ones."""

FEWEST = 9
"""Collections that a method must be measured on: the nine that are free of weights."""

Shares = Mapping[str, float]


def figures_of(method: str | None) -> Shares:
    """Return what is published of a method, by collection; pairs count by weight."""
    return {
        one.collection: one.value for one in published() if one.weighted and one.method == method
    }


def is_near(collection: str, here: float, there: float) -> bool:
    margin = NEAR_BY_WEIGHT if collection == "tuebingen" else NEAR
    return abs(here - there) <= margin + 1e-9


def far(here: Shares, there: Shares) -> list[str]:
    """Return the collections on which ours is not near the published figure."""
    both = [name for name in PAPER if name in here and name in there]
    return [name for name in both if not is_near(name, here[name], there[name])]


def row(method: str, entry: Entry, here: Shares, seconds: float | None) -> list[str]:
    there = figures_of(entry.published)
    odd = far(here, there)
    cells = []
    for name in PAPER:
        cell = f"{100 * here[name]:.0f}" if name in here else ""
        cell = f"**{cell}**" if name in odd else cell
        cells.append(f"{cell} ({100 * there[name]:g})" if cell and name in there else cell)
    mean = f"{100 * sum(here.values()) / len(PAPER):.0f}" if set(PAPER) <= set(here) else ""
    return [f"`{method}`", *cells, mean, "" if seconds is None else f"{seconds:.3f}"]


def markdown(rows: Sequence[Sequence[str]]) -> str:
    heading, *body = rows
    lines = [heading, ["---"] * len(heading), *body]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def accuracies(summaries: Sequence[Summary]) -> tuple[str, list[str]]:
    """Return the table, and the methods of which it shows something that is not near."""
    rows = [["method", *PAPER, "mean", "s/pair"]]
    unlike = []
    for method, entry in PEERS.items():
        mine = {
            one.collection: one for one in summaries if one.method == method and not one.missing
        }
        here = {name: one.weighted_accuracy for name, one in mine.items()} or figures_of(method)
        if len(here) >= FEWEST:
            seconds = mine["SIM"].seconds_per_pair if "SIM" in mine else None
            rows.append(row(method, entry, here, seconds))
            unlike += [method] * bool(far(here, figures_of(entry.published)))
    return markdown(rows), unlike


def time_of(methods: Sequence[str], summaries: Sequence[Summary]) -> str:
    """Return how long some methods took for all pairs, in a sentence."""
    mine = [one for one in summaries if one.method in methods and one.seconds_per_pair]
    whole = sum(one.pairs * (one.seconds_per_pair or 0.0) for one in mine)
    names = ", ".join(f"`{name}`" for name in methods)
    return f"All pairs of the ten collections took {whole:.0f} s of one core with all of\n{names}."


def settings() -> str:
    rows = [["method", "settings", "extra", "in brackets"]]
    sources = {one.method: one.source.partition(":")[0].split(",")[0] for one in published()}
    for method, entry in PEERS.items():
        choices = {name: value for name, value in plain(entry.make()).items() if name != "class"}
        told = json.dumps(choices, ensure_ascii=False).replace('"', "")[1:-1]
        extra = f"`{entry.needs[1]}`" if entry.needs else ""
        beside = f"{entry.published} ({sources[entry.published]})" if entry.published else ""
        rows.append([f"`{method}`", told, extra, beside])
    return markdown(rows)


def unexplained(page: str, unlike: Sequence[str]) -> list[str]:
    """Return the methods for which no line of the page says why their figures differ."""
    lines = [line for line in page.splitlines() if line.startswith("- ")]
    told = {name for line in lines for name in re.findall(r"`([^`]+)`", line.partition(":")[0])}
    return [name for name in unlike if name not in told]


def replaced(page: str, block: str, text: str) -> str:
    begin, end = f"<!-- {block}: begin -->", f"<!-- {block}: end -->"
    before, rest = page.split(begin)
    return f"{before}{begin}\n{text}\n{end}{rest.split(end)[1]}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--store", type=Path, required=True, help="records of vcei bench run")
    args = parser.parse_args()
    with Store(args.store, create=False) as records:
        summaries = summarize(board for board in records.boards() if board.seed == 0)
    table, unlike = accuracies(summaries)
    page = PAGE.read_text(encoding="utf-8")
    if silent := unexplained(page, unlike):
        sys.exit(f"{PAGE} does not say why these differ: {', '.join(silent)}.")
    page = replaced(page, "accuracies", f"{table}\n\n{time_of(CHEAP, summaries)}")
    PAGE.write_text(replaced(page, "settings", settings()), encoding="utf-8")


if __name__ == "__main__":
    main()
