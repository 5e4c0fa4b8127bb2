"""Samples of which a column holds names: a group for each, or a table of two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from vcei.arrays import Floats
from vcei.figures.canvas import DARK
from vcei.figures.mechanism import draw_sample
from vcei.figures.names import label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NAME = 14
"""Characters of the name of a group."""

GOLDEN = 0.6180339887
"""Multiples of it fill an interval evenly, so that dots of a group stand apart."""


def draw_groups(
    axes: Axes, names: Sequence[str], codes: Floats, values: Floats, colour: str
) -> None:
    """Draw numbers as dots, a strip for each group, with quartiles and median.

    Parameters
    ----------
    axes
        Where to draw.
    names
        Of the groups.
    codes
        The group of each row, (n,), counted from zero.
    values
        The number of each row, (n,).
    colour
        Of the quartiles.
    """
    apart = 0.6 * ((np.arange(len(codes)) * GOLDEN) % 1 - 0.5)
    draw_sample(axes, codes + apart, values, size=6)
    groups = [values[codes == place] for place in range(len(names))]
    there = [place for place, group in enumerate(groups) if len(group)]
    axes.boxplot(
        [groups[place] for place in there],
        positions=there,
        widths=0.72,
        showfliers=False,
        whis=0,
        boxprops={"color": colour, "linewidth": 1.4},
        medianprops={"color": DARK, "linewidth": 2},
        capprops={"linewidth": 0},
        zorder=2,
    )
    _name(axes, names)


def draw_table(axes: Axes, across: Sequence[str], along: Sequence[str], shares: Floats) -> None:
    """Draw which share of each group of the cause has which value of the effect.

    Parameters
    ----------
    axes
        Where to draw.
    across
        Names of the groups of the cause, (c,).
    along
        Names of the groups of the effect, (e,).
    shares
        The shares, (e, c), each column adding up to one.
    """
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect="auto")
    for row, column in np.ndindex(shares.shape):
        share = shares[row, column]
        colour = "white" if share > 0.5 else "black"
        number = f"{100 * share:.0f}"
        axes.text(column, row, number, ha="center", va="center", color=colour, fontsize=7)
    _name(axes, across)
    axes.set_yticks(range(len(along)), [label(name, NAME) for name in along])
    for text in axes.get_yticklabels():
        text.set_parse_math(False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)


def _name(axes: Axes, names: Sequence[str]) -> None:
    axes.set_xticks(range(len(names)), [label(name, NAME) for name in names])
    for text in axes.get_xticklabels():
        text.set_parse_math(False)
        if len(names) > 4:
            text.set(rotation=35, ha="right")
