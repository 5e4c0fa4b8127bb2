"""The report of a verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from vcei.report.page import Image, Table, fill
from vcei.report.pictures import pictures_of, portrait_of
from vcei.report.words import doubts, sureness
from vcei.verdict import Verdict

if TYPE_CHECKING:
    from vcei.pair import Pair


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
    return fill("verdict.html", **content(verdict, pair, command))


def content(verdict: Verdict, pair: Pair, command: str | None = None) -> dict[str, Any]:
    """Return what the templates of a verdict ask for.

    Parameters
    ----------
    verdict
        The verdict.
    pair
        The data it is about.
    command
        What makes it again.

    Returns
    -------
    dict[str, Any]
        Plain values, images and tables.
    """
    portrait, drawn_from = portrait_of(verdict, pair)
    return {
        "x": verdict.x,
        "y": verdict.y,
        "sentence": verdict.sentence,
        "answer": verdict.answer.value,
        "sureness": sureness(verdict),
        "doubts": doubts(verdict),
        "pictures": [Image.of(one) for one in pictures_of(verdict, portrait)],
        "drawn_from": drawn_from,
        "numbers": list(_numbers(verdict)),
        "settings": Table("Every choice of the method", (), list(_flat(verdict.settings))),
        **_again(verdict, command),
    }


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
    for arrow, part in verdict.evidence.items():
        cause, effect = (verdict.x, verdict.y) if arrow == "x->y" else (verdict.y, verdict.x)
        heading = ("cap on a weight", "impact", "MMD² of the cause", "effective rows", "solver")
        cells = [
            [
                *(f"{value:.4g}" for value in (one.cap, one.impact, one.mmd2)),
                f"{one.effective_rows:.1f}",
                one.status,
            ]
            for one in part.impacts
        ]
        yield Table(f"{cause} causes {effect}: moved by {part.criterion:.6g}", heading, cells)


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


def _again(verdict: Verdict, command: str | None) -> dict[str, str]:
    if command is not None:
        return {"again_intro": "This command gives the same verdict:", "again": command}
    call = f"vcei.identify(x, y, method={verdict.method!r}, seed={verdict.seed})"
    return {
        "again_intro": "With the columns x and y, and the settings above, the same verdict comes "
        "from Python:",
        "again": f"import vcei\n\n{call}",
    }
