"""Impact against the strength of the variation, with what harmless variations do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from vcei.arrays import Floats
from vcei.figures.canvas import BLUE, GREY

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_against_harmless(
    axes: Axes,
    shares: Sequence[float],
    impacts: Floats,
    harmless: tuple[Floats, Floats],
    colour: str = BLUE,
    marker: str = "o",
) -> None:
    """Draw impacts against the strength of the variation, above the band that chance explains.

    Parameters
    ----------
    axes
        Where to draw.
    shares
        The share of the rows that each variation lives on, (v,), the weakest first.
    impacts
        The impact of each, (v,).
    harmless
        What the same weights do to a noise that does not care: mean and upper end, (v,) each.
    colour
        Of the impacts.
    marker
        Of the impacts.
    """
    places = np.arange(len(shares))
    expected, high = harmless
    axes.fill_between(
        places, 0, high, color=GREY, alpha=0.3, linewidth=0, label="95 % of harmless ones", zorder=1
    )
    axes.plot(
        places, expected, ":", color=GREY, linewidth=1.4, label="mean of harmless ones", zorder=2
    )
    axes.plot(
        places,
        impacts,
        "-",
        color=colour,
        marker=marker,
        markersize=5,
        linewidth=1.6,
        label="impact",
        zorder=3,
        clip_on=False,
    )
    axes.set_xticks(places, [f"{100 * share:g} %" for share in shares])
    axes.set_ylim(bottom=0, auto=None)
    axes.set_xlabel("rows that the variation lives on")
