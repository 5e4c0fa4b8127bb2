"""The verdict as a dial: the needle leans to an arrow, as far as the confidence goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vcei.figures.canvas import BLUE, DARK, GREY, ORANGE, PALE
from vcei.figures.names import arrow

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FACE = 0.26
"""Width of the ring, the radius being one."""

NAME = 12
"""Characters of a name below the dial."""


def draw_dial(axes: Axes, x: str, y: str, belief: float, decided: float) -> None:
    """Draw a half circle from y -> x on the left to x -> y on the right, and a needle.

    Parameters
    ----------
    axes
        Where to draw; they become a bare square.
    x
        Name of the first column.
    y
        Name of the second column.
    belief
        Of x -> y: 0 is sure of y -> x, one half a coin, 1 sure of x -> y.
    decided
        Confidence from which an answer counts as decided, 0.5 to 1.
    """
    from matplotlib.patches import Wedge

    parts = (
        (0.0, 1 - decided, ORANGE, 0.75, "///"),
        (1 - decided, decided, PALE, 0.6, ""),
        (decided, 1.0, BLUE, 0.75, ""),
    )
    for low, high, colour, alpha, hatch in parts:
        angles = _degrees(high), _degrees(low)
        face = Wedge((0, 0), 1, *angles, width=FACE, facecolor=colour, alpha=alpha, linewidth=0)
        axes.add_patch(face)
        if hatch:  # also seen without colour
            lines = Wedge((0, 0), 1, *angles, width=FACE, facecolor="none", edgecolor=PALE)
            lines.set(hatch=hatch, linewidth=0)
            axes.add_patch(lines)
    turn = np.radians(_degrees(belief))
    tip = 0.93 * np.array([np.cos(turn), np.sin(turn)])
    axes.plot([0, tip[0]], [0, tip[1]], color=DARK, linewidth=2.6, solid_capstyle="round", zorder=4)
    axes.plot([0], [0], "o", color=DARK, markersize=9, zorder=5)
    axes.text(0, 1.06, "a coin", ha="center", va="bottom", color=GREY, fontsize=8)
    for end, text in ((-1, arrow(y, x, NAME)), (1, arrow(x, y, NAME))):
        place = end * (1 - FACE / 2)
        axes.text(place, -0.05, "sure", ha="center", va="top", color=GREY, fontsize=8)
        axes.text(place, -0.2, text, ha="center", va="top", color=DARK, parse_math=False)
    axes.set(xlim=(-1.7, 1.7), ylim=(-0.38, 1.2), aspect="equal")
    axes.set_axis_off()


def _degrees(belief: float) -> float:
    return 180.0 * (1.0 - belief)
