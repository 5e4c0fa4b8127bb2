"""From the name of a method to something that judges a pair: the one place where that happens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from vcei.answer import Answer, Direction
from vcei.pair import Pair
from vcei.peers import Peer, score_of
from vcei.plain import plain
from vcei.verdict import Verdict

if TYPE_CHECKING:
    from vcei.any_kind import AnyKind
    from vcei.method import VCEI

PAPER_ROWS: Mapping[str, int] = {"SIM": 200, "SIM-c": 200, "SIM-ln": 200, "SIM-G": 200}
"""The collections for which the paper works on other than 100 rows, and on how many."""


@dataclass(frozen=True)
class Judgement:
    """What a method says about a pair.

    Attributes
    ----------
    score : float
        Above zero x causes y, below zero y causes x; the further from zero, the surer.
    answer : Answer
        Whether the question could be answered.
    confidence : float | None
        The method's own confidence; None where it has none.
    """

    score: float
    answer: Answer
    confidence: float | None = None

    @classmethod
    def of(cls, verdict: Verdict) -> Judgement:
        """Return what a verdict says."""
        return Judgement(verdict.score, verdict.answer, verdict.confidence)

    @property
    def direction(self) -> Direction:
        """The forced decision."""
        if self.score == 0:
            return Direction.TIE
        return Direction.X_CAUSES_Y if self.score > 0 else Direction.Y_CAUSES_X


class Judge(Protocol):
    """A method with all its choices made; it must survive pickling, for it travels to workers."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """All choices as plain values: part of the key of every record."""
        ...

    def judge(self, pair: Pair, seed: int) -> Judgement:
        """Judge a pair; everything random is drawn from the seed."""
        ...


@dataclass(frozen=True)
class ByVariation:
    """VCEI as a judge.

    Attributes
    ----------
    method : VCEI | AnyKind
        The method with its choices.
    """

    method: VCEI | AnyKind

    @property
    def settings(self) -> Mapping[str, Any]:
        """All choices as plain values."""
        return self.method.settings

    def judge(self, pair: Pair, seed: int) -> Judgement:
        """Judge a pair.

        Parameters
        ----------
        pair
            The data.
        seed
            Everything random is drawn from it.

        Returns
        -------
        Judgement
            What the verdict says.
        """
        from vcei.ask import identify_pair

        verdict = identify_pair(pair, self.method, seed)
        return Judgement(verdict.score, verdict.answer, verdict.confidence)


@dataclass(frozen=True)
class ByScore:
    """A method that is no more than a score, as a judge.

    The pair is standardised first: the raw scales of some collections give the answer away.

    Attributes
    ----------
    scorer : Peer
        The method; a dataclass, so that its choices can be read.
    """

    scorer: Peer

    @property
    def settings(self) -> Mapping[str, Any]:
        """All choices as plain values."""
        return {"scorer": plain(self.scorer)}

    def judge(self, pair: Pair, seed: int) -> Judgement:
        """Judge a pair.

        Parameters
        ----------
        pair
            The data.
        seed
            Everything random is drawn from it.

        Returns
        -------
        Judgement
            Decided, unless the score is zero; without confidence.
        """
        score = score_of(self.scorer, pair, seed)
        return Judgement(score, Answer.UNDECIDED if score == 0 else Answer.DECIDED)


def named_judge(method: str, collection: str) -> Judge:
    """Return the judge that a name stands for on a collection.

    Parameters
    ----------
    method
        Name of a method, as the command line gives it.
    collection
        Name of the collection to be judged: ``paper`` works on 200 rows of the SIM collections
        and on 100 rows of all others.

    Returns
    -------
    Judge
        The method with its choices.

    Raises
    ------
    InputError
        If there is no method of that name.
    """
    from vcei.catalogue import METHODS, named
    from vcei.method import paper

    if method == "paper" and collection in PAPER_ROWS:
        return ByVariation(paper(rows=PAPER_ROWS[collection]))
    return ByVariation(named(method)) if method in METHODS else ByScore(named(method))
