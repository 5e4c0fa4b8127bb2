"""Where a column lies and how wide it is, in a way that a few wild values cannot move."""

from __future__ import annotations

import numpy as np

from vcei.arrays import Array, Floats

FARTHEST = 1e6
"""Standardised values are held within this many interquartile ranges of the median."""


def centre_and_width(values: Floats) -> tuple[Floats, Floats]:
    """Return the median and the interquartile range of each column.

    Where more than half of the values are the same, the interquartile range is zero; the
    standard deviation then takes its place.

    Parameters
    ----------
    values
        Finite numbers, (n,) or (n, d).

    Returns
    -------
    tuple[Floats, Floats]
        The centre and the width; the width is zero only for a constant column.
    """
    low, centre, high = np.quantile(values, [0.25, 0.5, 0.75], axis=0)
    width = high - low
    return centre, np.where(width > 0, width, np.std(values, axis=0))


def standardize(values: Floats) -> Floats:
    """Subtract the median and divide by the interquartile range.

    Paper: robust scaling.

    Results beyond a million are held there, for farther away says no more.

    Parameters
    ----------
    values
        Finite numbers, (n,) or (n, d).

    Returns
    -------
    Floats
        Numbers without a unit; zeros for a constant column.
    """
    near_one = _near_one(values)
    centre, width = centre_and_width(near_one)
    safe = np.where(width > 0, width, 1.0)
    with np.errstate(over="ignore"):
        return np.clip((near_one - centre) / safe, -FARTHEST, FARTHEST)


def _near_one(values: Floats) -> Floats:
    """Divide by a power of two: neither denormals nor numbers close to overflow lose anything."""
    return np.ldexp(values, -np.frexp(np.max(np.abs(values), axis=0))[1])


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
    near_one = _near_one(values)
    return (near_one - np.mean(near_one)) / np.std(near_one, ddof=1)


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
    near_one = _near_one(values)
    low = np.min(near_one)
    return (near_one - low) / (np.max(near_one) - low)


def normal_scores(values: Floats) -> Floats:
    """Return the normal quantiles of the ranks, ``Φ⁻¹(rank / (n + 1))``.

    Parameters
    ----------
    values
        A column, (n,); equal values share their mean rank.

    Returns
    -------
    Floats
        Numbers that keep the order of the values and nothing else.
    """
    from scipy.special import ndtri

    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    rank = last - 0.5 * (counts - 1)
    return np.asarray(ndtri(rank / (len(values) + 1)))[place]


def quantile(ordered: Array, share: float) -> Array:
    """Return a quantile of sorted samples, between the two nearest values, as NumPy has it.

    Parameters
    ----------
    ordered
        Samples in rising order, of any library, (B, n).
    share
        From zero to one.

    Returns
    -------
    Array
        The quantiles, (B, 1).
    """
    at = share * (ordered.shape[1] - 1)
    low = int(at)
    high = min(low + 1, ordered.shape[1] - 1)
    below, above = ordered[:, low : low + 1], ordered[:, high : high + 1]
    return below + (above - below) * (at - low)


def interquartile(ordered: Array) -> Array:
    """Return the interquartile ranges of samples in rising order, (B, 1)."""
    return quantile(ordered, 0.75) - quantile(ordered, 0.25)
