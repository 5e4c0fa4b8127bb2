"""Portraits: what pictures show is what the parts of the library measure."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.pair import Pair
from vcei.portrait import ROWS, portray


def wave(rows, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-2, 2, rows)
    return Pair.of(x, np.sin(2 * x) + 0.2 * rng.normal(size=rows))


@pytest.fixture(scope="module")
def side():
    return portray(wave(600)).forward


def test_the_mechanism_is_in_the_units_of_the_data(side):
    inside = np.abs(side.grid) < 1.8
    assert_allclose(side.location[inside], np.sin(2 * side.grid[inside]), atol=0.15)
    assert_allclose(side.scale[inside], 0.2, atol=0.06)


def test_variations_live_on_their_share_of_the_rows(side):
    assert_allclose(side.weights.sum(axis=1), 1)
    assert_allclose(np.sum(side.weights > 1e-9, axis=1), [300, 180, 90, 42], atol=1)


def test_the_true_arrow_stays_within_what_chance_does_and_the_other_does_not():
    portrait = portray(wave(1500))
    forward, backward = (
        np.mean(side.impacts > np.quantile(side.harmless, 0.95, axis=0)) for side in portrait.sides
    )
    assert forward <= 0.25
    assert backward >= 0.75


def test_harmless_impacts_keep_the_weights_and_shuffle_the_noise(side):
    # their mean is the closed form of impact.noise: Σ d² times the trace of the covariance, so
    # that between strengths it goes as Σ d²
    spread = np.sum((side.weights - 1 / 600) ** 2, axis=1)
    ratio = side.harmless.mean(axis=0) / spread
    assert_allclose(ratio / ratio.mean(), 1, atol=0.25)


def test_units_change_nothing_but_the_units():
    pair = wave(300)
    other = Pair.of(1000 * pair.x + 5, -0.01 * pair.y)
    one, two = portray(pair).forward, portray(other).forward
    assert_allclose(two.grid, 1000 * one.grid + 5, rtol=1e-6)
    assert_allclose(two.location, -0.01 * one.location, atol=1e-6)
    assert_allclose(two.impacts, one.impacts, rtol=1e-4)


def test_many_rows_are_drawn_from_and_the_seed_decides_which():
    pair = wave(3 * ROWS)
    once, again, other = portray(pair, 1), portray(pair, 1), portray(pair, 2)
    assert once.rows == ROWS
    assert_allclose(once.forward.cause, again.forward.cause)
    assert np.any(once.forward.cause != other.forward.cause)
