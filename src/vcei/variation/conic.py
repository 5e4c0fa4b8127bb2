"""The convex set of Fact 2, and the largest value a linear function takes on it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vcei.arrays import Array, Floats
from vcei.errors import SolverError
from vcei.variation.problem import Problem, Status


def maximize(problem: Problem, gains: Array, lift: float) -> tuple[Floats, Status]:
    """Maximise <a, gains> + lift * s over the weights a and the lifted number s = A•K.

    The set is ``a in D_b, a'Ka <= s <= a'diag(K), s - 2a'μ_M + c_M <= r``. Clarabel, a conic
    interior-point solver, gets it in the unknowns (a, s, u) with u = Φ'a and the cone |u|² <= s.

    Parameters
    ----------
    problem
        A problem with a slack.
    gains
        What a unit of weight earns, (M,).
    lift
        What a unit of A•K earns.

    Returns
    -------
    tuple[Floats, Status]
        The weights, cleaned of rounding, and whether they are optimal.

    Raises
    ------
    SolverError
        If the solver found no point at all.
    """
    import clarabel
    from scipy import sparse

    size, rank = problem.features.shape
    similarity, constant = (np.asarray(part) for part in problem.centre)
    phi = np.asarray(problem.features.rows(slice(None)))
    one, eye, zero = np.ones((1, size)), sparse.identity(size), np.zeros
    columns = [
        # what stands left of        a            s               u
        [one, None, None],  # 1'a = 1
        [phi.T, None, -sparse.identity(rank)],  # Φ'a = u
        [-eye, None, None],  # a >= 0
        [eye, None, None],  # a <= b
        [-np.asarray(problem.diagonal)[None, :], [[1.0]], None],  # s <= a'diag(K)
        [-2.0 * similarity[None, :], [[1.0]], None],  # s - 2a'μ_M <= r - c_M
        [None, [[-0.5]], None],  # |(u, (s-1)/2)| <= (s+1)/2
        [None, [[-0.5]], None],
        [None, None, -sparse.identity(rank)],
    ]
    right: list[npt.ArrayLike] = [[1.0], zero(rank), zero(size), np.full(size, problem.cap), [0.0]]
    right += [[problem.radius - float(constant)], [0.5], [-0.5], zero(rank)]
    cones = [
        clarabel.ZeroConeT(1 + rank),
        clarabel.NonnegativeConeT(2 * size + 2),
        clarabel.SecondOrderConeT(rank + 2),
    ]
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-9
    solution = clarabel.DefaultSolver(
        sparse.csc_matrix((size + 1 + rank, size + 1 + rank)),
        -np.concatenate([np.asarray(gains), [lift], zero(rank)]),
        sparse.block_array(columns, format="csc"),
        np.concatenate(right),
        cones,
        settings,
    ).solve()
    weights = np.clip(np.asarray(solution.x)[:size], 0.0, problem.cap)
    if not np.all(np.isfinite(weights)) or not weights.sum() > 0:
        msg = f"The program with the slack {problem.slack!r} was not solved: {solution.status}."
        raise SolverError(msg)
    solved = str(solution.status) == "Solved"
    return weights / weights.sum(), Status.OPTIMAL if solved else Status.INACCURATE
