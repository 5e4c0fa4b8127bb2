"""Methods that know nothing, and what gives a collection away."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.data.simulate import GENERATORS
from vcei.data.simulate.write import draw_pairs
from vcei.pair import Pair
from vcei.peers import score_of
from vcei.peers.trivial import AlwaysX, RawVariance


@pytest.fixture
def pair(columns):
    return Pair.of(*columns)


def test_raw_variance_sees_the_units():
    """y = 3x has nine times the variance, whatever is added to it."""
    x = np.arange(30.0)
    assert_allclose(score_of(RawVariance(), Pair.of(x, 3 * x + 100)), -np.log(9))


@pytest.mark.parametrize("unit", [1e-310, 1e-200, 1e200, 1e306])
def test_raw_variance_of_numbers_whose_squares_are_none(unit):
    x = np.arange(30.0)
    found = score_of(RawVariance(), Pair.of(unit * x, x))
    assert_allclose(found, 2 * np.log(unit), rtol=1e-6)


def test_always_x_is_what_it_says(pair):
    assert score_of(AlwaysX(), pair) == score_of(AlwaysX(), pair.swap()) == 1.0


@pytest.mark.parametrize("name", ["AN", "LS-s", "MN-U"])
def test_raw_variance_finds_what_those_collections_give_away(name):
    """Causes have a variance of 1.5 there; effects nearly always less."""
    pairs = list(draw_pairs(GENERATORS[name], 20, 200, 1))
    right = [
        (score_of(RawVariance(), Pair.of(one.first, one.second)) > 0) == one.cause_first
        for one in pairs
    ]
    assert np.mean(right) > 0.8
