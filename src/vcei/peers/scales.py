"""The two scales on which the published methods work."""

from __future__ import annotations

import numpy as np

from vcei.arrays import Floats


def to_unit_variance(values: Floats) -> Floats:
    """Return values with mean zero and variance one (divisor n - 1).

    Parameters
    ----------
    values
        A column that is not constant, (n,).

    Returns
    -------
    Floats
        The column, standardised.
    """
    return (values - np.mean(values)) / np.std(values, ddof=1)


def to_unit_interval(values: Floats) -> Floats:
    """Return values from zero to one.

    Parameters
    ----------
    values
        A column that is not constant, (n,).

    Returns
    -------
    Floats
        The column, shifted and scaled.
    """
    low = np.min(values)
    return (values - low) / (np.max(values) - low)
