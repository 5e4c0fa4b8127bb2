"""RECI: errors of regression as NumPy's polyfit has them, and of curves that are known."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.errors import InputError
from vcei.pair import Pair
from vcei.peers.reci import FAMILIES, RECI


def score(x, y, **choices):
    return RECI(**choices).score(Pair(x, y), np.random.default_rng(0))


@pytest.fixture
def noisy(rng):
    """Return two columns on [0, 1]."""
    x = np.append(rng.uniform(size=98), [0.0, 1.0])
    y = x**2 + 0.1 * rng.normal(size=100)
    return x, (y - y.min()) / (y.max() - y.min())


def polynomial_error(x, y, degree):
    return np.mean((y - np.polyval(np.polyfit(x, y, degree), x)) ** 2)


@pytest.mark.parametrize("degree", [1, 3, 9])
def test_polynomials_are_those_of_numpy(noisy, degree):
    x, y = noisy
    expected = polynomial_error(y, x, degree) - polynomial_error(x, y, degree)
    assert_allclose(score(x, y, degree=degree), expected, rtol=1e-6)


@pytest.mark.parametrize("degree", [1, 3])
def test_monomials_are_lines_in_a_power(noisy, degree):
    x, y = noisy
    expected = polynomial_error(y**degree, x, 1) - polynomial_error(x**degree, y, 1)
    assert_allclose(score(x, y, family="monomial", degree=degree), expected, rtol=1e-9)


def test_by_hand():
    """A straight line through x = 0, 1/2, 1 and y = 0, 0, 1.

    From x: slope 1, intercept -1/6, left over 1/6, -1/3, 1/6: mean square 1/18. From y: the means
    1/4 at y = 0 and 1 at y = 1, left over -1/4, 1/4, 0: mean square 1/24.
    """
    x, y = np.array([0, 0.5, 1]), np.array([0, 0, 1.0])
    assert_allclose(score(x, y, degree=1), 1 / 24 - 1 / 18, rtol=1e-12)


class TestLogistic:
    @pytest.mark.parametrize(("steep", "middle"), [(4.0, 0.3), (20.0, 0.7), (-10.0, 0.5)])
    def test_leaves_nothing_of_its_own_curve(self, steep, middle):
        x = np.linspace(0, 1, 200)
        y = 0.2 + 0.6 / (1 + np.exp(steep * (middle - x)))
        assert FAMILIES["logistic"](x, y, 3) < 1e-8

    def test_leaves_no_more_than_a_straight_line(self, noisy):
        assert FAMILIES["logistic"](*noisy, 3) < polynomial_error(*noisy, 1)


def test_the_scale_of_the_columns_is_taken_away(noisy):
    x, y = noisy
    assert_allclose(score(5 * x - 2, 0.1 * y + 7), score(x, y), rtol=1e-9)


def test_what_is_not_known_is_refused():
    with pytest.raises(InputError, match="family among polynomial, monomial, logistic; 'tree'"):
        RECI(family="tree")
    with pytest.raises(InputError, match="degree from 1 to 9; 10 came"):
        RECI(degree=10)
