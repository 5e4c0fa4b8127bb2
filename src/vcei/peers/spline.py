r"""Penalised cubic splines, one sample, every strength of the penalty at once.

A curve with the B-splines of m knots, ``f = Σ_j b_j B_j`` with m + 2 of them, minimises

    Σ_i (y_i - f(x_i))² + λ ∫ f''(u)² du

With G = B'B, the penalty Ω in units of ρ = tr G / tr Ω, λ too, and one decomposition for all λ,

    V'(G + Ω)V = I,   V'ΩV = diag(t),   c = V'B'y
    degrees of freedom  Σ_j g_j / d_j,             g = 1 - t,   d = g + λt
    sum of squares      y'y - Σ_j c_j² (2 d_j - g_j) / d_j²

G + Ω is of full rank where G is not, as with a knot at every value. Rows of equal x share a row of
B, so that n rows cost a sort, and the rest depends on their different values only.

Demmler, Reinsch: Oscillation matrices with spline smoothing, Numerische Mathematik 1975; Green,
Silverman: Nonparametric regression and generalized linear models, 1994.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vcei.arrays import Floats
from vcei.scaling import centre_and_width

GRAIN = 1e-6
"""Values closer than this many interquartile ranges are one, as they are to R's smooth.spline."""

ROUNDING = 1e-12
"""Share of the variance of y below which a residual is no more than rounding."""


@dataclass(frozen=True)
class Smooths:
    """All penalised fits of one sample, by the strength λ of the penalty.

    Attributes
    ----------
    rows : int
        How many rows were fitted, n.
    total : float
        y'y, y being centred: the sum of squares that the best constant leaves.
    unit : float
        ρ, the penalty on ∫ f'' that is called one here.
    roughness : Floats
        t, from zero (two of them, straight lines) to one (curves that no row supports).
    loadings : Floats
        c².
    """

    rows: int
    total: float
    unit: float
    roughness: Floats
    loadings: Floats

    def degrees(self, penalty: Floats) -> Floats:
        """Return the degrees of freedom of each fit, the trace of its smoothing matrix.

        Parameters
        ----------
        penalty
            Strengths λ > 0, (m,).

        Returns
        -------
        Floats
            Degrees of freedom, (m,), from two for straight lines upwards.
        """
        support, divisor = self._of(penalty)
        return np.sum(support / divisor, axis=1)

    def residual(self, penalty: Floats) -> Floats:
        """Return the residual sum of squares of each fit.

        Parameters
        ----------
        penalty
            Strengths λ > 0, (m,).

        Returns
        -------
        Floats
            Sums of squares, (m,), none so small that it is but rounding.
        """
        support, divisor = self._of(penalty)
        explained = ((2 * divisor - support) / divisor**2) @ self.loadings
        return np.maximum(self.total - explained, ROUNDING * self.total)

    def _of(self, penalty: Floats) -> tuple[Floats, Floats]:
        support = 1.0 - self.roughness
        return support, support + np.outer(penalty, self.roughness)


def smooths(x: Floats, y: Floats, knots: int) -> Smooths:
    """Fit penalised splines of every strength to a sample.

    Parameters
    ----------
    x
        Where the curve is seen, (n,), not constant.
    y
        What is seen there, (n,), not constant.
    knots
        How many knots at most, evenly among the different values of x; at least two.

    Returns
    -------
    Smooths
        The fits.
    """
    from scipy.linalg import eigh

    values, counts, sums = _grouped(x, y - np.mean(y))
    basis, penalty = _splines(values[_spread(len(values), knots)], values)
    gram = (basis.T @ basis.multiply(counts[:, None])).toarray()
    unit = float(np.trace(gram) / np.trace(penalty))
    penalty = unit * penalty
    # splines over gaps weigh next to nothing: in their own units they do not drown in rounding
    own = 1.0 / np.sqrt(np.diagonal(gram + penalty))
    roughness, vectors = eigh(own[:, None] * penalty * own, own[:, None] * (gram + penalty) * own)
    roughness[:2] = 0.0  # straight lines are not penalised, exactly
    loadings = vectors.T @ (own * (basis.T @ sums))
    return Smooths(
        rows=len(y),
        total=float(np.sum((y - np.mean(y)) ** 2)),
        unit=unit,
        roughness=np.clip(roughness, 0.0, 1.0),
        loadings=loadings**2,
    )


def _grouped(x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the different values of x, how many rows have each, and the sums of y over them."""
    grain = GRAIN * centre_and_width(x)[1]
    _, first, group, counts = np.unique(
        np.floor(x / grain), return_index=True, return_inverse=True, return_counts=True
    )
    return x[first], counts.astype(np.float64), np.bincount(group, weights=y)


def _spread(count: int, wanted: int):
    return np.linspace(0, count - 1, min(count, wanted)).astype(np.intp)


def _splines(knots: Floats, values: Floats):
    """Return the B-splines of some knots at some values, and Ω, the products of their f''.

    f'' is a broken line with knots ``h`` apart, ``f'' = Σ_i (Db)_i hat_i`` with D the second
    differences of the coefficients; the products of hats are h/3 on the diagonal for each side
    and h/6 beside it.
    """
    from scipy.interpolate import BSpline

    padded = np.concatenate([np.repeat(knots[0], 3), knots, np.repeat(knots[-1], 3)])
    differences = np.eye(len(knots) + 2)
    for degree in (3, 2):
        inner = padded[3 - degree : len(padded) - 3 + degree]
        reach = inner[degree:] - inner[:-degree]
        differences = degree * np.diff(differences, axis=0) / reach[1:-1, None]
    h = np.diff(knots)
    hats = np.diag(np.r_[h, 0] + np.r_[0, h]) / 3 + (np.diag(h, 1) + np.diag(h, -1)) / 6
    return BSpline.design_matrix(values, padded, 3), differences.T @ hats @ differences
