"""A task is one pair for one method; a record is what came of it. One key belongs to both."""

from __future__ import annotations

import hashlib
import json
import platform
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import Protocol

import numpy as np

from vcei._version import __version__
from vcei.answer import Direction
from vcei.arrays import Floats
from vcei.bench.judge import Judge
from vcei.errors import SolverError
from vcei.pair import Pair

LONGEST_ERROR = 1000
"""Characters of an error message that are kept."""


@dataclass(frozen=True)
class Outcome:
    """What a worker sends back: everything about a pair that the driver does not know already.

    Attributes
    ----------
    machine : str | None
        Where it was computed.
    seconds : float | None
        How long it took.
    score : float | None
        The score; None if the pair failed.
    direction : str | None
        The forced decision.
    answer : str | None
        Whether the question could be answered.
    confidence : float | None
        The method's confidence, if it has one.
    error : str | None
        Why the pair failed; None if it did not.
    """

    machine: str | None = None
    seconds: float | None = None
    score: float | None = None
    direction: str | None = None
    answer: str | None = None
    confidence: float | None = None
    error: str | None = None


@dataclass(frozen=True)
class Record:
    """One pair judged by one method, as it is stored.

    Attributes
    ----------
    key : str
        Belongs to the same pair, data, method, settings, seed and version, and to nothing else.
    collection : str
        Name of the collection.
    pair : str
        Name of the pair.
    digest : str
        Of the data, the truth and the weight.
    truth : str
        The true direction.
    weight : float
        What the pair counts.
    method : str
        Name of the method.
    settings : str
        All choices of the method, as JSON.
    version : str
        The version of vcei.
    seed : int
        The seed everything random was drawn from.
    outcome : Outcome
        What came of it.
    """

    key: str
    collection: str
    pair: str
    digest: str
    truth: str
    weight: float
    method: str
    settings: str
    version: str
    seed: int
    outcome: Outcome

    @property
    def failed(self) -> bool:
        """Whether the method did not come to a judgement."""
        return self.outcome.error is not None

    @property
    def correct(self) -> bool:
        """Whether the forced decision is right; ties and failures are not."""
        return not self.failed and self.outcome.direction == self.truth


class Observed(Protocol):
    """Two variables observed together, under a name; the truth about them where it is known."""

    @property
    def collection(self) -> str:
        """Where the pair belongs."""
        ...

    @property
    def name(self) -> str:
        """Name of the pair, there."""
        ...

    @property
    def x(self) -> Floats:
        """The first variable."""
        ...

    @property
    def y(self) -> Floats:
        """The second variable."""
        ...

    @property
    def truth(self) -> Direction | None:
        """Which drives the other; None where nobody knows."""
        ...

    @property
    def weight(self) -> float:
        """What the pair counts."""
        ...


@dataclass(frozen=True, eq=False)
class Task:
    """One pair for one method.

    Attributes
    ----------
    pair : Observed
        The data, and the truth where it is known.
    method : str
        Name of the method.
    judge : Judge
        The method.
    seed : int
        Everything random is drawn from it.
    """

    pair: Observed
    method: str
    judge: Judge
    seed: int = 0

    @cached_property
    def digest(self) -> str:
        """The hash of the data, the truth and the weight."""
        whole = hashlib.sha256()
        for values in (self.pair.x, self.pair.y):
            whole.update(repr(np.shape(values)).encode())
            whole.update(np.ascontiguousarray(values, dtype="<f8").tobytes())
        whole.update(f"{self.truth} {self.pair.weight!r}".encode())
        return whole.hexdigest()

    @property
    def truth(self) -> str:
        """The true direction; empty where it is not known."""
        return "" if self.pair.truth is None else self.pair.truth.value

    @cached_property
    def settings(self) -> str:
        """All choices of the method, as JSON."""
        return json.dumps(self.judge.settings, sort_keys=True, ensure_ascii=False)

    @cached_property
    def key(self) -> str:
        """The hash of all that the outcome may depend on."""
        parts = [self.pair.collection, self.pair.name, self.digest]
        parts += [self.method, self.settings, str(self.seed), __version__]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def record(self, outcome: Outcome) -> Record:
        """Join what was asked and what came of it.

        Parameters
        ----------
        outcome
            What came of it.

        Returns
        -------
        Record
            The record to be stored.
        """
        return Record(
            key=self.key,
            collection=self.pair.collection,
            pair=self.pair.name,
            digest=self.digest,
            truth=self.truth,
            weight=float(self.pair.weight),
            method=self.method,
            settings=self.settings,
            version=__version__,
            seed=self.seed,
            outcome=outcome,
        )


def perform(judge: Judge, x: Floats, y: Floats, seed: int) -> Outcome:
    """Judge a pair, in a worker; whatever goes wrong becomes part of the outcome.

    Parameters
    ----------
    judge
        The method.
    x
        The first column.
    y
        The second column.
    seed
        Everything random is drawn from it.

    Returns
    -------
    Outcome
        The judgement, or why there is none.
    """
    start = perf_counter()
    try:
        judgement = judge.judge(Pair.of(x, y), seed)
        if np.isnan(judgement.score):
            msg = "The score is not a number; expected one above, below or equal to zero."
            raise SolverError(msg)
    except Exception as error:  # noqa: BLE001 - one bad pair must not end a benchmark of a thousand
        return Outcome(this_machine(), perf_counter() - start, error=describe(error))
    return Outcome(
        machine=this_machine(),
        seconds=perf_counter() - start,
        score=float(judgement.score),
        direction=judgement.direction.value,
        answer=judgement.answer.value,
        confidence=judgement.confidence,
    )


def describe(error: BaseException) -> str:
    """Return an error as one line, not too long.

    Parameters
    ----------
    error
        What was raised.

    Returns
    -------
    str
        Its class and its message.
    """
    return " ".join(f"{type(error).__name__}: {error}".split())[:LONGEST_ERROR]


def this_machine() -> str:
    """Return name, kind and interpreter of the machine that this runs on.

    Returns
    -------
    str
        For records: seconds mean nothing without it.
    """
    system = f"{platform.system()} {platform.machine()}"
    return (
        f"{platform.node()}, {system}, Python {platform.python_version()}, NumPy {np.__version__}"
    )
