"""What is asked of a variation (Problems 1 and 2 of the paper), and what an answer is.

Symbols of the paper: K is the Gram matrix of the M candidates, μ_i = mean_j k(x̃_i, x_j) their
similarity to the N reference points, c = mean k(x_j, x_j'), b = b_α the cap on one weight.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Protocol

from vcei.arrays import Array, as_points, namespace
from vcei.embedding import kernel_sums, mean_embedding, proportions
from vcei.errors import InputError
from vcei.factor import Features, factorize
from vcei.kernels import Kernel

EXACT = 1e-12
"""Tolerance of the factor of the candidates' Gram matrix where it stands for the matrix itself."""


@dataclass(frozen=True)
class Problem:
    """Find weights on M candidates that take them as far as possible from N reference points.

    Problem 1 is the case where the candidates are the reference points; Problem 2 the general
    one.

    Attributes
    ----------
    features : Features
        Factor of the candidates' Gram matrix K, one row a candidate.
    diagonal : Array
        The diagonal of K.
    similarity : Array
        The vector μ.
    constant : float
        The number c.
    cap : float
        Largest weight a candidate may get, b_α in [1/M, 1].
    slack : float | None
        b_D: how much farther from the unweighted candidates the weighted ones may lie than those
        lie from the reference. None sets no such limit.
    """

    features: Features
    diagonal: Array
    similarity: Array
    constant: float
    cap: float = 1.0
    slack: float | None = None

    def __post_init__(self) -> None:
        size = self.size
        if not 1.0 / size <= self.cap * (1 + 1e-12) or not self.cap <= 1.0:
            msg = (
                f"The cap on one weight must lie between 1/M = {1 / size:.6g} (M = {size} "
                f"candidates) and 1; {self.cap!r} came. Raise the cap or give more candidates."
            )
            raise InputError(msg)
        if self.slack is not None and self.radius < 0:
            msg = (
                f"The slack {self.slack!r} allows no weights at all: the candidates lie "
                f"{self.radius - self.slack:.6g} (MMD²) from the reference, and slack may undercut "
                "that by no more. Give a slack of at least zero."
            )
            raise InputError(msg)

    @classmethod
    def between(
        cls,
        kernel: Kernel,
        candidates: Array,
        reference: Array | None = None,
        cap: float = 1.0,
        slack: float | None = None,
    ) -> Problem:
        """Ask for a variation of some points, with the kernel computed exactly.

        Paper: Problem 2.

        Parameters
        ----------
        kernel
            A kernel without open rules.
        candidates
            The M points that are weighted, (M, d) or (M,).
        reference
            The N points to get away from; None takes the candidates (Problem 1).
        cap
            Largest weight of a candidate, b_α.
        slack
            Bound b_D on the distance from the unweighted candidates, or None.

        Returns
        -------
        Problem
            The problem, ready for any solver.
        """
        candidates = as_points(candidates)
        points = candidates if reference is None else as_points(reference)
        share = proportions(None, points)
        similarity = kernel_sums(kernel, candidates, points, share)
        own = similarity if reference is None else kernel_sums(kernel, points, points, share)
        return cls(
            features=factorize(kernel, candidates, tolerance=EXACT).on(candidates),
            diagonal=kernel.diagonal(candidates),
            similarity=similarity,
            constant=float(share @ own),
            cap=cap,
            slack=slack,
        )

    @classmethod
    def of_features(
        cls,
        candidates: Features,
        reference: Features | None = None,
        cap: float = 1.0,
        slack: float | None = None,
    ) -> Problem:
        """Ask for a variation of a sample given by its features, without any Gram matrix.

        Paper: prg:problem_1; problem1.

        Parameters
        ----------
        candidates
            A factor of the kernel on the M points that are weighted.
        reference
            The same factor on the N points to get away from; None takes the candidates
            (Problem 1).
        cap
            Largest weight of a candidate, b_α.
        slack
            Bound b_D on the distance from the unweighted candidates, or None.

        Returns
        -------
        Problem
            The problem, ready for any solver.
        """
        mean = mean_embedding(candidates if reference is None else reference)
        return cls(
            features=candidates,
            diagonal=candidates.factor.kernel.diagonal(candidates.points),
            similarity=candidates.times(mean),
            constant=float(mean @ mean),
            cap=cap,
            slack=slack,
        )

    @property
    def size(self) -> int:
        """The number of candidates, M."""
        return int(self.similarity.shape[-1])

    @cached_property
    def centre(self) -> tuple[Array, float]:
        """The candidates against themselves: μ_M = K1/M and c_M = 1'K1/M²."""
        mean = mean_embedding(self.features)
        return self.features.times(mean), float(mean @ mean)

    @cached_property
    def radius(self) -> float:
        """The right-hand side r of the second constraint, MMD²(p_M, p_N) + b_D."""
        return max(0.0, self.mmd2(proportions(None, self.similarity))) + float(self.slack or 0.0)

    def mmd2(self, weights: Array) -> float:
        """Return the true MMD² of weights: a'Ka - 2a'μ + c.

        Paper: eq:original-formulation:objective; eq:original-formulation:objective_a;
        eq:original-formulation:objective_a2.

        Parameters
        ----------
        weights
            Weights of the candidates, (M,), summing to one.

        Returns
        -------
        float
            Their squared distance from the reference.
        """
        mean = self.features.sum(weights)
        return float(mean @ mean - 2.0 * (weights @ self.similarity)) + self.constant

    def gains(self, weights: Array) -> Array:
        """Return half the gradient of the true MMD², Ka - μ.

        Parameters
        ----------
        weights
            Weights of the candidates, (..., M).

        Returns
        -------
        Array
            The gains, (..., M).
        """
        return self.features.times(self.features.sum(weights)) - self.similarity

    def relaxed_value(self, weights: Array) -> float:
        """Return the best relaxed objective with these row sums, max A•K - 2a'μ + c over A1 = a.

        By Fact 2 the term A•K can be anything from a'Ka to a'diag(K); the second constraint,
        where there is one, bounds it from above.

        Parameters
        ----------
        weights
            Weights of the candidates, (M,), summing to one.

        Returns
        -------
        float
            The objective, at least the true MMD².
        """
        lifted = float(weights @ self.diagonal)
        if self.slack is not None:
            similarity, constant = self.centre
            bound = self.radius - constant + 2.0 * float(weights @ similarity)
            lifted = min(lifted, bound)
        return lifted - 2.0 * float(weights @ self.similarity) + self.constant


