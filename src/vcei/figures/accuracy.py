"""Accuracies on several collections, ours with intervals, beside those of others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vcei.arrays import Floats
from vcei.figures.canvas import DARK, GREY, PALE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARKS = (
    ("v", "#0072b2"),
    ("^", "#56b4e9"),
    ("s", "#009e73"),
    ("D", "#d55e00"),
    ("P", "#cc79a7"),
    ("X", "#e69f00"),
    ("<", GREY),
    (">", DARK),
)
"""Marker and colour of each method beside ours; the markers alone tell them apart."""


@dataclass(frozen=True)
class Rival:
    """A method that ours is compared with.

    Attributes
    ----------
    name : str
        What the legend calls it.
    here : Mapping[str, float]
        Its accuracy by collection, 0 to 1, as we measured it; where there is none, nothing is
        drawn.
    published : Mapping[str, float]
        The same as others published it.
    """

    name: str
    here: Mapping[str, float]
    published: Mapping[str, float]


def draw_accuracies(
    axes: Axes,
    collections: Sequence[str],
    ours: tuple[str, Floats, Floats, Floats],
    rivals: Sequence[Rival],
) -> None:
    """Draw accuracies in percent: a column for each collection, methods side by side in it.

    Parameters
    ----------
    axes
        Where to draw.
    collections
        Their names, from left to right.
    ours
        Our method's name, its accuracies and the two ends of their intervals, 0 to 1, (c,) each.
    rivals
        The other methods: full marks as measured here, hollow ones as published.
    """
    name, accuracy, low, high = ours
    places = np.arange(len(collections))
    offsets = np.linspace(-0.36, 0.36, len(rivals) + 1)
    _lay_out(axes, collections)
    axes.errorbar(
        places + offsets[0],
        100 * accuracy,
        yerr=100 * np.stack([accuracy - low, high - accuracy]),
        fmt="o",
        color=DARK,
        markersize=6,
        capsize=3,
        linewidth=1.2,
        label=name,
        zorder=3,
    )
    for rival, offset, (marker, colour) in zip(rivals, offsets[1:], MARKS, strict=False):
        # a method that was not measured is known by its hollow marks
        shown = rival.name if rival.here else None
        for known, fill, label in (
            (rival.published, "none", None if shown else rival.name),
            (rival.here, colour, shown),
        ):
            values = [100 * known.get(one, np.nan) for one in collections]
            axes.plot(
                places + offset,
                values,
                marker,
                color=colour,
                markerfacecolor=fill,
                markersize=5,
                label=label,
                clip_on=False,
                zorder=2,
            )


def draw_measured(
    axes: Axes,
    collections: Sequence[str],
    methods: Mapping[str, tuple[Floats, Floats, Floats]],
) -> None:
    """Draw the accuracies of methods with their intervals, in percent, side by side.

    Parameters
    ----------
    axes
        Where to draw.
    collections
        Their names, from left to right.
    methods
        By name, at most eight: accuracies and the two ends of their intervals, 0 to 1, (c,) each;
        NaN where a method was not measured.
    """
    _lay_out(axes, collections)
    offsets = np.linspace(-0.36, 0.36, len(methods)) if len(methods) > 1 else [0.0]
    for (name, (accuracy, low, high)), offset, (marker, colour) in zip(
        methods.items(), offsets, MARKS, strict=False
    ):
        axes.errorbar(
            np.arange(len(collections)) + offset,
            100 * accuracy,
            yerr=100 * np.stack([accuracy - low, high - accuracy]),
            fmt=marker,
            color=colour,
            markersize=5,
            capsize=2,
            linewidth=1.0,
            label=name,
            zorder=3,
            clip_on=False,
        )


def _lay_out(axes: Axes, collections: Sequence[str]) -> None:
    """Give every second collection a shade, and say where a coin stands."""
    for place in range(0, len(collections), 2):
        axes.axvspan(place - 0.5, place + 0.5, color=PALE, alpha=0.25, linewidth=0, zorder=0)
    axes.axhline(50, color=GREY, linewidth=0.8, linestyle="--", zorder=1)
    axes.set_xticks(range(len(collections)), collections)
    axes.set_xlim(-0.5, len(collections) - 0.5)
    axes.set_ylim(0, 102)
    axes.set_yticks(range(0, 101, 25))
