"""The appendix's claim: the optimal value of the relaxed problem grows with the cap b_α.

It must, for a larger cap only allows more. The true MMD² of the relaxed weights has no such
guarantee, and the best weights known for the true problem lie between the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vcei import figures
from vcei.arrays import Floats
from vcei.reproduce.outliers import gaussian_sample
from vcei.reproduce.request import Request, Rows, number
from vcei.variation import Problem, Relaxed, Unrelaxed

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CAPS = 30


@dataclass(frozen=True)
class Monotonicity:
    """Values against caps.

    Attributes
    ----------
    rows : int
        The number of points, M.
    caps : Floats
        The caps, (m,), from 1/M to 1.
    relaxed : Floats
        The optimal value of the relaxed problem, (m,).
    mmd2 : Floats
        The true MMD² of the relaxed optimum's weights, (m,).
    climbed : Floats
        The largest true MMD² found by climbing, (m,).
    """

    rows: int
    caps: Floats
    relaxed: Floats
    mmd2: Floats
    climbed: Floats


def compute(request: Request) -> Monotonicity:
    """Solve the problem of fig:outliers for many caps.

    Parameters
    ----------
    request
        What was asked for.

    Returns
    -------
    Monotonicity
        The values.
    """
    points, kernel = gaussian_sample(request.rng())
    caps = np.geomspace(1 / len(points), 1.0, CAPS)
    caps[[0, -1]] = 1 / len(points), 1.0  # powers of a ratio may miss the ends by a rounding
    problems = [Problem.between(kernel, points, cap=float(cap)) for cap in caps]
    best = [Relaxed().solve(problem) for problem in problems]
    return Monotonicity(
        rows=len(points),
        caps=caps,
        relaxed=np.array([one.relaxed_value for one in best]),
        mmd2=np.array([one.mmd2 for one in best]),
        climbed=np.array([Unrelaxed().solve(problem).mmd2 for problem in problems]),
    )


def table(record: Monotonicity) -> Rows:
    """Return a row for each cap.

    Parameters
    ----------
    record
        The numbers.

    Returns
    -------
    Rows
        The heading and the rows.
    """
    heading = ["cap", "relaxed_value", "mmd2_of_relaxed_weights", "largest_mmd2_found"]
    values = np.stack([record.caps, record.relaxed, record.mmd2, record.climbed], axis=1)
    return [heading, *([number(value) for value in row] for row in values)]


def draw(record: Monotonicity) -> Figure:
    """Draw the values against the cap.

    Parameters
    ----------
    record
        The numbers.

    Returns
    -------
    Figure
        One panel.
    """
    figure = figures.new_figure(5, 4)
    axes = figure.subplots()
    values = {
        "relaxed problem: optimal value": record.relaxed,
        "true problem: largest MMD² found": record.climbed,
        "MMD² of the relaxed weights": record.mmd2,
    }
    figures.draw_values(axes, record.caps, values)
    axes.set_xlabel("cap on one weight, $b_\\alpha$ (logarithmic)")
    axes.set_ylabel("distance from the sample, MMD²")
    axes.set_ylim(bottom=0)
    axes.set_title(f"{record.rows} points, standard normal in the plane")
    figure.legend(loc="outside lower left")
    return figure


def says(record: Monotonicity) -> str:
    """Return what the figure shows, in a sentence."""
    falls = {
        "the relaxed optimal value": record.relaxed,
        "the true MMD² of its weights": record.mmd2,
        "the largest MMD² found": record.climbed,
    }
    words = [
        f"{name} {'never falls' if np.all(np.diff(values) > -1e-12) else 'falls in places'}"
        for name, values in falls.items()
    ]
    return "as the cap grows, " + ", ".join(words)
