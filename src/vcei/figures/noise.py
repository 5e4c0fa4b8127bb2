"""The law of a mechanism's noise, with and without a variation of the cause."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vcei.arrays import Floats
from vcei.figures.canvas import BLUE
from vcei.figures.variation import draw_laws

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FARTHEST = 4.0
"""Noise farther out than this many scales is drawn at the edge."""

BINS = 26


def draw_noise_laws(axes: Axes, noise: Floats, weights: Floats, colour: str = BLUE) -> None:
    """Draw the distribution of noise as observed and under a variation.

    Parameters
    ----------
    axes
        Where to draw.
    noise
        The noise of each row in units of its scale, (n,).
    weights
        The variation of the cause, (n,), summing to one.
    colour
        Of the varied one.
    """
    held = np.clip(noise, -FARTHEST, FARTHEST)
    edges = np.linspace(-FARTHEST, FARTHEST, BINS + 1).tolist()
    draw_laws(axes, held, weights, edges, colour)
    axes.set_xlabel("noise, in units of its scale")
