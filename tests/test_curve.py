"""Penalised curves through weighted samples, against dense matrices."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from samples import read_only
from vcei.curve import PENALTIES, Curves
from vcei.errors import InputError
from vcei.spline import CubicSplines

KNOTS = 12


@pytest.fixture
def bent(rng):
    x = rng.uniform(-2, 2, 40)
    return read_only(x), read_only(np.sin(2 * x) + 0.3 * rng.normal(size=40))


@pytest.fixture
def weights(rng):
    return read_only(rng.uniform(0.2, 3, 40))


def dense(x):
    """Return the splines at the rows, and ∫ f''² as a matrix."""
    order = np.argsort(x)
    sorted_curves, omega = CubicSplines(KNOTS).at(x[order])
    curves = np.empty(sorted_curves.shape)
    curves[order] = sorted_curves.toarray()
    return curves, omega


@pytest.mark.parametrize("penalty", [None, 1e-6, 1.0, 1e6])
def test_a_straight_line_stays_one_and_goes_on(penalty, rng):
    x = rng.normal(size=60)
    found = Curves(x, 20).weighted(np.ones(60)).smooth(2 * x - 1, penalty)
    assert_allclose(found.at_rows, 2 * x - 1, atol=1e-8)
    there = np.array([-100.0, x.min(), 0.0, 100.0])
    assert_allclose(found.curve(there), 2 * there - 1, rtol=1e-6)
    assert_allclose(found.curve.slope(there), 2.0, rtol=1e-6)


def test_beyond_the_data_curves_are_straight_and_smooth_at_the_seam(bent):
    x, y = bent
    curve = Curves(x, KNOTS).weighted(np.ones(40)).smooth(y, 0.01).curve
    for end, away in ((x.min(), -1.0), (x.max(), 1.0)):
        slope = curve.slope(np.array([end]))[0]
        assert_allclose(
            np.diff(curve(end + away * np.array([0.0, 1, 2, 5]))) * away,
            slope * np.array([1, 1, 3]),
        )
    inside = np.linspace(-1.5, 1.5, 9)
    by_differences = (curve(inside + 1e-5) - curve(inside - 1e-5)) / 2e-5
    assert_allclose(curve.slope(inside), by_differences, rtol=1e-6)


@pytest.mark.parametrize("penalty", [1e-4, 0.1, 100.0])
def test_values_and_degrees_are_those_of_the_smoothing_matrix(penalty, bent, weights):
    """f = B (B'WB + λΩ)⁻¹ B'W y, whose trace is the number of degrees of freedom."""
    x, y = bent
    curves, omega = dense(x)
    smoother = curves @ np.linalg.solve(
        curves.T @ (weights[:, None] * curves) + penalty * omega, curves.T * weights
    )
    found = Curves(x, KNOTS).weighted(weights).smooth(y, penalty)
    assert_allclose(found.at_rows, smoother @ y, atol=1e-8)
    assert_allclose(found.curve(x), smoother @ y, atol=1e-8)
    assert found.degrees == pytest.approx(np.trace(smoother), rel=1e-6)
    assert found.penalty == pytest.approx(penalty)


def likeliest(x, y, weights, variance, strengths):
    """Return which strength has the largest restricted likelihood of a linear model.

    With Ω = R diag(ω) R' on what bends and N what does not, f = B(N a + R z), z ~ N(0, v/(λω)),
    so that y has mean X = BN times a and covariance v V, V = W⁻¹ + B R diag(1/(λω)) R'B'. Then
    -2 log L = log|V| + log|X'V⁻¹X| + (n - 2) log y'Py, or y'Py/v where v is known, with
    P = V⁻¹ - V⁻¹X (X'V⁻¹X)⁻¹ X'V⁻¹.
    """
    curves, omega = dense(x)
    sizes, vectors = np.linalg.eigh(omega)
    flat, bends = curves @ vectors[:, :2], curves @ vectors[:, 2:]

    def cost(penalty):
        inverse = np.linalg.inv(np.diag(1 / weights) + (bends / (penalty * sizes[2:])) @ bends.T)
        seen = flat.T @ inverse @ flat
        weighted = inverse @ y
        left = y @ weighted - weighted @ flat @ np.linalg.solve(seen, flat.T @ weighted)
        surprise = (len(x) - 2) * np.log(left) if variance is None else left / variance
        return np.linalg.slogdet(seen)[1] - np.linalg.slogdet(inverse)[1] + surprise

    return int(np.argmin([cost(strength) for strength in strengths]))


@pytest.mark.parametrize("variance", [None, 0.09, 1.0])
@pytest.mark.parametrize("noise", [0.05, 0.3, 1.0])
@pytest.mark.parametrize("n", [14, 40])
def test_the_penalty_is_the_likeliest_by_dense_matrices(n, variance, noise, rng):
    chosen = []
    for _ in range(5):
        x, weights = rng.uniform(-2, 2, n), rng.uniform(0.2, 3, n)
        y = np.sin(2 * x) + noise * rng.normal(size=n)
        fit = Curves(x, KNOTS).weighted(weights)
        chosen.append(likeliest(x, y, weights, variance, fit.unit * PENALTIES))
        found = fit.smooth(y, variance=variance)
        assert found.penalty == pytest.approx(fit.unit * PENALTIES[chosen[-1]])
    assert len(set(chosen)) > 1  # so that there was a choice


@pytest.mark.parametrize("variance", [None, 0.1])
def test_a_weight_of_two_is_two_rows_and_zero_is_not_there(variance, bent, rng):
    """Every place keeps a row, so that the knots are the same; zero rows hold nonsense."""
    x, y = bent
    counts = np.tile([1.0, 2.0], 20)
    rows = np.repeat(np.arange(40), counts.astype(int))
    twice = Curves(x[rows], KNOTS).weighted(np.ones(60)).smooth(y[rows], variance=variance)
    padded = Curves(np.append(x, x), KNOTS).weighted(np.append(counts, np.zeros(40)), 60)
    weighted = padded.smooth(np.append(y, 1e3 * rng.normal(size=40)), variance=variance)
    assert weighted.penalty == pytest.approx(twice.penalty)
    assert weighted.degrees == pytest.approx(twice.degrees)
    assert_allclose(weighted.curve.coefficients, twice.curve.coefficients, rtol=1e-8, atol=1e-8)


def test_places_that_do_not_vary_are_refused():
    with pytest.raises(InputError, match="needs places that vary, but all of them are the same"):
        Curves(np.ones(5), 3)
