"""A whole series in each row: the shape of a heartbeat, of any length, and what follows from it."""

import numpy as np

import vcei

rng = np.random.default_rng(5)
kinds = rng.integers(0, 3, 80)
beats = [
    np.sin(np.linspace(0, 2 * np.pi * (1 + kind), rng.integers(20, 30))) + 0.1 * rng.normal()
    for kind in kinds
]
strain = np.array([0.0, 1.0, 3.0])[kinds] + 0.3 * rng.exponential(size=80)
verdict = vcei.identify(beats, strain)
print(verdict)
assert verdict.direction.value == "x->y"
