"""A fitted mechanism over its sample, as observed and under variations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vcei.arrays import Floats
from vcei.figures.canvas import BLUE, DARK, GREY

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Flags = npt.NDArray[np.bool_]

MANY = 600
"""Points beyond which a scatter is drawn in pixels: an SVG of all of them would be megabytes."""

SPREADS = (1.0, 2.0)
"""Half widths of the bands, in scales of the noise."""


def draw_sample(axes: Axes, cause: Floats, effect: Floats, size: float = 7) -> None:
    """Draw the rows of a sample in grey, the more transparent the more there are.

    Parameters
    ----------
    axes
        Where to draw.
    cause
        Along the horizontal axis, (n,).
    effect
        Along the vertical axis, (n,).
    size
        Area of a dot.
    """
    axes.scatter(
        cause,
        effect,
        s=size,
        color=GREY,
        alpha=min(0.9, max(0.25, 200 / len(cause))),
        linewidths=0,
        zorder=1,
        rasterized=len(cause) > MANY,
    )


def draw_mechanism(
    axes: Axes,
    grid: Floats,
    location: Floats,
    scale: Floats,
    colour: str = BLUE,
    line: str = "-",
) -> None:
    """Draw what a mechanism predicts, with bands of one and two scales of its noise.

    Parameters
    ----------
    axes
        Where to draw.
    grid
        Places along the cause, (m,), increasing.
    location
        The prediction there, (m,).
    scale
        The scale of the noise there, (m,).
    colour
        Of line and bands.
    line
        The line's dashes.
    """
    for spread in SPREADS:
        axes.fill_between(
            grid,
            location - spread * scale,
            location + spread * scale,
            color=colour,
            alpha=0.16,
            linewidth=0,
            zorder=2,
        )
    axes.plot(grid, location, line, color=colour, linewidth=1.8, zorder=3)


DASHES = ((0, (6, 1.5)), (0, (4, 2)), (0, (2, 1.5)), (0, (1, 1.5)))
"""The stronger the variation, the shorter the dash."""


def draw_refits(
    axes: Axes,
    grid: Floats,
    location: Floats,
    varied: Sequence[tuple[str, Floats, Flags]],
    colour: str = BLUE,
) -> None:
    """Draw a mechanism as observed, and as fitted under each variation.

    Parameters
    ----------
    axes
        Where to draw.
    grid
        Places along the cause, (m,), increasing.
    location
        The prediction as observed, (m,).
    varied
        Of each variation, the weakest first: its name, the prediction under it, (m,), and where
        the rows are that it keeps, (m,). Elsewhere the line is thin.
    colour
        Of the refitted lines.
    """
    axes.plot(grid, location, color=DARK, linewidth=2.2, label="as observed", zorder=4)
    for place, (name, line, near) in enumerate(varied):
        dash = DASHES[place % len(DASHES)]
        axes.plot(grid, line, color=colour, linestyle=dash, linewidth=0.7, alpha=0.6, zorder=3)
        there = np.where(near, line, np.nan)
        axes.plot(grid, there, color=colour, linestyle=dash, linewidth=1.9, label=name, zorder=5)
