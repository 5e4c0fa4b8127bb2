"""Figures: numbers in, matplotlib Axes out. Nothing here computes, reads or writes anything else.

Every function draws into the Axes it is given, so that figures can be put together at will.
Needs the extra ``plot``.
"""

from vcei.figures.accuracy import Rival, draw_accuracies
from vcei.figures.canvas import image_bytes, new_figure, style
from vcei.figures.curves import draw_curves, draw_scatter
from vcei.figures.marked import draw_marked
from vcei.figures.strength import draw_impacts, draw_values
from vcei.figures.weights import draw_weights

__all__ = [
    "Rival",
    "draw_accuracies",
    "draw_curves",
    "draw_impacts",
    "draw_marked",
    "draw_scatter",
    "draw_values",
    "draw_weights",
    "image_bytes",
    "new_figure",
    "style",
]
