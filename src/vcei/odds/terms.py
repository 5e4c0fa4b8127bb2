r"""What an arrow costs: small numbers speak for it, each in a way of its own.

A location-scale mechanism ``y = m(x) + s(x) e`` is fitted at every look; then

    information  H(x) + E log s(x) + H(e): the mutual information of cause and noise, up to what
                 both arrows share, the entropy of the pair
    impact       log of the mean impact of variations on the noise, in units of harmless ones
    likelihood   minus the log likelihood of a row
    location     log of the degrees of freedom of m
    scale        log of the degrees of freedom of s

and the entropy H(x) of the cause stands for itself. The first is zero and the second nothing but
chance where cause and noise are independent; the others tell how simple the arrow's story is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vcei.arrays import Floats
from vcei.entropy import entropy
from vcei.factor import factorize
from vcei.impact import Impact, Trend, fit_trend
from vcei.impact.noise import NoiseImpacts, noise_impacts
from vcei.kernels import Gaussian, Kernel
from vcei.mechanisms.location_scale import LocationScale, LocationScaleFit
from vcei.odds.looks import LOOKS, Look
from vcei.scaling import normal_scores
from vcei.stopwatch import Stopwatch
from vcei.variation import Problem, Share, Solver, Strength, Unrelaxed, Variation

KINDS = ("information", "impact", "likelihood", "location", "scale")
"""What is measured at every look."""

ENTROPY = "entropy of the cause"

TOLERANCE = 1e-6
"""Largest error of the factor of the cause's kernel."""


@dataclass(frozen=True)
class Varying:
    """How the cause is varied.

    Attributes
    ----------
    kernel : Kernel
        Tells values of the cause apart, by the normal scores of their ranks.
    strengths : tuple[Strength, ...]
        How strong the variations are.
    solver : Solver
        Who finds them; one that knows several local maxima gives them all.
    """

    kernel: Kernel = field(default_factory=lambda: Gaussian(1.0))
    strengths: tuple[Strength, ...] = tuple(map(Share, (0.5, 0.3, 0.15, 0.07)))
    solver: Solver = field(default_factory=lambda: Unrelaxed(starts=6))

    def of(self, cause: Floats) -> list[tuple[float, list[Variation]]]:
        """Return the variations of a cause, with the cap of each strength.

        Parameters
        ----------
        cause
            The claimed cause, (n,).

        Returns
        -------
        list[tuple[float, list[Variation]]]
            Caps, and one or several variations of each.
        """
        scores = normal_scores(cause)
        kernel = self.kernel.resolve(scores)
        problem = Problem.of_features(factorize(kernel, scores, TOLERANCE).on(scores))
        caps = [strength.cap(len(cause)) for strength in self.strengths]
        return [(cap, self._solve(replace(problem, cap=cap))) for cap in caps]

    def _solve(self, problem: Problem) -> list[Variation]:
        if isinstance(self.solver, Unrelaxed):
            return self.solver.maxima(problem)
        return [self.solver.solve(problem)]


@dataclass(frozen=True)
class Arrow:
    """What one arrow costs, and what that rests on.

    Attributes
    ----------
    costs : Mapping[str, float]
        All costs by name.
    mechanism : LocationScaleFit
        The mechanism at the first look.
    impacts : tuple[Impact, ...]
        Impact on its noise at each strength, the mean over the variations of that strength.
    trend : Trend | None
        Impact in units of harmless ones, as a straight line in the cap.
    p_value : float
        How surprising the impacts would be if the noise did not care for the cause.
    seconds : Mapping[str, float]
        Time spent on each step.
    """

    costs: Mapping[str, float]
    mechanism: LocationScaleFit
    impacts: tuple[Impact, ...]
    trend: Trend | None
    p_value: float
    seconds: Mapping[str, float]


def costs_of(
    cause: Floats,
    effect: Floats,
    mechanism: LocationScale | None = None,
    varying: Varying | None = None,
    looks: Sequence[Look] = LOOKS,
) -> Arrow:
    """Find out what an arrow costs.

    Parameters
    ----------
    cause
        The claimed cause, of mean zero and variance one, (n,).
    effect
        The claimed effect, likewise.
    mechanism
        How to fit mechanisms; each look sets the tails. By default :class:`LocationScale`.
    varying
        How to vary the cause.
    looks
        How to look at the pair.

    Returns
    -------
    Arrow
        The costs.
    """
    clock, mechanism = Stopwatch(), mechanism or LocationScale()
    with clock("variation"):
        strengths = (varying or Varying()).of(cause)
        found = [variation for _, some in strengths for variation in some]
        weights = np.stack([np.asarray(variation.weights) for variation in found])
    costs = {ENTROPY: entropy(cause)}
    seen = []
    for look in looks:
        x, y = look.at(cause, effect)
        with clock("mechanism"):
            fit = replace(mechanism, tails=look.tails).fit(x, y)
        noise = fit.noise(x, y)
        with clock("impact"):
            moved = noise_impacts(noise, weights)
        own = 0.0 if look.ranked_effect else costs[ENTROPY]
        parts = (
            own + float(np.mean(fit.log_scale(x))) + entropy(noise),
            float(np.log(np.mean(moved.ratios))),
            -fit.hyperparameters["log_likelihood"] / len(x),
            float(np.log(fit.hyperparameters["location_degrees"])),
            float(np.log(fit.hyperparameters["scale_degrees"])),
        )
        costs |= {f"{kind}, {look.name}": part for kind, part in zip(KINDS, parts, strict=True)}
        seen.append((fit, moved))
    impacts = _by_strength(strengths, seen[0][1])
    return Arrow(costs, seen[0][0], impacts, _trend(impacts), seen[0][1].p_value, clock.seconds)


def _by_strength(
    strengths: Sequence[tuple[float, Sequence[Variation]]], moved: NoiseImpacts
) -> tuple[Impact, ...]:
    impacts, start = [], 0
    for cap, some in strengths:
        mine = slice(start, start := start + len(some))
        strongest = max(some, key=lambda variation: variation.mmd2)
        harmless = float(np.mean(moved.harmless[mine]))
        mean = harmless * float(np.mean(moved.ratios[mine]))
        impacts.append(replace(Impact.of(mean, cap, strongest), harmless=harmless))
    return tuple(sorted(impacts, key=lambda impact: impact.cap))


def _trend(impacts: Sequence[Impact]) -> Trend | None:
    caps = [impact.cap for impact in impacts]
    if len(set(caps)) < 3:
        return None
    return fit_trend(caps, [impact.impact / (impact.harmless or 1.0) for impact in impacts])
