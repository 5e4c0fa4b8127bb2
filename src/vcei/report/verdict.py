"""The report of a verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import exp
from typing import TYPE_CHECKING, Any, TypeAlias

from vcei import figures
from vcei.report.page import Report, Table
from vcei.report.pictures import Picture, pictures_of, portrait_of
from vcei.report.sample import sample_of
from vcei.report.words import doubts, sureness
from vcei.verdict import Verdict

if TYPE_CHECKING:
    from vcei.pair import Pair

Record: TypeAlias = Mapping[str, Any]
"""A verdict as plain values, with all that its method had to say and nothing else."""


def render(verdict: Verdict, pair: Pair, command: str | None = None) -> str:
    """Return the report of a verdict: one page that needs nothing else.

    Parameters
    ----------
    verdict
        The verdict.
    pair
        The data it is about.
    command
        What makes it again; without one, a line of Python does.

    Returns
    -------
    str
        HTML.
    """
    sentence, forced, arrow = verdict.sentence.partition(" If forced to choose: ")
    drawn, drawn_from = _drawn(verdict, pair)
    again_intro, again = _again(verdict, command)
    return Report(
        question=f"Which drives the other, {verdict.x} or {verdict.y}?",
        sentence=sentence,
        beside=[*([f"{forced.strip()} {arrow}"] if arrow else []), sureness(verdict)],
        doubts=doubts(verdict),
        pictures=drawn,
        numbers=list(_numbers(verdict)),
        again=again,
        answer=verdict.answer.value.replace(" ", "-"),
        drawn_from=drawn_from,
        settings=Table("Every choice of the method", (), list(_flat(verdict.settings))),
        again_intro=again_intro,
    ).html()


def pictures(verdict: Verdict, pair: Pair) -> list[Picture]:
    """Draw everything that can be shown about a verdict.

    Parameters
    ----------
    verdict
        The verdict.
    pair
        The data it is about.

    Returns
    -------
    list[Picture]
        The dial first.
    """
    return _drawn(verdict, pair)[0]


def _drawn(verdict: Verdict, pair: Pair) -> tuple[list[Picture], str]:
    """Return the pictures, and what they were drawn from or why there are no more."""
    portrait, sentence = portrait_of(verdict, pair)
    with figures.style():
        sample = None if portrait else sample_of(pair)
    return [*pictures_of(verdict, portrait), *([sample] if sample else [])], sentence


def _numbers(verdict: Verdict) -> Iterator[Table]:
    rows = [
        ("direction", verdict.direction.value),
        ("answer", verdict.answer.value),
        ("score", f"{verdict.score:+.6g}"),
        ("confidence", f"{verdict.confidence:.3f}"),
        ("rows", f"{verdict.rows:,}"),
        ("method", verdict.method),
        ("seed", str(verdict.seed)),
        ("version", verdict.version),
    ]
    yield Table("The verdict", (), rows)
    record = verdict.to_dict()
    tests = list(_tests(record))
    if tests:
        heading = ("If this were true", "the probability of what was seen, or more, would be")
        yield Table("Tests", heading, tests)
    for arrow, part in record["evidence"].items():
        cause, effect = _ends(record, arrow)
        yield _impacts(f"{cause} causes {effect}: impact of variations", part["impacts"])
    if record.get("says"):
        yield _weighed(record)


def _ends(record: Record, arrow: str) -> tuple[str, str]:
    x, y = record["x"], record["y"]
    return (x, y) if arrow == "x->y" else (y, x)


def _tests(record: Record) -> Iterator[tuple[str, str]]:
    if record.get("dependence"):
        chance = exp(record["dependence"]["log_p_value"])
        yield f"{record['x']} and {record['y']} are independent", f"{chance:.3g}"
    for arrow, part in record["evidence"].items():
        if part.get("p_value") is not None:
            cause, effect = _ends(record, arrow)
            yield f"varying {cause} leaves the noise of {effect} alone", f"{part['p_value']:.3g}"


def _impacts(caption: str, impacts: Sequence[Record]) -> Table:
    columns = {"cap on a weight": "cap", "impact": "impact", "harmless": "harmless"}
    columns |= {"MMD² of the cause": "mmd2", "effective rows": "effective_rows", "solver": "status"}
    known = {
        heading: name
        for heading, name in columns.items()
        if all(one.get(name) is not None for one in impacts)
    }
    rows = [[_shown(one[name]) for name in known.values()] for one in impacts]
    return Table(caption, list(known), rows)


def _shown(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:.4g}"


def _weighed(record: Record) -> Table:
    heading = ("evidence", "cost of x->y", "cost of y->x", "log odds of x->y")
    forward, backward = (record["evidence"][arrow]["costs"] for arrow in ("x->y", "y->x"))
    rows = [
        (name, f"{forward[name]:.4g}", f"{backward[name]:.4g}", f"{part:+.3f}")
        for name, part in record["says"].items()
    ]
    return Table("What was weighed, kind by kind and look by look", heading, rows)


def _flat(values: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    """Return nested settings as rows, with dotted names."""
    for name, value in values.items():
        path = f"{above}.{name}" if above else str(name)
        if isinstance(value, Mapping):
            inner = dict(value)
            if "class" in inner:
                yield path, str(inner.pop("class"))
            yield from _flat(inner, path)
        elif isinstance(value, list) and any(isinstance(one, Mapping) for one in value):
            yield from _flat({str(place + 1): one for place, one in enumerate(value)}, path)
        else:
            yield path, str(value)


def _again(verdict: Verdict, command: str | None) -> tuple[str, str]:
    if command is not None:
        return "This command gives the same verdict:", command
    call = f"vcei.identify(x, y, method={verdict.method!r}, seed={verdict.seed})"
    return (
        "With the columns x and y, and the settings above, the same verdict comes from Python:",
        f"import vcei\n\n{call}",
    )
