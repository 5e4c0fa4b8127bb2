"""Ordered categories and whole numbers: doses, grades, counts."""

import numpy as np

import vcei

rng = np.random.default_rng(1)
dose = rng.choice(["none", "half", "full"], 300, p=[0.5, 0.2, 0.3])
fever = np.select([dose == "none", dose == "half"], [3.0, 2.0], 0.5) + 0.4 * rng.laplace(size=300)
verdict = vcei.identify(dose, fever, kind={"x": "ordered:none,half,full"})
print(verdict, "\n")
assert verdict.direction.value == "x->y"

order = rng.choice(6, 400, p=[0.3, 0.1, 0.2, 0.1, 0.2, 0.1])
packed = np.array([0, 5, 1, 7, 3, 2])[order] + rng.choice([0, 1], 400, p=[0.8, 0.2])
verdict = vcei.identify(order, packed)
print(verdict)
assert verdict.direction.value == "x->y"
