"""
Four questions, not all of which have an answer
===============================================

A clear case, and three in which no method that sees two columns alone can be right: look at what
the verdict says, and at what the mechanisms show.
"""

# %%
# The same 400 rows, four worlds. In the first x drives y. In the second it does too, but along a
# straight line with normal noise, which looks exactly alike from both sides. In the third a hidden
# cause drives both. In the last, nothing is connected.

import numpy as np

import vcei
from vcei.figures import draw_mechanism, draw_sample, name_axes, new_figure, style, title
from vcei.portrait import portray

rng = np.random.default_rng(4)
x, noise = rng.uniform(-2, 2, 400), rng.normal(size=400)
normal, hidden = rng.normal(size=400), rng.uniform(-1, 1, 400)
worlds = {
    "x drives y": (x, np.tanh(2 * x) + 0.2 * noise),
    "linear and normal": (normal, 0.8 * normal + 0.5 * noise),
    "a hidden cause": (hidden + 0.15 * normal, hidden**2 + 0.15 * noise),
    "independent": (x, noise),
}
for name, columns in worlds.items():
    verdict = vcei.identify(*columns)
    print(f"{name:18} confidence {verdict.confidence:.2f}  {verdict.sentence}")

# %%
# Both arrows can be fitted in every world: a good fit is no evidence for an arrow. What can be
# evidence is whether a mechanism stays put when its claimed cause is varied.

with style():
    fits = new_figure(7.2, 6.4)
    for axes, (name, columns) in zip(fits.subplots(2, 2).flat, worlds.items()):
        side = portray(vcei.Pair.of(*columns)).forward
        draw_sample(axes, side.cause, side.effect)
        draw_mechanism(axes, side.grid, side.location, side.scale)
        title(axes, name)
        name_axes(axes, "x", "y")
