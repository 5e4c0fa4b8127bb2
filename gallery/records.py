"""Mixed records: size and colour of a stone, together, drive its price."""

import numpy as np

import vcei

rng = np.random.default_rng(7)
size = rng.uniform(0, 2, 250)
colour = rng.choice(["clear", "blue", "pink"], 250)
value = np.select([colour == "clear", colour == "blue"], [0.0, 2.0], 5.0)
price = 2 * size + value + 0.3 * rng.exponential(size=250)
verdict = vcei.identify({"size": size, "colour": colour}, price)
print(verdict)
assert verdict.direction.value == "x->y"
