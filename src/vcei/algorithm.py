"""Algorithm 1 of the paper: from a pair of columns to a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

import numpy as np

from vcei.arrays import Floats, one_thread
from vcei.coreset import RandomRows
from vcei.factor import factorize
from vcei.following import followed
from vcei.impact import Impact, disagreement, fit_trend
from vcei.judgement import identify_by_odds
from vcei.kernels import Kernel
from vcei.mechanisms import Fitted
from vcei.method import VCEI, Criterion
from vcei.odds import Odds
from vcei.pair import Pair
from vcei.plain import plain
from vcei.stopwatch import Stopwatch
from vcei.variation import Problem, Strength
from vcei.verdict import Evidence, Verdict, agreement

REPEAT_ROWS = 250
"""A repeat of the decision sees a random half of the rows, and at most this many."""

RANK = 300
"""Most features of a kernel's factor; reached only where a column has very wild values."""


@one_thread()
def identify_by_variation(pair: Pair, method: VCEI, seed: int = 0) -> Verdict:
    """Decide which column of a checked pair drives the other.

    Paper: alg:VCEI.

    Both arrows are weighed on the same rows; the one along which variation of the cause moves the
    mechanism less is the better supported. The decision is repeated on random halves of the
    rows to see how stable it is; repeats keep the kernels and the observed mechanism's
    hyperparameters. A method whose criterion is odds is judged by :mod:`vcei.judgement`.

    Parameters
    ----------
    pair
        The data.
    method
        The choices.
    seed
        Everything random is drawn from it.

    Returns
    -------
    Verdict
        The decision with its evidence.
    """
    if isinstance(method.criterion, Odds):
        return identify_by_odds(pair, method, method.criterion, seed)
    ordered = pair.standardize().canonical()
    main, *others = map(
        np.random.default_rng, np.random.SeedSequence(seed).spawn(1 + method.repeats)
    )
    kernels = method.kernel.resolve(ordered.pair.x), method.kernel.resolve(ordered.pair.y)
    arrows = Arrow(*kernels), Arrow(*kernels[::-1])
    forward, backward = weigh(ordered.pair, method, arrows, main, method.all_strengths)
    score = 0.0 if ordered.symmetric else backward.criterion - forward.criterion
    arrows = arrows[0].knowing(forward), arrows[1].knowing(backward)
    again = []
    for rng in followed(others):
        half = RandomRows(min(REPEAT_ROWS, pair.rows // 2)).draw(ordered.pair, rng)
        one, other = weigh(half, method, arrows, rng, method.deciding_strengths)
        again.append(other.criterion - one.criterion)
    if ordered.swapped:
        forward, backward = backward, forward
    return Verdict.about(
        pair,
        score=-score if ordered.swapped else score,
        confidence=agreement(score, again),
        evidence={"x->y": forward, "y->x": backward},
        method=method.name,
        seed=seed,
        settings=method.settings,
    )


def weigh(
    pair: Pair,
    method: VCEI,
    arrows: tuple[Arrow, Arrow],
    rng: np.random.Generator,
    strengths: Sequence[Strength],
) -> tuple[Evidence, Evidence]:
    """Collect the evidence about x -> y and about y -> x on the rows that the method draws.

    Parameters
    ----------
    pair
        A standardised pair.
    method
        The choices.
    arrows
        The two hypotheses.
    rng
        Source of all chance.
    strengths
        The strengths of variation to try.

    Returns
    -------
    tuple[Evidence, Evidence]
        What speaks about either arrow.
    """
    sample = method.rows.draw(pair, rng)
    whole = pair if method.all_as_reference else sample
    return (
        arrows[0].weigh(sample, whole.x, method, strengths, rng),
        arrows[1].weigh(sample.swap(), whole.y, method, strengths, rng),
    )


@dataclass(frozen=True)
class Arrow:
    """One hypothesis, cause -> effect: half of Algorithm 1.

    Attributes
    ----------
    cause_kernel : Kernel
        Tells causes apart.
    effect_kernel : Kernel
        Tells effects apart.
    known : Fitted | None
        The mechanism as an earlier round fitted it.
    """

    cause_kernel: Kernel
    effect_kernel: Kernel
    known: Fitted | None = None

    def knowing(self, evidence: Evidence) -> Arrow:
        """Return the hypothesis with the mechanism that a round of weighing has fitted."""
        return replace(self, known=evidence.mechanism)

    def weigh(
        self,
        sample: Pair,
        reference: Floats,
        method: VCEI,
        strengths: Sequence[Strength],
        rng: np.random.Generator,
    ) -> Evidence:
        """Vary the cause at several strengths and see how far the mechanism moves.

        Parameters
        ----------
        sample
            The claimed cause as x, the claimed effect as y.
        reference
            The sample of the cause that variations get away from.
        method
            The choices.
        strengths
            The strengths of variation to try.
        rng
            Source of all chance.

        Returns
        -------
        Evidence
            Impacts, their trend, and the number that the decision compares.
        """
        clock, cause, effect = Stopwatch(), sample.x, sample.y
        with clock("factor"):
            factor = factorize(self.cause_kernel, reference, max_rank=RANK)
            features = factor.on(cause), factor.on(reference)
            problem = Problem.of_features(*features, slack=method.slack)
        with clock("mechanism"):
            observed = (
                method.mechanism.fit(cause, effect, rng=rng)
                if self.known is None
                else method.mechanism.fit_like(self.known, cause, effect, rng=rng)
            )
        impacts: dict[Strength, Impact] = {}
        for strength in strengths:
            with clock("variation"):
                cap = strength.cap(sample.rows)
                variation = method.solver.solve(replace(problem, cap=cap))
            counts = sample.rows * np.asarray(variation.weights)
            moved = self.move(sample, observed, counts, method, rng, clock)
            harmless = [
                self.move(sample, observed, rng.permutation(counts), method, rng, clock)
                for _ in range(method.harmless_orders)
            ]
            known = fmean(harmless) if harmless else None
            impacts[strength] = replace(Impact.of(moved, cap, variation), harmless=known)
        line = [impacts[strength] for strength in method.strengths if strength in impacts]
        trend = (
            fit_trend([at.cap for at in line], [at.corrected for at in line]) if line[2:] else None
        )
        if trend is not None and method.criterion is Criterion.TREND:
            criterion = trend.slope
        else:
            criterion = impacts[method.strength].corrected
        return Evidence(
            criterion=criterion,
            impacts=tuple(sorted(impacts.values(), key=lambda impact: impact.cap)),
            trend=trend,
            hyperparameters={
                "cause_kernel": plain(self.cause_kernel),
                "effect_kernel": plain(self.effect_kernel),
                "mechanism": plain(observed.hyperparameters),
            },
            mechanism=observed,
            seconds=clock.seconds,
        )

    def move(
        self,
        sample: Pair,
        observed: Fitted,
        counts: Floats,
        method: VCEI,
        rng: np.random.Generator,
        clock: Stopwatch,
    ) -> float:
        """Return how far the mechanism moves under weights.

        The same weights on rows at random are a harmless variation, for they do not see the cause:
        what they move is the disagreement bias.

        Parameters
        ----------
        sample
            The claimed cause as x, the claimed effect as y.
        observed
            The mechanism as observed.
        counts
            How many observations each row stands for.
        method
            The choices.
        rng
            Source of all chance.
        clock
            Takes the time.

        Returns
        -------
        float
            The disagreement of both fits.
        """
        with clock("mechanism"):
            varied = method.fit_varied(observed, sample.x, sample.y, counts, rng)
        with clock("impact"):
            return disagreement(self.effect_kernel, observed, varied, sample.x)
