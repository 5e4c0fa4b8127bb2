"""
A small benchmark
=================

Which methods are right on which kinds of pairs? Simulated pairs have a known truth. This is the
machinery behind ``vcei bench``, which does the same on published collections, in parallel and
resumably.
"""

# %%
# Eight pairs of each of three families: additive, location-scale and multiplicative noise. Half of
# them have their columns exchanged, so that "always the first column" earns nothing.

import numpy as np

import vcei
from vcei.bench.score import interval
from vcei.data.simulate import GENERATORS
from vcei.figures import Rival, draw_accuracies, new_figure, style

PAIRS, ROWS = 8, 150
FAMILIES = "AN", "LS", "MN-U"
METHODS = "default", "bicam", "igci-uniform", "sloppy"


def share_right(method, family):
    """Return how many decisions of a method on pairs of a family are right."""
    right = 0
    for number in range(PAIRS):
        cause, effect = GENERATORS[family](np.random.default_rng(number), ROWS)
        columns, truth = ((cause, effect), 1) if number % 2 else ((effect, cause), -1)
        right += vcei.identify(*columns, method=method).score * truth > 0
    return right / PAIRS


found = {}
for method in METHODS:
    found[method] = {family: share_right(method, family) for family in FAMILIES}
    print(f"{method:14}", "  ".join(f"{at} {share:4.0%}" for at, share in found[method].items()))

# %%
# Eight pairs tell little: the bars are 95 % intervals of the first method's accuracy.

ours, *others = METHODS
accuracies = np.array(list(found[ours].values()))
low, high = np.array([interval(share, PAIRS) for share in accuracies]).T
with style():
    compared = new_figure(6.4, 3.4)
    axes = compared.subplots()
    rivals = [Rival(name, here=found[name], published={}) for name in others]
    draw_accuracies(axes, FAMILIES, (ours, accuracies, low, high), rivals)
    axes.set_ylabel("right decisions, %")
    compared.legend(loc="outside lower center", ncols=len(METHODS))
