"""RECI: the cause predicts the effect with less error than the other way round.

``score = MSE(x | y) - MSE(y | x)``, both columns on [0, 1], errors of least-squares fits of

- ``polynomial``: y = c₀ + c₁x + ... + c_d x^d;
- ``monomial``: y = a + b x^d;
- ``logistic``: y = a + (b - a) / (1 + exp(c (d - x))).

Blöbaum, Janzing, Washio, Shimizu, Schölkopf: Cause-effect inference by comparing regression
errors, AISTATS 2018. They average over random splits into rows to fit and rows to predict, and may
first drop rows where the data are thin; here the errors are those of the fitted rows, all of them,
since two to ten coefficients leave no room to overfit. The Causal Discovery Toolbox fits the
monomial of degree three only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np

from vcei.arrays import Floats
from vcei.errors import InputError
from vcei.pair import Pair
from vcei.scaling import to_unit_interval

HIGHEST_DEGREE = 9
"""The highest of the paper; beyond it least squares start to lose digits."""

LOG_STEEPNESS = (np.log(1e-2), np.log(1e3))
"""From what is a straight line on [0, 1] to what is a step."""

MIDDLE = (-1.0, 2.0)
"""Where the logistic curve may turn."""


@dataclass(frozen=True)
class RECI:
    """Compare the errors of regression in both directions.

    Attributes
    ----------
    family : str
        The curves to fit: ``polynomial``, ``monomial`` or ``logistic``.
    degree : int
        Degree of a polynomial or monomial, 1 to 9.
    """

    family: str = "polynomial"
    degree: int = 3

    def __post_init__(self) -> None:
        if self.family not in FAMILIES:
            msg = f"Expected a family among {', '.join(FAMILIES)}; {self.family!r} came."
            raise InputError(msg)
        if self.degree not in range(1, HIGHEST_DEGREE + 1):
            msg = f"Expected a degree from 1 to {HIGHEST_DEGREE}; {self.degree!r} came."
            raise InputError(msg)

    def score(self, pair: Pair, rng: np.random.Generator) -> float:  # noqa: ARG002
        """Return how much larger the error is from y to x than from x to y."""
        x, y = to_unit_interval(pair.x), to_unit_interval(pair.y)
        error = FAMILIES[self.family]
        return error(y, x, self.degree) - error(x, y, self.degree)


def _polynomial(cause: Floats, effect: Floats, degree: int) -> float:
    # the Legendre polynomials span the same curves as powers do, and lose no digits
    basis = np.polynomial.legendre.legvander(2.0 * cause - 1.0, degree)
    coefficients = np.linalg.lstsq(basis, effect, rcond=None)[0]
    return float(np.mean((effect - basis @ coefficients) ** 2))


def _monomial(cause: Floats, effect: Floats, degree: int) -> float:
    return _error_of_line(cause**degree, effect)


def _logistic(cause: Floats, effect: Floats, degree: int) -> float:  # noqa: ARG001
    """Return the least error over steepness and middle; a and b are then those of a line.

    The curve's mirror image needs no negative steepness: a and b change places.
    """
    from scipy.optimize import minimize
    from scipy.special import expit

    def error(theta: Floats) -> float:
        return _error_of_line(expit(np.exp(theta[0]) * (cause - theta[1])), effect)

    starts = product(np.log([2.0, 8.0, 32.0]), np.linspace(0.0, 1.0, 5))
    best = min((np.array(start) for start in starts), key=error)
    found = minimize(error, best, method="Nelder-Mead", bounds=(LOG_STEEPNESS, MIDDLE))
    return float(found.fun)


def _error_of_line(curve: Floats, effect: Floats) -> float:
    """Return the mean square of effect less its best a + b curve."""
    curve, effect = curve - np.mean(curve), effect - np.mean(effect)
    size = curve @ curve
    slope = (curve @ effect) / size if size > 0 else 0.0
    return float(np.mean((effect - slope * curve) ** 2))


FAMILIES: Mapping[str, Callable[[Floats, Floats, int], float]] = {
    "polynomial": _polynomial,
    "monomial": _monomial,
    "logistic": _logistic,
}
"""Least mean squared error of predicting an effect from a cause, by family of curves."""
