"""Powers: prices of curves that are among the terms, and of all subsets."""

from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.peers.powers import best_powers
from vcei.peers.sloppy import PRICES
from vcei.scaling import to_unit_variance


@pytest.fixture
def bent(rng):
    x = rng.uniform(-2, 2, 150)
    return x, np.tanh(2 * x) + 0.2 * rng.normal(size=150)


def test_finds_a_power():
    """y = x³ is one term and a constant: 2 log₂ 64 bits."""
    x = np.linspace(-1.1, 1.3, 64)
    assert_allclose(best_powers(x, x**3, PRICES["bic"]), 12, atol=1e-6)


@pytest.mark.parametrize("penalty", PRICES)
def test_the_price_is_that_of_a_subset_and_rarely_far_from_the_best(penalty, bent):
    """All 512 subsets by NumPy's least squares; the greedy one is among them."""
    x, y = map(to_unit_variance, bent)
    terms = np.column_stack([*(x**k for k in range(1, 8)), np.exp(x), 1 / x])
    terms = (terms - terms.mean(axis=0)) / terms.std(axis=0)
    prices = []
    for size in range(10):
        for chosen in combinations(range(9), size):
            columns = np.column_stack([np.ones_like(x), terms[:, chosen]])
            fitted = columns @ np.linalg.lstsq(columns, y, rcond=None)[0]
            prices.append(PRICES[penalty](np.sum((y - fitted) ** 2), np.array(size + 1.0), 150))
    found = best_powers(x, y, PRICES[penalty])
    assert_allclose(min(np.abs(np.array(prices) - found)), 0, atol=1e-6)
    assert min(prices) - 1e-6 <= found <= 1.05 * min(prices)


def test_a_cause_of_zero_is_no_accident():
    """1/x is held within 2³¹ there."""
    x = np.linspace(-1, 1, 65)
    assert x[32] == 0
    assert np.isfinite(best_powers(x, x + 1, PRICES["bic"]))


@pytest.mark.parametrize("curve", [np.exp, lambda x: 1 / x, lambda x: x**7])
def test_every_term_may_be_the_one(curve):
    """One term and a constant leave nothing: 2 log₂ 64 bits."""
    x = np.linspace(0.5, 2.0, 64)
    y = to_unit_variance(curve(x))
    assert_allclose(best_powers(x, y, PRICES["bic"]), 12, atol=1e-6)


def test_what_no_term_explains_is_left_to_the_constant(rng):
    """Of noise a constant is enough: RSS/n + 1 = 2 - 1/n, and one degree of freedom."""
    x, y = rng.normal(size=(2, 300))
    y = to_unit_variance(y)
    expected = 300 * np.log2(1 + 299 / 300) + np.log2(300)
    assert_allclose(best_powers(x, y, PRICES["bic"]), expected, rtol=1e-9)
