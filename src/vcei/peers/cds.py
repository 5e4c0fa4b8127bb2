"""CDS: the distribution of the effect has the same shape whatever the cause.

``score = V(y, x) - V(x, y)``, with ``V(x, y)² = mean over b of var over l of p(b | l)``, where

- l runs over the levels of the cause x: bins of half a standard deviation, from -3 to 3, the tails
  in the outermost; of them those with more than twelve rows;
- p(b | l) is the share of the rows of level l whose effect, less its mean at that level, is in bin
  b; these bins too are half a standard deviation (of all of y) wide and reach from -3 to 3.

A column of no more different values than there are bins stays as it is: each value is a level.
Such an effect has no mean to subtract; the counts of each level are shifted to where they correlate
best with the counts of all rows.

Fonollosa: Conditional distribution variability measures for causality detection, arXiv 1601.06680.
The constants, and the standard deviation of the cause being that without rows beyond three, are
those of the Causal Discovery Toolbox (there ``ffactor``, ``maxdev``, ``minc``). There, a direction
without two levels counts as one without any variability, which wins; here such a pair is a tie.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vcei.arrays import Floats
from vcei.errors import InputError
from vcei.pair import Pair

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class CDS:
    """Compare how much the conditional distributions vary, in both directions.

    Attributes
    ----------
    per_deviation : int
        Bins in a standard deviation.
    reach : int
        Standard deviations from the mean to the outermost bins.
    few : int
        Levels of this many rows or fewer say nothing about a distribution and are left out.
    """

    per_deviation: int = 2
    reach: int = 3
    few: int = 12

    def __post_init__(self) -> None:
        for name, least in (("per_deviation", 1), ("reach", 2), ("few", 0)):
            value = getattr(self, name)
            if int(value) != value or value < least:
                msg = f"Expected a whole number of at least {least} as {name}; {value!r} came."
                raise InputError(msg)

    def score(self, pair: Pair, rng: np.random.Generator) -> float:  # noqa: ARG002
        """Return the variability of x given y less that of y given x; 0 if one is not known."""
        forward = self._variability(pair.x, pair.y)
        backward = self._variability(pair.y, pair.x)
        return 0.0 if forward is None or backward is None else backward - forward

    def _variability(self, cause: Floats, effect: Floats) -> float | None:
        levels = self._levels(cause)
        values, sizes = np.unique(levels, return_counts=True)
        groups = [levels == value for value in values[sizes > self.few]]
        if len(groups) < 2:
            return None
        counts = self._counts(effect, groups)
        shares = counts / np.sum(counts, axis=1, keepdims=True)
        return float(np.sqrt(np.mean(np.var(shares, axis=0))))

    @property
    def _edge(self) -> int:
        return self.per_deviation * self.reach

    def _is_coarse(self, values: Floats) -> bool:
        return len(np.unique(values)) <= 2 * self._edge + 1

    def _levels(self, values: Floats) -> Floats:
        if self._is_coarse(values):
            return values
        values = (values - np.mean(values)) / np.std(values)
        inner = values[np.abs(values) < self.reach]
        if np.ptp(inner) > 0:
            values = (values - np.mean(inner)) / np.std(inner)
        return self._bins(values)

    def _bins(self, values: Floats) -> Floats:
        return np.clip(np.round(self.per_deviation * values), -self._edge, self._edge)

    def _counts(self, effect: Floats, groups: list[npt.NDArray[np.bool_]]) -> Counts:
        """Return the counts of the effect in each group, centred, (groups, bins)."""
        if self._is_coarse(effect):
            names, codes = np.unique(effect, return_inverse=True)
            total = np.bincount(codes)
            rows = [np.bincount(codes[group], minlength=len(names)) for group in groups]
            return np.array([_aligned(row, total) for row in rows])
        width = np.std(effect)
        centred = [self._bins((effect[rows] - np.mean(effect[rows])) / width) for rows in groups]
        return np.array([self._count(bins) for bins in centred])

    def _count(self, bins: Floats) -> Counts:
        return np.bincount(bins.astype(np.int64) + self._edge, minlength=2 * self._edge + 1)


def _aligned(counts: Counts, total: Counts) -> Counts:
    """Return counts among zeros, (3 k - 2,), shifted to where they meet the total best.

    With whole numbers ties are exact; the leftmost overlap is taken.
    """
    k = len(total)
    start = 2 * k - 2 - int(np.argmax(np.correlate(counts, total, "full")))
    among_zeros = np.zeros(3 * k - 2, dtype=np.int64)
    among_zeros[start : start + k] = counts
    return among_zeros
