"""The scan: test every pair, call the dependent ones, orient those; all through the store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from vcei.ask import Method
from vcei.bench.engines import Engine, local
from vcei.bench.run import nothing, run, to_do
from vcei.bench.store import Store
from vcei.bench.task import Outcome, Record, Task, perform
from vcei.errors import require
from vcei.scans.judges import adjusted
from vcei.scans.result import Finding, Scan
from vcei.scans.survey import Names, Survey

Follow: TypeAlias = Callable[[str, int], AbstractContextManager[Callable[[Record], None]]]
"""Told what is done now and how many pairs it takes; gives what is called with each record."""


def unwatched(step: str, total: int) -> AbstractContextManager[Callable[[Record], None]]:  # noqa: ARG001
    """Take no notice."""
    return nullcontext(nothing)


def scan(  # noqa: PLR0913 (every choice of a scan has a name)
    table: Any,
    *,
    columns: Sequence[str] | None = None,
    target: str | None = None,
    skeleton: Any = None,
    method: Method | str | None = None,
    level: float = 0.05,
    seed: int = 0,
    drop_missing: bool = False,
    store: str | Path | None = None,
    jobs: int = 1,
    engine: Engine | None = None,
) -> Scan:
    """Ask about every pair of columns of a table.

    Pairs are tested for independence; those that are dependent, at a false discovery rate over
    all pairs, are oriented. Each arrow is about two columns alone: those between them, and the
    directions of other pairs, are not looked at.

    Parameters
    ----------
    table
        A path, a pandas, polars or Arrow table, a mapping from names to columns, or an array of
        rows times columns.
    columns
        Names, or indices from 0; by default every column of numbers.
    target
        Ask only about pairs with this column.
    skeleton
        A networkx graph, or a file of one: orient only its undirected edges, and test nothing.
    method
        A :class:`vcei.VCEI`, a peer, or the name of one (see ``vcei methods``).
    level
        The expected share of independent pairs among those that are called dependent.
    seed
        Everything random is drawn from it.
    drop_missing
        Leave out rows with a missing value in either column of a pair, instead of refusing.
    store
        A file in which every pair is recorded when it is done: the same call goes on from there.
    jobs
        How many worker processes; 1 works in this one.
    engine
        Makes pools of workers, in place of ``jobs``; see :mod:`vcei.bench.engines`.

    Returns
    -------
    Scan
        A finding for each pair, and their graph.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> x = rng.uniform(-2, 2, 150)
    >>> y, z = np.sin(2 * x) + 0.2 * rng.normal(size=150), rng.normal(size=150)
    >>> found = scan({"x": x, "y": y, "z": z}, method="igci-uniform")
    >>> [(one.x, one.y) for one in found.dependent]
    [('x', 'y')]
    """
    survey = Survey.of(table, columns, target, skeleton, method, level, seed, drop_missing)
    workers = engine or (in_process if jobs == 1 else local(jobs))
    with Store(Path(":memory:") if store is None else Path(store)) as records:
        return carry_out(survey, records, workers, in_hand=4 * jobs)


def in_process() -> ThreadPoolExecutor:
    """Return an engine of one thread in this process."""
    return ThreadPoolExecutor(1)


def carry_out(
    survey: Survey,
    store: Store,
    engine: Engine,
    in_hand: int = 64,
    follow: Follow = unwatched,
    retry: bool = False,
) -> Scan:
    """Ask what the store does not know yet, and put everything together.

    Parameters
    ----------
    survey
        What is to be asked.
    store
        Where every answer is recorded as soon as it is there.
    engine
        Makes pools of workers.
    in_hand
        How many pairs are with the workers at a time.
    follow
        Is told how far the work is.
    retry
        Whether to try again what is recorded as a failure.

    Returns
    -------
    Scan
        The same whatever the engine, and however often the work was stopped.
    """
    require("networkx", "scan")  # better missed before the work than after it

    def done(step: str, tasks: Sequence[Task]) -> list[Record]:
        missing = to_do(tasks, store, retry)
        with follow(step, len(missing)) as on_record:
            run(missing, store, engine, in_hand, on_record)
        return recorded(tasks, store)

    found = _dependent(survey, done("test", survey.tests()))
    chosen = [pair for pair, test in found.items() if test.dependent]
    arrows = dict(zip(chosen, done("orient", survey.questions(chosen)), strict=True))
    findings = tuple(
        _oriented(test, arrows[pair].outcome) if pair in arrows else test
        for pair, test in found.items()
    )
    return Scan(
        columns=tuple(survey.columns.values),
        findings=findings,
        given=survey.given,
        left_out=survey.columns.left_out,
        tested=survey.tested,
        level=survey.level,
        method=survey.method,
        seed=survey.seed,
    )


def recorded(tasks: Sequence[Task], store: Store) -> list[Record]:
    """Return the record of each task, all of which must have been done."""
    found = {record.key: record for record in store.records()}
    return [found[task.key] for task in tasks]


def _dependent(survey: Survey, tests: Sequence[Record]) -> dict[Names, Finding]:
    """Say of each pair whether it is called dependent; of a skeleton's edges, that they are."""
    if not survey.tested:
        return {pair: Finding(*pair, survey.rows(*pair), dependent=True) for pair in survey.pairs}
    outcomes = [record.outcome for record in tests]
    found = {}
    for pair, outcome, q in zip(
        survey.pairs, outcomes, adjusted([one.score for one in outcomes]), strict=True
    ):
        log_p = outcome.score
        found[pair] = Finding(
            *pair,
            rows=survey.rows(*pair),
            dependent=bool(q <= survey.level),
            p_value=None if log_p is None else float(np.exp(log_p)),
            adjusted_p_value=None if log_p is None else float(q),
            error=outcome.error,
        )
    return found


def _oriented(finding: Finding, outcome: Outcome) -> Finding:
    return replace(
        finding,
        score=outcome.score,
        direction=outcome.direction,
        answer=outcome.answer,
        confidence=outcome.confidence,
        error=outcome.error,
    )


@dataclass(frozen=True)
class Estimate:
    """How long a scan will take.

    Attributes
    ----------
    tests : float
        Seconds for all tests that are missing.
    each : float
        Seconds for one orientation, on one worker.
    most : float
        Seconds for everything, should every pair be dependent.
    """

    tests: float
    each: float
    most: float


def estimate(survey: Survey, store: Store, jobs: int = 1) -> Estimate:
    """Do one pair here to see how long it takes; it is recorded, so that no time is lost.

    Parameters
    ----------
    survey
        What is to be asked.
    store
        Where answers are recorded.
    jobs
        How many workers there will be.

    Returns
    -------
    Estimate
        In proportion to that pair.
    """
    tests = survey.tests()
    pairs = survey.pairs
    if not to_do(tests, store):
        found = _dependent(survey, recorded(tests, store))
        pairs = tuple(pair for pair, test in found.items() if test.dependent)
    spent, left = [], []
    for tasks in (tests, survey.questions(pairs)):
        missing = to_do(tasks, store)
        spent.append(_seconds(missing[0], store) if missing else 0.0)
        left.append(max(0, len(missing) - 1))
    wait = [count * seconds / jobs for count, seconds in zip(left, spent, strict=True)]
    return Estimate(tests=wait[0], each=spent[1], most=sum(wait))


def _seconds(task: Task, store: Store) -> float:
    outcome = perform(task.judge, task.pair.x, task.pair.y, task.seed)
    store.write(task.record(outcome))
    return outcome.seconds or 0.0
