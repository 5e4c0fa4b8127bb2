"""bQCD: quadrature and quantile scores by hand, conditional quantiles that are known."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.errors import InputError
from vcei.pair import Pair
from vcei.peers import bqcd
from vcei.peers.bqcd import BQCD, MODELS, quadrature, quantile_scores

NEEDS = {"copula": "pyvinecopulib", "forest": "quantile_forest"}


def score(x, y, seed=0, **choices):
    pair = Pair(np.asarray(x, float), np.asarray(y, float))
    return BQCD(**choices).score(pair, np.random.default_rng(seed))


class TestQuadrature:
    def test_of_one_level_is_the_median(self):
        assert_allclose(quadrature(1), [[0.5], [1.0]])

    def test_of_three_levels(self):
        """The nodes are the zeros of the Legendre polynomial 5u³ - 3u, moved to [0, 1]."""
        nodes, weights = quadrature(3)
        assert_allclose(nodes, 0.5 + np.array([-1, 0, 1]) * np.sqrt(3 / 5) / 2)
        assert_allclose(weights, np.array([5, 8, 5]) / 18)

    @pytest.mark.parametrize("levels", [1, 3, 7])
    def test_integrates_polynomials_of_degree_two_m_less_one(self, levels):
        nodes, weights = quadrature(levels)
        power = 2 * levels - 1
        assert_allclose(weights @ nodes**power, 1 / (power + 1), rtol=1e-12)


class TestQuantileScores:
    def test_by_hand(self):
        """Values 0 and 2, quantile 1. At τ = 1/4: (1 - 1/4) 1 and (0 - 1/4)(1 - 2), mean 1/2."""
        taus = np.array([0.25, 0.5])
        found = quantile_scores(np.array([0.0, 2.0]), np.array([[1.0], [1.0]]), taus)
        assert_allclose(found, [0.5, 0.5])

    def test_is_least_at_the_quantile(self, rng):
        values, tau = rng.gamma(2, size=999), np.array([0.3])
        constants = np.quantile(values, [0.2, 0.3, 0.4])
        low, best, high = (quantile_scores(values, c.reshape(1, 1), tau)[0] for c in constants)
        assert best < min(low, high)


class TestScore:
    def test_is_a_half_where_one_direction_predicts_all_and_the_other_nothing(self, monkeypatch):
        """y is known, S(y|x) = 0; of x nothing, S(x|y) = S(x) = S(y): S(x) / 2 S(x)."""

        def oracle(x, y, taus, rng):
            scores = bqcd._normal_scores(len(x))
            nothing = np.repeat(np.quantile(scores, taus)[:, None], len(x), axis=1)
            return nothing, np.tile(scores[y], (len(taus), 1))

        monkeypatch.setattr(bqcd, "MODELS", {"copula": oracle})
        x = np.arange(300.0)
        assert_allclose(score(x, (7 * x) % 300), 0.5, rtol=1e-12)

    def test_uses_the_median_alone_below_two_hundred_rows(self, rng):
        pytest.importorskip("pyvinecopulib")
        x = rng.normal(size=200)
        y = np.tanh(2 * x) + 0.3 * rng.normal(size=200)
        assert score(x[1:], y[1:], levels=7) == score(x[1:], y[1:], levels=1)
        assert score(x, y, levels=7) != score(x, y, levels=1)

    def test_sees_ranks_only(self, rng):
        pytest.importorskip("pyvinecopulib")
        x = rng.normal(size=250)
        y = np.tanh(2 * x) + 0.3 * rng.normal(size=250)
        assert score(np.exp(x), y**3) == score(x, y)

    def test_breaks_ties_by_the_seed(self, rng):
        pytest.importorskip("pyvinecopulib")
        x = np.round(rng.normal(size=250))
        y = x + rng.normal(size=250)
        assert score(x, y, seed=1) == score(x, y, seed=1)
        assert score(x, y, seed=1) != score(x, y, seed=2)

    def test_a_forest_sees_no_more_rows_than_can_enter_it(self, monkeypatch):
        seen = []

        def watch(x, y, taus, rng):
            seen.append(len(x))
            nothing = np.zeros((len(taus), len(x)))
            return nothing, nothing

        monkeypatch.setattr(bqcd, "MODELS", {"copula": watch, "forest": watch})
        x = np.arange(26_000.0)
        score(x, x[::-1], model="forest")
        score(x, x[::-1], model="copula")
        assert seen == [25_000, 26_000]


@pytest.mark.parametrize("model", MODELS)
class TestEveryModel:
    def test_knows_which_column_is_given(self, model, rng):
        """The median of y given x follows x²; that of x given y, x being symmetric, nothing."""
        pytest.importorskip(NEEDS[model])
        x = rng.uniform(-1, 1, 600)
        y = x**2 + 0.05 * rng.normal(size=600)
        ranks = [np.argsort(np.argsort(column)) for column in (x, y)]
        x_given_y, y_given_x = MODELS[model](*ranks, np.array([0.5]), rng)
        assert x_given_y.shape == y_given_x.shape == (1, 600)
        assert np.corrcoef(y_given_x[0], ranks[1])[0, 1] > 0.9
        assert abs(np.corrcoef(x_given_y[0], ranks[0])[0, 1]) < 0.4

    def test_rises_with_the_level(self, model, rng):
        pytest.importorskip(NEEDS[model])
        ranks = rng.permutation(250), rng.permutation(250)
        for quantiles in MODELS[model](*ranks, np.array([0.1, 0.5, 0.9]), rng):
            assert np.all(np.diff(quantiles, axis=0) >= 0)


def test_the_copulas_quantiles_are_those_of_a_gaussian(rng):
    """With correlation ρ, the τ-quantile of y given x is ρx + √(1 - ρ²) Φ⁻¹(τ)."""
    pytest.importorskip("pyvinecopulib")
    x, noise = rng.normal(size=(2, 4000))
    y = 0.6 * x + 0.8 * noise
    ranks = [np.argsort(np.argsort(column)) for column in (x, y)]
    _, y_given_x = MODELS["copula"](*ranks, np.array([0.25, 0.75]), rng)
    middle = np.abs(x) < 1.5
    for found, shift in zip(y_given_x, (-0.6745, 0.6745), strict=True):
        wrong = found[middle] - (0.6 * x[middle] + 0.8 * shift)
        assert np.sqrt(np.mean(wrong**2)) < 0.1


def test_what_is_not_known_is_refused():
    with pytest.raises(InputError, match="model among copula, forest; 'network' came"):
        BQCD(model="network")
    with pytest.raises(InputError, match="whole number of at least 1 as levels; 0 came"):
        BQCD(levels=0)
