r"""Penalised curves through one sample, at every strength of the penalty at once.

A curve ``f = Σ_j b_j B_j`` of some basis minimises, for a strength λ,

    Σ_i (y_i - f(x_i))² + λ ∫ f''(u)² du

With G = B'B and Ω the products of second derivatives, in units of ρ = tr G / tr Ω, one
decomposition serves all λ:

    V'(G + Ω)V = I,   V'ΩV = diag(t),   c = V'B'y,   g = 1 - t,   d = g + λt
    degrees of freedom  Σ_j g_j / d_j
    sum of squares      y'y - Σ_j c_j² (2 d_j - g_j) / d_j²

G + Ω has full rank even where G has not, as with a knot at every value. Rows of equal x share a
row of B: n rows cost a sort, the rest depends on how many different values there are.

Demmler, Reinsch: Oscillation matrices with spline smoothing, Numerische Mathematik 1975. Eilers,
Marx: Flexible smoothing with B-splines and penalties, Statistical Science 1996. Wood: Thin plate
regression splines, JRSS B 2003.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from vcei.arrays import Floats
from vcei.scaling import centre_and_width

GRAIN = 1e-6
"""Values closer than this many interquartile ranges are one, as they are to R's smooth.spline."""

ROUNDING = 1e-12
"""Share of the sum of squares below which what a curve leaves is no more than rounding."""

SITES = 300
"""Points that thin plates start from: with more of them, scores change in the third digit."""


class Basis(Protocol):
    """A family of curves to choose from."""

    def at(self, values: Floats) -> tuple[Any, Floats]:
        """Return the curves at sorted, different values, sparse (u, k), and their Ω, (k, k)."""
        ...


@dataclass(frozen=True)
class Smooths:
    """All penalised curves through one sample, by the strength λ of the penalty.

    Attributes
    ----------
    rows : int
        How many rows there are, n.
    total : float
        y'y with y centred: what the best constant leaves.
    unit : float
        ρ: a strength of one stands for this many times ∫ f''².
    roughness : Floats
        t, from zero for straight lines to one for curves that no row supports, (k,).
    loadings : Floats
        c², (k,).
    """

    rows: int
    total: float
    unit: float
    roughness: Floats
    loadings: Floats

    def degrees(self, strengths: Floats) -> Floats:
        """Return the degrees of freedom of the curves, the traces of their smoothing matrices.

        Parameters
        ----------
        strengths
            λ > 0, (m,).

        Returns
        -------
        Floats
            From two upwards, (m,).
        """
        support, divisor = self._shares(strengths)
        return np.sum(support / divisor, axis=1)

    def residual(self, strengths: Floats) -> Floats:
        """Return the sums of squares that the curves leave.

        Parameters
        ----------
        strengths
            λ > 0, (m,).

        Returns
        -------
        Floats
            Sums above zero, (m,).
        """
        support, divisor = self._shares(strengths)
        explained = ((2.0 * divisor - support) / divisor**2) @ self.loadings
        return np.maximum(self.total - explained, ROUNDING * self.total)

    def _shares(self, strengths: Floats) -> tuple[Floats, Floats]:
        support = 1.0 - self.roughness
        return support, support + np.outer(strengths, self.roughness)


def smooths(basis: Basis, x: Floats, y: Floats) -> Smooths:
    """Put penalised curves of every strength through a sample.

    Parameters
    ----------
    basis
        The curves to choose from.
    x
        Where they are observed, (n,), not constant.
    y
        What is observed there, (n,), not constant.

    Returns
    -------
    Smooths
        The curves.
    """
    from scipy.linalg import eigh

    y = y - np.mean(y)
    values, counts, sums = _grouped(x, y)
    curves, omega = basis.at(values)
    gram = (curves.T @ curves.multiply(counts[:, None])).toarray()
    bend = np.trace(omega)
    unit = float(np.trace(gram) / bend) if bend > 0 else 1.0  # straight lines alone do not bend
    both = gram + unit * omega
    # curves over gaps in x weigh next to nothing: in their own units rounding spares them
    own = 1.0 / np.sqrt(np.diagonal(both))
    scale = np.outer(own, own)
    roughness, vectors = eigh(scale * unit * omega, scale * both)
    roughness[:2] = 0.0
    loadings = vectors.T @ (own * (curves.T @ sums))
    return Smooths(len(y), float(y @ y), unit, np.clip(roughness, 0.0, 1.0), loadings**2)


