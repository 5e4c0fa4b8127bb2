"""Some rows of a sample, marked among all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vcei.figures.canvas import BLUE, PALE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from vcei.arrays import Floats
    from vcei.coreset import Index


def draw_marked(axes: Axes, x: Floats, y: Floats, marked: Index) -> None:
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
        Numbers of the rows to mark.
    """
    rest = np.setdiff1d(np.arange(len(x)), marked)
    axes.scatter(
        x[rest],
        y[rest],
        s=5,
        color=PALE,
        linewidths=0,
        rasterized=True,  # thousands of points would make an SVG of megabytes
        label=f"all {len(x)} rows",
    )
    axes.scatter(
        x[marked],
        y[marked],
        s=20,
        facecolor="none",
        edgecolor=BLUE,
        linewidths=1.1,
        label=f"the coreset: {len(marked)} rows",
    )
