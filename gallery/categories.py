"""A category and a number: a trade shifts an income, and a threshold makes a name of a number."""

import numpy as np

import vcei

rng = np.random.default_rng(0)
trade = rng.choice(["baker", "smith", "tailor"], 400)
income = np.select([trade == "baker", trade == "smith"], [1.0, 2.0], 4.0)
verdict = vcei.identify(trade, income + 0.5 * rng.laplace(size=400))
print(verdict, "\n")
assert verdict.direction.value == "x->y"

rain = rng.gamma(2.0, size=400)
level = rain + 0.2 * rng.logistic(size=400)
river = np.select([level < 1, level < 2.5], ["low", "middle"], "high")
verdict = vcei.identify(rain, river)
print(verdict)
assert verdict.direction.value == "x->y"
