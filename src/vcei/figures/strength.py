"""What depends on the strength of a variation: its value, and its impact."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from vcei.arrays import Floats
from vcei.figures.canvas import BLUE, DARK, ORANGE, PALE
from vcei.impact import Trend

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STROKES = ((BLUE, "-", "o"), (ORANGE, "--", "s"), (DARK, ":", "^"))
"""Colour, line and marker of curves that share Axes: each alone tells them apart."""


def draw_impacts(axes: Axes, caps: Floats, impacts: Floats, trend: Trend) -> None:
    """Draw impacts against the cap: each draw pale, their means, and the fitted line.

    Parameters
    ----------
    axes
        Where to draw.
    caps
        The caps, (m,), increasing.
    impacts
        The impacts, (draws, m).
    trend
        The line through all of them.
    """
    if len(impacts) > 1:
        for row in impacts:
            axes.plot(caps, row, ".", color=PALE, markersize=4, zorder=1)
    mean = "impact" if len(impacts) == 1 else f"mean of {len(impacts)} draws"
    axes.plot(caps, impacts.mean(axis=0), "o", color=BLUE, markersize=4, label=mean, zorder=2)
    line = trend.level + trend.slope * caps
    slope = f"line: slope {trend.slope:.3f} ± {trend.error:.3f}"
    axes.plot(caps, line, color=ORANGE, linewidth=1.4, label=slope, zorder=3)


def draw_values(axes: Axes, caps: Floats, values: Mapping[str, Floats]) -> None:
    """Draw values against the cap, on a logarithmic axis of caps.

    Parameters
    ----------
    axes
        Where to draw.
    caps
        The caps, (m,), increasing.
    values
        At most three curves by what they are, (m,) each.
    """
    for (name, value), (colour, line, marker) in zip(values.items(), STROKES, strict=False):
        axes.plot(
            caps, value, line, color=colour, marker=marker, markersize=3, linewidth=1.2, label=name
        )
    axes.set_xscale("log")
