"""The report of a scan: which columns depend on each other, and which drive which."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vcei import figures
from vcei.arrays import Floats
from vcei.report.page import Report, Table
from vcei.report.pictures import WIDTH, Picture
from vcei.scans import Finding, Scan

MOST_NODES = 30
"""Columns beyond which a graph on a circle is a ball of wool; a heat map serves up to any."""

MOST_NAMED = 60
"""Columns of a heat map that the eye can tell apart."""

MOST_ROWS = 400
"""Pairs in the table of the page; all of them are in the JSON."""

DOUBTS = (
    "An arrow is about two columns alone. One that acts through a third column, or comes from a "
    "cause that two columns share, is not told from one that acts by itself.",
    "Arrows are decided one by one, so that some of many are wrong by chance alone.",
)


def render_scan(scan: Scan, command: str) -> str:
    """Return the report of a scan: one page that needs nothing else.

    Parameters
    ----------
    scan
        The scan.
    command
        What makes the page again.

    Returns
    -------
    str
        HTML.
    """
    ranked = sorted(scan.dependent, key=lambda one: (not one.decided, -(one.confidence or 0.0)))
    return Report(
        question=f"Which of {len(scan.columns)} columns drive which?",
        sentence=_sentence(scan),
        beside=[_cycles(scan)],
        doubts=[*_chance(scan), *DOUBTS],
        pictures=_pictures(scan),
        numbers=[_table(ranked[:MOST_ROWS])] if ranked else [],
        remarks=_remarks(scan, len(ranked)),
        again=command,
    ).html()


def _sentence(scan: Scan) -> str:
    decided = sum(one.decided for one in scan.dependent)
    pairs = len(scan.findings)
    if not scan.tested:
        return f"{decided} of {pairs} edges have a decided direction."
    return f"{len(scan.dependent)} of {pairs} pairs are dependent; {decided} arrows are decided."


def _cycles(scan: Scan) -> str:
    decided, every = scan.cycle(decided=True), scan.cycle()
    if decided:
        return f"The decided arrows have a cycle, {' → '.join(decided)}: not all can be true."
    if every:
        return f"The arrows have a cycle, {' → '.join(every)}; the decided ones have none."
    return "The arrows have no cycle."


def _chance(scan: Scan) -> list[str]:
    if not scan.tested:
        return ["The skeleton may be wrong: pairs that it does not join were not looked at."]
    return [
        f"Of the pairs called dependent, up to {100 * scan.level:g} % are expected to be so by "
        "chance, the false discovery rate."
    ]


def _pictures(scan: Scan) -> list[Picture]:
    drawn = []
    with figures.style():
        if len(scan.columns) <= MOST_NODES:
            drawn.append(_graph(scan))
        if 1 < len(scan.columns) <= MOST_NAMED:
            drawn.append(_matrix(scan))
    return drawn


def _graph(scan: Scan) -> Picture:
    figure = figures.new_figure(6.0, 5.0)
    figures.draw_graph(figure.subplots(), scan.graph)
    arrows = [" causes ".join(one.arrow) for one in scan.dependent if one.decided and one.arrow]
    return Picture(
        "graph",
        "The arrows",
        "Arrows lead from cause to effect, the thicker the surer. Full ones are decided, or given "
        "by the skeleton; dashed ones are not decided, and without a head nothing speaks for "
        "either direction.",
        f"A graph of {len(scan.columns)} columns. Decided: {'; '.join(arrows) or 'no arrow'}.",
        figure,
    )


def _matrix(scan: Scan) -> Picture:
    size = max(3.4, min(WIDTH, 1.6 + 0.34 * len(scan.columns)))
    figure = figures.new_figure(size + 0.8, size)
    matrix = _confidences(scan)
    figures.draw_matrix(figure.subplots(), scan.columns, matrix, "confidence", least=0.5)
    return Picture(
        "matrix",
        "How sure each arrow is",
        "A cell stands for the arrow from the column on the left to the column below. Cells "
        "without a colour are not dependent, or were not asked about.",
        "A heat map of the confidence of each arrow; the table below has the numbers.",
        figure,
    )


def _confidences(scan: Scan) -> Floats:
    place = {name: number for number, name in enumerate(scan.columns)}
    matrix = np.full((len(place), len(place)), np.nan)
    for one in scan.dependent:
        if one.arrow and one.confidence is not None:
            cause, effect = one.arrow
            matrix[place[cause], place[effect]] = one.confidence
    return matrix


def _table(ranked: Sequence[Finding]) -> Table:
    heading = ("arrow", "answer", "confidence", "score", "adjusted p-value", "rows")
    rows = []
    for one in ranked:
        cause, effect = one.arrow or (one.x, one.y)
        known = one.error or one.answer or "undecided"
        numbers = one.confidence, one.score and abs(one.score), one.adjusted_p_value
        shown = ["" if value is None else f"{value:.3g}" for value in numbers]
        rows.append((f"{cause} {'→' if one.arrow else '–'} {effect}", known, *shown, f"{one.rows}"))
    return Table("Dependent pairs, the surest first", heading, rows)


def _remarks(scan: Scan, dependent: int) -> list[str]:
    lines = [f"Method {scan.method}, seed {scan.seed}."]
    if dependent > MOST_ROWS:
        lines.append(f"{dependent - MOST_ROWS} more pairs are in the JSON.")
    if len(scan.columns) > MOST_NODES:
        lines.append(f"A graph of more than {MOST_NODES} columns is not drawn; give --graph.")
    lines += [f"The arrow {cause} → {effect} was given." for cause, effect in scan.given]
    return lines + [f"{name} was left out: {why}." for name, why in scan.left_out.items()]
