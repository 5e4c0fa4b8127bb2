"""LOCI: cells whose means and variances are counted, and a convex problem solved twice."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import minimize

from vcei.dependence import hsic
from vcei.errors import InputError
from vcei.pair import Pair
from vcei.peers.loci import LEAST_PRECISION, LOCI, b_splines, fit_location_scale


def score(x, y, **choices):
    return LOCI(**choices).score(Pair(x, y), np.random.default_rng(0))


@pytest.fixture
def fanned(rng):
    """Return a cause and an effect whose noise grows with it, both standardised."""
    x = rng.uniform(-2, 2, 400)
    y = np.sin(x) + 0.1 * np.exp(0.8 * x) * rng.normal(size=400)
    return (x - x.mean()) / x.std(), (y - y.mean()) / y.std()


class TestSplines:
    @pytest.mark.parametrize(("knots", "degree"), [(2, 0), (5, 1), (25, 5)])
    def test_add_up_to_one(self, rng, knots, degree):
        splines = b_splines(rng.normal(size=300), knots, degree)
        assert splines.shape == (300, knots + degree - 1)
        assert np.min(splines) >= 0
        assert_allclose(splines.sum(axis=1), 1.0)

    def test_make_every_polynomial_of_their_degree(self, rng):
        x = rng.uniform(-1, 1, 200)
        splines = b_splines(x, 4, 5)
        fitted = splines @ np.linalg.lstsq(splines, x**5, rcond=None)[0]
        assert_allclose(fitted, x**5, atol=1e-10)


class TestFit:
    def test_cells_have_their_own_mean_and_variance(self, rng):
        """Splines of degree zero are cells: each is a sample of one normal distribution.

        Its most likely parameters are mean and variance, and -½ (log 2πs² + 1) the mean log
        likelihood of its rows.
        """
        x = np.repeat([0.0, 0.4, 1.0], 50)
        y = rng.normal(size=150) * np.repeat([0.5, 1.0, 2.0], 50) + x
        found = fit_location_scale(b_splines(x, 4, 0), y, ridge=1e-9)
        cells = y.reshape(3, 50)
        assert_allclose(found.location, np.repeat(cells.mean(axis=1), 50), rtol=1e-6)
        assert_allclose(found.scale, np.repeat(cells.std(axis=1), 50), rtol=1e-6)
        expected = np.mean(-0.5 * (np.log(2 * np.pi * cells.var(axis=1)) + 1))
        assert_allclose(found.log_likelihood, expected, rtol=1e-6)

    def test_is_the_minimum_of_a_convex_problem(self, fanned):
        """L-BFGS-B on v and w at once, from the same formula, finds nothing lower."""
        x, y = fanned
        ridge, splines = 1e-2, b_splines(x, 6, 3)
        k = splines.shape[1]

        def cost(unknowns):
            v, w = unknowns[:k], unknowns[k:]
            eta, p = splines @ v, splines @ w
            rows = p * y**2 - eta * y + eta**2 / (4 * p) - 0.5 * np.log(2 * p)
            by_eta = eta / (2 * p) - y
            by_p = y**2 - (eta / (2 * p)) ** 2 - 0.5 / p
            slope = np.concatenate([splines.T @ by_eta, splines.T @ by_p])
            return np.sum(rows) + 0.5 * ridge * unknowns @ unknowns, slope + ridge * unknowns

        bounds = [(None, None)] * k + [(LEAST_PRECISION, None)] * k
        start = np.concatenate([np.zeros(k), np.ones(k)])
        options = {"maxiter": 5000, "maxfun": 20_000, "ftol": 1e-15, "gtol": 1e-9}
        oracle = minimize(cost, start, jac=True, method="L-BFGS-B", bounds=bounds, options=options)
        found = fit_location_scale(splines, y, ridge)
        eta, p = splines @ oracle.x[:k], splines @ oracle.x[k:]
        assert_allclose(found.location, eta / (2 * p), atol=1e-4)
        assert_allclose(found.scale, 1 / np.sqrt(2 * p), rtol=1e-4)

    def test_noise_is_what_the_model_leaves(self, fanned):
        """Its mean square is one: v and w times 1 + h change the likelihood by n (1 - e²) h/2."""
        x, y = fanned
        found = fit_location_scale(b_splines(x, 10, 3), y, 1e-12)
        assert_allclose(found.location + found.scale * found.noise, y, atol=1e-12)
        assert_allclose(np.mean(found.noise**2), 1.0, atol=1e-6)


class TestScore:
    def test_is_the_difference_of_dependences(self, fanned):
        x, y = fanned
        noise = [
            fit_location_scale(b_splines(a, 25, 5), b, 1e-5).noise for a, b in ((x, y), (y, x))
        ]
        expected = hsic(y, noise[1]).statistic - hsic(x, noise[0]).statistic
        assert_allclose(score(3 * x + 1, -y), expected, rtol=1e-6)

    @pytest.mark.parametrize("criterion", ["independence", "likelihood"])
    def test_finds_noise_that_grows(self, fanned, criterion):
        x, y = fanned
        found = score(x, y, criterion=criterion)
        assert found > 0
        assert_allclose(score(y, x, criterion=criterion), -found, rtol=1e-6)

    def test_likelihood_cannot_tell_linear_gaussian_pairs(self, rng):
        """Both directions have log likelihood -½ (log 2π(1 - r²) + 1), but for some overfitting."""
        x = rng.normal(size=4000)
        assert abs(score(x, x + rng.normal(size=4000), criterion="likelihood")) < 0.01


def test_what_is_not_known_is_refused():
    with pytest.raises(InputError, match="criterion of independence, likelihood; 'hsic' came"):
        LOCI(criterion="hsic")
    for choice in ({"knots": 1}, {"degree": -1}, {"ridge": 0.0}):
        with pytest.raises(InputError, match="at least 2 knots"):
            LOCI(**choice)
