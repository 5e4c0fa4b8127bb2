"""Summaries: one line for each method on each collection."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from vcei.bench.score import (
    Decisions,
    accuracy,
    accuracy_at_rates,
    audrc,
    auroc,
    effective_size,
    interval,
)
from vcei.bench.store import Board
from vcei.bench.suite import PAPER

RATES = tuple(round(0.1 * tenth, 1) for tenth in range(1, 11))
"""Decision rates at which a summary tells the accuracy."""


@dataclass(frozen=True)
class Summary:
    """How a method did on a collection. Shares are fractions, 0 to 1.

    Attributes
    ----------
    collection : str
        Name of the collection.
    method : str
        Name of the method.
    seed : int
        The seed.
    version : str
        The version of vcei.
    pairs : int
        How many pairs are recorded.
    missing : int
        How many are still to be done.
    failures : int
        How many of the recorded failed; they count as wrong.
    total_weight : float
        The sum of the weights of the recorded pairs.
    accuracy : float
        Share of right decisions, every pair counting the same.
    weighted_accuracy : float
        Share of right decisions, by weight.
    low : float
        Lower end of the 95 % interval of the weighted accuracy.
    high : float
        Upper end of it.
    accuracy_x_to_y : float | None
        Weighted accuracy among pairs whose truth is x -> y; None if there are none.
    accuracy_y_to_x : float | None
        Weighted accuracy among pairs whose truth is y -> x.
    audrc : float
        Area under the curve of accuracy against decision rate, weighted.
    auroc : float | None
        Area under the ROC curve, over both directions, weighted; None if all truths are alike.
    accuracy_at_rate : dict[str, float]
        Weighted accuracy among the surest decisions, by their share of the weight.
    seconds_per_pair : float | None
        Mean time on a pair, on one core.
    """

    collection: str
    method: str
    seed: int
    version: str
    pairs: int
    missing: int
    failures: int
    total_weight: float
    accuracy: float
    weighted_accuracy: float
    low: float
    high: float
    accuracy_x_to_y: float | None
    accuracy_y_to_x: float | None
    audrc: float
    auroc: float | None
    accuracy_at_rate: dict[str, float]
    seconds_per_pair: float | None

    @property
    def weighted(self) -> bool:
        """Whether the pairs differ in weight."""
        return not np.isclose(self.total_weight, self.pairs)

    def to_dict(self) -> dict[str, Any]:
        """Return the summary as plain values.

        Returns
        -------
        dict[str, Any]
            Something that JSON knows.
        """
        return asdict(self)


def summarize(boards: Iterable[Board]) -> list[Summary]:
    """Summarise results.

    Parameters
    ----------
    boards
        Results, as the store gives them; those without a single record are left out.

    Returns
    -------
    list[Summary]
        The paper's collections first, in its order; methods in the order of their first run.
    """
    boards = [board for board in boards if board.records]
    methods = list(dict.fromkeys(board.method for board in boards))
    boards.sort(
        key=lambda board: (*rank(board.collection), methods.index(board.method), board.seed)
    )
    return [summary_of(board) for board in boards]


def rank(collection: str) -> tuple[int, str]:
    """Return where a collection stands: the paper's in its order, then the others by name."""
    return (PAPER.index(collection) if collection in PAPER else len(PAPER), collection)


def summary_of(board: Board) -> Summary:
    """Summarise a method's result on a collection.

    Parameters
    ----------
    board
        The result, with at least one record.

    Returns
    -------
    Summary
        All scores of it.
    """
    records = board.records
    decisions = Decisions.of_records(records)
    alike = replace(decisions, weight=np.ones_like(decisions.weight))
    by_weight = accuracy(decisions)
    low, high = interval(by_weight, effective_size(decisions.weight))
    seconds = [one.outcome.seconds for one in records if one.outcome.seconds is not None]
    return Summary(
        collection=board.collection,
        method=board.method,
        seed=board.seed,
        version=records[0].version,
        pairs=len(records),
        missing=board.missing,
        failures=sum(record.failed for record in records),
        total_weight=float(decisions.weight.sum()),
        accuracy=accuracy(alike),
        weighted_accuracy=by_weight,
        low=low,
        high=high,
        accuracy_x_to_y=_accuracy_or_none(decisions.only(decisions.forward)),
        accuracy_y_to_x=_accuracy_or_none(decisions.only(~decisions.forward)),
        audrc=audrc(decisions),
        auroc=auroc(decisions),
        accuracy_at_rate=_at(RATES, decisions),
        seconds_per_pair=float(np.mean(seconds)) if seconds else None,
    )


def means(summaries: Sequence[Summary]) -> dict[str, float]:
    """Return the mean weighted accuracy of each method that has done every pair.

    Parameters
    ----------
    summaries
        Of any methods and collections.

    Returns
    -------
    dict[str, float]
        By method; empty if there is but one collection, or more than one seed.
    """
    collections = {summary.collection for summary in summaries}
    found: dict[str, list[float]] = {}
    for summary in summaries:
        if not summary.missing:
            found.setdefault(summary.method, []).append(summary.weighted_accuracy)
    if len(collections) < 2 or len({summary.seed for summary in summaries}) > 1:
        return {}
    return {
        method: float(np.mean(values))
        for method, values in found.items()
        if len(values) == len(collections)
    }


def _accuracy_or_none(decisions: Decisions) -> float | None:
    return accuracy(decisions) if len(decisions.weight) else None


def _at(wanted: Sequence[float], decisions: Decisions) -> dict[str, float]:
    rates, reached = accuracy_at_rates(decisions)
    # a rate between two pairs is that of the first pair that reaches it
    places = np.searchsorted(rates, np.asarray(wanted) - 1e-9)
    return {f"{rate:g}": float(reached[place]) for rate, place in zip(wanted, places, strict=True)}
