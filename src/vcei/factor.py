"""Low-rank factor of a kernel: k(x, z) ≈ φ(x)·φ(z) with few features, to a stated tolerance.

Everything else uses kernels through this factor, so that memory is O(N r) at most, time is
O(N r²), and no N x N matrix is formed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vcei.arrays import BLOCK_ENTRIES, Array, Floats, as_points, blocks, namespace
from vcei.errors import InputError
from vcei.kernels import Kernel

ROUNDING = 1e-13
"""Residuals below this share of the largest diagonal entry are rounding, not signal."""

DENSE_ROWS = 256
"""Samples up to this size are factored from their Gram matrix, in one call of LAPACK."""

HELD_ENTRIES = 8 * BLOCK_ENTRIES
"""Features up to this many numbers are held; larger ones are made again block by block."""


@dataclass(frozen=True)
class Factor:
    """A feature map φ with φ(x)·φ(z) close to k(x, z), spanned by landmark points.

    With landmarks P and the Cholesky factor L of K(P, P), φ(x) = L⁻¹ k(P, x): the projection of
    k(x, ·) on the span of the landmarks.

    Attributes
    ----------
    kernel : Kernel
        The kernel, with its length scale settled.
    landmarks : Array
        The points P, (r, d), in the order they were chosen: each the worst explained by those
        before it.
    whitening : Array
        The matrix L⁻ᵀ, (r, r).
    error : float
        The largest k(x, x) - |φ(x)|² over the sample the factor was made on. No entry of the
        Gram matrix is off by more.
    """

    kernel: Kernel
    landmarks: Array
    whitening: Array
    error: float

    @property
    def rank(self) -> int:
        """The number of features."""
        return int(self.landmarks.shape[0])

    def features(self, x: Array) -> Array:
        """Return φ at the given points.

        Parameters
        ----------
        x
            Points, (..., n, d), or a column (n,).

        Returns
        -------
        Array
            The features, (..., n, r).
        """
        return self.kernel(x, self.landmarks) @ self.whitening

    def on(self, x: Array) -> Features:
        """Return the features of a sample, as rows to compute with.

        Parameters
        ----------
        x
            Points, (n, d), or a column (n,).

        Returns
        -------
        Features
            The rows φ(x_i), made in blocks.
        """
        return Features(self, as_points(x))


@dataclass(frozen=True)
class Features:
    """The matrix Φ of the features of a sample, without the need to hold it.

    Attributes
    ----------
    factor : Factor
        The feature map.
    points : Array
        The sample, (n, d).
    """

    factor: Factor
    points: Array

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and features."""
        return int(self.points.shape[0]), self.factor.rank

    @cached_property
    def _held(self) -> Array | None:
        n, r = self.shape
        return self.factor.features(self.points) if n * r <= HELD_ENTRIES else None

    def rows(self, which: slice) -> Array:
        """Return the features of some rows.

        Parameters
        ----------
        which
            The rows.

        Returns
        -------
        Array
            A block of Φ.
        """
        held = self._held
        return self.factor.features(self.points[which, :]) if held is None else held[which, :]

    def blocks(self) -> list[slice]:
        """Return slices that cover the rows, small enough to be computed with at once."""
        return list(blocks(*self.shape))

    def times(self, vectors: Array) -> Array:
        """Return Φ v for each of the given vectors.

        Parameters
        ----------
        vectors
            Vectors in feature space, (..., r).

        Returns
        -------
        Array
            Their values at the rows, (..., n).
        """
        xp = namespace(vectors)
        return xp.concat([vectors @ self.rows(rows).T for rows in self.blocks()], axis=-1)

    def sum(self, weights: Array) -> Array:
        """Return Φ'w, the weighted sum of the rows, for each of the given weightings.

        Parameters
        ----------
        weights
            Weights of the rows, (..., n).

        Returns
        -------
        Array
            Vectors in feature space, (..., r).
        """
        if weights.ndim == 1 and self._held is None:
            there = weights != 0
            few = Features(self.factor, self.points[there])
            if few.shape[0] < self.shape[0] // 2:  # rows without weight need not be made
                return few.sum(weights[there])
        return sum(weights[..., rows] @ self.rows(rows) for rows in self.blocks())

    def moment(self, weights: Array) -> Array:
        """Return Φ'WΦ.

        Parameters
        ----------
        weights
            Weights of the rows, (n,).

        Returns
        -------
        Array
            The weighted second moment of the features, (r, r).
        """
        total = 0.0
        for which in self.blocks():
            rows = self.rows(which)
            total = total + rows.T @ (weights[which, None] * rows)
        return total


