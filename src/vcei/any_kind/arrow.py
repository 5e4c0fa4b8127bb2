"""One hypothesis, cause -> effect, and the measures that judge it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from vcei.any_kind.method import AnyKind, Measure
from vcei.arrays import Floats, as_points
from vcei.factor import factorize
from vcei.impact import Impact, fit_trend
from vcei.impact.noise import noise_impacts
from vcei.impact.shift import corrected_shift
from vcei.kernels import Gaussian, Kernel, Linear, lengths_for
from vcei.kinds import WITH_LENGTHS, Content, Kind
from vcei.mechanisms import ConditionalEmbedding
from vcei.mechanisms.conditional_embedding import EmbeddingFit
from vcei.plain import plain
from vcei.stopwatch import Stopwatch
from vcei.variation import Problem, Share, Variation
from vcei.verdict import Evidence

LEVEL = 0.05
"""Noise that chance moves as far with less than this probability refutes an arrow."""

FINEST = 0.01
"""Ratios below this are told apart no further."""

ROUNDING = 1e-6
"""Noise of this share of the effect is none."""

SHAPE = 0.35
"""Length scale of the kernel of rescaled noise: mean and scale are the same everywhere, and what a
kernel of length one sees of a shape are mostly these."""

UNIFORM = 0.95
"""A variation that leaves this share of the rows in effect has varied nothing."""

EXACT_NOISE = frozenset({Kind.WHOLE, Kind.ORDERED, Kind.ANGLE})
"""Effects whose noise has a unit of its own, and is not rescaled."""


class Found(NamedTuple):
    """What a measure says of an arrow: the number compared, and what chance has to do with it."""

    criterion: float
    p_value: float | None = None
    critical: float | None = None


@dataclass(frozen=True)
class Side:
    """One column: its points, what they stand for, and the kernel that varies them."""

    points: Floats
    content: Content
    kernel: Kernel

    @cached_property
    def candidates(self) -> tuple[Kernel, ...]:
        """The kernels among which a mechanism from this column may choose."""
        if self.content.parts or self.content.kind in WITH_LENGTHS:
            return self.content.candidates(self.points)
        return (self.kernel,)

    def variations(self, method: AnyKind) -> dict[float, list[Variation]]:
        """Return, for each share, the different ways to vary the column."""
        problem = Problem.of_features(
            factorize(self.kernel, self.points, tolerance=1e-4, max_rank=100).on(self.points)
        )
        rows = problem.size
        found = {
            share: method.solver.maxima(replace(problem, cap=Share(share).cap(rows)))
            for share in method.shares
        }
        return {
            share: [v for v in variations if v.effective_rows < UNIFORM * rows]
            for share, variations in found.items()
        }


@dataclass(frozen=True)
class Arrow:
    """One hypothesis, cause -> effect."""

    cause: Side
    effect: Side
    method: AnyKind

    def evidence(self, measure: Measure, rng: np.random.Generator) -> Evidence:
        """Judge the arrow, and see how its conditional embedding moves whatever the measure."""
        if measure is Measure.AUTONOMY:  # the mechanism of windows has the past as well
            return self.judge(measure, rng)
        clock = Stopwatch()
        with clock("impact"):
            observed, impacts = self._thinned(rng).impacts(rng)
        with clock("criterion"):
            found = _of_impacts(measure, impacts) or self._measure(measure, rng)
        caps = [impact.cap for impact in impacts]
        return replace(
            self._evidence(measure, found, plain(observed.hyperparameters)),
            impacts=tuple(sorted(impacts, key=lambda impact: impact.cap)),
            trend=fit_trend(caps, [impact.impact for impact in impacts]) if caps[2:] else None,
            seconds=clock.seconds,
        )

    def judge(self, measure: Measure, rng: np.random.Generator) -> Evidence:
        """Judge the arrow by one measure, and by no more than it needs."""
        return self._evidence(measure, self._measure(measure, rng))

    def _evidence(
        self, measure: Measure, found: Found, mechanism: dict[str, float] | None = None
    ) -> Evidence:
        return Evidence(
            criterion=found.criterion,
            impacts=(),
            trend=None,
            p_value=found.p_value,
            hyperparameters={
                "judged_by": measure.value,
                "critical": found.critical,
                "cause_kernel": plain(self.cause.kernel),
                "effect_kernel": plain(self.effect.kernel),
                "mechanism": mechanism,
            },
        )

    def _measure(self, measure: Measure, rng: np.random.Generator) -> Found:
        if measure is Measure.NOISE:
            return self.noise()
        if measure is Measure.AUTONOMY:
            return self.autonomy()
        if measure is Measure.ADMISSIBLE:
            return Found(1.0)
        return _of_impacts(measure, self._thinned(rng).impacts(rng)[1]) or Found(1.0)

    def noise(self) -> Found:
        """Return how far variation of the cause moves the law of the noise."""
        mechanism = ConditionalEmbedding(self.cause.candidates, Linear())
        fitted = mechanism.fit(self.cause.points, self.effect.points)
        noise = fitted.left_out(self.cause.points, self.effect.points)
        variations = self.cause.variations(self.method)
        outputs = fitted.effect_factor.features(as_points(self.effect.points))
        if np.max(np.ptp(noise, axis=0)) <= ROUNDING * np.max(np.ptp(outputs, axis=0)):
            return Found(FINEST, 1.0, 1.0)  # the cause decides the effect
        if self.effect.content.kind is Kind.ANGLE:
            noise = self._turned(fitted)
        elif self.cause.content.is_discrete and self.effect.content.kind not in EXACT_NOISE:
            return _moved(_rescaled(noise, self.cause.points), variations, SHAPE)
        return _moved(noise, variations)

    def autonomy(self) -> Found:
        """Return how far variation of the effect's past moves the innovations of the cause."""
        past, present = self.cause.points[:, :-1], self.cause.points[:, -1]
        mechanism = ConditionalEmbedding(lengths_for(past), Linear())
        innovations = mechanism.fit(past, present).left_out(past, present)
        content = self.effect.content
        other = self.effect.points[:, :-1]
        varied = Side(other, content, content.settle(other))
        return _moved(innovations, varied.variations(self.method))

    def impacts(self, rng: np.random.Generator) -> tuple[EmbeddingFit, list[Impact]]:
        """Return the mechanism, and its corrected shift at each share."""
        cause, effect = self.cause.points, self.effect.points
        mechanism = ConditionalEmbedding(self.cause.candidates, self.effect.kernel)
        observed = mechanism.fit(cause, effect)
        marginal = self.method.measure is Measure.MARGINAL
        found = []
        for share, variations in self.cause.variations(self.method).items():
            shifts = [
                corrected_shift(
                    mechanism, observed, (cause, effect), v.weights, rng, self.method.orders
                )
                for v in variations[: self.method.varied]
            ]
            if shifts:
                cap = Share(share).cap(len(cause))
                moved = [one.marginal if marginal else one.pointwise for one in shifts]
                found.append(Impact.of(float(np.mean(moved)), cap, variations[0]))
        return observed, found

    def _thinned(self, rng: np.random.Generator) -> Arrow:
        rows = len(self.cause.points)
        if rows <= self.method.impact_rows:
            return self
        kept = np.sort(rng.choice(rows, self.method.impact_rows, replace=False))
        cause = replace(self.cause, points=self.cause.points[kept])
        return replace(
            self, cause=cause, effect=replace(self.effect, points=self.effect.points[kept])
        )

    def _turned(self, fitted: EmbeddingFit) -> Floats:
        """Return what the effect is turned by from the predicted angle, as points of a circle."""
        factor, points = fitted.effect_factor, self.effect.points
        # a linear factor of the plane is a rotation or a reflection; both keep differences
        ours = factor.features(points) @ [1.0, 1.0j]
        mean = fitted.predict(self.cause.points) @ [1.0, 1.0j]
        turn = ours * np.conj(mean) / np.maximum(np.abs(mean), np.finfo(float).tiny)
        return np.stack([turn.real, turn.imag], axis=1)


