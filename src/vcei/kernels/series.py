"""Kernels of time series, each (length,) or (length, channels); lengths may differ."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from vcei.arrays import BLOCK_ENTRIES, Array, Floats, as_points
from vcei.errors import InputError
from vcei.kernels.base import squared_distances
from vcei.kernels.values import OfValues


@dataclass(frozen=True)
class OfSeries(OfValues):
    """A kernel of series found by dynamic programming, divided so that k(x, x) = 1."""

    @abstractmethod
    def log_raw(self, left: Floats, right: Floats, ends: npt.NDArray[np.intp]) -> Floats:
        """Return log k before the division, of one series with each of many padded ones.

        Parameters
        ----------
        left
            One series, (length, channels).
        right
            Series padded to one length, (m, longest, channels).
        ends
            Their true lengths, (m,).

        Returns
        -------
        Floats
            The logarithms, (m,).
        """

    @cached_property
    def _known(self) -> list[Floats]:
        return [_series(value) for value in self.values]

    @cached_property
    def _own(self) -> Floats:
        return np.array([self._against(one, [one])[0] for one in self._known])

    def _against(self, one: Floats, many: Sequence[Floats]) -> Floats:
        ends = np.array([len(series) for series in many])
        step = max(1, BLOCK_ENTRIES // (len(one) * int(ends.max())))
        parts = []
        for start in range(0, len(many), step):
            some, stops = many[start : start + step], ends[start : start + step]
            padded = np.zeros((len(some), int(stops.max()), one.shape[1]))
            for row, series in enumerate(some):
                padded[row, : len(series)] = series
            parts.append(self.log_raw(one, padded, stops))
        return np.concatenate(parts)

    def _gram(
        self, left: Sequence[Floats], right: Sequence[Floats], own: Any, other: Any
    ) -> Floats:
        logs = np.array([self._against(one, right) for one in left])
        return np.exp(logs - 0.5 * (own[:, None] + other[None, :]))

    def compare(self, left: Sequence[Any], right: Sequence[Any]) -> Floats:
        """Align every series of one list with every series of the other."""
        lists = [[_series(value) for value in part] for part in (left, right)]
        own, other = (np.array([self._against(s, [s])[0] for s in part]) for part in lists)
        return self._gram(lists[0], lists[1], own, other)

    def column(self, place: int) -> Floats:
        """Align one series with all series, (len(values),)."""
        one = [self._known[place]]
        return self._gram(one, self._known, self._own[[place]], self._own)[0]

    def diagonal(self, x: Array) -> Array:
        """Return ones."""
        return np.ones(len(self.places(x)))


@dataclass(frozen=True)
class GlobalAlignment(OfSeries):
    """The global alignment kernel: the sum over all alignments of the products of matches.

    ``M_ij = κ_ij (M_{i-1,j-1} + M_{i-1,j} + M_{i,j-1})``, ``κ = g/(2 - g)``, g Gaussian of length
    l. Cuturi: Fast global alignment kernels, ICML 2011.

    Attributes
    ----------
    length_scale : float | None
        The length scale l; None takes Cuturi's, the median distance between points of the series
        times the root of their median length.
    """

    length_scale: float | None = None

    def __post_init__(self) -> None:
        if self.length_scale is not None and not self.length_scale > 0:
            msg = f"A length scale is a positive number or None; {self.length_scale!r} came."
            raise InputError(msg)

    def resolve(self, x: Array) -> GlobalAlignment:
        """Find the length scale on the series that the sample points at."""
        if self.length_scale is not None:
            return self
        places = np.unique(self.places(as_points(x)))
        chosen = places[:: max(1, len(places) // 50)]
        points = np.concatenate([self._known[i] for i in chosen])
        points = points[:: max(1, len(points) // 500)]
        squares = squared_distances(points, points)
        apart = squares[squares > 0]
        if not len(apart):
            msg = "A length scale needs series that vary, but all their points are the same."
            raise InputError(msg)
        length = float(np.median([len(self._known[i]) for i in places]))
        return replace(self, length_scale=float(np.sqrt(np.median(apart) * length)))

    def log_raw(self, left: Floats, right: Floats, ends: npt.NDArray[np.intp]) -> Floats:
        """Sum over alignments, in logarithms: the sums of long series would underflow."""
        if self.length_scale is None:
            msg = "The length scale is open; call kernel.resolve(x) on a sample first."
            raise InputError(msg)
        g = -0.5 * squared_distances(left[None], right) / self.length_scale**2
        log_match = g - np.log(2.0 - np.exp(g))
        start = np.full((len(right), len(left) + 1, right.shape[1] + 1), -np.inf)
        start[:, 0, 0] = 0.0

        def step(here: Any, match: Floats) -> Floats:
            return match + np.logaddexp(np.logaddexp(here[0], here[1]), here[2])

        return sweep(start, log_match, step)[np.arange(len(right)), len(left), ends]


@dataclass(frozen=True)
class Signature(OfSeries):
    """The signature kernel: the inner product of all iterated integrals of two paths.

    With p the inner product of the paths' increments, Goursat's equation is solved by
    ``k_ij = (k_{i-1,j} + k_{i,j-1})(1 + p/2 + p²/12) - k_{i-1,j-1}(1 - p²/12)``. Salvi et al.: The
    signature kernel is the solution of a Goursat PDE, SIAM J. Math. Data Sci. 2021.

    Attributes
    ----------
    scale : float | None
        Paths are multiplied by it; None makes their median total variation one, to keep the kernel
        from being ruled by the longest paths.
    timed : bool
        Whether time, from 0 to 1, is one more channel. Without it a path of one channel is known
        by the difference of its ends alone.
    """

    scale: float | None = None
    timed: bool = True

    def resolve(self, x: Array) -> Signature:
        """Find the scale on the series that the sample points at."""
        if self.scale is not None:
            return self
        places = np.unique(self.places(as_points(x)))
        variations = [_total_variation(self._known[i]) for i in places]
        median = float(np.median(variations))
        return replace(self, scale=1.0 / median if median > 0 else 1.0)

    def log_raw(self, left: Floats, right: Floats, ends: npt.NDArray[np.intp]) -> Floats:
        """Solve Goursat's equation on the grid of the paths' points."""
        if self.scale is None:
            msg = "The scale of the paths is open; call kernel.resolve(x) on a sample first."
            raise InputError(msg)
        if len(left) < 2 or ends.min() < 2:
            msg = "The signature kernel needs series of at least two points."
            raise InputError(msg)
        steps = self.scale**2 * np.diff(left, axis=0) @ np.diff(right, axis=1).swapaxes(1, 2)
        if self.timed:
            steps = steps + 1.0 / ((len(left) - 1) * (ends - 1.0))[:, None, None]
        start = np.ones((len(right), len(left), right.shape[1]))

        def step(here: Any, p: Floats) -> Floats:
            squares = p * p / 12.0
            return (here[1] + here[2]) * (1.0 + 0.5 * p + squares) - here[0] * (1.0 - squares)

        solved = sweep(start, steps, step)[np.arange(len(right)), len(left) - 1, ends - 1]
        return np.log(np.maximum(solved, np.finfo(float).tiny))


def sweep(table: Floats, inputs: Floats, step: Callable[[Any, Floats], Floats]) -> Floats:
    """Fill a table of dynamic programming, one antidiagonal at a time.

    Parameters
    ----------
    table
        The tables, (m, rows + 1, columns + 1), with row and column zero filled in; changed.
    inputs
        What each cell depends on besides its neighbours, (m, rows, columns).
    step
        Takes the neighbours (diagonal, above, left) of some cells and their inputs, and returns
        the cells.

    Returns
    -------
    Floats
        The tables.
    """
    rows, columns = inputs.shape[1:]
    for diagonal in range(2, rows + columns + 1):
        i = np.arange(max(1, diagonal - columns), min(rows, diagonal - 1) + 1)
        j = diagonal - i
        neighbours = table[:, i - 1, j - 1], table[:, i - 1, j], table[:, i, j - 1]
        table[:, i, j] = step(neighbours, inputs[:, i - 1, j - 1])
    return table


def _series(value: Any) -> Floats:
    try:
        return np.asarray(as_points(np.asarray(value, dtype=np.float64)))
    except (TypeError, ValueError) as error:
        msg = f"Expected a series of numbers, {type(value).__name__} came: {error}."
        raise InputError(msg) from error


def _total_variation(path: Floats) -> float:
    return float(np.sum(np.sqrt(np.sum(np.diff(path, axis=0) ** 2, axis=1))))
