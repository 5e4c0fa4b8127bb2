"""Judgement: from a pair of columns to a verdict by log odds, the way of the default method.

Algorithm 1 with more than one witness: the cause is varied, mechanisms are fitted, the impact on
their noise is measured along either arrow; then everything that was seen is weighed together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median

import numpy as np

from vcei.arrays import Floats, one_thread
from vcei.coreset import RandomParts
from vcei.dependence import hsic_of_ranks
from vcei.entropy import jittered
from vcei.errors import InputError
from vcei.mechanisms import LocationScale
from vcei.method import VCEI
from vcei.odds import Arrow, Odds, Varying, costs_of
from vcei.pair import Pair
from vcei.scaling import to_unit_variance
from vcei.verdict import Evidence, Verdict

FARTHEST = 10.0
"""Values are held within this many interquartile ranges of the median."""

MOST_SURE = 0.999
"""Largest confidence: thousands of simulated pairs cannot vouch for more."""


@one_thread()
def identify_by_odds(pair: Pair, method: VCEI, odds: Odds, seed: int = 0) -> Verdict:
    """Decide which column of a checked pair drives the other, by all that was seen.

    Parameters
    ----------
    pair
        The data.
    method
        The choices; rows, kernel, strengths, solver and mechanism matter.
    odds
        What weighs the evidence.
    seed
        Draws the parts of a large sample.

    Returns
    -------
    Verdict
        The decision with its evidence.
    """
    ordered = pair.standardize().canonical()
    rng = np.random.default_rng(seed)
    parts = RandomParts(odds.part_rows, odds.parts).draw(method.rows.draw(ordered.pair, rng), rng)
    parts = [ready(part, rng) for part in parts]
    one, other = look(parts, method), look([part.swap() for part in parts], method)
    said = odds.contributions(one.costs, other.costs)
    score = math.fsum(said.values())
    if ordered.symmetric:
        score, said = 0.0, dict.fromkeys(said, 0.0)
    if ordered.swapped:
        score, said = -score, {name: -part for name, part in said.items()}
        one, other = other, one
    return Verdict.about(
        pair,
        score=score,
        confidence=sureness(score),
        evidence={"x->y": one.evidence(), "y->x": other.evidence()},
        method=method.name,
        seed=seed,
        settings=method.settings,
        notes=_which_rows(parts, pair),
        says=said,
        dependence=hsic_of_ranks(parts[0].x, parts[0].y),
    )


def sureness(score: float) -> float:
    """Return the probability that the sign of some log odds is right."""
    return min(MOST_SURE, 1.0 / (1.0 + math.exp(-abs(score))))


def look(parts: Sequence[Pair], method: VCEI) -> Seen:
    """Find out what x -> y costs.

    Parameters
    ----------
    parts
        A pair, in parts, each made :func:`ready`.
    method
        The choices.

    Returns
    -------
    Seen
        What was seen in each part.
    """
    mechanism, varying = _ways(method)
    return Seen([costs_of(part.x, part.y, mechanism, varying) for part in parts])


@dataclass(frozen=True)
class Seen:
    """What was seen along one arrow, in each part of the rows.

    Attributes
    ----------
    parts : Sequence[Arrow]
        One for each part.
    """

    parts: Sequence[Arrow]

    @property
    def costs(self) -> dict[str, float]:
        """The costs, in the mean over the parts."""
        names = self.parts[0].costs
        return {name: fmean(part.costs[name] for part in self.parts) for name in names}

    @property
    def p_value(self) -> float:
        """How surprising the impacts would be, in the median part."""
        return median(part.p_value for part in self.parts)

    def evidence(self) -> Evidence:
        """Return the evidence: costs and p-value of all parts, the rest of the first."""
        first = self.parts[0]
        seconds = {
            step: math.fsum(part.seconds[step] for part in self.parts) for step in first.seconds
        }
        return Evidence(
            criterion=fmean(impact.corrected for impact in first.impacts),
            impacts=first.impacts,
            trend=first.trend,
            hyperparameters=dict(first.mechanism.hyperparameters),
            mechanism=first.mechanism,
            seconds=seconds,
            costs=self.costs,
            p_value=self.p_value,
        )


def _ways(method: VCEI) -> tuple[LocationScale, Varying]:
    if not isinstance(method.mechanism, LocationScale):
        msg = (
            f"Odds weigh the noise of a LocationScale mechanism; {method.mechanism!r} came. "
            "Choose that mechanism, or Criterion.LEVEL or TREND."
        )
        raise InputError(msg)
    return method.mechanism, Varying(method.kernel, method.strengths, method.solver)


def ready(part: Pair, rng: np.random.Generator) -> Pair:
    """Hold wild values, undo ties, and bring both columns to mean zero and variance one.

    Parameters
    ----------
    part
        A standardised pair.
    rng
        Draws what rounded values may have been.

    Returns
    -------
    Pair
        The pair as mechanisms are fitted to it.
    """
    x, y = (to_unit_variance(jittered(_held(column), rng)) for column in (part.x, part.y))
    return replace(part, x=x, y=y)


def _held(values: Floats) -> Floats:
    held = np.clip(values, -FARTHEST, FARTHEST)
    return held if np.ptp(held) > 0 else values


def _which_rows(parts: Sequence[Pair], pair: Pair) -> tuple[str, ...]:
    seen = sum(part.rows for part in parts)
    if seen == pair.rows:
        return ()
    return (f"{seen} of {pair.rows} rows were looked at, in {len(parts)} random parts",)
