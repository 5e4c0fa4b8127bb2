"""fig:outliers: where the relaxed optimum puts its weights, for several caps on one weight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vcei import figures
from vcei.arrays import Floats
from vcei.kernels import Gaussian, KdeLikelihood, Kernel
from vcei.reproduce.request import Request, Rows, number
from vcei.variation import Problem, Relaxed, Variation

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ROWS = 100
CAPS = (1.0, 0.2, 0.1, 0.05)


@dataclass(frozen=True)
class Outliers:
    """The numbers of fig:outliers.

    Attributes
    ----------
    points : Floats
        The sample, (n, 2).
    variations : dict[float, Variation]
        The answer for each cap.
    """

    points: Floats
    variations: dict[float, Variation]


def gaussian_sample(rng: np.random.Generator) -> tuple[Floats, Kernel]:
    """Draw the sample of the figure, and settle the paper's kernel on it.

    Parameters
    ----------
    rng
        The generator to draw with.

    Returns
    -------
    tuple[Floats, Kernel]
        Points, (n, 2), and the squared exponential kernel of largest KDE likelihood.
    """
    points = rng.normal(size=(ROWS, 2))
    return points, Gaussian(KdeLikelihood()).resolve(points)


def compute(request: Request) -> Outliers:
    """Solve the relaxed problem for each cap.

    Parameters
    ----------
    request
        What was asked for.

    Returns
    -------
    Outliers
        The weights.
    """
    points, kernel = gaussian_sample(request.rng())
    problems = {cap: Problem.between(kernel, points, cap=cap) for cap in CAPS}
    return Outliers(points, {cap: Relaxed().solve(one) for cap, one in problems.items()})


def table(record: Outliers) -> Rows:
    """Return a row for each point: where it lies, and its weight under each cap.

    Parameters
    ----------
    record
        The numbers.

    Returns
    -------
    Rows
        The heading and the rows.
    """
    weights = np.stack([one.weights for one in record.variations.values()], axis=1)
    heading = ["x1", "x2", *(f"weight at cap {cap:g}" for cap in record.variations)]
    values = np.concatenate([record.points, weights], axis=1)
    return [heading, *([number(value) for value in row] for row in values)]


def draw(record: Outliers) -> Figure:
    """Draw a panel for each cap, in one row.

    Parameters
    ----------
    record
        The numbers.

    Returns
    -------
    Figure
        As many panels as caps.
    """
    figure = figures.new_figure(2.4 * len(record.variations), 3.4)
    panels = figure.subplots(1, len(record.variations), sharex=True, sharey=True)
    for axes, (cap, variation) in zip(panels, record.variations.items(), strict=True):
        figures.draw_weights(axes, record.points, variation.weights)
        axes.set_title(f"$b_\\alpha$ = {cap:g}\nMMD² = {variation.mmd2:.2f}")
        axes.set_xlabel("$x_1$")
    panels[0].set_ylabel("$x_2$", rotation=0)
    points = len(record.points)
    figure.supxlabel(f"Grey: {points} points. Blue: their weights, by area.", fontsize="medium")
    return figure


def says(record: Outliers) -> str:
    """Return what the figure shows, in a sentence."""
    parts = (
        f"{np.count_nonzero(one.weights > 1e-9)} at cap {cap:g}"
        for cap, one in record.variations.items()
    )
    return f"points that have weight: {', '.join(parts)}"
