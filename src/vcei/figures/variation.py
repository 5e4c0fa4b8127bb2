"""A variation of a cause: weights seen on its distribution, and on the rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from vcei.arrays import Floats
from vcei.figures.canvas import BLUE, GREY
from vcei.figures.mechanism import MANY
from vcei.figures.weights import SMALLEST

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BINS = 24
LARGEST = 36.0
"""Area of the marker of the heaviest row, in square points."""


def draw_laws(
    axes: Axes, values: Floats, weights: Floats, edges: Sequence[float], colour: str = BLUE
) -> None:
    """Draw how values are distributed as observed (filled) and under a variation (outline).

    Parameters
    ----------
    axes
        Where to draw.
    values
        The sample, (n,).
    weights
        The variation, (n,), summing to one.
    edges
        Of the bins, increasing.
    colour
        Of the outline.
    """
    axes.hist(values, edges, density=True, color=GREY, alpha=0.5, label="as observed")
    axes.hist(
        values,
        edges,
        density=True,
        weights=weights,
        histtype="step",
        color=colour,
        linewidth=1.5,
        label="under the variation",
    )
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)


def draw_marginal(axes: Axes, cause: Floats, weights: Floats, colour: str = BLUE) -> None:
    """Draw the distribution of a cause as observed and under a variation.

    Parameters
    ----------
    axes
        Where to draw.
    cause
        The sample, (n,).
    weights
        The variation, (n,), summing to one.
    colour
        Of the varied one.
    """
    edges = np.linspace(cause.min(), cause.max(), BINS + 1).tolist()
    draw_laws(axes, cause, weights, edges, colour)


def draw_varied_sample(
    axes: Axes, cause: Floats, effect: Floats, weights: Floats, colour: str = BLUE
) -> None:
    """Draw the rows, grey; those that a variation keeps have rings, as large as their weights.

    Parameters
    ----------
    axes
        Where to draw.
    cause
        Along the horizontal axis, (n,).
    effect
        Along the vertical axis, (n,).
    weights
        The variation, (n,), summing to one.
    colour
        Of the rings.
    """
    kept = weights > SMALLEST
    pixels = len(cause) > MANY
    faint = min(0.8, max(0.25, 200 / len(cause)))
    axes.scatter(
        cause, effect, s=5, color=GREY, alpha=faint, linewidths=0, zorder=1, rasterized=pixels
    )
    axes.scatter(
        cause[kept],
        effect[kept],
        s=LARGEST * weights[kept] / weights.max(),
        facecolor="none",
        edgecolor=colour,
        linewidths=0.8,
        alpha=min(1.0, max(0.35, 150 / kept.sum())),
        zorder=2,
        rasterized=pixels,
    )
