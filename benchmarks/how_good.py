"""The page "How good is it?": the default method on the ten collections, from a store of records.

    vcei bench run --data DIR --suite paper --method default,paper,bqcd,... --store all.sqlite
    python benchmarks/how_good.py --store all.sqlite

writes the tables of docs/how-good.md, and its picture: accuracies beside those of the paper's
setting and of all rivals in the store, accuracy against decision rate, how well the confidence is
calibrated, and what the answers were.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from rivals import markdown, replaced
from vcei import figures
from vcei.bench.published import beside, published
from vcei.bench.reliability import Reliability, reliability
from vcei.bench.store import Board, Store
from vcei.bench.suite import PAPER
from vcei.bench.summary import RATES, Summary, summarize

DOCS = Path(__file__).parents[1] / "docs"
PAGE, PICTURE = DOCS / "how-good.md", DOCS / "images" / "how-good.png"
OURS = "default"
SHOWN, DRAWN = 8, 4
"""How many methods the accuracy against decision rate is told and drawn of, the best ones."""


def by_method(summaries: Sequence[Summary]) -> dict[str, dict[str, Summary]]:
    """Return whole summaries of all ten collections, by method, ours first."""
    found: dict[str, dict[str, Summary]] = {}
    for one in summaries:
        if one.collection in PAPER and not one.missing:
            found.setdefault(one.method, {})[one.collection] = one
    whole = {method: mine for method, mine in found.items() if len(mine) == len(PAPER)}
    return dict(sorted(whole.items(), key=lambda item: (item[0] != OURS, -mean(item[1]))))


def mean(mine: dict[str, Summary]) -> float:
    return sum(one.weighted_accuracy for one in mine.values()) / len(PAPER)


def accuracies(methods: dict[str, dict[str, Summary]]) -> str:
    rows = [["method", *PAPER, "mean"]]
    for method, mine in methods.items():
        cells = [f"{100 * mine[name].weighted_accuracy:.0f}" for name in PAPER]
        rows.append([f"`{method}`", *cells, f"{100 * mean(mine):.1f}"])
        if method == OURS:
            ends = [f"{100 * mine[name].low:.0f}-{100 * mine[name].high:.0f}" for name in PAPER]
            rows.append(["95 % interval", *ends, ""])
            rows.append(["best published", *(f"{100 * best:.0f}" for best in best_published()), ""])
    return markdown(rows)


def best_published() -> Iterator[float]:
    """Yield the best published accuracy on each collection, whatever the method."""
    theirs = [one for one in beside(PAPER, published()) if one.kind != "recorded"]
    for name in PAPER:
        yield max(one.value for one in theirs if one.collection == name)


def rates(methods: dict[str, dict[str, Summary]]) -> str:
    rows = [["method", *(f"{100 * rate:.0f} %" for rate in RATES)]]
    for method, mine in list(methods.items())[:SHOWN]:
        rows.append([f"`{method}`", *(f"{100 * share:.1f}" for share in at_rates(mine))])
    return markdown(rows)


def at_rates(mine: dict[str, Summary]) -> np.ndarray:
    shares = ([mine[name].accuracy_at_rate[f"{rate:g}"] for name in PAPER] for rate in RATES)
    return np.array([np.mean(each) for each in shares])


def draw(methods: dict[str, dict[str, Summary]], found: Reliability) -> None:
    """Draw accuracy against decision rate, and how often decisions are right against confidence."""
    with figures.style():
        figure = figures.new_figure(8.0, 3.4)
        left, right = figure.subplots(1, 2)
        best = list(methods.items())[:DRAWN]
        figures.draw_decision_rates(
            left, {method: (np.array(RATES), at_rates(mine)) for method, mine in best}
        )
        left.set_ylim(50, 101)
        left.legend(loc="lower left")
        figures.draw_reliability(
            right, found.said, found.right, found.low, found.high, found.counts
        )
        figures.title(left, "the mean over ten collections")
        figures.title(right, f"{OURS}: {100 * found.gap:.1f} points off")
        figure.savefig(PICTURE, dpi=160)


def calibration(found: Reliability) -> str:
    rows = [["pairs", "mean confidence", "right", "95 % interval"]]
    for count, said, right, low, high in zip(
        found.counts, found.said, found.right, found.low, found.high, strict=True
    ):
        ends = f"{100 * low:.0f}-{100 * high:.0f}"
        rows.append([f"{count:.0f}", f"{100 * said:.1f}", f"{100 * right:.1f}", ends])
    return f"{markdown(rows)}\n\nExpected calibration error: {100 * found.gap:.1f} points."


def answers(boards: Sequence[Board]) -> str:
    kinds = ("decided", "undecided", "not identifiable", "neither direction fits", "independent")
    rows = [["collection", *kinds, "right of the decided"]]
    for board in boards:
        counts = Counter(one.outcome.answer for one in board.records)
        decided = [one.correct for one in board.records if one.outcome.answer == "decided"]
        share = f"{100 * np.mean(decided):.0f}" if decided else ""
        rows.append([board.collection, *(str(counts[kind]) for kind in kinds), share])
    return markdown(rows)


def sure_half(methods: dict[str, dict[str, Summary]]) -> Iterator[str]:
    mine = methods[OURS]
    half = np.mean([mine[name].accuracy_at_rate["0.5"] for name in PAPER])
    yield f"Mean of `{OURS}` over the ten collections: {100 * mean(mine):.1f}; over the half of the"
    yield f"pairs of each that it is most sure of: {100 * half:.1f}."


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--store", type=Path, required=True, help="records of vcei bench run")
    args = parser.parse_args()
    with Store(args.store, create=False) as records:
        boards = [board for board in records.boards() if board.seed == 0]
    methods = by_method(summarize(boards))
    ours = [board for board in boards if board.method == OURS and board.collection in PAPER]
    page = PAGE.read_text(encoding="utf-8")
    page = replaced(
        page, "accuracies", f"{accuracies(methods)}\n\n" + "\n".join(sure_half(methods))
    )
    page = replaced(page, "rates", rates(methods))
    found = reliability([record for board in ours for record in board.records])
    draw(methods, found)
    page = replaced(page, "calibration", calibration(found))
    PAGE.write_text(replaced(page, "answers", answers(ours)), encoding="utf-8")


if __name__ == "__main__":
    main()
