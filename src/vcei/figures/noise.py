"""The law of a mechanism's noise, with and without a variation of the cause."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vcei.arrays import Floats
from vcei.figures.canvas import BLUE, GREY

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FARTHEST = 4.0
"""Noise farther out than this many scales is drawn at the edge."""

BINS = 26


def draw_noise_laws(axes: Axes, noise: Floats, weights: Floats, colour: str = BLUE) -> None:
    """Draw the distribution of noise as observed (filled) and under a variation (outline).

    Parameters
    ----------
    axes
        Where to draw.
    noise
        The noise of each row in units of its scale, (n,).
    weights
        The variation of the cause, (n,), summing to one.
    colour
        Of the outline.
    """
    held = np.clip(noise, -FARTHEST, FARTHEST)
    edges = np.linspace(-FARTHEST, FARTHEST, BINS + 1).tolist()
    axes.hist(held, edges, density=True, color=GREY, alpha=0.5, label="as observed")
    axes.hist(
        held,
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
    axes.set_xlabel("noise, in units of its scale")
