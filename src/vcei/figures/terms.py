"""The parts of a score, as bars to the side that each speaks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from vcei.figures.canvas import BLUE, DARK, GREY, ORANGE
from vcei.figures.names import arrow, label, title

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_terms(axes: Axes, terms: Mapping[str, float], x: str, y: str) -> None:
    """Draw each term of a score as a bar, and their sum below them.

    Parameters
    ----------
    axes
        Where to draw.
    terms
        Contributions by name; above zero for x -> y.
    x
        Name of the first column.
    y
        Name of the second column.
    """
    shown = {**terms, "sum": sum(terms.values())}
    for place, value in enumerate(shown.values()):
        axes.barh(
            -place,
            value,
            height=0.62,
            color=BLUE if value > 0 else ORANGE,
            hatch="" if value > 0 else "////",
            edgecolor="white",
            linewidth=0,
            alpha=0.9,
        )
        axes.annotate(
            f"{value:+.2f}".replace("-", "−"),
            (value, -place),
            (4 if value >= 0 else -4, 0),
            textcoords="offset points",
            va="center",
            ha="left" if value >= 0 else "right",
            fontsize=8,
        )
    axes.axvline(0, color=DARK, linewidth=0.9)
    axes.axhline(0.5 - len(terms), color=GREY, linewidth=0.8, linestyle=":")
    axes.set_yticks([-place for place in range(len(shown))])
    axes.set_yticklabels([label(name, 40) for name in shown])
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    widest = max((abs(value) for value in shown.values()), default=0.0) or 1.0
    axes.set_xlim(-1.35 * widest, 1.35 * widest)
    axes.set_xlabel("log-odds")
    title(axes, f"← {arrow(y, x)}")
    title(axes, f"{arrow(x, y)} →", loc="right")
