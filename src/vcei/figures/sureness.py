"""Does a method know when it is right: accuracy against decision rate, and reliability."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from vcei.arrays import Floats
from vcei.figures.accuracy import MARKS
from vcei.figures.canvas import BLUE, GREY, PALE
from vcei.figures.names import label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LINES = ("-", "--", "-.", ":")


def draw_decision_rates(axes: Axes, curves: Mapping[str, tuple[Floats, Floats]]) -> None:
    """Draw the accuracy among the surest decisions against their share, in percent.

    Parameters
    ----------
    axes
        Where to draw.
    curves
        By name: decision rates and the accuracy at each, 0 to 1, (n,) both.
    """
    axes.axhline(50, color=GREY, linewidth=0.8, linestyle="--", zorder=1)
    for place, (name, (rates, accuracies)) in enumerate(curves.items()):
        marker, colour = MARKS[place % len(MARKS)]
        axes.plot(
            100 * rates,
            100 * accuracies,
            LINES[place % len(LINES)],
            color=colour,
            marker=marker,
            markersize=4,
            markevery=max(1, len(rates) // 8),
            linewidth=1.4,
            label=label(name),
            zorder=2,
        )
    axes.set(xlim=(0, 100), ylim=(0, 102))
    axes.set_xlabel("share of the pairs decided, the surest first, %")
    axes.set_ylabel("right among them, %")


def draw_reliability(
    axes: Axes, said: Floats, right: Floats, low: Floats, high: Floats, counts: Floats
) -> None:
    """Draw how often decisions are right against how sure the method was of them.

    Parameters
    ----------
    axes
        Where to draw.
    said
        The mean confidence of each group of decisions, 0.5 to 1, (g,), increasing.
    right
        The share of each that is right, (g,).
    low
        The lower end of its interval, (g,).
    high
        The upper end, (g,).
    counts
        How many pairs each group stands for, (g,); the area of a mark.
    """
    axes.plot([50, 100], [50, 100], color=GREY, linewidth=0.9, linestyle="--", zorder=1)
    axes.fill_between([50, 100], [50, 100], 0, color=PALE, alpha=0.25, linewidth=0, zorder=0)
    axes.errorbar(
        100 * said,
        100 * right,
        yerr=100 * np.clip(np.stack([right - low, high - right]), 0, None),
        fmt="none",
        ecolor=BLUE,
        capsize=3,
        linewidth=1.1,
        zorder=2,
    )
    size = 16 + 84 * counts / counts.max()
    axes.scatter(100 * said, 100 * right, s=size, color=BLUE, zorder=3, clip_on=False)
    axes.text(98, 6, "surer than right", ha="right", color=GREY, fontsize=8)
    axes.set(xlim=(50, 100), ylim=(0, 102))
    axes.set_xlabel("confidence, %")
    axes.set_ylabel("right, %")
