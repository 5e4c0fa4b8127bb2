"""Samples, and the curves of models fitted to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcei.arrays import Floats
from vcei.figures.canvas import BLUE, DARK, PALE

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_scatter(axes: Axes, x: Floats, y: Floats, faint: bool = False) -> None:
    """Draw a sample of two variables.

    Parameters
    ----------
    axes
        Where to draw.
    x
        Along the horizontal axis, (n,).
    y
        Along the vertical axis, (n,).
    faint
        Whether the sample is only the background of something else.
    """
    colour, size = (PALE, 4) if faint else (DARK, 6)
    axes.scatter(x, y, s=size, color=colour, linewidths=0, zorder=1, rasterized=len(x) > 2000)


def draw_curves(axes: Axes, inputs: Floats, predictions: Floats) -> None:
    """Draw what several models predict, one thin line each.

    Parameters
    ----------
    axes
        Where to draw.
    inputs
        Where the models were asked, (m,), increasing.
    predictions
        What they said, (models, m).
    """
    for line in predictions:
        axes.plot(inputs, line, color=BLUE, linewidth=1.1, alpha=0.75, zorder=2)
