"""LiNGAM: the constants of its entropy by integration, and scores that are known."""

import numpy as np
from numpy.testing import assert_allclose

from vcei.pair import Pair
from vcei.peers import lingam
from vcei.peers.lingam import LiNGAM, entropy


def score(x, y):
    return LiNGAM().score(Pair(x, y), np.random.default_rng(0))


def test_the_constants_are_integrals_over_a_gaussian():
    """1/(2|g|²) for what is left of log cosh u beside 1 and u², of u exp(-u²/2) beside u.

    The first is 79.0156 to six digits; 79.047 is what has been published, and is in use.
    """
    u, weights = np.polynomial.hermite_e.hermegauss(200)
    weights /= weights.sum()
    known = np.column_stack([np.ones_like(u), u**2])
    log_cosh = np.logaddexp(u, -u) - np.log(2)
    root = np.sqrt(weights)
    for values, beside, expected in (
        (log_cosh, known, lingam.SYMMETRIC_PART),
        (u * np.exp(-(u**2) / 2), u[:, None], lingam.ODD_PART),
    ):
        fitted = beside @ np.linalg.lstsq(root[:, None] * beside, root * values, rcond=None)[0]
        assert_allclose(0.5 / (weights @ (values - fitted) ** 2), expected, rtol=5e-4)
    assert_allclose(weights @ log_cosh, lingam.GAUSSIAN_LOG_COSH, atol=5e-6)
    assert_allclose(36 / (8 * np.sqrt(3) - 9), lingam.ODD_PART, rtol=1e-5)


def test_the_entropy_of_plus_and_minus_one():
    """log cosh 1 = 0.43378; ±exp(-1/2) cancel: 1.41894 - 79.047 (0.43378 - 0.37457)²."""
    found = entropy(np.array([1.0, -1.0]))
    assert_allclose(found, 1.41894 - 79.047 * (0.43378 - 0.37457) ** 2, atol=2e-4)


def test_the_gaussian_has_the_highest_entropy(rng):
    gaussian = rng.normal(size=100_000)
    others = rng.uniform(size=100_000), rng.laplace(size=100_000), rng.gamma(2, size=100_000)
    assert_allclose(entropy(lingam._standard(gaussian)), 0.5 * np.log(2 * np.pi * np.e), atol=1e-3)
    assert all(entropy(lingam._standard(one)) < 1.41 for one in others)


def test_a_linear_mechanism_with_uniform_noise(rng):
    """y = (x + e)/√2 with x and e uniform of variance one.

    Forward H(x) and H(e) are both that of a uniform; backward y and what is left of x,
    (x - e)/√2, are both triangular. The odd part of both is zero, and E log cosh is 0.401338 of
    the uniform on ±√3 and 0.384612 of the triangular on ±√6, by quadrature: the score is
    2 x 79.047 ((0.401338 - 0.37457)² - (0.384612 - 0.37457)²) = 0.0973.
    """
    x, e = rng.uniform(-np.sqrt(3), np.sqrt(3), size=(2, 200_000))
    assert_allclose(score(x, x + e), 0.0973, atol=0.01)


def test_nothing_decides_gaussian_columns_or_lines_without_noise(rng):
    x, e = rng.normal(size=(2, 100_000))
    assert abs(score(x, x + e)) < 2e-3
    assert score(x, 3 * x - 1) == 0.0
