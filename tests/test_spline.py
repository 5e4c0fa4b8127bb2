"""Penalised curves: a dense solution, SciPy's smoothing spline, and R's on its cars."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.spline import CubicSplines, ThinPlates, smooths

SPEED = "4 4 7 7 8 9 10 10 10 11 11 12 12 12 12 13 13 13 13 14 14 14 14 15 15 15 16 16 17 17 17 18 "
SPEED += "18 18 18 19 19 19 20 20 20 20 20 22 23 24 24 24 24 25"
DISTANCE = "2 10 4 22 16 10 18 26 34 17 28 14 20 24 28 26 34 34 46 26 36 60 80 20 26 54 32 40 32 "
DISTANCE += "40 50 42 56 76 84 36 46 68 32 48 52 56 64 66 54 70 92 93 120 85"
"""Speed of cars and what they took to stop: Ezekiel 1930, R's data set ``cars``."""


@pytest.fixture
def wave(rng):
    x = rng.uniform(0, 3, 40)
    return x, np.sin(2 * x) + 0.3 * rng.normal(size=40)


def at(curves, strength):
    """Return degrees of freedom and sum of squares where the penalty is strength x ∫ f''²."""
    unit = np.array([strength / curves.unit])
    return float(curves.degrees(unit)[0]), float(curves.residual(unit)[0])


def test_one_decomposition_gives_what_dense_equations_give(wave):
    """Solve (B'B + λΩ) b = B'y for each λ, with Ω by quadrature, and rows of equal x.

    Between knots products of second derivatives are parabolas: two Gauss nodes are exact.
    """
    from scipy.interpolate import BSpline

    x, y = (np.round(column, 1) for column in wave)
    basis = CubicSplines(12)
    values = np.unique(x)
    assert len(values) < len(x)
    design, _ = basis.at(values)
    rows = design.toarray()[np.searchsorted(values, x)]
    knots = values[np.linspace(0, len(values) - 1, 12).astype(int)]
    curves = BSpline(np.pad(knots, 3, mode="edge"), np.eye(14), 3).derivative(2)
    gaps = np.diff(knots)[:, None]
    nodes = knots[:-1, None] + gaps * (1 + np.array([-1, 1]) / np.sqrt(3)) / 2
    bend = curves(nodes.ravel())
    omega = bend.T @ (np.repeat(gaps.ravel() / 2, 2)[:, None] * bend)
    found = smooths(basis, x, y)
    centred = y - y.mean()
    for strength in (1e-5, 1e-2, 1.0, 1e3):
        hat = rows @ np.linalg.solve(rows.T @ rows + strength * omega, rows.T)
        expected = np.trace(hat), np.sum((centred - hat @ centred) ** 2)
        assert_allclose(at(found, strength), expected, rtol=1e-7)


@pytest.mark.parametrize("basis", [CubicSplines(40), ThinPlates(40)], ids=["cubic", "thin plates"])
class TestWithAKnotAtEveryValue:
    """Then both bases hold the natural cubic spline that solves the problem among all curves."""

    def test_leaves_what_scipys_smoothing_spline_leaves(self, basis, wave):
        from scipy.interpolate import make_smoothing_spline

        x, y = (column[np.argsort(wave[0])] for column in wave)
        curves = smooths(basis, x, y)
        for strength in (1e-4, 1e-2, 1.0, 100.0):
            expected = np.sum((y - make_smoothing_spline(x, y, lam=strength)(x)) ** 2)
            assert_allclose(at(curves, strength)[1], expected, rtol=1e-8)

    def test_cross_validation_agrees_with_scipys(self, basis, wave):
        from scipy.interpolate import make_smoothing_spline

        x, y = (column[np.argsort(wave[0])] for column in wave)
        curves = smooths(basis, x, y)
        strengths = np.exp(np.arange(-20.0, 25.0, 0.1))
        left = curves.residual(strengths)
        best = np.argmin(left / (40 - curves.degrees(strengths)) ** 2)
        expected = np.sum((y - make_smoothing_spline(x, y)(x)) ** 2)
        assert_allclose(left[best], expected, rtol=0.01)


def test_cross_validation_of_the_cars_is_that_of_r():
    """R's help page of smooth.spline: df 2.635278, GCV 244.1044, penalised RSS 4187.776.

    R's RSS is that of the mean distance at each speed; ours has the spread about it too.
    """
    speed, distance = (np.array(text.split(), dtype=float) for text in (SPEED, DISTANCE))
    curves = smooths(CubicSplines(19), speed, distance)
    strengths = np.exp(np.arange(0.0, 12.0, 1e-3))
    degrees, left = curves.degrees(strengths), curves.residual(strengths)
    score = (left / 50) / (1 - degrees / 50) ** 2
    assert_allclose(np.min(score), 244.1044, atol=5e-5)
    assert_allclose(degrees[np.argmin(score)], 2.635278, atol=1e-3)
    same_speed = [distance[speed == value] for value in np.unique(speed)]
    within = sum(np.sum((one - one.mean()) ** 2) for one in same_speed)
    assert_allclose(left[np.argmin(abs(degrees - 2.635278))] - within, 4187.776, atol=0.1)


@pytest.mark.parametrize("basis", [CubicSplines(10), ThinPlates(10)], ids=["cubic", "thin plates"])
class TestEveryBasis:
    def test_a_strong_penalty_leaves_a_straight_line(self, basis, wave):
        x, y = wave
        line = np.polyval(np.polyfit(x, y, 1), x)
        expected = (2.0, np.sum((y - line) ** 2))
        assert_allclose(at(smooths(basis, x, y), 1e12), expected, rtol=1e-6)

    def test_rows_twice_are_rows_twice(self, basis, wave):
        x, y = wave
        once, twice = smooths(basis, x, y), smooths(basis, np.tile(x, 2), np.tile(y, 2))
        strengths = np.array([1e-3, 1.0, 1e3])
        assert_allclose(twice.degrees(strengths), once.degrees(strengths), rtol=1e-9)
        assert_allclose(twice.residual(strengths), 2 * once.residual(strengths), rtol=1e-9)

    def test_units_do_not_matter(self, basis, wave):
        x, y = wave
        one, other = smooths(basis, x, y), smooths(basis, 1e3 * x + 7, -0.1 * y + 3)
        strengths = np.array([1e-3, 1.0, 1e3])
        assert_allclose(other.degrees(strengths), one.degrees(strengths), rtol=1e-6)
        assert_allclose(other.residual(strengths), one.residual(strengths) / 100, rtol=1e-6)

    def test_two_different_values_carry_a_straight_line(self, basis):
        x, y = np.array([0.0, 0, 1, 1]), np.array([0.0, 2, 5, 7])
        curves = smooths(basis, x, y)
        # each half lies one above and one below its mean
        assert_allclose(curves.residual(np.array([1.0])), [4.0])
        assert_allclose(curves.degrees(np.array([1.0])), [2.0])
