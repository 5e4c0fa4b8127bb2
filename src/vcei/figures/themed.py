"""Figures that follow their reader's light or dark scheme: SVG whose colours are named."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from vcei.figures.canvas import BLUE, DARK, GREY, ORANGE, PALE, image_bytes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NIGHT: Mapping[str, str] = {
    DARK: "#e6e6e6",
    BLUE: "#56b4e9",
    ORANGE: "#e8823a",
    GREY: "#9a9a9a",
    PALE: "#5c5c5c",
}
"""What stands for each colour on a dark page; contrast is what it was on white."""

FINER = re.compile(r"([1-9]\d*\.\d\d)\d+")
"""Digits of a coordinate that no eye sees; numbers below one may be scales, and stay."""

ASIDE = re.compile(r"<!--.*?-->|<metadata>.*?</metadata>", re.DOTALL)


def svg_text(figure: Figure, themed: bool = True) -> str:
    """Return a figure as a slim SVG to be part of a page.

    Parameters
    ----------
    figure
        What was drawn.
    themed
        Whether it has no background and follows its reader's scheme, or always stands on white.

    Returns
    -------
    str
        The image; it asks for nothing from outside.
    """
    text = image_bytes(figure, "svg", clear=themed).decode()
    # a comment repeats every label, and labels may hold anything
    text = FINER.sub(r"\1", ASIDE.sub("", text[text.index("<svg") :]))
    if not themed:
        return text
    head, style, body = text.partition("<style")
    for colour in NIGHT:
        body = body.replace(colour, f"var({_named(colour)})")
    day = ";".join(f"{_named(colour)}:{colour}" for colour in NIGHT)
    night = ";".join(f"{_named(colour)}:{other}" for colour, other in NIGHT.items())
    dark = f"@media screen and (prefers-color-scheme:dark){{:root{{{night}}}}}"
    return f"{head}<style>:root{{{day}}}{dark}</style>{style}{body}"


def _named(colour: str) -> str:
    return f"--c{colour[1:]}"
