"""The inverse of the Cholesky factor of many matrices at once, by products of their halves.

With ``A = L Lᵀ`` and T the inverse of L, cut into halves,

    T₁₁ = chol(A₁₁)⁻¹,  L₂₁ = A₂₁ T₁₁ᵀ,  T₂₂ = chol(A₂₂ - L₂₁ L₂₁ᵀ)⁻¹,  T₂₁ = -T₂₂ L₂₁ T₁₁

and the halves the same way. Nearly all of the work is matrix products, which every array library
does well for a batch; their own batched factorisations of matrices of this size are much slower
on a GPU, and raise for all if one fails.
"""

from __future__ import annotations

from vcei.arrays import Array, namespace

LEAF = 48
"""Matrices up to this size are left to the array library."""


def inverse_factor(matrices: Array) -> Array:
    """Return T, lower triangular, with ``A⁻¹ = Tᵀ T``.

    Parameters
    ----------
    matrices
        Positive definite A, (..., n, n).

    Returns
    -------
    Array
        T, (..., n, n); ``log det A`` is minus twice the sum of the logarithms of its diagonal.
    """
    xp = namespace(matrices)
    n = matrices.shape[-1]
    if n <= LEAF:
        return xp.linalg.inv(xp.linalg.cholesky(matrices))
    half = n // 2
    first = inverse_factor(matrices[..., :half, :half])
    below = matrices[..., half:, :half] @ first.mT
    last = inverse_factor(matrices[..., half:, half:] - below @ below.mT)
    across = -(last @ (below @ first))
    above = xp.zeros_like(across.mT)
    upper, lower = xp.concat([first, above], axis=-1), xp.concat([across, last], axis=-1)
    return xp.concat([upper, lower], axis=-2)


def times_inverse(factor: Array, vectors: Array) -> Array:
    """Return ``A⁻¹ v``, given the inverse factor of A.

    Parameters
    ----------
    factor
        T of :func:`inverse_factor`, (..., n, n).
    vectors
        v, (..., n).

    Returns
    -------
    Array
        The products, (..., n).
    """
    return times(factor.mT, times(factor, vectors))


def times(matrices: Array, vectors: Array) -> Array:
    """Return ``A v``.

    Parameters
    ----------
    matrices
        A, (..., m, n).
    vectors
        v, (..., n).

    Returns
    -------
    Array
        The products, (..., m).
    """
    return (matrices @ vectors[..., None])[..., 0]
