"""A scan: columns as a graph, and as a heat map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from vcei.arrays import Floats
from vcei.figures.canvas import BLUE, DARK, GREY, PALE
from vcei.figures.names import label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NAME = 18
"""Characters of a column's name in a graph."""

WRITTEN = 12
"""Most columns of a heat map in whose cells the numbers stand."""


def draw_graph(axes: Axes, graph: Any) -> None:
    """Draw columns on a circle and arrows from cause to effect.

    Parameters
    ----------
    axes
        Where to draw; they become a bare square.
    graph
        A networkx DiGraph. An edge is drawn full where its ``answer`` is ``decided`` or where it
        is ``given``, dashed otherwise, and without a head where its ``kind`` is ``open``; the
        higher its ``confidence`` the thicker.
    """
    from matplotlib.patches import FancyArrowPatch

    nodes = list(graph)
    turns = np.pi / 2 - 2 * np.pi * np.arange(len(nodes)) / max(len(nodes), 1)
    places = dict(zip(nodes, np.stack([np.cos(turns), np.sin(turns)], axis=1), strict=True))
    for cause, effect, said in graph.edges(data=True):
        both_ways = said.get("kind") == "open"
        if both_ways and nodes.index(cause) > nodes.index(effect):
            continue  # an open edge lies in the graph twice
        sure = said.get("kind") == "given" or said.get("answer") == "decided"
        axes.add_patch(
            FancyArrowPatch(
                tuple(places[cause]),
                tuple(places[effect]),
                arrowstyle="-" if both_ways else "-|>",
                mutation_scale=11,
                shrinkA=9,
                shrinkB=9,
                linestyle="-" if sure else (0, (3, 2)),
                linewidth=0.8 + 3.2 * max(0.0, (said.get("confidence") or 0.75) - 0.5),
                color=BLUE if sure else GREY,
                zorder=1,
            )
        )
    for (node, place), turn in zip(places.items(), turns, strict=True):
        axes.plot(*place, "o", color=DARK, markersize=7, zorder=2)
        across = np.cos(turn)
        side = "center" if abs(across) < 0.2 else "left" if across > 0 else "right"
        axes.annotate(
            label(str(node), NAME),
            tuple(place),
            tuple(11 * np.array([across, np.sin(turn)])),
            textcoords="offset points",
            ha=side,
            va="bottom" if np.sin(turn) > 0.5 else "top" if np.sin(turn) < -0.5 else "center",
            parse_math=False,
        )
    axes.set(xlim=(-1.25, 1.25), ylim=(-1.25, 1.25), aspect="equal")
    axes.set_axis_off()


def draw_matrix(
    axes: Axes, names: Sequence[str], matrix: Floats, what: str, least: float = 0.0
) -> None:
    """Draw a heat map with a row for each cause and a column for each effect.

    Parameters
    ----------
    axes
        Where to draw.
    names
        Of the columns of the table, (d,).
    matrix
        What is known of each arrow, (d, d), at most one; NaN where nothing is.
    what
        What the numbers are.
    least
        The smallest number there can be.
    """
    shown = np.ma.masked_invalid(matrix)
    image = axes.imshow(shown, cmap="Blues", vmin=least, vmax=1)
    axes.set_facecolor("none")
    ticks = range(len(names))
    axes.set_xticks(ticks, [label(name, NAME) for name in names], rotation=45, ha="right")
    axes.set_yticks(ticks, [label(name, NAME) for name in names])
    for text in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        text.set_parse_math(False)
    axes.set_xlabel("effect")
    axes.set_ylabel("cause")
    axes.spines[:].set_visible(False)
    between = np.arange(len(names) + 1) - 0.5
    axes.set_xticks(between, minor=True)
    axes.set_yticks(between, minor=True)
    axes.grid(which="minor", color=PALE, linewidth=0.4)
    axes.tick_params(which="both", length=0)
    if len(names) <= WRITTEN:
        for row, column in zip(*np.nonzero(~np.ma.getmaskarray(shown)), strict=True):
            value = matrix[row, column]
            colour = "white" if value > least + 0.5 * (1 - least) else "black"
            axes.text(
                column, row, f"{value:.2f}", ha="center", va="center", color=colour, fontsize=7
            )
    bar = axes.figure.colorbar(image, ax=axes, shrink=0.8)
    bar.set_label(what)
    bar.outline.set_visible(False)
