"""The paper's semidefinite program, as printed: the reference the closed forms are held to."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from vcei.arrays import Floats
from vcei.errors import SolverError, require
from vcei.variation.problem import Problem, Status, Variation


@dataclass(frozen=True)
class Semidefinite:
    r"""Solve the relaxation in its M² unknowns with cvxpy (extra ``sdp``).

    ::

        maximise  A • (K - (2/N) K_MN 1 1') + c       (eq:sdr-formulatoin:objective)
        subject to [A, A1; 1'A, 1] psd                (eq:sdr-formulation:inequality:psd)
                   A >= 0 entry by entry              (eq:sdr-formulation:inequality:entry)
                   1'A1 = 1                           (eq:sdr-formulation:equality:normalization)
                   A = A'                             (eq:sdr-formulation:equality:symmetry)
                   max_i Σ_j |A_ij| <= b_α            (eq:augment:alpha-max)
                   A • K - 2(A1)'μ_M + c_M <= r       (eq:augment:mmd-uniform-max)

    The appendix repeats the program for Problem 2 (eq:sdr-formulatoin:objective_a2 and the labels
    that follow it); here the two are one, for the problem object carries μ and c.

    Attributes
    ----------
    solver : str
        Name of the solver that cvxpy calls: ``CLARABEL`` is accurate and fits up to M = 60 or
        so, ``SCS`` goes farther with fewer digits.
    options : dict[str, Any]
        Further arguments of cvxpy's solve.
    """

    solver: str = "CLARABEL"
    options: dict[str, Any] = field(default_factory=dict)

    def solve(self, problem: Problem) -> Variation:
        """Return the weights A1 of the program's solution A.

        Parameters
        ----------
        problem
            What is asked.

        Returns
        -------
        Variation
            The answer; its relaxed value is the program's own optimum.

        Raises
        ------
        SolverError
            If the solver returns no solution.
        """
        cp = require("cvxpy", "sdp")
        A = cp.Variable((problem.size, problem.size), symmetric=True)
        program = cp.Problem(cp.Maximize(_objective(cp, problem, A)), _constraints(cp, problem, A))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # the status says what the warning says
            program.solve(solver=self.solver, **self.options)
        if A.value is None:
            msg = f"cvxpy with {self.solver} found no solution: {program.status}."
            raise SolverError(msg)
        weights = np.clip(np.asarray(A.value).sum(axis=1), 0.0, None)
        weights = weights / weights.sum()
        status = Status.OPTIMAL if program.status == "optimal" else Status.INACCURATE
        value, mmd2 = float(program.value), max(0.0, problem.mmd2(weights))
        return Variation(weights, value, mmd2, status, "semidefinite")


def gram_matrix(problem: Problem) -> Floats:
    """Return the candidates' Gram matrix from its factor, with the diagonal as it is.

    Parameters
    ----------
    problem
        The problem.

    Returns
    -------
    Floats
        The matrix K, (M, M).
    """
    phi = np.asarray(problem.features.rows(slice(None)))
    K = phi @ phi.T
    np.fill_diagonal(K, problem.diagonal)
    return K


def _objective(cp: Any, problem: Problem, A: Any) -> Any:
    rows = cp.sum(A, axis=1)
    lifted = cp.trace(A @ gram_matrix(problem))
    return lifted - 2 * rows @ np.asarray(problem.similarity) + problem.constant


def _constraints(cp: Any, problem: Problem, A: Any) -> list[Any]:
    rows = cp.sum(A, axis=1, keepdims=True)
    constraints = [
        cp.bmat([[A, rows], [rows.T, np.ones((1, 1))]]) >> 0,
        A >= 0,
        cp.sum(A) == 1,
        cp.max(cp.sum(cp.abs(A), axis=1)) <= problem.cap,
    ]
    if problem.slack is not None:
        similarity, constant = problem.centre
        apart = cp.trace(A @ gram_matrix(problem)) - 2 * rows[:, 0] @ np.asarray(similarity)
        constraints.append(apart + constant <= problem.radius)
    return constraints
