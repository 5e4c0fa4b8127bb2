"""Whoever follows work is told how far it is, and nobody else's work."""

import numpy as np
import pytest

import vcei
from vcei.following import followed, following


@pytest.mark.parametrize(
    ("method", "rounds"), [("igci-uniform", 10), (vcei.paper(rows=30, repeats=3), 3)]
)
def test_repeats_are_told(method, rounds, rng):
    told = []
    x = rng.normal(size=60)
    with following(lambda done, total: told.append((done, total))):
        vcei.identify(x, np.exp(x), method)
    assert told == [(done, rounds) for done in range(rounds + 1)]


def test_the_innermost_follower_is_told_and_the_outer_one_again_afterwards():
    outer, inner = [], []
    with following(lambda *told: outer.append(told)):
        with following(lambda *told: inner.append(told)):
            list(followed("a"))
        list(followed(""))
    list(followed("abc"))
    assert (outer, inner) == ([(0, 0)], [(0, 1), (1, 1)])


def test_an_error_ends_the_following():
    told = []
    with pytest.raises(ValueError, match="stop"), following(lambda *said: told.append(said)):
        raise ValueError("stop")
    assert list(followed("ab")) == ["a", "b"]
    assert told == []
