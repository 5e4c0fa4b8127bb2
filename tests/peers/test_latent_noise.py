"""The cost of latent noise: one row by hand, few rows by loops, gradients by differences."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import gamma

from vcei.peers.latent_noise import JITTER, SMOOTHING, LatentNoise
from vcei.peers.smooth_start import Smooth, residuals

ROWS = 7


@pytest.fixture
def problems(rng):
    """Return three problems, and unknowns near where a descent would be."""
    x = rng.normal(size=(3, ROWS))
    noise = rng.normal(size=(3, ROWS))
    y = np.tanh(x) + 0.3 * noise
    scales = np.log(rng.uniform([0.8, 0.8, 2], [2, 2, 8], size=(3, 3)))
    return x, y, np.concatenate([scales, noise], axis=1)


def by_differences(cost, point, step=1e-6):
    moves = step * np.eye(len(point))
    rise = [cost((point + move)[None])[0][0] - cost((point - move)[None])[0][0] for move in moves]
    return np.array(rise) / (2 * step)


def test_one_row_by_hand():
    """S = s² and d = 0, which is below ε: the barrier is b ½ log(1 + ε)."""
    s, y, e = 1.7, 0.8, -0.4
    cost, _ = LatentNoise(np.array([[0.3]]), np.array([[y]]), barrier=10.0, priors=False)(
        np.array([[math.log(s), 0.2, 0.5, e]])
    )
    variance = s**2 + JITTER
    steepness = 0.5 * math.log(SMOOTHING**2 + SMOOTHING)
    barrier = 10 * 0.5 * math.log(1 + SMOOTHING)
    normal = 0.5 * y**2 / variance + 0.5 * math.log(variance) + 0.5 * e**2
    assert_allclose(cost, [normal + math.log(2 * math.pi) + steepness + barrier], rtol=1e-12)


@pytest.mark.parametrize("priors", [True, False])
def test_a_few_rows_by_loops(problems, priors):
    """The slope of the posterior mean is a difference of predictions at e ± h."""
    x, y, unknowns = (part[0] for part in problems)
    s, length, reach, e = *np.exp(unknowns[:3]), unknowns[3:]

    def covariance(causes, noise):
        far = (causes[:, None] - x) ** 2 / (2 * length**2)
        return s**2 * np.exp(-far - (noise[:, None] - e) ** 2 / (2 * reach**2))

    whole = covariance(x, e) + JITTER * np.eye(ROWS)
    alpha = np.linalg.solve(whole, y)
    rise = (covariance(x, e + 1e-5) - covariance(x, e - 1e-5)) @ alpha / 2e-5
    heights = 0.5 * np.log((rise - SMOOTHING) ** 2 + SMOOTHING)
    barrier = 100 * (heights - 0.5 * np.log(SMOOTHING))[rise < SMOOTHING]
    expected = 0.5 * y @ alpha + 0.5 * np.linalg.slogdet(whole)[1] + 0.5 * e @ e
    expected += ROWS * np.log(2 * np.pi) + heights.sum() + barrier.sum()
    if priors:
        expected -= np.sum(gamma(30, scale=0.5).logpdf(np.exp(unknowns[:3])))
    found, _ = LatentNoise(x[None], y[None], priors=priors)(unknowns[None])
    assert_allclose(found, [expected], rtol=1e-7)


@pytest.mark.parametrize("priors", [True, False])
def test_the_gradient_is_the_slope_of_the_cost(problems, priors):
    x, y, unknowns = problems
    _, gradients = LatentNoise(x, y, priors=priors)(unknowns)
    for i in range(3):
        cost = LatentNoise(x[[i]], y[[i]], priors=priors)
        expected = by_differences(cost, unknowns[i])
        assert_allclose(gradients[i], expected, rtol=1e-4, atol=1e-4 * np.max(np.abs(expected)))


def test_some_of_the_problems(problems):
    x, y, unknowns = problems
    cost = LatentNoise(x, y)
    some = cost.take(np.array([2, 0]))(unknowns[[2, 0]])
    for whole, part in zip(cost(unknowns), some, strict=True):
        assert_allclose(part, whole[[2, 0]], rtol=1e-10)


def test_out_of_bounds_nothing_can_be_paid(problems):
    """Too large a signal, too far a noise, and no number at all; the others do not notice."""
    x, y, unknowns = problems
    kept = LatentNoise(x, y)(unknowns)[0][2]
    unknowns[0, 0], unknowns[1, 4] = math.log(101), 51.0
    cost, gradient = LatentNoise(x, y)(unknowns)
    assert np.array_equal(np.isinf(cost), [True, True, False])
    assert_allclose(cost[2], kept, rtol=1e-12)
    assert np.all(np.isfinite(gradient))
    unknowns[2, 1] = np.nan
    assert np.isinf(LatentNoise(x, y)(unknowns)[0][2])


def test_falling_functions_are_punished(problems):
    """With the noise turned round, f falls in it everywhere."""
    x, y, unknowns = problems
    turned = np.concatenate([unknowns[:, :3], -unknowns[:, 3:]], axis=1)
    flat = LatentNoise(x, y, barrier=0.0)
    steep = LatentNoise(x, y, barrier=100.0)
    assert np.all(steep(turned)[0] > flat(turned)[0] + 10)


class TestStart:
    def test_the_cost_of_a_smooth_function_is_its_evidence(self, rng):
        """½ yᵀC⁻¹y + ½ log|C|, C = S + σ² I, and its slope."""
        x, y = rng.normal(size=(2, ROWS))
        unknowns = np.log([1.3, 0.7, 0.4])
        smooth = Smooth(x[None], y[None])
        cost, gradient = smooth(unknowns[None])
        far = (x[:, None] - x) ** 2 / (2 * 0.7**2)
        whole = 1.3**2 * np.exp(-far) + 0.4**2 * np.eye(ROWS)
        expected = 0.5 * (y @ np.linalg.solve(whole, y) + np.linalg.slogdet(whole)[1])
        assert_allclose(cost, [expected], rtol=1e-10)
        assert_allclose(gradient[0], by_differences(smooth, unknowns), rtol=1e-6)

    def test_residuals_are_the_noise(self, rng):
        x = rng.uniform(-1.7, 1.7, size=(2, 120))
        noise = rng.normal(size=(2, 120))
        left = residuals(x, np.sin(2 * x) + 0.3 * noise)
        assert_allclose(left.mean(axis=1), 0, atol=1e-12)
        assert_allclose(left.std(axis=1, ddof=1), 1, rtol=1e-12)
        for found, true in zip(left, noise, strict=True):
            assert np.corrcoef(found, true)[0, 1] > 0.95
