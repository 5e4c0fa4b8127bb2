"""ANM: p-values of residuals that are known."""

from dataclasses import dataclass

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.dependence import hsic
from vcei.pair import Pair
from vcei.peers.anm import ANM
from vcei.scaling import to_unit_variance


@dataclass(frozen=True)
class Knows:
    """A regression that knows the curve, and nothing of data."""

    curve: object

    def fit(self, cause, effect, weights=None, *, rng=None):
        return self

    def predict(self, cause):
        return self.curve(cause)


def score(x, y, **choices):
    return ANM(**choices).score(Pair(x, y), np.random.default_rng(0))


def test_residuals_of_a_known_curve_are_tested_against_the_cause(rng):
    x = to_unit_variance(rng.normal(size=200))
    y = to_unit_variance(x + 0.5 * rng.normal(size=200))
    forward, backward = (
        hsic(cause, effect - 0.7 * cause).log_p_value for cause, effect in ((x, y), (y, x))
    )
    found = score(x, y, regression=Knows(lambda values: 0.7 * values))
    assert_allclose(found, forward - backward, rtol=1e-9)


def test_a_regression_that_explains_nothing_decides_nothing(rng):
    """The residuals are the effect: both directions test x against y."""
    x = rng.normal(size=200)
    found = score(x, x**2 + rng.normal(size=200), regression=Knows(np.zeros_like))
    assert_allclose(found, 0.0, atol=1e-8)


@pytest.mark.parametrize("rows", [300, 2000])
def test_finds_additive_noise(rng, rows):
    """Of 2000 rows the wrong direction has no p-value in floats, but a logarithm."""
    x = rng.uniform(-2, 2, rows)
    y = x**3 + rng.normal(size=rows)
    assert 5 < score(x, y) < np.inf
    assert_allclose(score(y, x), -score(x, y), rtol=1e-9)


def test_linear_gaussian_pairs_are_in_doubt(rng):
    """Both residuals are independent; 20 pairs are shared out evenly and never surely."""
    scores = []
    for _ in range(20):
        x = rng.normal(size=200)
        scores.append(score(x, x + rng.normal(size=200)))
    assert 4 <= np.sum(np.array(scores) > 0) <= 16
    assert np.max(np.abs(scores)) < 8


def test_units_do_not_matter(rng):
    x = rng.uniform(-2, 2, 150)
    y = np.tanh(2 * x) + 0.3 * rng.normal(size=150)
    assert_allclose(score(1e3 * x - 7, 0.01 * y), score(x, y), rtol=1e-6)