class Status(StrEnum):
    """How far an answer can be trusted."""

    OPTIMAL = "optimal"
    """The best value there is, to the solver's tolerance."""
    LOCAL = "local optimum"
    """No small change improves it; another start may find better."""
    INACCURATE = "inaccurate"
    """The solver stopped short of its tolerance: feasible to a few digits, not to be relied on."""


@dataclass(frozen=True)
class Variation:
    """Weights that vary a marginal, as found by a solver.

    Attributes
    ----------
    weights : Array
        The weights a, (M,): non-negative, at most the cap, summing to one.
    relaxed_value : float
        The relaxed objective of these weights, an upper bound of their MMD².
    mmd2 : float
        Their true squared distance from the reference.
    status : Status
        Whether the solver's own problem was solved.
    solver : str
        Which solver found them.
    """

    weights: Array
    relaxed_value: float
    mmd2: float
    status: Status
    solver: str

    @property
    def effective_rows(self) -> float:
        """How many equally weighted rows would be as concentrated, 1/Σa²."""
        return 1.0 / float(self.weights @ self.weights)


class Solver(Protocol):
    """Anything that answers a :class:`Problem`."""

    def solve(self, problem: Problem) -> Variation:
        """Return the variation that was asked for."""
        ...


def answer(problem: Problem, weights: Array, status: Status, solver: str) -> Variation:
    """Wrap weights as the answer to a problem.

    Parameters
    ----------
    problem
        What was asked.
    weights
        The weights found.
    status
        How good they are.
    solver
        Who found them.

    Returns
    -------
    Variation
        The weights with their relaxed value and their true MMD².
    """
    value, mmd2 = problem.relaxed_value(weights), problem.mmd2(weights)
    return Variation(weights, value, max(0.0, mmd2), status, solver)


def heaviest(gains: Array, cap: float) -> Array:
    """Maximise <a, gains> over the capped simplex D_b = {a >= 0, 1'a = 1, a <= b}.

    The cap goes to the largest gains until the mass is spent; candidates tied at the threshold
    share what is left, so that the answer does not depend on their order.

    Paper: eq:original-formulation:equality; eq:original-formulation:inequality;
    eq:original-formulation:equality_a; eq:original-formulation:inequality_a;
    eq:original-formulation:equality_a2; eq:original-formulation:inequality_a2.

    Parameters
    ----------
    gains
        What a unit of weight earns, (..., M).
    cap
        The cap b.

    Returns
    -------
    Array
        The weights, (..., M).
    """
    xp = namespace(gains)
    size = int(gains.shape[-1])
    needed = min(size, math.ceil((1.0 / cap) * (1 - 1e-12)))
    threshold = xp.sort(gains, axis=-1)[..., size - needed, None]
    margin = 1e-9 * xp.max(xp.abs(gains), axis=-1, keepdims=True)
    above = xp.astype(gains > threshold + margin, gains.dtype)
    tied = xp.astype(xp.abs(gains - threshold) <= margin, gains.dtype)
    rest = 1.0 - cap * xp.sum(above, axis=-1, keepdims=True)
    return cap * above + rest / xp.sum(tied, axis=-1, keepdims=True) * tied


def distinct(variations: Sequence[Variation], tolerance: float = 1e-6) -> list[Variation]:
    """Drop variations whose weights nearly repeat those of one before.

    Parameters
    ----------
    variations
        Answers to one problem, the preferred first.
    tolerance
        Total difference of weights below which two count as the same.

    Returns
    -------
    list[Variation]
        The different ones, in order.
    """
    kept: list[Variation] = []
    for variation in variations:
        xp = namespace(variation.weights)
        gaps = (xp.sum(xp.abs(variation.weights - other.weights)) for other in kept)
        if all(float(gap) > tolerance for gap in gaps):
            kept.append(variation)
    return kept
