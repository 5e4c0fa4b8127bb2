"""The true problem: local maxima of the MMD² itself, by Fact 3."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vcei.arrays import Array, namespace
from vcei.variation.conic import maximize
from vcei.variation.problem import Problem, Status, Variation, answer, distinct, heaviest
from vcei.variation.relaxed import Relaxed


@dataclass(frozen=True)
class Unrelaxed:
    """Climb from several starts to local maxima of the true MMD².

    The objective is convex, so that replacing it by its tangent, ``a <- argmax over D_b of
    <a', Ka - μ>`` (a sort), never decreases it and soon stops at a vertex. One start is the
    relaxed optimum; the others gather the mass around landmarks of the kernel, which lie spread
    over the sample, so that different tails and modes are reached.

    Attributes
    ----------
    starts : int
        How many starts to climb from.
    max_steps : int
        Most steps of one climb.
    """

    starts: int = 8
    max_steps: int = 100

    def solve(self, problem: Problem) -> Variation:
        """Return the highest of the local maxima found.

        Parameters
        ----------
        problem
            What is asked.

        Returns
        -------
        Variation
            The best answer.
        """
        return self.maxima(problem)[0]

    def maxima(self, problem: Problem) -> list[Variation]:
        """Return the different local maxima found, the highest first.

        Parameters
        ----------
        problem
            What is asked.

        Returns
        -------
        list[Variation]
            At least one variation of the same marginal.
        """
        found = [self._climb(problem, start) for start in self._starts(problem)]
        found.sort(key=lambda variation: -variation.mmd2)
        return distinct(found)

    def _starts(self, problem: Problem) -> list[Array]:
        around = problem.features.factor.landmarks[: self.starts - 1, :]
        gathered = problem.features.times(problem.features.factor.features(around))
        starts = [self._step(problem, gathered[i, :]) for i in range(int(around.shape[0]))]
        return [Relaxed().solve(problem).weights, *starts]

    def _climb(self, problem: Problem, weights: Array) -> Variation:
        xp = namespace(weights)
        value = problem.mmd2(weights)
        for _ in range(self.max_steps):
            climbed = self._step(problem, problem.gains(weights))
            higher = problem.mmd2(climbed)
            if not higher > value + 1e-12 * abs(value):
                return answer(problem, weights, Status.LOCAL, "unrelaxed")
            weights, value = xp.asarray(climbed), higher
        return answer(problem, weights, Status.INACCURATE, "unrelaxed")

    def _step(self, problem: Problem, gains: Array) -> Array:
        if problem.slack is None:
            return heaviest(gains, problem.cap)
        return maximize(problem, np.asarray(gains), 0.0)[0]
