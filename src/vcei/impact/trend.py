"""Impact as a function of variation strength: a mechanism that holds shows no trend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vcei.errors import InputError


@dataclass(frozen=True)
class Trend:
    """A straight line through impacts at several strengths.

    Attributes
    ----------
    slope : float
        Change of impact per unit of strength.
    error : float
        Standard error of the slope.
    level : float
        The line's impact at strength zero.
    """

    slope: float
    error: float
    level: float


def fit_trend(strengths: Sequence[float], impacts: Sequence[float]) -> Trend:
    """Regress impacts on strengths by least squares.

    Paper: trend as a score.

    With centred strengths t the slope is Σ t S / Σ t², and its squared standard error
    Σ residual² / ((n - 2) Σ t²).

    Parameters
    ----------
    strengths
        The caps b_α of the variations, at least three different ones.
    impacts
        The impact of each.

    Returns
    -------
    Trend
        Slope, its standard error, and level.

    Raises
    ------
    InputError
        If a line with an error cannot be fitted.

    Examples
    --------
    >>> fit_trend([0.0, 1.0, 2.0], [1.0, 3.0, 5.0])
    Trend(slope=2.0, error=0.0, level=1.0)
    """
    b, S = np.asarray(strengths, dtype=np.float64), np.asarray(impacts, dtype=np.float64)
    if len(b) != len(S) or len(np.unique(b)) < 3:
        msg = f"A trend needs at least three different strengths; {list(strengths)} came."
        raise InputError(msg)
    t = b - b.mean()
    slope = float(t @ S / (t @ t))
    level = float(S.mean() - slope * b.mean())
    residual = S - level - slope * b
    error = float(np.sqrt(residual @ residual / (len(b) - 2) / (t @ t)))
    return Trend(slope, error, level)
