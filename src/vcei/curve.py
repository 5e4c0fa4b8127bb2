r"""Curves through weighted samples: penalised cubic splines, as smooth as is most likely.

In the terms of :mod:`vcei.spline`, with weights W on the rows, a flat prior on straight lines and a
normal one on what bends, the marginal likelihood of a penalty λ is

    -½ [ (n - 2) log Q + Σ_{j>2} log(d_j / (λ t_j)) ],   Q = y'Wy - Σ_j c_j²/d_j

where the variance of a row of weight one is not known and the rows are n observations; where it is
v, Q/v stands for the first term. Curves can be asked for their values and slopes anywhere: beyond
the data they are straight.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from vcei.arrays import Floats
from vcei.errors import InputError
from vcei.spline import CubicSplines, cells, second_derivatives

PENALTIES = np.exp(np.linspace(np.log(1e-6), np.log(1e8), 57))
"""Strengths of the penalty that are tried."""

ROUNDING = 1e-10
"""Share of the sum of squares below which what a curve leaves is no more than rounding."""


@dataclass(frozen=True)
class Curve:
    """A cubic spline, straight beyond the data.

    Attributes
    ----------
    knots : Floats
        Knots with repeated ends, as B-splines have them.
    coefficients : Floats
        One for each B-spline.
    """

    knots: Floats
    coefficients: Floats

    def __call__(self, values: Floats) -> Floats:
        """Return the curve at some values."""
        spline = self._spline()
        inside = np.clip(values, self.knots[0], self.knots[-1])
        heights = np.asarray(spline(inside))
        out = values != inside
        if np.any(out):
            heights[out] += spline.derivative()(inside[out]) * (values - inside)[out]
        return heights

    def slope(self, values: Floats) -> Floats:
        """Return the derivative of the curve at some values."""
        inside = np.clip(values, self.knots[0], self.knots[-1])
        return np.asarray(self._spline().derivative()(inside))

    def _spline(self) -> Any:
        from scipy.interpolate import BSpline

        return BSpline(self.knots, self.coefficients, 3)


@dataclass(frozen=True)
class Smooth:
    """A curve that was put through a sample.

    Attributes
    ----------
    curve : Curve
        The curve.
    at_rows : Floats
        Its values at the rows of the sample, (n,).
    penalty : float
        What it pays for ∫ f''².
    degrees : float
        Its degrees of freedom: two for a straight line, one more for each bend that rows support.
    """

    curve: Curve
    at_rows: Floats
    penalty: float
    degrees: float


class Curves:
    """The splines at the places of some rows, and what bending costs them.

    Parameters
    ----------
    x
        Where the rows are, (n,), not constant.
    knots
        Most knots.
    """

    def __init__(self, x: Floats, knots: int) -> None:
        if np.ptp(x) == 0:
            msg = "A curve needs places that vary, but all of them are the same."
            raise InputError(msg)
        from scipy.interpolate import BSpline

        values, self.place = cells(x)
        self.knots = CubicSplines(min(knots, len(values))).padded_knots(values)
        differences, hats = second_derivatives(self.knots)
        # a curve by its ends and its bends: straight lines then bend by zero, not by rounding
        ends = np.eye(len(hats) + 2)[[0, -1]]
        self.coefficients = np.linalg.inv(np.concatenate([ends, differences]))
        self.penalty = np.pad(hats, ((2, 0), (2, 0)))
        splines = BSpline.design_matrix(values, self.knots, 3).toarray()
        self.curves: Floats = splines @ self.coefficients
        self.squares = np.sum(splines**2, axis=1)
        self.bend = float(np.sum(differences * (hats @ differences)))

    def weighted(self, weights: Floats, count: float | None = None) -> WeightedCurves:
        """Return the same curves with weights on the rows.

        Parameters
        ----------
        weights
            The weights of the rows, (n,).
        count
            How many observations the rows are; None counts each row of positive weight once.

        Returns
        -------
        WeightedCurves
            The curves.
        """
        return WeightedCurves(self, weights, count or float(np.sum(weights > 0)))


class WeightedCurves:
    """Curves through a weighted sample, at any penalty.

    Where the likeliest penalty is asked for, the Demmler-Reinsch basis gives all of them in one
    decomposition; a penalty that is known takes no more than a Cholesky factor.

    Parameters
    ----------
    curves
        The splines at the rows.
    weights
        The weights of the rows, (n,).
    count
        How many observations the rows are.
    """

    def __init__(self, curves: Curves, weights: Floats, count: float) -> None:
        self.of, self.curves, self.place = curves, curves.curves, curves.place
        self.weights, self.count, self.bending = weights, count, curves.penalty
        self.gram = self.curves.T @ (self._at_values(weights)[:, None] * self.curves)
        # the unit of penalties: as much bending as there are data, in terms of the B-splines
        support = float(self._at_values(weights) @ curves.squares)
        self.unit = support / curves.bend if curves.bend > 0 else 1.0
        self._solutions: dict[float, tuple[Floats, float]] = {}

    @cached_property
    def modes(self) -> tuple[Floats, Floats]:
        """The roughness of each curve of the basis, from zero to one, and its coefficients."""
        from scipy.linalg import eigh

        both = self.gram + self.unit * self.bending
        # curves over gaps in x weigh next to nothing: in their own units rounding spares them
        own = 1.0 / np.sqrt(np.diagonal(both))
        scale = np.outer(own, own)
        rough, vectors = eigh(scale * (self.unit * self.bending), scale * both)
        rough = np.clip(rough, 0.0, 1.0)
        rough[:2] = 0.0
        return rough, own[:, None] * vectors

    def smooth(
        self, y: Floats, penalty: float | None = None, variance: float | None = None
    ) -> Smooth:
        """Put the most likely curve through the sample.

        Parameters
        ----------
        y
            What is observed at the rows, (n,).
        penalty
            What ∫ f''² costs; None takes the most likely of :data:`PENALTIES`.
        variance
            The variance of a row of weight one, where it is known.

        Returns
        -------
        Smooth
            The curve.
        """
        pull = self.curves.T @ self._at_values(self.weights * y)
        if penalty is None:
            square = float((self.weights * y) @ y)
            coefficients, penalty, degrees = self._likeliest(pull, square, variance)
        else:
            coefficients, degrees = self._known(pull, penalty)
        return Smooth(
            curve=Curve(self.of.knots, self.of.coefficients @ coefficients),
            at_rows=(self.curves @ coefficients)[self.place],
            penalty=penalty,
            degrees=degrees,
        )

    def _known(self, pull: Floats, penalty: float) -> tuple[Floats, float]:
        """Return the coefficients and the degrees of freedom at a penalty."""
        if penalty not in self._solutions:
            matrix = self.gram + penalty * self.bending
            own = 1.0 / np.sqrt(np.diagonal(matrix))
            scale = np.outer(own, own)
            try:
                half = np.linalg.inv(np.linalg.cholesky(scale * matrix))
            except np.linalg.LinAlgError:  # some curves have next to no support
                return self._at(pull, penalty / self.unit)
            solution = scale * (half.T @ half)
            self._solutions[penalty] = solution, float(np.sum(solution * self.gram))
        solution, degrees = self._solutions[penalty]
        return solution @ pull, degrees

    def _at(self, pull: Floats, strength: float) -> tuple[Floats, float]:
        rough, vectors = self.modes
        support = 1.0 - rough
        divisor = support + strength * rough
        return vectors @ (vectors.T @ pull / divisor), float(np.sum(support / divisor))

    def _at_values(self, rows: Floats) -> Floats:
        return np.bincount(self.place, rows).astype(np.float64)

    def _likeliest(
        self, pull: Floats, square: float, variance: float | None
    ) -> tuple[Floats, float, float]:
        """Return coefficients, penalty and degrees of freedom of the likeliest curve."""
        rough, vectors = self.modes
        along = vectors.T @ pull
        divisor = (1.0 - rough) + PENALTIES[:, None] * rough
        left = np.maximum(square - np.sum(along**2 / divisor, axis=1), ROUNDING * square)
        prior = PENALTIES[:, None] * np.maximum(rough[2:], 1e-12)
        spent = np.log(divisor[:, 2:] / prior).sum(axis=1)
        fit = (self.count - 2.0) * np.log(left) if variance is None else left / variance
        strength = float(PENALTIES[np.argmin(fit + spent)])
        coefficients, degrees = self._at(pull, strength)
        return coefficients, strength * self.unit, degrees
