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


def themed_svg(figure: Figure) -> str:
    """Return a figure as an SVG without a background, for light and dark pages.

    Parameters
    ----------
    figure
        What was drawn.

    Returns
    -------
    str
        The image; it asks for nothing from outside.
    """
    text = image_bytes(figure, "svg", clear=True).decode()
    # a comment repeats every label, and labels may hold anything
    text = ASIDE.sub("", text[text.index("<svg") :])
    head, style, body = text.partition("<style")
    day = ";".join(f"--c{colour[1:]}:{colour}" for colour in NIGHT)
    night = ";".join(f"--c{colour[1:]}:{other}" for colour, other in NIGHT.items())
    for colour in NIGHT:
        body = body.replace(colour, f"var(--c{colour[1:]})")
    dark = f"@media screen and (prefers-color-scheme:dark){{:root{{{night}}}}}"
    scheme = f"<style>:root{{{day}}}{dark}</style>"
    return FINER.sub(r"\1", head + scheme + style + body)
