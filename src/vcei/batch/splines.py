"""Cubic splines at the rows of many samples, and what bending costs them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vcei.arrays import Array, Floats, namespace
from vcei.errors import InputError
from vcei.scaling import centre_and_width, interquartile
from vcei.spline import GRAIN, cells, evenly


@dataclass(frozen=True)
class Places:
    """Where the rows of a batch are, and the knots of their splines.

    Attributes
    ----------
    values : Array
        Causes, those that count as equal made so, (B, n); anything where there is no row.
    knots : Array
        Knots with repeated ends, (B, m).
    """

    values: Array
    knots: Array

    @classmethod
    def sorted(cls, causes: Array, knots: int) -> Places:
        """Lay out causes of one length whose rows are in rising order, on their own device.

        Parameters
        ----------
        causes
            Columns without ties, each sorted, (B, n).
        knots
            How many knots, at most as many as there are rows that do not count as equal.

        Returns
        -------
        Places
            As :meth:`of` gives them.
        """
        xp = namespace(causes)
        size = causes.shape[1]
        place = xp.arange(size, device=causes.device)[None, :] + xp.zeros_like(
            causes, dtype=xp.int64
        )
        cell = xp.floor(causes / (GRAIN * interquartile(causes)))
        first = xp.concat([place[:, :1] == 0, cell[:, 1:] > cell[:, :-1]], axis=1)
        # where the different values are, in order, and beyond them the number of rows
        different = xp.sort(xp.where(first, place, xp.full_like(place, size)), axis=1)
        rank = xp.cumulative_sum(xp.astype(first, xp.int64), axis=1) - 1
        own = xp.take_along_axis(different, rank, axis=1)
        ranks = xp.arange(knots, device=causes.device)[None, :] * rank[:, -1:] // (knots - 1)
        chosen = xp.take_along_axis(causes, xp.take_along_axis(different, ranks, axis=1), axis=1)
        ends = [chosen[:, :1]] * 3, [chosen[:, -1:]] * 3
        padded = xp.concat([*ends[0], chosen, *ends[1]], axis=1)
        return cls(xp.take_along_axis(causes, own, axis=1), padded)

    @classmethod
    def of(cls, causes: Sequence[Floats], knots: int) -> Places:
        """Lay out causes, each of its own length.

        Parameters
        ----------
        causes
            Columns that vary.
        knots
            How many knots.

        Returns
        -------
        Places
            NumPy arrays, as wide as the longest cause.

        Raises
        ------
        InputError
            If a cause has fewer different values than knots: it needs splines of its own.
        """
        width = max(map(len, causes))
        values = np.zeros((len(causes), width))
        chosen = np.zeros((len(causes), knots))
        for i, cause in enumerate(causes):
            different, snapped = _different(cause)
            if len(different) < knots:
                msg = f"Expected at least {knots} different values; {len(different)} came."
                raise InputError(msg)
            values[i, : len(cause)] = snapped
            values[i, len(cause) :] = different[0]
            chosen[i] = evenly(different, knots)
        padded = np.pad(chosen, ((0, 0), (3, 3)), mode="edge")
        return cls(values, padded)

    def on(self, like: Array) -> Places:
        """Return the same places as arrays of the library, and on the device, of another array."""
        xp = namespace(like)
        moved = (xp.asarray(each, device=like.device) for each in (self.values, self.knots))
        return type(self)(*moved)


def _different(cause: Floats) -> tuple[Floats, Floats]:
    """Return the different values of a cause, and the cause with those that count as equal so."""
    ordered = np.sort(cause)
    if np.min(np.diff(ordered)) > 2 * GRAIN * centre_and_width(cause)[1]:
        return ordered, cause  # as most are: then nothing need be counted
    different, place = cells(cause)
    return different, different[place]


def b_splines(values: Array, knots: Array) -> Array:
    """Return the cubic B-splines at values, by the recursion of Cox and de Boor.

    Parameters
    ----------
    values
        Places within the knots, (B, n).
    knots
        Knots with repeated ends, (B, m).

    Returns
    -------
    Array
        The splines, (B, n, m - 4).
    """
    xp = namespace(values)
    at, t = values[:, :, None], knots[:, None, :]
    last = t[:, :, -1:]
    # the last interval is closed: a row lies at its end
    inside = xp.logical_and(t[:, :, :-1] <= at, at < t[:, :, 1:])
    closing = xp.logical_and(at == last, xp.logical_and(t[:, :, 1:] == last, t[:, :, :-1] < last))
    found = xp.astype(xp.logical_or(inside, closing), values.dtype)
    for degree in (1, 2, 3):
        up = _share(xp, at - t[:, :, : -degree - 1], t[:, :, degree:-1] - t[:, :, : -degree - 1])
        down = _share(xp, t[:, :, degree + 1 :] - at, t[:, :, degree + 1 :] - t[:, :, 1:-degree])
        found = up * found[:, :, :-1] + down * found[:, :, 1:]
    return found


def _share(xp, part: Array, whole: Array) -> Array:  # type: ignore[no-untyped-def]
    there = whole > 0
    return xp.where(there, part / xp.where(there, whole, xp.ones_like(whole)), 0.0 * part)


def second_derivatives(knots: Array) -> tuple[Array, Array]:
    """Return what :func:`vcei.spline.second_derivatives` does, of each sample.

    Parameters
    ----------
    knots
        Knots with repeated ends, (B, k + 4).

    Returns
    -------
    tuple[Array, Array]
        Matrices (B, k - 2, k) and (B, k - 2, k - 2).
    """
    xp = namespace(knots)
    size = knots.shape[1] - 4
    one = xp.eye(size, dtype=knots.dtype, device=knots.device)
    differences = xp.broadcast_to(one, (knots.shape[0], size, size))
    for degree in (3, 2):
        low = 4 - degree
        reach = knots[:, 4:-low] - knots[:, low:-4]
        differences = degree * (differences[:, 1:, :] - differences[:, :-1, :]) / reach[:, :, None]
    gap = knots[:, 4:-3] - knots[:, 3:-4]
    none = xp.zeros_like(gap[:, :1])
    before, after = xp.concat([none, gap], axis=1), xp.concat([gap, none], axis=1)
    one = xp.eye(size - 2, dtype=knots.dtype, device=knots.device)
    above = xp.concat([xp.zeros_like(one[:, :1]), one[:, :-1]], axis=1)  # ones above the diagonal
    beside = after[:, :, None] * above + before[:, :, None] * xp.matrix_transpose(above)
    return differences, (before + after)[:, :, None] * one / 3.0 + beside / 6.0


def heights(knots: Array, coefficients: Array, values: Array) -> Array:
    """Return curves at any values; beyond the knots they are straight.

    Parameters
    ----------
    knots
        Knots with repeated ends, (B, m).
    coefficients
        One for each B-spline, (B, m - 4).
    values
        Where, (B, n).

    Returns
    -------
    Array
        The heights, (B, n).
    """
    xp = namespace(coefficients)
    low, high = knots[:, :1], knots[:, -1:]
    inside = xp.minimum(xp.maximum(values, low), high)
    found = _inside(xp, knots, coefficients, inside)
    rise = 3.0 * (coefficients[:, 1:2] - coefficients[:, :1]) / (knots[:, 4:5] - low)
    fall = 3.0 * (coefficients[:, -1:] - coefficients[:, -2:-1]) / (high - knots[:, -5:-4])
    return found + xp.where(values < low, rise, fall) * (values - inside)


def _inside(xp, knots: Array, coefficients: Array, values: Array) -> Array:  # type: ignore[no-untyped-def]
    """Return curves at values within the knots, of four splines each, by de Boor's recursion."""
    before = knots[:, None, 4:-4] <= values[:, :, None]
    first = xp.sum(xp.astype(before, xp.int64), axis=2)  # of the four splines that are not zero
    knot = [xp.take_along_axis(knots, first + i, axis=1) for i in range(1, 7)]
    first = first + xp.zeros_like(coefficients[:, :1], dtype=xp.int64)
    part = [xp.take_along_axis(coefficients, first + i, axis=1) for i in range(4)]
    for degree in (3, 2, 1):
        part = [
            below + (values - left) / (right - left) * (above - below)
            for below, above, left, right in zip(
                part[:-1], part[1:], knot[3 - degree : 3], knot[3 : 3 + degree], strict=True
            )
        ]
    return part[0]
