"""The numeric core runs unchanged on arrays that know the array API and nothing more."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.embedding import mmd2
from vcei.factor import factorize
from vcei.kernels import Gaussian
from vcei.variation import Problem, Relaxed, Unrelaxed

strict = pytest.importorskip("array_api_strict")


def test_mmd2(rng):
    x, z = rng.normal(size=30), rng.normal(size=40) + 1
    theirs = mmd2(Gaussian(0.7), strict.asarray(x), strict.asarray(z))
    assert_allclose(theirs, mmd2(Gaussian(0.7), x, z), rtol=1e-12)


@pytest.mark.parametrize("solver", [Relaxed(), Unrelaxed()], ids=lambda s: type(s).__name__)
def test_variations(solver, rng):
    x = rng.normal(size=60)

    def solved(points):
        factor = factorize(Gaussian(0.7), points, 1e-9)
        return solver.solve(Problem.of_features(factor.on(points), cap=0.1))

    ours, theirs = solved(x[:, None]), solved(strict.asarray(x[:, None]))
    assert_allclose(np.asarray(theirs.weights), ours.weights, atol=1e-6)
    assert_allclose(theirs.mmd2, ours.mmd2, rtol=1e-6)
