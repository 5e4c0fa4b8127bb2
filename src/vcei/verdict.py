"""Verdict: which column drives the other, how sure we are, and what that rests on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vcei.errors import InputError, MissingExtraError
from vcei.impact import Impact, Trend
from vcei.mechanisms import Fitted
from vcei.pair import Pair
from vcei.plain import plain
from vcei.saving import save

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DECIDED = 0.8
"""Confidence from which an answer counts as decided."""


class Direction(StrEnum):
    """The better supported arrow: the forced decision."""

    X_CAUSES_Y = "x->y"
    Y_CAUSES_X = "y->x"
    TIE = "tie"
    """Both arrows are supported exactly alike."""


class Answer(StrEnum):
    """Whether the question could be answered."""

    DECIDED = "decided"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Evidence:
    """What speaks about one arrow.

    Attributes
    ----------
    criterion : float
        The number the decision compares; the arrow with the smaller one is better supported.
    impacts : tuple[Impact, ...]
        Impact under each variation, weakest first.
    trend : Trend | None
        Impact as a straight line in the cap, where there are enough variations.
    hyperparameters : Mapping[str, Any]
        What was found for the kernels of cause and effect, and for the mechanism as observed.
    mechanism : Fitted | None
        The mechanism as fitted to the sample as observed, to predict with. Not part of
        :meth:`to_dict`.
    seconds : Mapping[str, float]
        Time spent on each step. Not part of :meth:`to_dict` unless asked for, so that the same
        seed gives the same bytes.
    """

    criterion: float
    impacts: tuple[Impact, ...]
    trend: Trend | None
    hyperparameters: Mapping[str, Any]
    mechanism: Fitted | None = field(default=None, compare=False, repr=False)
    seconds: Mapping[str, float] = field(default_factory=dict, compare=False)

    def to_dict(self, timings: bool = False) -> dict[str, Any]:
        """Return the evidence as plain values.

        Parameters
        ----------
        timings
            Whether to include the time spent.

        Returns
        -------
        dict[str, Any]
            Numbers, strings, lists and dictionaries only.
        """
        left_out = {"mechanism"} if timings else {"mechanism", "seconds"}
        kept = [part.name for part in fields(self) if part.name not in left_out]
        return {name: plain(getattr(self, name)) for name in kept}


@dataclass(frozen=True)
class Verdict:
    """The answer to the question which of two columns drives the other.

    Attributes
    ----------
    score : float
        Above zero x causes y, below zero y causes x. Exchanging the columns negates it exactly.
    confidence : float
        0.5 to 1: from how many random subsamples point the same way. It measures how stable the
        decision is and is not calibrated: not yet the probability of being right.
    evidence : Mapping[str, Evidence]
        What speaks about each arrow, under the keys ``x->y`` and ``y->x``; empty if the method is
        no more than a score.
    x : str
        Name of the first column.
    y : str
        Name of the second column.
    rows : int
        Rows used.
    method : str
        Name of the method.
    seed : int
        The seed everything random was drawn from.
    settings : Mapping[str, Any]
        The method's choices.
    version : str
        The version of vcei.
    notes : tuple[str, ...]
        What a reader should know about the data.
    pair : Pair | None
        The data, to draw. Not part of :meth:`to_dict`.
    """

    score: float
    confidence: float
    evidence: Mapping[str, Evidence]
    x: str
    y: str
    rows: int
    method: str
    seed: int
    settings: Mapping[str, Any]
    version: str
    notes: tuple[str, ...] = ()
    pair: Pair | None = field(default=None, compare=False, repr=False)

    @property
    def direction(self) -> Direction:
        """The better supported arrow, however weak the support."""
        if self.score == 0:
            return Direction.TIE
        return Direction.X_CAUSES_Y if self.score > 0 else Direction.Y_CAUSES_X

    @property
    def answer(self) -> Answer:
        """Whether the question could be answered."""
        return Answer.DECIDED if self.confidence >= DECIDED else Answer.UNDECIDED

    @property
    def cause(self) -> str | None:
        """Name of the column that the direction takes for the cause; None for a tie."""
        return {Direction.X_CAUSES_Y: self.x, Direction.Y_CAUSES_X: self.y}.get(self.direction)

    @property
    def effect(self) -> str | None:
        """Name of the column that the direction takes for the effect; None for a tie."""
        return {Direction.X_CAUSES_Y: self.y, Direction.Y_CAUSES_X: self.x}.get(self.direction)

    @property
    def sentence(self) -> str:
        """The verdict in one plain sentence."""
        if self.cause is None:
            return f"{self.x} and {self.y} cannot be told apart."
        if self.answer is Answer.UNDECIDED:
            return f"Undecided. If forced to choose: {self.cause} causes {self.effect}."
        return f"{self.cause} causes {self.effect}."

    def to_dict(self, timings: bool = False) -> dict[str, Any]:
        """Return the verdict as plain values.

        Parameters
        ----------
        timings
            Whether to include the time spent; without it the same seed gives the same bytes.

        Returns
        -------
        dict[str, Any]
            Numbers, strings, lists and dictionaries only.
        """
        return {
            "direction": self.direction.value,
            "answer": self.answer.value,
            "score": self.score,
            "confidence": self.confidence,
            "cause": self.cause,
            "effect": self.effect,
            "x": self.x,
            "y": self.y,
            "rows": self.rows,
            "method": self.method,
            "seed": self.seed,
            "evidence": {arrow: part.to_dict(timings) for arrow, part in self.evidence.items()},
            "settings": dict(self.settings),
            "notes": list(self.notes),
            "version": self.version,
        }

    def to_json(self, timings: bool = False) -> str:
        """Return the verdict as one line of JSON.

        Parameters
        ----------
        timings
            Whether to include the time spent.

        Returns
        -------
        str
            One object.
        """
        return json.dumps(self.to_dict(timings), allow_nan=False, ensure_ascii=False)

    def plot(self) -> Figure:
        """Draw the verdict: the dial, both mechanisms, and what variations did to them.

        Returns
        -------
        Figure
            To show in a notebook, or to save with ``savefig``. Needs the extra ``plot``.
        """
        from vcei.report import overview

        return overview(self, self._data())

    def report(self, path: str | PathLike[str]) -> Path:
        """Write the verdict as one HTML page with pictures, which needs nothing else.

        Parameters
        ----------
        path
            Which file. Needs the extra ``report``.

        Returns
        -------
        Path
            The file.
        """
        from vcei.report import render

        return save(path, render(self, self._data()).encode())

    def _data(self) -> Pair:
        if self.pair is None:
            msg = (
                "The pictures of a verdict are drawn from its data, which this one does not hold. "
                "Expected a verdict as vcei.identify gives it; ask again."
            )
            raise InputError(msg)
        return self.pair

    def _repr_html_(self) -> str | None:
        from vcei.report import card

        try:
            return card(self)
        except MissingExtraError:  # then the notebook prints it as text
            return None

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("Verdict(...)" if cycle else str(self))

    def __str__(self) -> str:
        lines = [self.sentence, ""]
        lines += [
            f"  confidence  {self.confidence:.2f}  (0.5 is a coin; from the agreement of random "
            "subsamples, not calibrated)",
            f"  score       {self.score:+.6g}  (above zero: {self.x} causes {self.y})",
            *self._moves(),
            "",
            f"  {self.rows} rows, method {self.method}, seed {self.seed}, vcei {self.version}",
        ]
        lines += [f"  note: {note}" for note in self.notes]
        return "\n".join(lines)

    def _moves(self) -> list[str]:
        if not self.evidence:
            return []
        lines = ["", "  If the arrow were true, varying the cause would not move the mechanism:"]
        width = max(len(self.x), len(self.y))
        for cause, effect, arrow in ((self.x, self.y, "x->y"), (self.y, self.x, "y->x")):
            moved = self.evidence[arrow].criterion
            lines.append(f"    {cause:>{width}} -> {effect:<{width}}  moved by {moved:.6g}")
        return lines


def agreement(score: float, repeats: Sequence[float]) -> float:
    """Return a confidence from how many repeats of a decision point the same way.

    ``max(1/2, (agreeing + 1)/(repeats + 2))``, ties counting half: the mean of the probability of
    agreement after seeing the repeats, if every probability was equally likely before.

    Parameters
    ----------
    score
        The score of the decision.
    repeats
        The scores of the repeats.

    Returns
    -------
    float
        From 0.5 up to, but not including, 1.

    Examples
    --------
    >>> agreement(0.3, [0.1, 0.2, 0.4, -0.1])
    0.6666666666666666
    """
    if score == 0:
        return 0.5
    agreeing = sum(0.5 if other == 0 else float(score * other > 0) for other in repeats)
    return max(0.5, (agreeing + 1) / (len(repeats) + 2))
