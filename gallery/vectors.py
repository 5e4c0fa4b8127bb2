"""Vectors: three settings of a machine drive two readings of it."""

import numpy as np

import vcei

rng = np.random.default_rng(2)
settings = rng.exponential(size=(300, 3)) @ rng.normal(size=(3, 3))
first = np.tanh(settings[:, 0] - settings[:, 1])
second = np.sin(settings[:, 2])
readings = np.stack([first, second], axis=1) + 0.1 * rng.normal(size=(300, 2))
verdict = vcei.identify(settings, readings)
print(verdict)
assert verdict.direction.value == "x->y"
