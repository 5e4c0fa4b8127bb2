"""How peers are asked."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.errors import SolverError
from vcei.pair import Pair
from vcei.peers import score_of


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
