"""
A tour of the method
====================

From two columns to a verdict, one step at a time. The example comes with vcei and is made by its
own simulator, so the truth is known: the day of the year drives the temperature.
"""

# sphinx_gallery_thumbnail_number = 3

# %%
# Two columns
# -----------
# A :class:`vcei.Pair` is the gate: numbers, aligned row by row, checked, named.

from vcei.data.example import load_example
from vcei.figures import draw_scatter, name_axes, new_figure, style

pair = load_example()
with style():
    seen = new_figure(4.6, 3.2)
    axes = seen.subplots()
    draw_scatter(axes, pair.x, pair.y)
    name_axes(axes, pair.x_name, pair.y_name)

# %%
# Nothing in the picture says which column is the cause. The one assumption that helps: **the
# mechanism that makes the effect does not know how its cause is distributed.** Vary the cause, and
# the mechanism stays put. Vary the effect, and what looked like a mechanism moves.
#
# Vary the claimed cause
# ----------------------
# We cannot intervene, but we can weigh rows. A *variation* is a set of weights, no weight above a
# cap, that takes the distribution of the claimed cause as far as possible from what was observed,
# in the maximum mean discrepancy. That is the paper's semidefinite program; its solution is a sort
# (see :doc:`/facts`).

import vcei
from vcei.factor import factorize
from vcei.scaling import standardize
from vcei.variation import Share

cause = standardize(pair.x)
features = factorize(vcei.Gaussian().resolve(cause), cause, tolerance=1e-6).on(cause)
problem = vcei.Problem.of_features(features, cap=Share(0.2).cap(pair.rows))
variation = vcei.Relaxed().solve(problem)
print(f"MMD² {problem.mmd2(variation.weights):.3f} on {(variation.weights > 0).sum()} rows")

# %%
# Strength is one number: a variation may live on 80 %, 40 %, 20 % or 10 % of the rows. Here both
# columns are varied, each as the cause of one arrow: above, its distribution as observed and under
# the variation; below, the rows that the variation keeps are ringed.

from vcei.report import pictures

verdict = vcei.identify_pair(pair)
figures = {picture.name: picture.figure for picture in pictures(verdict, pair)}
varied = figures["variations"]

# %%
# Fit the mechanism, as observed and under each variation
# --------------------------------------------------------
# A mechanism is a curve and its noise, ``effect = m(cause) + s(cause) · noise``. Both arrows can be
# fitted; that alone is no evidence for either.

fitted = figures["mechanisms"]

# %%
# Fitted again to the varied rows, the mechanism of a true cause stays put. The shorter the dashes,
# the stronger the variation; where a variation keeps no rows, its line is a guess.

refitted = figures["refits"]

# %%
# Measure the impact
# ------------------
# A mechanism is also its noise. If day drives temperature, the weather of the kept days is
# distributed like that of all days: the outline follows the grey.

noise = figures["noise"]

# %%
# *Impact* is how far the mechanism moved: zero for one that ignores how its input is distributed.
# Any fit moves a little under any weights, even harmless ones, so the impact is held against that
# of the same weights on shuffled rows. Inside the grey band, chance explains it.

impacts = figures["impacts"]

# %%
# Decide, or abstain
# ------------------
# The arrow whose mechanism moves less is the better supported one. The verdict says how sure that
# is, and :doc:`/guide/verdict` says when not to believe it.

print(verdict)
overview = verdict.plot()
