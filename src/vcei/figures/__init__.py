"""Figures: numbers in, matplotlib Axes out. Nothing here computes, reads or writes anything else.

Every function draws into the Axes it is given, so that figures can be put together at will.
Needs the extra ``plot``.
"""

from vcei.figures.accuracy import Rival, draw_accuracies, draw_measured
from vcei.figures.band import draw_against_harmless
from vcei.figures.canvas import image_bytes, new_figure, style
from vcei.figures.curves import draw_curves, draw_scatter
from vcei.figures.dial import draw_dial
from vcei.figures.groups import draw_groups, draw_table
from vcei.figures.marked import draw_marked
from vcei.figures.mechanism import draw_mechanism, draw_refits, draw_sample
from vcei.figures.names import arrow, label, name_axes, title
from vcei.figures.network import draw_graph, draw_matrix
from vcei.figures.noise import draw_noise_laws
from vcei.figures.strength import draw_impacts, draw_values
from vcei.figures.sureness import draw_decision_rates, draw_reliability
from vcei.figures.terms import draw_terms
from vcei.figures.themed import svg_text
from vcei.figures.variation import draw_marginal, draw_varied_sample
from vcei.figures.weights import draw_weights

__all__ = [
    "Rival",
    "arrow",
    "draw_accuracies",
    "draw_against_harmless",
    "draw_curves",
    "draw_decision_rates",
    "draw_dial",
    "draw_graph",
    "draw_groups",
    "draw_impacts",
    "draw_marginal",
    "draw_marked",
    "draw_matrix",
    "draw_measured",
    "draw_mechanism",
    "draw_noise_laws",
    "draw_refits",
    "draw_reliability",
    "draw_sample",
    "draw_scatter",
    "draw_table",
    "draw_terms",
    "draw_values",
    "draw_varied_sample",
    "draw_weights",
    "image_bytes",
    "label",
    "name_axes",
    "new_figure",
    "style",
    "svg_text",
    "title",
]
