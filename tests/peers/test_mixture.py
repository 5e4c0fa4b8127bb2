"""Mixtures: lengths by hand where a column is one normal sample, or two far apart."""

import numpy as np
from numpy.testing import assert_allclose
from scipy.stats import norm

from vcei.peers.mixture import FLOOR, shortest_mixture
from vcei.scaling import to_unit_variance


def length_of(mixture, values):
    """The formula, from what the mixture says of itself."""
    k, n = len(mixture.weights), len(values)
    density = norm.pdf(values[:, None], mixture.means, np.sqrt(mixture.variances))
    penalty = np.sum(np.log(mixture.weights)) + 1.5 * k * np.log(n)
    return penalty - np.sum(np.log(density @ mixture.weights))


def test_a_normal_column_is_one_component():
    """Quantiles of the normal distribution: its mean and variance, and 1.5 log n for both."""
    values = to_unit_variance(norm.ppf((np.arange(200) + 0.5) / 200))
    found = shortest_mixture(values)
    variance = np.mean(values**2) + FLOOR
    assert_allclose(found.weights, [1.0])
    assert_allclose(found.means, [0.0], atol=1e-9)
    assert_allclose(found.variances, [variance])
    likelihood = -0.5 * (200 * np.log(2 * np.pi * variance) + np.sum(values**2) / variance)
    assert_allclose(found.length, 1.5 * np.log(200) - likelihood)


def test_two_normal_columns_far_apart_are_two_components():
    """Each gives one row for its two parameters: they keep 0.29 and 0.69 of a hundred.

    Weights add up to one after each update: with b the second, the first update leaves it
    b/(0.29 + b), and the second makes it 0.69/(0.69 + 0.29/(0.29 + b)), which is b again if
    0.69 b² - 0.1999 b - 0.2001 = 0.
    """
    parts = [norm.ppf((np.arange(rows) + 0.5) / rows) for rows in (30, 70)]
    values = np.concatenate([0.1 * parts[0] - 2, 0.1 * parts[1] + 2])
    found = shortest_mixture(values)
    order = np.argsort(found.means)
    second = (0.1999 + np.sqrt(0.1999**2 + 4 * 0.69 * 0.2001)) / (2 * 0.69)
    assert_allclose(found.weights[order], [1 - second, second], rtol=1e-6)
    assert_allclose(found.means[order], [-2, 2], atol=1e-9)
    expected = [0.01 * np.mean(part**2) + FLOOR for part in parts]
    assert_allclose(found.variances[order], expected, rtol=1e-9)
    assert_allclose(found.length, length_of(found, values), rtol=1e-12)


def test_the_length_is_that_of_the_mixture(rng):
    values = to_unit_variance(np.concatenate([rng.normal(size=150), rng.gamma(2, size=150)]))
    found = shortest_mixture(values)
    assert len(found.weights) > 1
    assert_allclose(found.weights.sum(), 1.0)
    assert_allclose(found.length, length_of(found, values), rtol=1e-9)


def test_neither_order_nor_sign_matters(rng):
    values = to_unit_variance(rng.exponential(size=100))
    found = shortest_mixture(values).length
    assert_allclose(shortest_mixture(rng.permutation(values)).length, found, rtol=1e-9)
    assert_allclose(shortest_mixture(-values).length, found, rtol=1e-3)


def test_far_values_and_ties_have_finite_lengths(rng):
    """Of a row in a million deviations every share is zero in floats but for the nearest's."""
    for values in (np.append(rng.normal(size=60), 1e6), np.repeat([0.0, 1.0, 5.0], 20)):
        assert np.isfinite(shortest_mixture(to_unit_variance(values)).length)