@dataclass(frozen=True)
class CubicSplines:
    """B-splines of degree three with knots at values of x, evenly by rank.

    Attributes
    ----------
    knots : int
        How many, at least two; fewer where x has fewer values.
    """

    knots: int

    def padded_knots(self, values: Floats) -> Floats:
        """Return the knots for sorted, different values, the ends repeated."""
        return np.pad(evenly(values, self.knots), 3, mode="edge")

    def at(self, values: Floats) -> tuple[Any, Floats]:
        """Return the B-splines and Ω.

        f'' is a broken line, ``Σ_i (Db)_i hat_i``, D being the second differences of the
        coefficients; the product of two hats is a third of the gaps on the diagonal and a sixth
        beside it.
        """
        from scipy.interpolate import BSpline

        padded = self.padded_knots(values)
        differences, hats = second_derivatives(padded)
        return BSpline.design_matrix(values, padded, 3), differences.T @ hats @ differences


def second_derivatives(padded: Floats) -> tuple[Floats, Floats]:
    """Return D, which makes f'' at the knots of the coefficients, and the products of two hats.

    Parameters
    ----------
    padded
        The knots, their ends repeated, (k + 4,).

    Returns
    -------
    tuple[Floats, Floats]
        Matrices (k - 2, k) and (k - 2, k - 2); Ω is D' hats D.
    """
    knots = padded[3:-3]
    differences = np.eye(len(knots) + 2)
    for degree in (3, 2):
        reach = padded[4:-1] - padded[1:-4] if degree == 3 else padded[4:-2] - padded[2:-4]
        differences = degree * np.diff(differences, axis=0) / reach[:, None]
    gap = np.diff(knots)
    beside = np.diag(gap, 1) + np.diag(gap, -1)
    return differences, np.diag(np.append(gap, 0.0) + np.insert(gap, 0, 0.0)) / 3.0 + beside / 6.0


@dataclass(frozen=True)
class ThinPlates:
    """Thin plates in one dimension: the natural cubic splines that vary most.

    Of all natural cubic splines ``Σ_i δ_i |u - x_i|³/12 + a + bu`` with knots at the values of x,
    δ is kept to the leading eigenvectors of ``E = |x_i - x_j|³/12``. Where x has many values,
    some of them, evenly by rank, stand for all.

    Attributes
    ----------
    size : int
        How many curves, at least two; fewer where x has fewer values.
    """

    size: int

    def at(self, values: Floats) -> tuple[Any, Floats]:
        """Return the natural splines and Ω = δ'Eδ.

        E is that of sites of width one; in units of x, second derivatives fall by the square of
        the width and lengths grow by it, hence its third power.
        """
        from scipy.interpolate import CubicSpline
        from scipy.linalg import null_space
        from scipy.sparse import csr_array

        sites = evenly(values, SITES)
        width = sites.std()
        inner = (sites - sites.mean()) / width  # of width one: what is leading has no unit
        reach = np.abs(inner[:, None] - inner) ** 3 / 12.0
        sizes, vectors = np.linalg.eigh(reach)
        leading = np.argsort(-np.abs(sizes))[: self.size]
        lines = np.column_stack([np.ones_like(inner), inner])
        # δ must not see straight lines, or its ∫ f''² would be infinite
        free = vectors[:, leading] @ null_space(lines.T @ vectors[:, leading])
        at_sites = np.column_stack([lines, reach @ free])
        omega = np.zeros((at_sites.shape[1],) * 2)
        omega[2:, 2:] = free.T @ reach @ free / width**3
        return csr_array(CubicSpline(sites, at_sites, bc_type="natural")(values)), omega


def evenly(values: Floats, wanted: int) -> Floats:
    """Return some of sorted values, evenly by rank, both ends among them; of few values all."""
    count = min(len(values), wanted)
    # in whole numbers: a rank that is one but for rounding would be another elsewhere
    return values[np.arange(count) * (len(values) - 1) // max(count - 1, 1)]


def cells(x: Floats) -> tuple[Floats, npt.NDArray[np.intp]]:
    """Return the different values of a sample, and which of them each row has.

    Parameters
    ----------
    x
        A sample that varies, (n,).

    Returns
    -------
    tuple[Floats, npt.NDArray[np.intp]]
        The values in rising order, (u,), closer ones than :data:`GRAIN` taken for one; and the
        place of each row's value among them, (n,).
    """
    order = np.argsort(x, kind="stable")
    ordered = x[order]
    cell = np.floor(ordered / (GRAIN * centre_and_width(x)[1]))
    first = np.insert(np.diff(cell) > 0, 0, True)
    place = np.empty(len(x), dtype=np.intp)
    place[order] = np.cumsum(first) - 1
    return ordered[first], place


def _grouped(x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the different values of x, how many rows have each, and the sums of y over them."""
    values, place = cells(x)
    counts, sums = np.bincount(place), np.bincount(place, y)
    return values, counts.astype(np.float64), sums.astype(np.float64)
