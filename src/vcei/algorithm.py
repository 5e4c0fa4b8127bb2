"""Algorithm 1 of the paper, `identify`: from a pair of columns to a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from vcei._version import __version__
from vcei.arrays import Floats, one_thread
from vcei.coreset import RandomRows
from vcei.errors import InputError
from vcei.factor import factorize
from vcei.impact import Impact, disagreement, fit_trend
from vcei.kernels import Kernel
from vcei.method import VCEI, Criterion, default, named
from vcei.pair import Pair
from vcei.plain import plain
from vcei.stopwatch import Stopwatch
from vcei.variation import Problem, Strength
from vcei.verdict import Evidence, Verdict, agreement

REPEAT_ROWS = 500
"""A repeat of the decision sees a random half of the rows, and at most this many."""

RANK = 300
"""Most features of a kernel's factor; reached only where a column has very wild values."""


def identify(
    x: Any, y: Any, method: VCEI | str | None = None, seed: int = 0, drop_missing: bool = False
) -> Verdict:
    """Decide which of two columns drives the other.

    Parameters
    ----------
    x
        The first column: numbers in any array or a pandas, polars or Arrow column.
    y
        The second column, paired with the first by position.
    method
        The method, or the name of one (``default``, ``paper``).
    seed
        Everything random is drawn from it: the same seed, the same verdict.
    drop_missing
        Leave out rows with a missing or infinite value instead of refusing them.

    Returns
    -------
    Verdict
        Direction, confidence, and what they rest on.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> x = rng.uniform(-2, 2, 300)
    >>> y = np.sin(2 * x) + 0.2 * rng.normal(size=300)
    >>> identify(x, y).direction.value
    'x->y'
    """
    method = named(method) if isinstance(method, str) else method or default()
    return identify_pair(Pair.of(x, y, drop_missing=drop_missing), method, seed)


@one_thread()
def identify_pair(pair: Pair, method: VCEI, seed: int = 0) -> Verdict:
    """Decide which column of a checked pair drives the other.

    Paper: alg:VCEI.

    Both arrows are weighed on the same rows; the one along which variation of the cause moves the
    mechanism less is the better supported. The decision is repeated on random halves of the
    rows to see how stable it is.

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
    if seed < 0:
        msg = f"A seed is a whole number of at least zero; {seed} came."
        raise InputError(msg)
    ordered = pair.standardize().canonical()
    main, *others = map(
        np.random.default_rng, np.random.SeedSequence(seed).spawn(1 + method.repeats)
    )
    kernels = method.kernel.resolve(ordered.pair.x), method.kernel.resolve(ordered.pair.y)
    forward, backward = weigh(ordered.pair, method, kernels, main, method.all_strengths)
    score = 0.0 if ordered.symmetric else backward.criterion - forward.criterion
    again = []
    for rng in others:
        half = RandomRows(min(REPEAT_ROWS, pair.rows // 2)).draw(ordered.pair, rng)
        one, other = weigh(half, method, kernels, rng, method.deciding_strengths)
        again.append(other.criterion - one.criterion)
    if ordered.swapped:
        forward, backward = backward, forward
    return Verdict(
        score=-score if ordered.swapped else score,
        confidence=agreement(score, again),
        evidence={"x->y": forward, "y->x": backward},
        x=pair.x_name,
        y=pair.y_name,
        rows=pair.rows,
        method=method.name,
        seed=seed,
        settings=method.settings,
        version=__version__,
        notes=pair.notes,
    )


def weigh(
    pair: Pair,
    method: VCEI,
    kernels: tuple[Kernel, Kernel],
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
    kernels
        The kernels of x and of y.
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
    forward = Arrow(sample.x, sample.y, whole.x, *kernels)
    backward = Arrow(sample.y, sample.x, whole.y, *kernels[::-1])
    return (
        forward.evidence(method, strengths, rng),
        backward.evidence(method, strengths, rng),
    )


@dataclass(frozen=True)
class Arrow:
    """One hypothesis, cause -> effect: half of Algorithm 1.

    Attributes
    ----------
    cause : Floats
        The claimed cause, (n,).
    effect : Floats
        The claimed effect, (n,).
    reference : Floats
        The sample of the cause that variations get away from.
    cause_kernel : Kernel
        Tells causes apart.
    effect_kernel : Kernel
        Tells effects apart.
    """

    cause: Floats
    effect: Floats
    reference: Floats
    cause_kernel: Kernel
    effect_kernel: Kernel

    def evidence(
        self, method: VCEI, strengths: Sequence[Strength], rng: np.random.Generator
    ) -> Evidence:
        """Vary the cause at several strengths and see how far the mechanism moves.

        Parameters
        ----------
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
        clock, rows = Stopwatch(), len(self.cause)
        with clock("factor"):
            factor = factorize(self.cause_kernel, self.reference, max_rank=RANK)
            candidates, reference = factor.on(self.cause), factor.on(self.reference)
        with clock("mechanism"):
            observed = method.mechanism.fit(self.cause, self.effect, rng=rng)
        impacts: dict[Strength, Impact] = {}
        for strength in strengths:
            with clock("variation"):
                cap = strength.cap(rows)
                problem = Problem.of_features(candidates, reference, cap, method.slack)
                variation = method.solver.solve(problem)
            with clock("mechanism"):
                counts = rows * np.asarray(variation.weights)
                varied = method.mechanism.fit(
                    self.cause, self.effect, counts, rng=rng, before=observed
                )
            with clock("impact"):
                moved = disagreement(self.effect_kernel, observed, varied, self.cause)
            impacts[strength] = Impact.of(moved, cap, variation)
        line = [impacts[strength] for strength in method.strengths if strength in impacts]
        trend = fit_trend([at.cap for at in line], [at.impact for at in line]) if line[2:] else None
        return Evidence(
            criterion=(
                trend.slope
                if trend and method.criterion is Criterion.TREND
                else impacts[method.strength].impact
            ),
            impacts=tuple(sorted(impacts.values(), key=lambda impact: impact.cap)),
            trend=trend,
            hyperparameters={
                "cause_kernel": plain(self.cause_kernel),
                "effect_kernel": plain(self.effect_kernel),
                "mechanism": plain(observed.hyperparameters),
            },
            seconds=clock.seconds,
        )
