"""L-BFGS for many problems at once, each with a step, a memory and an end of its own.

Every round evaluates one point of every problem that still runs. Where that point satisfies the
weak Wolfe conditions

    C(u + t p) ≤ C(u) + c₁ t ∇C(u)ᵀp   and   ∇C(u + t p)ᵀp ≥ c₂ ∇C(u)ᵀp

it is accepted and a new direction p follows; where the first fails, t is at most this, where the
second fails, at least this, and the next round tries between, or twice t. So no problem waits for
the line search of another. A problem ends when it has fallen by less than a share ``tolerance`` of
its cost in each of the last few accepted steps; those that have ended leave the batch.

Source: Nocedal, Wright: Numerical Optimization, 2006, algorithm 7.4; Lewis, Overton: Nonsmooth
optimization via quasi-Newton methods, Mathematical Programming 2013, for the line search.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Protocol

from vcei.arrays import Array, namespace

SUFFICIENT, CURVATURE = 1e-4, 0.9
"""c₁ and c₂."""

LONGEST = 2.0
"""No unknown moves farther in the first trial of a step."""

SHORTEST = 1e-12
"""A step is given up when its bracket is narrower, relative to its upper end."""

PATIENCE = 3
"""How many steps in a row may gain next to nothing."""

MEMORY = 10
"""Steps that each problem remembers."""

CROWD = 0.9
"""The batch is made smaller when no more than this share of it still runs."""


class Objective(Protocol):
    """The costs of a batch of problems."""

    def __call__(self, unknowns: Array) -> tuple[Array, Array]:
        """Return costs, (problems,), and gradients, (problems, d), at one point each."""
        ...

    def take(self, which: Array) -> Objective:
        """Return the costs of the problems where a mask is true."""
        ...


@dataclass(frozen=True)
class Descent:
    """Where a batch of descents has come to.

    Attributes
    ----------
    index : Array
        Which problem each one is, (problems,).
    point : Array
        u, (problems, d).
    cost : Array
        C(u), (problems,).
    gradient : Array
        ∇C(u), (problems, d).
    direction : Array
        p, (problems, d).
    slope : Array
        ∇C(u)ᵀp, (problems,).
    step : Array
        t, (problems,).
    low : Array
        The step is longer than this, (problems,).
    high : Array
        The step is shorter than this, (problems,).
    moves : Array
        The last changes of u, (problems, MEMORY, d).
    turns : Array
        The last changes of ∇C, (problems, MEMORY, d).
    bends : Array
        One over their products; zero where there is none, (problems, MEMORY).
    idle : Array
        How many steps in a row gained next to nothing, (problems,).
    """

    index: Array
    point: Array
    cost: Array
    gradient: Array
    direction: Array
    slope: Array
    step: Array
    low: Array
    high: Array
    moves: Array
    turns: Array
    bends: Array
    idle: Array
