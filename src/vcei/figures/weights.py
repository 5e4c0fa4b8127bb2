"""The weights of a variation on points of the plane."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcei.arrays import Floats
from vcei.figures.canvas import BLUE, GREY

if TYPE_CHECKING:
    from matplotlib.axes import Axes

AREA = 500.0
"""Area of the marker of a point that has all the weight, in square points."""

MARGIN = 0.1
"""Room around the points, as a share of their extent: half a large disk."""

SMALLEST = 1e-9
"""Weights below this are rounding, and not drawn."""


def draw_weights(axes: Axes, points: Floats, weights: Floats) -> None:
    """Draw points in grey, and around each a disk whose area is its weight.

    Parameters
    ----------
    axes
        Where to draw.
    points
        The sample, (n, 2).
    weights
        Their weights, (n,), summing to one.
    """
    there = weights > SMALLEST
    axes.scatter(points[:, 0], points[:, 1], s=8, color=GREY, linewidths=0, zorder=1)
    axes.scatter(
        points[there, 0],
        points[there, 1],
        s=AREA * weights[there],
        facecolor=BLUE,
        edgecolor=BLUE,
        alpha=0.45,
        zorder=2,
    )
    # one scale for both axes, in a box that the layout knows the size of
    margin = MARGIN * (points.max() - points.min())
    axes.set(xlim=(points.min() - margin, points.max() + margin))
    axes.set(ylim=axes.get_xlim(), box_aspect=1)
