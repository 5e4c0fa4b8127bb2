"""Penalised splines through many samples in one call; see :mod:`vcei.curve` for one of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from vcei.arrays import Array, namespace
from vcei.batch.splines import Places, b_splines, second_derivatives
from vcei.curve import PENALTIES, ROUNDING

BLOCK = 8
"""Columns of a triangle that are solved for at once."""


class BatchCurves:
    """Splines at the rows of many samples; see :class:`vcei.curve.Curves`.

    Parameters
    ----------
    places
        Where the rows are.
    counts
        How many observations each row stands for, (B, n); zero where there is none.
    """

    def __init__(self, places: Places, counts: Array) -> None:
        differences, hats = second_derivatives(places.knots)
        xp, size = namespace(counts), differences.shape[2]
        one = xp.eye(size, dtype=hats.dtype, device=hats.device)
        ends = xp.stack([one[0, :], one[-1, :]])
        ends = xp.broadcast_to(ends, (hats.shape[0], *ends.shape))
        self.coefficients = xp.linalg.inv(xp.concat([ends, differences], axis=1))
        splines = b_splines(places.values, places.knots)
        self.curves = xp.matmul(splines, self.coefficients)
        self.squares = xp.sum(splines**2, axis=2)
        self.bend = xp.sum(differences * xp.matmul(hats, differences), axis=(1, 2))
        hats = xp.concat([xp.zeros_like(hats[:, :2, :]), hats], axis=1)
        self.bending = xp.concat([xp.zeros_like(hats[:, :, :2]), hats], axis=2)
        self.counts, self.knots = counts, places.knots

    def weighted(self, weights: Array) -> WeightedBatch:
        """Return the same curves with weights on the rows, (B, n)."""
        return WeightedBatch(self, weights)

    @cached_property
    def plain(self) -> WeightedBatch:
        """The curves with every row as often as it counts: all fits on these places need it."""
        return self.weighted(self.counts)


@dataclass(frozen=True)
class BatchSmooth:
    """A curve through each sample.

    Attributes
    ----------
    coefficients : Array
        In terms of ends and bends, (B, k).
    at_rows : Array
        The values at the rows, (B, n).
    penalty : Array
        What ∫ f''² costs, (B,).
    """

    coefficients: Array
    at_rows: Array
    penalty: Array

    def moved(self, other: BatchSmooth, moving: Array) -> BatchSmooth:
        """Return other curves in place of those that still move, (B,)."""
        xp, whole = namespace(moving), moving[:, None]
        return BatchSmooth(
            xp.where(whole, other.coefficients, self.coefficients),
            xp.where(whole, other.at_rows, self.at_rows),
            xp.where(moving, other.penalty, self.penalty),
        )


class WeightedBatch:
    """Curves through weighted samples; see :class:`vcei.curve.WeightedCurves`.

    One object serves one penalty, where penalties are known.

    Parameters
    ----------
    curves
        The splines at the rows.
    weights
        The weights of the rows, (B, n); zero where there is none.
    """

    def __init__(self, curves: BatchCurves, weights: Array) -> None:
        xp = namespace(weights)
        self.xp, self.weights, self.curves, self.bending = (
            xp,
            weights,
            curves.curves,
            curves.bending,
        )
        turned = xp.matrix_transpose(curves.curves)
        self.gram = xp.matmul(turned, weights[:, :, None] * curves.curves)
        self.unit = xp.sum(weights * curves.squares, axis=1) / curves.bend
        self._known: Array | None = None

    @cached_property
    def whitened(self) -> tuple[Array, Array]:
        """What makes data and bending together one, (B, k, k), and the bending then."""
        xp, rough = self.xp, self.unit[:, None, None] * self.bending
        scale, half = _half(xp, self.gram + rough)
        turned = xp.matmul(xp.matmul(half, scale * rough), xp.matrix_transpose(half))
        own = xp.sqrt(xp.linalg.diagonal(scale))
        # straight lines come first and cost nothing: their rows are zero to the last bit
        return half * own[:, None, :], turned[:, 2:, 2:]

    @cached_property
    def factors(self) -> tuple[_Triangles, Array]:
        """Cholesky factors at each penalty tried, and twice their log sizes, (B, P).

        On a GPU this is many times quicker than to decompose one small matrix after the other.
        """
        xp, (_, rough) = self.xp, self.whitened
        tried = xp.asarray(PENALTIES, device=rough.device)[:, None, None]
        found = xp.linalg.cholesky(self._one + (tried - 1.0) * rough[:, None, :, :])
        return _Triangles(found), 2.0 * xp.sum(xp.log(xp.linalg.diagonal(found)), axis=2)

    def smooth(
        self, y: Array, penalty: Array | None = None, variance: float | None = None
    ) -> BatchSmooth:
        """Put the most likely curve through each sample.

        Parameters
        ----------
        y
            What is observed at the rows, (B, n).
        penalty
            What ∫ f''² costs, (B,); None takes the most likely.
        variance
            The variance of a row of weight one, where it is known.

        Returns
        -------
        BatchSmooth
            The curves.
        """
        xp = self.xp
        pull = times(xp, xp.matrix_transpose(self.curves), self.weights * y)
        if penalty is None:
            square = xp.sum(self.weights * y * y, axis=1)
            coefficients, penalty = self._likeliest(pull, square, variance)
        else:
            coefficients = times(xp, self._solution(penalty), pull)
        return BatchSmooth(coefficients, times(xp, self.curves, coefficients), penalty)

    def degrees(self, penalty: Array) -> Array:
        """Return the degrees of freedom at a penalty, (B,)."""
        xp = self.xp
        if self._known is not None:
            return xp.sum(self._known * self.gram, axis=(1, 2))
        (_, rough), one = self.whitened, self._one
        solution = xp.linalg.inv(one + (penalty / self.unit - 1.0)[:, None, None] * rough)
        return 2.0 + xp.sum(solution * (one - rough), axis=(1, 2))

    def _solution(self, penalty: Array) -> Array:
        """Return what makes coefficients of a pull at a penalty."""
        if self._known is None:
            scale, half = _half(self.xp, self.gram + penalty[:, None, None] * self.bending)
            self._known = scale * self.xp.matmul(self.xp.matrix_transpose(half), half)
        return self._known

    @property
    def _one(self) -> Array:
        rough = self.whitened[1]
        return self.xp.eye(rough.shape[1], dtype=rough.dtype, device=rough.device)

    def _likeliest(self, pull: Array, square: Array, variance: float | None) -> tuple[Array, Array]:
        """Return coefficients and penalties of the likeliest curves."""
        xp, (half, rough), (factors, sizes) = self.xp, self.whitened, self.factors
        tried, bends = xp.asarray(PENALTIES, device=pull.device), rough.shape[1]
        along = times(xp, half, pull)
        straight, bent = along[:, :2], along[:, 2:]
        left = (square - xp.sum(straight**2, axis=1))[:, None] - factors.norms(bent)
        left = xp.maximum(left, ROUNDING * square[:, None])
        if variance is None:
            there = xp.astype(self.weights > 0, pull.dtype)
            fit = (xp.sum(there, axis=1) - 2.0)[:, None] * xp.log(left)
        else:
            fit = left / variance
        strength = xp.take(tried, xp.argmin(fit + sizes - bends * xp.log(tried), axis=1), axis=0)
        matrix = self._one + (strength - 1.0)[:, None, None] * rough
        found = xp.concat([straight, xp.linalg.solve(matrix, bent[:, :, None])[:, :, 0]], axis=1)
        return times(xp, xp.matrix_transpose(half), found), strength * self.unit


class _Triangles:
    """Lower triangles L, (B, P, k, k), to solve with many times: a block of columns at a time."""

    def __init__(self, triangles: Array) -> None:
        self.xp, self.triangles = namespace(triangles), triangles
        size = triangles.shape[2]
        self.blocks = [slice(start, min(start + BLOCK, size)) for start in range(0, size, BLOCK)]
        self.inverses = [self.xp.linalg.inv(triangles[:, :, block, block]) for block in self.blocks]

    def norms(self, vectors: Array) -> Array:
        """Return v'(LL')⁻¹v of one vector v for each sample, (B, k), at each penalty, (B, P)."""
        xp, rest, total = self.xp, vectors[:, None, :, None], 0.0
        for block, inverse in zip(self.blocks, self.inverses, strict=True):
            width = block.stop - block.start
            first = xp.matmul(inverse, rest[:, :, :width, :])
            total = total + xp.sum(first**2, axis=(2, 3))
            below = self.triangles[:, :, block.stop :, block]
            rest = rest[:, :, width:, :] - xp.matmul(below, first)
        return total


def _half(xp, matrices: Array) -> tuple[Array, Array]:  # type: ignore[no-untyped-def]
    """Return what brings each matrix to a diagonal of one, and the inverse of its factor then."""
    own = 1.0 / xp.sqrt(xp.linalg.diagonal(matrices))
    scale = own[:, :, None] * own[:, None, :]
    return scale, xp.linalg.inv(xp.linalg.cholesky(scale * matrices))


def times(xp, matrices: Array, vectors: Array) -> Array:  # type: ignore[no-untyped-def]
    """Return the product of each matrix with its vector, (B, k)."""
    return xp.matmul(matrices, vectors[:, :, None])[:, :, 0]
