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
    """Solve the relaxation in its M² unknowns with cvxpy (extra ``sdp``).

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
        program = cp.Problem(
            cp.Maximize(sdr_objective(cp, problem, A)), sdr_constraints(cp, problem, A)
        )
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


def sdr_objective(cp: Any, problem: Problem, A: Any) -> Any:
    """Return A • (K - (2/N) K_MN 1 1') + c, linear in the lifted unknown A.

    Paper: eq:sdr-formulatoin:objective; eq:sdr-formulatoin:objective_a;
    eq:sdr-formulatoin:objective_a2.

    Parameters
    ----------
    cp
        The module cvxpy.
    problem
        What is asked; its μ and c make this Problem 1 or Problem 2.
    A
        The unknown, (M, M).

    Returns
    -------
    Any
        An expression of cvxpy.
    """
    lifted = cp.trace(A @ gram_matrix(problem))
    return lifted - 2 * cp.sum(A, axis=1) @ np.asarray(problem.similarity) + problem.constant


def sdr_constraints(cp: Any, problem: Problem, A: Any) -> list[Any]:
    """Return the constraints of the relaxation, in the paper's order; A is symmetric by type.

    Paper: eq:sdr-formulation:inequality:psd; eq:sdr-formulation:inequality:entry;
    eq:sdr-formulation:equality:normalization; eq:sdr-formulation:equality:symmetry;
    eq:sdr-formulation:inequality:psd_a; eq:sdr-formulation:inequality:entry_a;
    eq:sdr-formulation:equality:normalization_a; eq:sdr-formulation:equality:symmetry_a;
    eq:sdr-formulation:inequality:psd_a2; eq:sdr-formulation:inequality:entry_a2;
    eq:sdr-formulation:equality:normalization_a2; eq:sdr-formulation:equality:symmetry_a2;
    eq:augment:alpha-max; eq:augment:mmd-uniform-max.

    Parameters
    ----------
    cp
        The module cvxpy.
    problem
        What is asked.
    A
        The unknown, (M, M).

    Returns
    -------
    list[Any]
        Constraints of cvxpy.
    """
    rows = cp.sum(A, axis=1, keepdims=True)
    constraints = [
        cp.bmat([[A, rows], [rows.T, np.ones((1, 1))]]) >> 0,
        A >= 0,
        cp.sum(A) == 1,
        cp.max(cp.sum(cp.abs(A), axis=1)) <= problem.cap,  # the norm max_i Σ_j |A_ij|
    ]
    if problem.slack is not None:
        similarity, constant = problem.centre
        apart = cp.trace(A @ gram_matrix(problem)) - 2 * rows[:, 0] @ np.asarray(similarity)
        constraints.append(apart + constant <= problem.radius)
    return constraints
