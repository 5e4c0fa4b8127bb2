"""Kernel mean embeddings of weighted samples, and the distance between them (MMD²).

Weights count observations: a row of weight two is two rows, a row of weight zero is not there,
no weights means one each. A mean depends on their proportions only.
"""

from __future__ import annotations

import math

from vcei.arrays import Array, as_points, blocks, namespace
from vcei.errors import InputError
from vcei.factor import Features, factorize
from vcei.kernels import Kernel

DENSE_ENTRIES = 2**18
"""Gram matrices up to this many entries are summed exactly; beyond it the factor is cheaper."""


def proportions(weights: Array | None, like: Array) -> Array:
    """Return weights as shares of one; equal shares if there are none.

    Paper: empirical distribution; weighted empirical distribution.

    Parameters
    ----------
    weights
        Non-negative weights of the rows, (..., n), or None.
    like
        An array whose first axis has a row for each weight.

    Returns
    -------
    Array
        Shares that sum to one.

    Raises
    ------
    InputError
        If the weights are negative, not finite, all zero, or of the wrong number.
    """
    n = int(like.shape[0])
    xp = namespace(like)
    if weights is None:
        return xp.full((n,), 1.0 / n, dtype=like.dtype, device=like.device)
    weights = xp.asarray(weights, dtype=like.dtype)
    total = xp.sum(weights, axis=-1, keepdims=True)
    fits = weights.shape[-1] == n and bool(xp.all(weights >= 0)) and bool(xp.all(total > 0))
    if not fits or not bool(xp.all(xp.isfinite(total))):
        msg = f"Expected {n} finite non-negative weights, not all zero; {weights!r} came."
        raise InputError(msg)
    return weights / total


def mean_embedding(features: Features, weights: Array | None = None) -> Array:
    """Return the mean embedding of a sample, Φ'w with weights in proportion.

    Parameters
    ----------
    features
        The features of the sample.
    weights
        Weights of the rows, or None.

    Returns
    -------
    Array
        A vector in feature space.
    """
    return features.sum(proportions(weights, features.points))


def embedding_distance(left: Array, right: Array) -> float:
    """Return the squared distance of two mean embeddings.

    ``MMD²(p, q) = |μ_p - μ_q|²``

    Paper: eq:mmd:norm.

    Parameters
    ----------
    left
        The mean embedding of p.
    right
        The mean embedding of q, in the same feature space.

    Returns
    -------
    float
        The squared maximum mean discrepancy.
    """
    gap = left - right
    return float(gap @ gap)


def weighted_mmd2(gram: Array, weights: Array) -> float:
    """Return the MMD² between a sample and a weighted version of itself, from its Gram matrix.

    ``α'Kα - (2/N) α'K1 + (1/N²) 1'K1 = (α - 1/N)'K(α - 1/N)``

    Paper: eq:mmd:weighted:estimate; prob1_ref; 19a.

    Parameters
    ----------
    gram
        The Gram matrix K, (n, n).
    weights
        Weights of the rows, (n,), used in proportion.

    Returns
    -------
    float
        The squared discrepancy.
    """
    gap = proportions(weights, gram) - proportions(None, gram)
    return max(0.0, float(gap @ (gram @ gap)))


def kernel_sums(kernel: Kernel, x: Array, z: Array, weights: Array) -> Array:
    """Return Σ_j w_j k(x_i, z_j) for every i, block by block.

    Parameters
    ----------
    kernel
        A kernel without open rules.
    x
        Points to evaluate at, (n, d) or (n,).
    z
        Points that are summed over, (m, d) or (m,).
    weights
        Their weights, (m,).

    Returns
    -------
    Array
        The sums, (n,).
    """
    x, z = as_points(x), as_points(z)
    parts = [
        kernel.evaluate(x[rows, :], z) @ weights
        for rows in blocks(int(x.shape[0]), int(z.shape[0]))
    ]
    return namespace(x, z).concat(parts)


def mmd2(
    kernel: Kernel,
    x: Array,
    z: Array,
    x_weights: Array | None = None,
    z_weights: Array | None = None,
) -> float:
    """Return the squared maximum mean discrepancy of two samples (the biased estimator).

    ``Σ k(x_i, x_j)/N² - 2 Σ k(x_i, z_j)/(NM) + Σ k(z_i, z_j)/M²``, with weights in place of 1/N
    and 1/M where they are given. Gram matrices are summed in blocks; where they would be large, a
    factor of the kernel on both samples is used instead.

    Paper: eq:mmd:empirical:biased.

    Parameters
    ----------
    kernel
        A kernel without open rules.
    x
        First sample, (n, d) or (n,).
    z
        Second sample, (m, d) or (m,).
    x_weights
        Weights of the first sample, or None.
    z_weights
        Weights of the second sample, or None.

    Returns
    -------
    float
        The squared discrepancy, at least zero.

    Examples
    --------
    >>> import numpy as np
    >>> from vcei.kernels import Gaussian
    >>> round(mmd2(Gaussian(1.0), np.array([0.0]), np.array([1.0])), 6)  # 2 - 2 exp(-1/2)
    0.786939
    """
    x, z = as_points(x), as_points(z)
    p, q = proportions(x_weights, x), proportions(z_weights, z)
    n, m = int(x.shape[0]), int(z.shape[0])
    if (n + m) ** 2 > DENSE_ENTRIES:
        factor = factorize(kernel, namespace(x, z).concat([x, z]), tolerance=1e-8)
        return _known(embedding_distance(factor.on(x).sum(p), factor.on(z).sum(q)))
    within = p @ kernel_sums(kernel, x, x, p) + q @ kernel_sums(kernel, z, z, q)
    return _known(float(within - 2.0 * (p @ kernel_sums(kernel, x, z, q))))


def _known(distance: float) -> float:
    if not math.isfinite(distance):
        msg = (
            "The samples have no distance: expected finite points, but some are NaN or infinite. "
            "Leave those rows out."
        )
        raise InputError(msg)
    return max(0.0, distance)
