"""Verdict: which column drives the other, how sure we are, and what that rests on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from vcei._version import __version__
from vcei.answer import LEVEL, WORDS, Answer, Direction, answer_of
from vcei.dependence import Dependence
from vcei.impact import Impact, Trend
from vcei.mechanisms import Fitted
from vcei.odds import by_kind
from vcei.pair import Pair
from vcei.plain import plain
from vcei.showing import Shown


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
    costs : Mapping[str, float]
        What the arrow costs, by name, where several kinds of evidence are weighed.
    p_value : float | None
        How surprising the impacts on the noise would be if the arrow were true; None where impact
        is not measured on noise.
    """

    criterion: float
    impacts: tuple[Impact, ...]
    trend: Trend | None
    hyperparameters: Mapping[str, Any]
    mechanism: Fitted | None = field(default=None, compare=False, repr=False)
    seconds: Mapping[str, float] = field(default_factory=dict, compare=False)
    costs: Mapping[str, float] = field(default_factory=dict)
    p_value: float | None = None

    @property
    def moved(self) -> bool | None:
        """Whether variation of the cause moved the noise, by a test; None without one."""
        return None if self.p_value is None else self.p_value < LEVEL

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
class Verdict(Shown):
    """The answer to the question which of two columns drives the other.

    Attributes
    ----------
    score : float
        Above zero x causes y, below zero y causes x. Exchanging the columns negates it exactly.
    confidence : float
        0.5 to 1. Of the default method, the probability that the direction is right if one of the
        two arrows is true, calibrated on simulated pairs; of all others, from how many random
        subsamples point the same way, which tells how stable the decision is and no more.
    evidence : Mapping[str, Evidence]
        What speaks about each arrow, under the keys ``x->y`` and ``y->x``; empty if the method is
        no more than a score.
    x : str
        Name of the first column.
    y : str
        Name of the second column.
    rows : int
        Rows observed; of very many only some are looked at, and a note says which.
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
    says : Mapping[str, float]
        The log odds that each kind of evidence gives to x causes y; they add up to the score.
        Empty unless the method weighs several.
    dependence : Dependence | None
        The test of independence of the columns, if the method made it.
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
    says: Mapping[str, float] = field(default_factory=dict)
    dependence: Dependence | None = None
    pair: Pair | None = field(default=None, compare=False, repr=False)

    @classmethod
    def about(cls, pair: Pair, notes: Sequence[str] = (), **found: Any) -> Verdict:
        """Return a verdict about a pair: names, rows, notes and version are filled in.

        Parameters
        ----------
        pair
            The data.
        notes
            What there is to know beside what is known of the data.
        **found
            The other fields.

        Returns
        -------
        Verdict
            The verdict.
        """
        return cls(
            x=pair.x_name,
            y=pair.y_name,
            rows=pair.observed,
            notes=(*pair.notes, *notes),
            version=__version__,
            **found,
        )

    @property
    def direction(self) -> Direction:
        """The better supported arrow, however weak the support."""
        if self.score == 0:
            return Direction.TIE
        return Direction.X_CAUSES_Y if self.score > 0 else Direction.Y_CAUSES_X

    @property
    def answer(self) -> Answer:
        """Whether the question could be answered; see :func:`answer_of`."""
        return answer_of(
            self.direction,
            self.confidence,
            {arrow: part.moved for arrow, part in self.evidence.items()},
            None if self.dependence is None else self.dependence.p_value,
        )

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
        arrow = f"{self.cause} causes {self.effect}."
        if self.answer is Answer.DECIDED:
            return arrow
        return f"{WORDS[self.answer].format(x=self.x, y=self.y)} If forced to choose: {arrow}"

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
            "says": dict(self.says),
            "dependence": plain(self.dependence),
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

    def __str__(self) -> str:
        lines = [self.sentence, ""]
        lines += [
            f"  confidence  {self.confidence:.2f}  ({self._meaning()})",
            f"  score       {self.score:+.6g}  ({self._scored()})",
            *self._moves(),
            *self._sayings(),
            "",
            f"  {self.rows} rows, method {self.method}, seed {self.seed}, vcei {self.version}",
        ]
        lines += [f"  note: {note}" for note in self.notes]
        return "\n".join(lines)

    def _meaning(self) -> str:
        if self.says:
            return "0.5 is a coin; how often such a decision is right, if either arrow is true"
        return "0.5 is a coin; from the agreement of random subsamples, not calibrated"

    def _scored(self) -> str:
        above = f"above zero: {self.x} causes {self.y}"
        return f"log odds; {above}" if self.says else above

    def _moves(self) -> list[str]:
        if not self.evidence:
            return []
        what, unit = ("noise", " times what chance does") if self.says else ("mechanism", "")
        lines = ["", f"  If the arrow were true, varying the cause would not move the {what}:"]
        width = max(len(self.x), len(self.y))
        for cause, effect, arrow in ((self.x, self.y, "x->y"), (self.y, self.x, "y->x")):
            moved = self.evidence[arrow].criterion
            lines.append(f"    {cause:>{width}} -> {effect:<{width}}  moved by {moved:.6g}{unit}")
        return lines

    def _sayings(self) -> list[str]:
        """Return what each kind of evidence says, over all looks."""
        if not self.says:
            return []
        lines = ["", "  What the score adds up:"]
        return lines + [f"    {kind:<24}  {part:+.2f}" for kind, part in by_kind(self.says).items()]


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
