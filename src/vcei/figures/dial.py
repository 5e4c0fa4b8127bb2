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
    for place, text in ((0.0, "sure"), (0.5, "a coin"), (1.0, "sure")):
        across, up = 1.06 * np.cos(np.radians(_degrees(place))), 1.06 * (place == 0.5)
        side = {0.0: "left", 0.5: "center", 1.0: "right"}[place]
        if place == 0.5:
            axes.text(across, up, text, ha="center", va="bottom", color=GREY, fontsize=8)
        else:
            axes.text(np.sign(across), -0.05, text, ha=side, va="top", color=GREY, fontsize=8)
    for place, side, text in ((-1.0, "left", arrow(y, x)), (1.0, "right", arrow(x, y))):
        axes.text(place, -0.2, text, ha=side, va="top", fontsize=9, color=DARK, parse_math=False)
    axes.set(xlim=(-1.08, 1.08), ylim=(-0.38, 1.2), aspect="equal")
    axes.set_axis_off()


def _degrees(belief: float) -> float:
    return 180.0 * (1.0 - belief)
