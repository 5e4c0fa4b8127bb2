"""
A whole table at once
=====================

Every pair of columns is tested for independence; those that depend on each other are oriented.
"""

# %%
# Six columns whose graph is known: a chain, a common effect, and a column that is not connected.

import numpy as np

import vcei
from vcei.figures import draw_graph, new_figure, style

rng = np.random.default_rng(3)
rows = 250


def noise():
    """Return what each effect adds to what its causes make of it."""
    return 0.15 * rng.uniform(-1, 1, rows)


sun, wind, alone = rng.uniform(-1, 1, (3, rows))
warmth = np.exp(sun) + noise()
ice = np.tanh(3 * (warmth - 1.2)) + noise()
power = sun**2 * np.sign(sun) + 1.5 * np.abs(wind) ** 1.5 + noise()
table = {
    "sun": sun,
    "wind": wind,
    "warmth": warmth,
    "ice": ice,
    "power": power,
    "alone": alone,
}
found = vcei.scan(table, method="bicam")
print(found)

# %%
# Full arrows are decided, dashed ones are what the method says if forced; the thicker, the more
# confident. An arrow is about two columns alone: *sun* reaches *ice* through *warmth* only, and
# *warmth* and *power* have no more in common than *sun*. A scan cannot know that; see :doc:`/scan`.

with style():
    drawn = new_figure(4.6, 4.6)
    draw_graph(drawn.subplots(), found.graph)
