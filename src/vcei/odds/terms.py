r"""What an arrow costs: small numbers speak for it, each in a way of its own.

A location-scale mechanism ``y = m(x) + s(x) e`` with heavy-tailed noise is fitted at every look;
then

    information               H(x) + E log s(x) + H(e): the mutual information of cause and noise,
                              up to what both arrows share, the entropy of the pair
    impact on the noise       log of the mean impact of variations, in units of harmless ones
    impact on the prediction  mean log of the impact of variations on m, in units of those of
                              random rows
    likelihood                minus the log likelihood of a row
    bends of the location     log of the degrees of freedom of m
    bends of the scale        log of the degrees of freedom of s
    unevenness of the scale   log of how far log s moves, its standard deviation

and the entropy H(x) of the cause stands for itself; :mod:`vcei.odds.shapes` has the other costs.
Where cause and noise are independent the first is zero and the second no more than chance; the
others tell how simple the arrow's story is.

Weights a on random rows move m by what chance does to a fit of d degrees of freedom, in the mean
over the rows by ``E (m_a(x) - m(x))²/s(x)² ≈ d Σ_i (a_i - 1/N)²``. The strongest variations move it
farther, along either arrow: they leave gaps, in which curves go straight on.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from statistics import fmean

import numpy as np

from vcei.arrays import Floats
from vcei.entropy import entropy
from vcei.factor import factorize
from vcei.impact import Impact, Trend, fit_trend
from vcei.impact.noise import UNIFORM, NoiseImpacts, noise_impacts
from vcei.kernels import Gaussian, Kernel
from vcei.mechanisms.location_scale import LocationScale, LocationScaleFit
from vcei.odds.looks import LOOKS, Look
from vcei.odds.shapes import noise_shape, polynomials, shape
from vcei.scaling import normal_scores
from vcei.stopwatch import Stopwatch
from vcei.variation import Problem, Relaxed, Share, Solver, Strength, Unrelaxed, Variation

KINDS = (
    "information",
    "impact on the noise",
    "impact on the prediction",
    "likelihood",
    "bends of the location",
    "bends of the scale",
    "unevenness of the scale",
)
"""What is measured of the mechanism at every look."""

ENTROPY = "entropy of the cause"

HEAVY = 5.0
"""Degrees of freedom of the noise that mechanisms reckon with when costs are found."""

FEWEST = 6
"""Fewest different places of the cause to fit a mechanism to under a variation."""

LEAST = 1e-9
"""Moves below this are no less than none."""

EVEN = 1e-3
"""A scale whose logarithm moves by less is even."""

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
        order = np.argsort(cause, kind="stable")
        scores = normal_scores(cause)[order]
        ours = isinstance(self.solver, Unrelaxed | Relaxed)  # another may draw, or not be hashable
        if ours and np.all(np.diff(scores) > 0):  # then scores and variations depend on n alone
            found = _of_ranks(self, len(cause))
        else:
            found = self._of_sorted(scores)
        place = np.empty(len(cause), dtype=np.intp)
        place[order] = np.arange(len(cause))
        return [
            (cap, [replace(one, weights=np.asarray(one.weights)[place]) for one in some])
            for cap, some in found
        ]

    def _of_sorted(self, scores: Floats) -> list[tuple[float, list[Variation]]]:
        kernel = self.kernel.resolve(scores)
        problem = Problem.of_features(factorize(kernel, scores, TOLERANCE).on(scores))
        caps = [strength.cap(len(scores)) for strength in self.strengths]
        return [(cap, self._solve(replace(problem, cap=cap))) for cap in caps]

    def _solve(self, problem: Problem) -> list[Variation]:
        if isinstance(self.solver, Unrelaxed):
            return self.solver.maxima(problem)
        return [self.solver.solve(problem)]


@lru_cache(maxsize=16)
def _of_ranks(varying: Varying, rows: int) -> list[tuple[float, list[Variation]]]:
    return varying._of_sorted(normal_scores(np.arange(float(rows))))


@dataclass(frozen=True)
class Arrow:
    """What one arrow costs, and what that rests on.

    Attributes
    ----------
    costs : Mapping[str, float]
        All costs by name.
    mechanism : LocationScaleFit
        The mechanism, fitted to the pair as it is.
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
        How to fit mechanisms, for the test of the impact on the noise; costs are found with
        heavy tails. By default :class:`LocationScale`.
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
    heavy = replace(mechanism, tails=HEAVY)
    with clock("variation"):
        strengths = (varying or Varying()).of(cause)
        weights = np.stack([np.asarray(one.weights) for _, some in strengths for one in some])
    costs = {ENTROPY: entropy(cause)}
    costs |= {name: float(part[0]) for name, part in shape(np.sort(cause)[None, :]).items()}
    for look in looks:
        x, y = look.at(cause, effect)
        with clock("mechanism"):
            fit = heavy.fit(x, y)
        noise = fit.noise(x, y)
        with clock("impact"):
            moved = noise_impacts(noise, weights)
        with clock("refit"):
            shift = _shift(heavy, fit, x, y, strengths)
        own, log_scale = 0.0 if look.ranked_effect else costs[ENTROPY], fit.log_scale(x)
        parts = (
            own + float(np.mean(log_scale)) + entropy(noise),
            math.log(max(float(np.mean(moved.ratios)), LEAST)),
            shift,
            -fit.hyperparameters["log_likelihood"] / len(x),
            math.log(fit.hyperparameters["location_degrees"]),
            math.log(fit.hyperparameters["scale_degrees"]),
            math.log(EVEN + float(np.std(log_scale))),
        )
        costs |= {f"{kind}, {look.name}": part for kind, part in zip(KINDS, parts, strict=True)}
        plain = noise_shape(noise[None, :]) | polynomials(x[None, :], y[None, :])
        costs |= {f"{kind}, {look.name}": float(part[0]) for kind, part in plain.items()}
    # the test is of the mechanism as the method has it, stricter than one with heavy tails
    tested = mechanism.fit(cause, effect)
    moved = noise_impacts(tested.noise(cause, effect), weights)
    impacts = _by_strength(strengths, moved)
    return Arrow(costs, tested, impacts, _trend(impacts), moved.p_value, clock.seconds)