def _of_impacts(measure: Measure, impacts: Sequence[Impact]) -> Found | None:
    """Return the mean of impacts, or their slope in the cap; None for other measures."""
    values = [impact.impact for impact in impacts]
    if measure is Measure.TREND and values[2:]:
        weakest = min(impact.cap for impact in impacts)  # as unit: rows must not matter
        return Found(fit_trend([impact.cap / weakest for impact in impacts], values).slope)
    if measure in {Measure.IMPACT, Measure.MARGINAL, Measure.TREND} and values:
        return Found(float(np.mean(values)))
    return None


def _rescaled(noise: Floats, levels: Floats) -> Floats:
    """Divide noise by its deviation at each level, rare levels leaning on all of them by a row."""
    places = np.unique(as_points(levels), axis=0, return_inverse=True)[1].ravel()
    counts = np.bincount(places)
    squares = np.stack([np.bincount(places, column) for column in (noise**2).T], axis=1)
    variance = (squares + np.mean(noise**2, axis=0)) / (counts + 1.0)[:, None]
    return noise / np.sqrt(np.maximum(variance, np.finfo(float).tiny))[places]


def _moved(noise: Floats, variations: dict[float, list[Variation]], finer: float = 1.0) -> Found:
    """Return the mean impact on noise, in units of chance; hardly any where there is no noise."""
    weights = [np.asarray(v.weights) for found in variations.values() for v in found]
    alive = noise[:, np.ptp(noise, axis=0) > 1e-9]
    if not weights or not alive.shape[1]:
        return Found(1.0 if not weights else FINEST, 1.0, 1.0)
    kernel = Gaussian(finer * alive.shape[1] ** 0.5)
    impacts = noise_impacts(alive, np.stack(weights), kernel)
    return Found(float(np.mean(impacts.ratios)), impacts.p_value, impacts.critical(LEVEL))
