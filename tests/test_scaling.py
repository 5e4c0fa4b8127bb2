"""Robust standardisation."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from vcei.scaling import FARTHEST, standardize, to_unit_interval, to_unit_variance


def test_on_paper():
    # median 2, quartiles 1 and 3
    assert_allclose(standardize(np.array([0.0, 1, 2, 3, 4])), [-1, -0.5, 0, 0.5, 1])


def test_is_that_of_scikit_learn(rng):
    preprocessing = pytest.importorskip("sklearn.preprocessing")
    x = rng.gamma(1.0, size=(101, 2))
    theirs = preprocessing.RobustScaler().fit_transform(x)
    assert_allclose(standardize(x), theirs, rtol=1e-12, atol=1e-14)


def test_the_standard_deviation_steps_in_where_most_values_are_the_same():
    x = np.array([0.0] * 8 + [1.0, 1.0])
    assert_allclose(standardize(x), x / 0.4)


@pytest.mark.parametrize("unit", [5e-324 * 2**20, 1e-300, 1e9, 1e300])
def test_any_unit_gives_the_same_numbers(unit, rng):
    x = rng.integers(-1000, 1000, size=50).astype(float)
    assert_allclose(standardize(x * unit), standardize(x), rtol=1e-9, atol=1e-12)


def test_a_wild_value_is_held():
    x = np.append(np.linspace(-1, 1, 50), 1e300)
    assert standardize(x)[-1] == FARTHEST


@pytest.mark.parametrize("scale", [to_unit_variance, to_unit_interval, standardize])
@pytest.mark.parametrize("unit", [2.0**1022, 2.0**-1040, 2.0**20])
def test_the_unit_is_no_matter_however_large_or_small(scale, unit):
    # values of few binary digits, so that the smallest unit costs none of them
    values = np.array([-1.5, -0.25, 0.0, 0.75, 1.0, 1.875])
    assert_array_equal(scale(values * unit), scale(values))
