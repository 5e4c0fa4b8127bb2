"""How peers are asked, and those that know nothing."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.errors import SolverError
from vcei.pair import Pair
from vcei.peers import score_of
from vcei.peers.trivial import AlwaysX, RawVariance


@dataclass(frozen=True)
class Says:
    """Says what it was told to, and remembers what it saw."""

    answer: float
    seen: ClassVar[list] = []

    def score(self, pair, rng):
        self.seen.append((pair, rng.random()))
        return self.answer


@pytest.fixture
def pair(columns):
    return Pair.of(*columns)


def test_exchanging_the_columns_negates_whatever_a_peer_says(pair):
    assert score_of(Says(2.0), pair) == -score_of(Says(2.0), pair.swap()) != 0


def test_columns_come_standardised_and_rows_in_their_order(pair):
    score_of(Says(1.0), pair)
    seen, _ = Says.seen[-1]
    low, middle, high = np.quantile(seen.x, [0.25, 0.5, 0.75])
    assert_allclose((low - middle) + (high - low), high - middle)
    assert_allclose(high - low, 1.0)
    column = pair.x if np.corrcoef(seen.x, pair.x)[0, 1] > 0.999 else pair.y
    assert np.array_equal(np.argsort(seen.x), np.argsort(column))


def test_chance_is_decided_by_the_seed(pair):
    for seed in (3, 3, 4):
        score_of(Says(1.0), pair, seed)
    first, again, other = (chance for _, chance in Says.seen[-3:])
    assert first == again != other


def test_columns_that_are_alike_are_a_tie():
    x = np.arange(20.0)
    assert score_of(Says(1.0), Pair.of(x, x)) == 0.0
    assert score_of(Says(1.0), Pair.of(x, x[::-1])) == 0.0  # the same rows in another order


@pytest.mark.parametrize("answer", [np.nan, np.inf, -np.inf])
def test_an_answer_that_is_no_number_is_an_error(pair, answer):
    with pytest.raises(SolverError, match=f"not a number to go by: -?{abs(answer)}"):
        score_of(Says(answer), pair)


class TestTrivial:
    def test_raw_variance_sees_the_units(self):
        """y = 3x has nine times the variance, whatever is added to it."""
        x = np.arange(30.0)
        assert_allclose(score_of(RawVariance(), Pair.of(x, 3 * x + 100)), -np.log(9))

    @pytest.mark.parametrize("unit", [1e-310, 1e-200, 1e200, 1e306])
    def test_raw_variance_of_numbers_whose_squares_are_none(self, unit):
        x = np.arange(30.0)
        found = score_of(RawVariance(), Pair.of(unit * x, x))
        assert_allclose(found, 2 * np.log(unit), rtol=1e-6)

    def test_always_x_is_what_it_says(self, pair):
        assert score_of(AlwaysX(), pair) == score_of(AlwaysX(), pair.swap()) == 1.0
