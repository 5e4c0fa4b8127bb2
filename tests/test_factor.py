"""The low-rank factor: exact where rank allows, within its tolerance elsewhere."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import vcei.factor
from vcei.errors import InputError
from vcei.factor import factorize
from vcei.kernels import Gaussian, Laplace, Matern52

KERNELS = [Gaussian(0.6), Matern52(1.0), Gaussian(0.5) + Laplace(3.0)]
ROWS = (120, 400)  # one sample for the dense route, one for the landmark by landmark one


@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: type(kernel).__name__)
@pytest.mark.parametrize("tolerance", [1e-2, 1e-6])
def test_no_entry_is_off_by_more_than_the_error(kernel, rows, tolerance, rng):
    x = rng.normal(size=rows)
    factor = factorize(kernel, x, tolerance)
    phi = factor.features(x)
    assert np.abs(phi @ phi.T - kernel(x, x)).max() <= factor.error + 1e-12
    assert factor.error <= tolerance


@pytest.mark.parametrize("rows", ROWS)
def test_exact_with_as_many_features_as_different_values(rows, rng):
    x = rng.integers(0, 5, size=rows).astype(float)
    factor = factorize(Laplace(1.0), x, tolerance=0.0)
    phi = factor.features(x)
    assert factor.rank == 5
    assert_allclose(phi @ phi.T, Laplace(1.0)(x, x), atol=1e-12)


@pytest.mark.parametrize("rows", ROWS)
def test_rank_is_limited_on_request_and_the_error_says_so(rows, rng):
    factor = factorize(Laplace(0.1), rng.normal(size=rows), tolerance=0.0, max_rank=10)
    assert factor.rank == 10
    assert factor.error > 0.1


def test_features_generalise_to_points_outside_the_sample(rng):
    x, z = rng.normal(size=300), rng.normal(size=50)
    factor = factorize(Gaussian(1.0), np.append(x, [-5.0, 5.0]), 1e-8)
    product = factor.features(z) @ factor.features(x).T
    assert_allclose(product, Gaussian(1.0)(z, x), atol=1e-3)


def test_a_sample_in_parts_meets_the_tolerance_in_every_row(monkeypatch, rng):
    """Blocks of 64 rows: landmarks of later parts are added to those before."""
    monkeypatch.setattr(vcei.factor, "BLOCK_ENTRIES", 64 * 64)
    x = rng.standard_t(2, size=1000)
    factor = factorize(Gaussian(0.5), x, 1e-5)
    phi = factor.features(x)
    assert np.max(1 - np.sum(phi * phi, axis=1)) <= 1e-5
    assert_allclose(phi @ phi.T, Gaussian(0.5)(x, x), atol=1e-5)


class TestFeatures:
    """Everything computed from blocks is what the held matrix gives."""

    @pytest.fixture(params=[True, False], ids=["held", "made in blocks"])
    def features(self, request, monkeypatch, rng):
        if not request.param:
            monkeypatch.setattr(vcei.factor, "HELD_ENTRIES", 0)
            monkeypatch.setattr("vcei.arrays.BLOCK_ENTRIES", 500)
        x = rng.normal(size=200)
        return factorize(Gaussian(0.5), x).on(x)

    def test_agree_with_the_matrix(self, features, rng):
        phi = features.factor.features(features.points)
        w, many = rng.uniform(size=200), rng.uniform(size=(3, 200))
        v = rng.normal(size=(4, features.factor.rank))
        assert_allclose(features.sum(w), phi.T @ w, rtol=1e-10)
        assert_allclose(features.sum(many), many @ phi, rtol=1e-10)
        assert_allclose(features.times(v), v @ phi.T, atol=1e-10)
        assert_allclose(features.times(v[0]), phi @ v[0], atol=1e-10)
        assert_allclose(features.moment(w), phi.T @ (w[:, None] * phi), rtol=1e-9, atol=1e-12)

    def test_rows_without_weight_are_left_out(self, features, rng):
        w = np.zeros(200)
        w[[3, 77]] = 0.25, 0.75
        phi = features.factor.features(features.points)
        assert_allclose(features.sum(w), phi.T @ w, rtol=1e-10)


@pytest.mark.parametrize("bad", [{"tolerance": -1.0}, {"tolerance": np.nan}, {"max_rank": 0}])
def test_refuses_what_makes_no_sense(bad, rng):
    with pytest.raises(InputError, match="rank >= 1 and tolerance >= 0"):
        factorize(Gaussian(1.0), rng.normal(size=5), **bad)


def test_runs_on_any_array_library(rng):
    strict = pytest.importorskip("array_api_strict")
    x = rng.normal(size=(80, 1))
    ours = factorize(Gaussian(0.7), x, 1e-6)
    theirs = factorize(Gaussian(0.7), strict.asarray(x), 1e-6)
    features = np.asarray(theirs.features(strict.asarray(x)))
    assert abs(theirs.rank - ours.rank) <= 1
    assert_allclose(features @ features.T, Gaussian(0.7)(x, x), atol=1e-6)