def _shift(
    mechanism: LocationScale,
    fit: LocationScaleFit,
    cause: Floats,
    effect: Floats,
    strengths: Sequence[tuple[float, Sequence[Variation]]],
) -> float:
    """Return the mean log of how far the strongest variations move m, random rows being one."""
    n, location, scale = len(cause), fit.predict(cause), fit.scale(cause)
    degrees, logs = fit.hyperparameters["location_degrees"], []
    for _, some in strengths:
        weights = np.asarray(_strongest(some).weights)
        if len(np.unique(cause[weights > 0])) < FEWEST:
            continue
        varied = mechanism.fit_like(fit, cause, effect, n * weights).predict(cause)
        size = float(np.sum((weights - 1.0 / n) ** 2))
        if size > UNIFORM / n:
            moved = float(np.mean(((varied - location) / scale) ** 2)) / (degrees * size)
            logs.append(math.log(max(moved, LEAST)))
    return fmean(logs) if logs else 0.0


def _strongest(some: Sequence[Variation]) -> Variation:
    return max(some, key=lambda variation: variation.mmd2)


def _by_strength(
    strengths: Sequence[tuple[float, Sequence[Variation]]], moved: NoiseImpacts
) -> tuple[Impact, ...]:
    impacts, start = [], 0
    for cap, some in strengths:
        mine = slice(start, start := start + len(some))
        harmless = float(np.mean(moved.harmless[mine]))
        mean = harmless * float(np.mean(moved.ratios[mine]))
        impacts.append(replace(Impact.of(mean, cap, _strongest(some)), harmless=harmless))
    return tuple(sorted(impacts, key=lambda impact: impact.cap))


def _trend(impacts: Sequence[Impact]) -> Trend | None:
    caps = [impact.cap for impact in impacts]
    if len(set(caps)) < 3:
        return None
    return fit_trend(caps, [impact.corrected for impact in impacts])
