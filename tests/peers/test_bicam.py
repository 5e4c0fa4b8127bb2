"""biCAM: shares of variance that are known."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.errors import InputError
from vcei.pair import Pair
from vcei.peers.bicam import BiCAM
from vcei.spline import ThinPlates, smooths


def score(x, y, **choices):
    pair = Pair(np.asarray(x, float), np.asarray(y, float))
    return BiCAM(**choices).score(pair, np.random.default_rng(0))


def test_a_parabola(rng):
    """x uniform on [-1, 1], y = x² + e with e of variance 0.01.

    var x² = 1/5 - 1/9 = 4/45. From x a curve leaves 0.01 of 4/45 + 0.01; from y, where x is as
    often positive as negative, it leaves all: log[1] - log[0.01 / (4/45 + 0.01)].
    """
    x = rng.uniform(-1, 1, 4000)
    found = score(x, x**2 + 0.1 * rng.normal(size=4000))
    assert_allclose(found, np.log((4 / 45 + 0.01) / 0.01), atol=0.06)


def test_straight_lines_leave_the_same_share(rng):
    """Six rows allow for ⌈6/3⌉ = 2 dimensions, straight lines: 1 - r² either way."""
    assert_allclose(score(*rng.normal(size=(2, 6))), 0.0, atol=1e-9)
    assert abs(score(*rng.normal(size=(2, 7)))) > 1e-9  # three dimensions bend


def test_the_strength_is_the_one_of_least_cross_validation_score(rng):
    """On a grid ten times finer than the method's own the shares are the same to three digits."""
    x = rng.uniform(-2, 2, 300)
    y = np.tanh(2 * x) + 0.3 * rng.normal(size=300)
    strengths = np.exp(np.arange(-20.0, 25.0, 0.01))
    shares = []
    for cause, effect in ((x, y), (y, x)):
        curves = smooths(ThinPlates(10), cause, effect)
        left = curves.residual(strengths)
        best = np.argmin(300 * left / (300 - curves.degrees(strengths)) ** 2)
        shares.append(left[best] / np.sum((effect - effect.mean()) ** 2))
    assert_allclose(score(x, y), np.log(shares[1] / shares[0]), rtol=2e-3)


def test_too_few_dimensions_are_refused():
    with pytest.raises(InputError, match="at least 3 dimensions; 2 came"):
        BiCAM(dimensions=2)
