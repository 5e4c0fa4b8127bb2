"""The canvas: one style, colours that also differ in grey, and images of the same bytes each time.

No figure goes through pyplot, which keeps a list of open windows that a library has no use for.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from vcei.errors import require

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DARK, BLUE, ORANGE, GREY, PALE = "#1a1a1a", "#0072b2", "#d55e00", "#8c8c8c", "#c8c8c8"
"""Colours of Okabe and Ito that colour-blind readers tell apart, and three greys."""

DOTS_PER_INCH = 160

STYLE: Mapping[str, Any] = {
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same letters on every machine
    "font.size": 9,
    "axes.titlesize": 9,
    "axes.labelsize": 9,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "legend.fontsize": 8,
    "legend.frameon": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.formatter.useoffset": False,
    "text.color": DARK,
    "axes.edgecolor": DARK,
    "axes.labelcolor": DARK,
    "axes.titlecolor": DARK,
    "xtick.color": DARK,
    "ytick.color": DARK,
    "savefig.dpi": DOTS_PER_INCH,
    "svg.hashsalt": "vcei",  # names of parts of an SVG are random otherwise
}


@contextmanager
def style() -> Iterator[None]:
    """Draw in the style of these figures, and leave everyone else's as it was.

    Yields
    ------
    None
        Draw and save inside.
    """
    with require("matplotlib", "plot").rc_context(dict(STYLE)):
        yield


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure that keeps its labels apart.

    Parameters
    ----------
    width
        In inches.
    height
        In inches.

    Returns
    -------
    Figure
        Without any Axes.
    """
    figure: Figure = require("matplotlib.figure", "plot").Figure(
        figsize=(width, height), layout="constrained"
    )
    return figure


def image_bytes(figure: Figure, form: str, clear: bool = False) -> bytes:
    """Return a figure as a file's bytes; the same drawing gives the same bytes.

    Parameters
    ----------
    figure
        What was drawn.
    form
        ``png`` or ``svg``.
    clear
        Whether what lies behind the figure shines through, instead of white.

    Returns
    -------
    bytes
        The image, without the time of its making.
    """
    image = io.BytesIO()
    with warnings.catch_warnings():
        # a name in letters that the font lacks is drawn as boxes; that is no one's mistake
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        figure.savefig(
            image,
            format=form,
            transparent=clear,
            metadata={"Date": None} if form == "svg" else None,
        )
    return image.getvalue()
