"""Differential entropy of a sample, by spacings; ties are undone first.

``H = mean over i of log( n (v_(i+m) - v_(i-m)) / (number of steps between) )``, with the m-th
neighbours on either side of the sorted values, fewer at the ends. Vasicek, JRSS B 38, 1976, with
the correction of Ebrahimi, Pflughoeft and Soofi, 1994, at the ends.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vcei.arrays import Floats

Index: TypeAlias = npt.NDArray[np.intp]

OF_NORMAL = 0.5 * math.log(2 * math.pi * math.e)
"""The entropy of a normal distribution of variance one: no other has as much."""

CLOSEST = 1e-10
"""Spacings below this many standard deviations are no longer told apart."""


def entropy(values: Floats) -> float:
    """Return the entropy of a sample, in nats.

    Parameters
    ----------
    values
        A sample that varies, (n,).

    Returns
    -------
    float
        The entropy. Twice the values have log 2 more.

    Examples
    --------
    >>> grid = np.linspace(0, 1, 10_001)
    >>> round(entropy(grid), 2)  # uniform on [0, 1]
    0.0
    """
    ordered = np.sort(untied(values))
    n = len(ordered)
    reach = max(1, round(math.sqrt(n) / 2))
    place = np.arange(n)
    low, high = np.maximum(place - reach, 0), np.minimum(place + reach, n - 1)
    gaps = np.maximum(ordered[high] - ordered[low], CLOSEST * (float(np.std(ordered)) or 1.0))
    return float(np.mean(np.log(n * gaps / (high - low))))


def untied(values: Floats) -> Floats:
    """Spread equal values evenly over the cell that lies around them.

    A rounded column has entropy minus infinity; what is asked for is that of the quantity before
    it was rounded. A cell reaches half-way to the neighbouring values.

    Parameters
    ----------
    values
        A sample that varies, (n,).

    Returns
    -------
    Floats
        The sample, (n,); values that stand alone stay where they are.
    """

    def evenly(place: Index, counts: Index) -> Floats:
        order = np.argsort(place, kind="stable")
        turn = np.empty(len(values))
        turn[order] = np.arange(len(values)) - np.repeat(np.cumsum(counts) - counts, counts)
        return (turn + 0.5) / counts[place]

    return _spread(values, evenly)


def jittered(values: Floats, rng: np.random.Generator) -> Floats:
    """Draw what equal values may have been before they were rounded, each by itself.

    As :func:`untied`, but at random, so that no order of the rows is written into the sample.

    Parameters
    ----------
    values
        A sample that varies, (n,).
    rng
        The generator.

    Returns
    -------
    Floats
        The sample, (n,); values that stand alone stay where they are.
    """
    return _spread(values, lambda place, _counts: rng.random(len(place)))


def _spread(values: Floats, shares: Callable[[Index, Index], Floats]) -> Floats:
    """Put tied values at some shares, from zero to one, of the way through their cells."""
    different, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    if len(different) == len(values):
        return values
    middle = 0.5 * (different[1:] + different[:-1])
    left = np.append(2 * different[0] - middle[0], middle)
    right = np.append(middle, 2 * different[-1] - middle[-1])
    spread = left[place] + shares(place, counts) * (right - left)[place]
    return np.where(counts[place] > 1, spread, values)
