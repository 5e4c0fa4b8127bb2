"""Texts and strings: the words of a review shift its stars, a motif switches a gene."""

import numpy as np

import vcei

rng = np.random.default_rng(4)
moods = ["a dull evening and a weak ending", "a fine evening and a strong ending", "an evening out"]
mood = rng.integers(0, 3, 150)
reviews = [f"{moods[code]}, seat {seat}" for seat, code in enumerate(mood)]
stars = np.array([1.0, 4.5, 3.0])[mood] + 0.3 * rng.exponential(size=150)
verdict = vcei.identify(reviews, stars)
print(verdict, "\n")
assert verdict.direction.value == "x->y"

genes = ["".join(rng.choice(list("ACGT"), 30)) for _ in range(4)]
family = rng.integers(0, 4, 150)
places = rng.integers(0, 27, 150)  # of a small mutation
strands = [genes[f][:p] + "AAA" + genes[f][p + 3 :] for f, p in zip(family, places, strict=True)]
activity = np.array([0.0, 1.0, 2.5, 5.0])[family] + 0.5 * rng.exponential(size=150)
verdict = vcei.identify(strands, activity, kernel={"x": vcei.kernels.Spectrum(4)})
print(verdict)
assert verdict.direction.value == "x->y"