def factorize(
    kernel: Kernel, x: Array, tolerance: float = 1e-6, max_rank: int | None = None
) -> Factor:
    """Choose landmarks until every point of a sample is explained to a tolerance.

    Pivoted Cholesky: the next landmark is the point with the largest k(x, x) - |φ(x)|². Samples
    too large for one block are passed through in blocks, the first an even selection of all
    rows, so that memory stays bounded and every row still meets the tolerance.

    Parameters
    ----------
    kernel
        A kernel without open rules.
    x
        The sample, (n, d), or a column (n,).
    tolerance
        Largest k(x, x) - |φ(x)|² allowed. Zero asks for all that double precision can tell.
    max_rank
        Stop at this many landmarks, whatever the error.

    Returns
    -------
    Factor
        The feature map, with the error it reached on the sample.
    """
    points = as_points(x)
    limit = int(points.shape[0]) if max_rank is None else min(max_rank, int(points.shape[0]))
    if limit < 1 or not tolerance >= 0:
        msg = f"A factor needs rank >= 1 and tolerance >= 0; rank {limit}, {tolerance} came."
        raise InputError(msg)
    if points.shape[0] <= DENSE_ROWS and isinstance(points, np.ndarray):
        return _factorize_dense(kernel, points, tolerance, limit)
    cholesky = _PivotedCholesky(kernel, tolerance, limit)
    for part in _parts(points):
        cholesky.extend(part)
    return cholesky.factor()


def _factorize_dense(kernel: Kernel, points: Floats, tolerance: float, limit: int) -> Factor:
    """Factor the Gram matrix of a small sample in one call of LAPACK."""
    from scipy.linalg.lapack import dpstrf

    gram = kernel.evaluate(points, points)
    diagonal = np.diagonal(gram).copy()
    floor = _floor(tolerance, diagonal)
    lower, order, rank, _ = dpstrf(gram.T, tol=floor, lower=1, overwrite_a=1)
    order, rank = order - 1, min(rank, limit)
    lower = np.tril(lower[:, :rank])
    left = diagonal[order] - np.einsum("ij,ij->i", lower, lower)
    whitening = np.linalg.inv(lower[:rank]).T
    return Factor(kernel, points[order[:rank]], whitening, max(0.0, float(left.max())))


def _floor(tolerance: float, diagonal: Array) -> float:
    return max(tolerance, ROUNDING * float(namespace(diagonal).max(diagonal)))


def _parts(points: Array) -> list[Array]:
    """Cut a large sample into interleaved parts: each of them spans the whole sample."""
    count = -(-int(points.shape[0]) * 64 // BLOCK_ENTRIES)
    return [points[start::count, :] for start in range(count)]


class _PivotedCholesky:
    """Landmarks and the Cholesky factor of their Gram matrix, grown part by part."""

    def __init__(self, kernel: Kernel, tolerance: float, limit: int) -> None:
        self.kernel = kernel
        self.tolerance = tolerance
        self.limit = limit
        self.pivots: list[Array] = []
        self.rows: list[Array] = []
        self.error = 0.0

    def factor(self) -> Factor:
        """Return the feature map of the landmarks so far."""
        xp = namespace(self.pivots[0])
        landmarks = xp.stack(self.pivots)
        r = len(self.rows)
        lower = xp.zeros((r, r), dtype=landmarks.dtype, device=landmarks.device)
        for i, row in enumerate(self.rows):
            lower[i, : i + 1] = row
        return Factor(self.kernel, landmarks, xp.linalg.inv(lower).T, self.error)

    def extend(self, points: Array) -> None:
        """Add landmarks from these points until all of them meet the tolerance."""
        xp = namespace(points)
        left = self.kernel.diagonal(points)
        floor = _floor(self.tolerance, left)
        shape = (min(self.limit, 2 * len(self.rows) + 64), points.shape[0])
        columns = xp.zeros(shape, dtype=points.dtype, device=points.device)
        if self.pivots:
            known = self.factor().features(points)
            columns[: len(self.rows), :] = known.T
            left = left - xp.sum(known * known, axis=-1)
        while float(xp.max(left)) > floor and len(self.rows) < self.limit:
            k, worst = len(self.rows), int(xp.argmax(left))
            if k == columns.shape[0]:
                columns = xp.concat([columns, xp.zeros_like(columns)])
            pivot = points[worst, :][None, :]
            column = self.kernel.evaluate(pivot, points)[0, :] - columns[:k, worst] @ columns[:k, :]
            columns[k, :] = column / left[worst] ** 0.5
            left = left - columns[k, :] * columns[k, :]
            self.pivots.append(pivot[0, :])
            # a view would keep the columns of every part alive
            self.rows.append(xp.asarray(columns[: k + 1, worst], copy=True))
        # landmarks of later parts can only lower what is left in this one
        self.error = max(self.error, float(xp.max(left)))
