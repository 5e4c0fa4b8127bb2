"""The relaxed problem without a matrix variable: Fact 1 (a sort) and Fact 2 (a small program).

The proofs are in docs/facts.md; the paper's own program is in semidefinite.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from vcei.variation.conic import maximize
from vcei.variation.problem import Problem, Status, Variation, answer, heaviest


@dataclass(frozen=True)
class Relaxed:
    """Solve the paper's semidefinite relaxation in closed form.

    Without the second constraint the optimum is ``max Σ a_i (K_ii - 2μ_i) + c`` over the capped
    simplex (Fact 1): put the cap on the candidates of largest K_ii - 2μ_i, for a stationary
    kernel those where the density is lowest. With it, the optimum is a convex program in the M
    weights and one number (Fact 2).
    """

    def solve(self, problem: Problem) -> Variation:
        """Return weights of largest relaxed value.

        Parameters
        ----------
        problem
            What is asked.

        Returns
        -------
        Variation
            The answer, optimal for the relaxed problem.
        """
        gains = problem.diagonal - 2.0 * problem.similarity
        weights = heaviest(gains, problem.cap)
        if problem.slack is None:
            return answer(problem, weights, Status.OPTIMAL, "relaxed")
        weights, status = maximize(problem, -2.0 * problem.similarity, 1.0)
        return answer(problem, weights, status, "relaxed")
