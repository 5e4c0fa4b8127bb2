"""Some rows of a sample, marked among all of them, each kind in its own way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from vcei.figures.canvas import BLUE, ORANGE, PALE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from vcei.arrays import Floats
    from vcei.coreset import Index


MARKS = ((BLUE, "o"), (ORANGE, "^"))
"""Colour and marker of each kind of row."""


def draw_marked(axes: Axes, x: Floats, y: Floats, marked: Mapping[str, Index]) -> None:
    """Draw all rows in grey and some of them marked.

    Parameters
    ----------
    axes
        Where to draw.
    x
        The first column, (n,).
    y
        The second column, (n,).
    marked
        Numbers of the rows to mark, by what they are; at most two kinds.
    """
    rest = np.setdiff1d(np.arange(len(x)), np.concatenate(list(marked.values())))
    axes.scatter(
        x[rest],
        y[rest],
        s=5,
        color=PALE,
        linewidths=0,
        rasterized=True,  # thousands of points would make an SVG of megabytes
        label=f"all {len(x)} rows",
    )
    for (name, rows), (colour, marker) in zip(marked.items(), MARKS, strict=False):
        axes.scatter(
            x[rows],
            y[rows],
            s=20,
            marker=marker,
            facecolor="none",
            edgecolor=colour,
            linewidths=1.1,
            label=f"{len(rows)} {name}",
        )
