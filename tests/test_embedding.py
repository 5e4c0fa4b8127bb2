"""Mean embeddings and MMD²: answers on paper, one definition behind every route."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import vcei.embedding
from vcei.embedding import embedding_distance, mean_embedding, mmd2, proportions, weighted_mmd2
from vcei.errors import InputError
from vcei.factor import factorize
from vcei.kernels import Gaussian, Laplace


def test_mmd2_of_two_against_three_points():
    """Biased estimator on {0, 1} against {0, 0, 2}, k = exp(-d) (Laplace, l = 1).

    within x:  (2 + 2e⁻¹)/4
    within z:  (3 + 2 + 4e⁻²)/9      (three of self, two of the pair 0,0, four of 0,2)
    across:    (1 + 1 + e⁻² + e⁻¹ + e⁻¹ + e⁻¹)/6
    """
    e = np.exp(-1.0)
    expected = (2 + 2 * e) / 4 + (5 + 4 * e**2) / 9 - 2 * (2 + e**2 + 3 * e) / 6
    x, z = np.array([0.0, 1.0]), np.array([0.0, 0.0, 2.0])
    assert_allclose(mmd2(Laplace(1.0), x, z), expected, rtol=1e-13)


def test_all_routes_agree(rng, monkeypatch):
    kernel, x = Gaussian(0.5), rng.normal(size=150)
    w = rng.uniform(size=150)
    gram = kernel(x, x)
    direct = mmd2(kernel, x, x, w)
    assert_allclose(weighted_mmd2(gram, w), direct, rtol=1e-9)
    features = factorize(kernel, x, 1e-12).on(x)
    by_mean = embedding_distance(mean_embedding(features, w), mean_embedding(features))
    assert_allclose(by_mean, direct, rtol=1e-8)
    monkeypatch.setattr(vcei.embedding, "DENSE_ENTRIES", 0)
    assert_allclose(mmd2(kernel, x, x, w), direct, rtol=1e-4)


def test_blocks_do_not_change_the_sum(rng, monkeypatch):
    x, z = rng.normal(size=90), rng.normal(size=110) + 1
    whole = mmd2(Gaussian(0.5), x, z)
    monkeypatch.setattr("vcei.arrays.BLOCK_ENTRIES", 700)
    assert_allclose(mmd2(Gaussian(0.5), x, z), whole, rtol=1e-12)


class TestWeights:
    """Weights count observations, and a mean depends on their proportions only."""

    def test_two_is_two_rows_and_zero_is_not_there(self, rng):
        x, z = rng.normal(size=6), rng.normal(size=9)
        w = np.array([2.0, 1.0, 0.0, 3.0, 1.0, 0.0])
        repeated = np.repeat(x, w.astype(int))
        assert_allclose(mmd2(Gaussian(1.0), x, z, w), mmd2(Gaussian(1.0), repeated, z), rtol=1e-12)

    def test_scale_does_not_matter_and_equal_is_none(self, rng):
        x, z, w = rng.normal(size=6), rng.normal(size=9), rng.uniform(size=6)
        value = mmd2(Gaussian(1.0), x, z, w)
        assert_allclose(mmd2(Gaussian(1.0), x, z, 17 * w), value, rtol=1e-12)
        assert_allclose(mmd2(Gaussian(1.0), x, z, np.ones(6)), mmd2(Gaussian(1.0), x, z))

    @pytest.mark.parametrize(
        "bad", [[-1.0, 1, 1], [0.0, 0, 0], [1.0, 1], [np.nan, 1, 1], [np.inf, 1, 1]]
    )
    def test_others_are_refused(self, bad):
        with pytest.raises(InputError, match="3 finite non-negative weights"):
            proportions(np.array(bad), np.zeros(3))


def test_same_sample_has_no_distance(rng):
    x = rng.normal(size=50)
    assert mmd2(Gaussian(0.3), x, x[::-1]) < 1e-14


@pytest.mark.parametrize("rows", [5, 600])  # both ways of computing it
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_points_that_are_nowhere_have_no_distance(rows, bad, rng):
    x = rng.normal(size=rows)
    with pytest.raises(InputError, match="expected finite points"), np.errstate(invalid="ignore"):
        mmd2(Gaussian(1.0), x, np.append(x[1:], bad))


def test_points_with_different_coordinates_are_not_compared(rng):
    with pytest.raises(InputError, match="some with 1 coordinates and some with 3 came"):
        mmd2(Gaussian(1.0), rng.normal(size=5), rng.normal(size=(5, 3)))
