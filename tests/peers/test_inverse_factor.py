"""The inverse of a Cholesky factor, held to what defines it."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.peers.inverse_factor import LEAF, inverse_factor, times_inverse


@pytest.mark.parametrize("n", [1, LEAF, LEAF + 1, 4 * LEAF + 3])
def test_is_lower_triangular_and_undoes_the_matrix(rng, n):
    half = rng.normal(size=(2, n, n + 5))
    matrices = half @ half.mT + np.eye(n)
    factor = inverse_factor(matrices)
    assert np.array_equal(factor, np.tril(factor))
    assert_allclose(factor @ matrices @ factor.mT, np.broadcast_to(np.eye(n), (2, n, n)), atol=1e-9)
    diagonal = np.diagonal(factor, axis1=1, axis2=2)
    log_determinant = np.linalg.slogdet(matrices)[1]
    assert_allclose(-2 * np.sum(np.log(diagonal), axis=1), log_determinant, atol=1e-9)
    vectors = rng.normal(size=(2, n))
    expected = np.linalg.solve(matrices, vectors[..., None])[..., 0]
    assert_allclose(times_inverse(factor, vectors), expected, rtol=1e-6, atol=1e-12)
