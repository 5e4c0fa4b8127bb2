"""fig:trend: impact against the cap b_α for SIM pair 1, in both directions, with fitted lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vcei import figures
from vcei.algorithm import identify_by_variation
from vcei.arrays import Floats
from vcei.impact import Trend, fit_trend
from vcei.method import paper
from vcei.pair import Pair
from vcei.reproduce.request import Request, Rows, number
from vcei.variation import Cap

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLLECTION, PAIR = "SIM", "pair0001"
ROWS = 200
"""The paper's M on this collection."""

CAPS = tuple(round(0.05 * step, 2) for step in range(1, 21))
DRAWS, DRAWS_QUICK = 10, 2
"""How many draws of M rows: one alone says as much about its rows as about the pair."""


@dataclass(frozen=True)
class Trends:
    """Impacts against caps.

    Attributes
    ----------
    truth : str
        The true direction.
    caps : Floats
        The caps, (m,).
    impacts : dict[str, Floats]
        By direction, (draws, m).
    lines : dict[str, Trend]
        By direction, the line through all impacts.
    """

    truth: str
    caps: Floats
    impacts: dict[str, Floats]
    lines: dict[str, Trend]


def compute(request: Request) -> Trends:
    """Measure impacts on several draws of rows, with the paper's settings.

    Parameters
    ----------
    request
        What was asked for.

    Returns
    -------
    Trends
        Impacts and lines.
    """
    known = request.pair(COLLECTION, PAIR)
    return trends_of(Pair.of(known.x, known.y), known.truth.value, request)


def trends_of(pair: Pair, truth: str, request: Request) -> Trends:
    """Measure the impacts on any pair.

    Parameters
    ----------
    pair
        The data.
    truth
        The true direction.
    request
        What was asked for.

    Returns
    -------
    Trends
        Impacts and lines.
    """
    method = paper(rows=ROWS, strengths=tuple(map(Cap, CAPS)), repeats=0)
    draws = DRAWS_QUICK if request.quick else DRAWS
    seeds = request.rng().integers(2**31, size=draws)
    found: dict[str, list[list[float]]] = {"x->y": [], "y->x": []}
    with request.follow(draws, "draws of rows") as advance:
        for seed in seeds:
            verdict = identify_by_variation(pair, method, int(seed))
            for arrow, evidence in verdict.evidence.items():
                found[arrow].append([one.impact for one in evidence.impacts])
            advance()
    impacts = {arrow: np.array(rows) for arrow, rows in found.items()}
    lines = {
        arrow: fit_trend(np.tile(CAPS, draws).tolist(), rows.ravel().tolist())
        for arrow, rows in impacts.items()
    }
    return Trends(truth, np.array(CAPS), impacts, lines)


def table(record: Trends) -> Rows:
    """Return a row for each direction, draw and cap, with the line's value and slope.

    Parameters
    ----------
    record
        The numbers.

    Returns
    -------
    Rows
        The heading and the rows.
    """
    rows = [["direction", "draw", "cap", "impact", "line", "slope", "slope_error", "truth"]]
    for arrow, impacts in record.impacts.items():
        line = record.lines[arrow]
        rows += [
            [
                *(arrow, str(draw), number(cap), number(impact)),
                *(number(line.level + line.slope * cap), number(line.slope), number(line.error)),
                record.truth,
            ]
            for draw, row in enumerate(impacts, start=1)
            for cap, impact in zip(record.caps, row, strict=True)
        ]
    return rows


def draw(record: Trends) -> Figure:
    """Draw x -> y above y -> x, on the same scale.

    Parameters
    ----------
    record
        The numbers.

    Returns
    -------
    Figure
        Two panels.
    """
    figure = figures.new_figure(5, 4.8)
    panels = figure.subplots(2, 1, sharex=True, sharey=True)
    for axes, (arrow, impacts) in zip(panels, record.impacts.items(), strict=True):
        figures.draw_impacts(axes, record.caps, impacts, record.lines[arrow])
        causal = "causal" if arrow == record.truth else "acausal"
        axes.set_title(f"{arrow.replace('->', ' → ')} ({causal})", loc="left")
        axes.set_ylabel("impact $S$, MMD²")
        axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, borderaxespad=0)
    panels[0].set_ylim(bottom=0)
    panels[1].set_xlabel("cap on one weight, $b_\\alpha$")
    return figure


def says(record: Trends) -> str:
    """Return what the figure shows, in a sentence."""
    slopes = " and ".join(
        f"{line.slope:.3f} ± {line.error:.3f} for {arrow}" for arrow, line in record.lines.items()
    )
    return f"slope of impact over the cap {slopes}; the truth is {record.truth}"
