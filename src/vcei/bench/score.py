"""Scores of a method on labelled pairs. Each is a formula; w are weights, c is 1 where right.

A tie is wrong, and so is a pair that failed. Zero weight means: not there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from vcei.answer import Direction
from vcei.arrays import Floats
from vcei.bench.task import Record
from vcei.errors import InputError

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Decisions:
    """What a method decided on labelled pairs.

    Attributes
    ----------
    score : Floats
        Above zero for x -> y; NaN where the method failed.
    forward : Flags
        Whether the truth is x -> y.
    weight : Floats
        What each pair counts.
    """

    score: Floats
    forward: Flags
    weight: Floats

    @classmethod
    def of(
        cls, score: Sequence[float | None], forward: Sequence[bool], weight: Any = None
    ) -> Decisions:
        """Check decisions and leave out pairs of weight zero.

        Parameters
        ----------
        score
            Above zero for x -> y; None or NaN where the method failed.
        forward
            Whether the truth is x -> y.
        weight
            What each pair counts; None for one each.

        Returns
        -------
        Decisions
            At least one.

        Raises
        ------
        InputError
            If no pair is left, or a weight is negative or not finite.
        """
        scores = np.array([np.nan if one is None else one for one in score], dtype=float)
        weights = np.ones(len(scores)) if weight is None else np.asarray(weight, dtype=float)
        if not np.all(np.isfinite(weights) & (weights >= 0)) or not np.any(weights > 0):
            msg = (
                f"Expected finite weights, none below zero and not all zero; the sum of the "
                f"{len(weights)} that came is {weights.sum():g}. Correct the collection's labels."
            )
            raise InputError(msg)
        there = weights > 0
        return cls(scores[there], np.asarray(forward, dtype=bool)[there], weights[there])

    @classmethod
    def of_records(cls, records: Sequence[Record]) -> Decisions:
        """Read decisions off records.

        Parameters
        ----------
        records
            Of one method on one collection.

        Returns
        -------
        Decisions
            Failures have the score NaN.
        """
        return cls.of(
            [record.outcome.score for record in records],
            [record.truth == Direction.X_CAUSES_Y.value for record in records],
            [record.weight for record in records],
        )

    @property
    def correct(self) -> Flags:
        """Whether each forced decision is right."""
        with np.errstate(invalid="ignore"):
            return np.asarray(np.where(self.forward, self.score > 0, self.score < 0), dtype=bool)

    @property
    def sureness(self) -> Floats:
        """The size of each score; zero where the method failed."""
        return np.where(np.isnan(self.score), 0.0, np.abs(self.score))

    def only(self, which: Flags) -> Decisions:
        """Return some of the decisions.

        Parameters
        ----------
        which
            True for those to keep.

        Returns
        -------
        Decisions
            Possibly none.
        """
        return Decisions(self.score[which], self.forward[which], self.weight[which])


def accuracy(decisions: Decisions) -> float:
    """Return ``Σ w c / Σ w``, the share of right decisions.

    Parameters
    ----------
    decisions
        What was decided; for the unweighted accuracy, with weights of one.

    Returns
    -------
    float
        From 0 to 1; NaN if there are none.
    """
    total = decisions.weight.sum()
    return float(decisions.weight[decisions.correct].sum() / total) if total else float("nan")


def effective_size(weight: Floats) -> float:
    """Return ``(Σ w)² / Σ w²``: as many equal weights would average as precisely.

    Parameters
    ----------
    weight
        Weights, not all zero.

    Returns
    -------
    float
        From 1 to the number of weights.
    """
    return float(weight.sum() ** 2 / np.sum(weight**2))


def interval(share: float, size: float, level: float = 0.95) -> tuple[float, float]:
    """Return the interval of Clopper and Pearson for a share of right decisions.

    With k = share · n right of n, and a = 1 - level, the ends are the quantiles
    ``low = Beta(a/2; k, n - k + 1)`` and ``high = Beta(1 - a/2; k + 1, n - k)``; low is 0 for
    k = 0 and high is 1 for k = n. With weights, n is the effective size, and k need not be whole.

    Parameters
    ----------
    share
        The share, 0 to 1.
    size
        The number of decisions, or their effective size.
    level
        How often such an interval holds the true share, at least.

    Returns
    -------
    tuple[float, float]
        Both ends.
    """
    from scipy.special import betaincinv

    tail, right = (1 - level) / 2, share * size
    wrong = size - right
    # rounding of sums of weights must not turn "all right" into "all but 1e-15 right"
    low = float(betaincinv(right, wrong + 1, tail)) if right > 1e-9 else 0.0
    high = float(betaincinv(right + 1, wrong, 1 - tail)) if wrong > 1e-9 else 1.0
    return low, high


def accuracy_at_rates(decisions: Decisions) -> tuple[Floats, Floats]:
    """Return the accuracy among the surest decisions, for every share of them.

    Sorted by ``|s|``, largest first: ``rate_k = Σ_{i<=k} w_i / Σ w`` and
    ``accuracy_k = Σ_{i<=k} w_i c_i / Σ_{i<=k} w_i``. Among equal ``|s|`` the wrong ones come
    first, so that ties never flatter; failures come among the ties at zero.

    Parameters
    ----------
    decisions
        What was decided.

    Returns
    -------
    tuple[Floats, Floats]
        Decision rates, and the accuracy at each, (n,) both.
    """
    correct, weight = decisions.correct, decisions.weight
    order = np.lexsort((-weight, correct, -decisions.sureness))
    reached = np.cumsum(weight[order])
    return reached / reached[-1], np.cumsum((weight * correct)[order]) / reached


def audrc(decisions: Decisions) -> float:
    """Return the area under the curve of accuracy against decision rate.

    ``mean_k accuracy_k`` of :func:`accuracy_at_rates`, as by Immer et al. (ICML 2023).

    Parameters
    ----------
    decisions
        What was decided.

    Returns
    -------
    float
        From 0 to 1; 1 if every decision is right.
    """
    return float(accuracy_at_rates(decisions)[1].mean())


def auroc(decisions: Decisions) -> float | None:
    """Return the area under the ROC curve, the mean over both directions as the positive class.

    ``Σ_{i in +, j in -} w_i w_j (1[s_i > s_j] + 1/2 1[s_i = s_j]) / Σ_{i in +, j in -} w_i w_j``:
    the chance that a pair of the positive class scores higher than one of the other. Equal
    scores count half. With y -> x as the positive class the score is -s. A failed pair ranks
    behind all of the other class.

    For a score without failures both classes give the same number: what one ranks first, the
    other ranks last. The mean is taken all the same, as published figures do.

    Parameters
    ----------
    decisions
        What was decided.

    Returns
    -------
    float | None
        From 0 to 1; None if all pairs have the same truth.
    """
    if decisions.forward.all() or not decisions.forward.any():
        return None
    worst = np.where(decisions.forward, -np.inf, np.inf)
    score = np.where(np.isnan(decisions.score), worst, decisions.score)
    forward = _chance_of_ranking_first(score, decisions.forward, decisions.weight)
    backward = _chance_of_ranking_first(-score, ~decisions.forward, decisions.weight)
    return (forward + backward) / 2


def _chance_of_ranking_first(score: Floats, positive: Flags, weight: Floats) -> float:
    order = np.argsort(score[~positive])
    others, reached = score[~positive][order], np.append(0.0, np.cumsum(weight[~positive][order]))
    below = reached[np.searchsorted(others, score[positive], side="left")]
    not_above = reached[np.searchsorted(others, score[positive], side="right")]
    return float(np.average((below + not_above) / 2, weights=weight[positive]) / reached[-1])
