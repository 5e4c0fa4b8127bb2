r"""Curves through weighted samples: penalised cubic splines, as smooth as is most likely.

In the terms of :mod:`vcei.spline`, with weights W on the rows, a flat prior on straight lines and a
normal one on what bends, the marginal likelihood of a penalty λ is

    -½ [ (n - 2) log Q + Σ_{j>2} log(d_j / (λ t_j)) ],   Q = y'Wy - Σ_j c_j²/d_j

where the variance of a row of weight one is not known; where it is v, Q/v stands for the first
term. Curves can be asked for their values and slopes anywhere: beyond the data they are straight.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from vcei.arrays import Floats
from vcei.errors import InputError
from vcei.spline import CubicSplines, cells

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
        values, self.place = cells(x)
        splines = CubicSplines(min(knots, len(values)))
        curves, self.penalty = splines.at(values)
        self.knots = splines.padded_knots(values)
        self.curves: Floats = curves.toarray()

    def weighted(self, weights: Floats) -> WeightedCurves:
        """Return the same curves with weights on the rows, (n,)."""
        return WeightedCurves(self, weights)


class WeightedCurves:
    """The Demmler-Reinsch basis of a weighted sample: one decomposition for all penalties.

    Parameters
    ----------
    curves
        The splines at the rows.
    weights
        The weights of the rows, (n,).
    """

    def __init__(self, curves: Curves, weights: Floats) -> None:
        from scipy.linalg import eigh

        self.place, self.knots, self.weights = curves.place, curves.knots, weights
        gram = curves.curves.T @ (self._at_values(weights)[:, None] * curves.curves)
        bend = float(np.trace(curves.penalty))
        self.unit = float(np.trace(gram)) / bend if bend > 0 else 1.0
        both = gram + self.unit * curves.penalty
        # curves over gaps in x weigh next to nothing: in their own units rounding spares them
        own = 1.0 / np.sqrt(np.diagonal(both))
        scale = np.outer(own, own)
        rough, vectors = eigh(scale * (self.unit * curves.penalty), scale * both)
        self.rough = np.clip(rough, 0.0, 1.0)
        self.rough[:2] = 0.0
        self.vectors = own[:, None] * vectors
        self.modes = curves.curves @ self.vectors

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
        pull = self.modes.T @ self._at_values(self.weights * y)
        if penalty is None:
            strength = self._likeliest(pull, float((self.weights * y) @ y), variance)
        else:
            strength = penalty / self.unit
        support = 1.0 - self.rough
        divisor = support + strength * self.rough
        solved = pull / divisor
        return Smooth(
            curve=Curve(self.knots, self.vectors @ solved),
            at_rows=(self.modes @ solved)[self.place],
            penalty=strength * self.unit,
            degrees=float(np.sum(support / divisor)),
        )

    def _at_values(self, rows: Floats) -> Floats:
        return np.bincount(self.place, rows).astype(np.float64)

    def _likeliest(self, pull: Floats, square: float, variance: float | None) -> float:
        divisor = (1.0 - self.rough) + PENALTIES[:, None] * self.rough
        left = np.maximum(square - np.sum(pull**2 / divisor, axis=1), ROUNDING * square)
        prior = PENALTIES[:, None] * np.maximum(self.rough[2:], 1e-12)
        spent = np.log(divisor[:, 2:] / prior).sum(axis=1)
        if variance is None:
            fit = (float(np.sum(self.weights > 0)) - 2.0) * np.log(left)
        else:
            fit = left / variance
        return float(PENALTIES[np.argmin(fit + spent)])
