"""Reliability: how often decisions are right, among those that were called equally sure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vcei.arrays import Floats
from vcei.bench.score import interval
from vcei.bench.task import Record

STEPS = 10
"""Most groups of decisions."""


@dataclass(frozen=True)
class Reliability:
    """Decisions in groups of like confidence, the least sure first.

    Attributes
    ----------
    said : Floats
        The mean confidence of each group, (g,).
    right : Floats
        The share of each group that is right, (g,).
    low : Floats
        The lower end of its 95 % interval, (g,).
    high : Floats
        The upper end of it, (g,).
    counts : Floats
        How many decisions each group has, (g,).
    """

    said: Floats
    right: Floats
    low: Floats
    high: Floats
    counts: Floats

    @property
    def gap(self) -> float:
        """The mean distance between confidence and share of right decisions, by decisions."""
        return float(np.average(np.abs(self.said - self.right), weights=self.counts))


def reliability(records: Sequence[Record], steps: int = STEPS) -> Reliability | None:
    """Group decisions by their confidence and see how often each group is right.

    Groups are ranges of confidence of equal width between one half and one; every pair counts the
    same.

    Parameters
    ----------
    records
        Of one method.
    steps
        How many ranges.

    Returns
    -------
    Reliability | None
        None if no record has a confidence.
    """
    known = [one for one in records if one.outcome.confidence is not None]
    if not known:
        return None
    said = np.array([one.outcome.confidence for one in known], dtype=np.float64)
    right = np.array([one.correct for one in known], dtype=np.float64)
    step = np.clip((2 * (said - 0.5) * steps).astype(int), 0, steps - 1)
    groups = [step == one for one in np.unique(step)]
    shares = [float(right[group].mean()) for group in groups]
    ends = [interval(share, group.sum()) for share, group in zip(shares, groups, strict=True)]
    return Reliability(
        said=np.array([said[group].mean() for group in groups]),
        right=np.array(shares),
        low=np.array([low for low, _ in ends]),
        high=np.array([high for _, high in ends]),
        counts=np.array([float(group.sum()) for group in groups]),
    )
