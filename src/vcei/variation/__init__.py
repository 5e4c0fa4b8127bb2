"""Variations: weights on the rows that make a marginal as different as possible."""

from vcei.variation.problem import Problem, Solver, Status, Variation
from vcei.variation.relaxed import Relaxed
from vcei.variation.semidefinite import Semidefinite
from vcei.variation.strength import Cap, Share, Strength
from vcei.variation.unrelaxed import Unrelaxed

__all__ = [
    "Cap",
    "Problem",
    "Relaxed",
    "Semidefinite",
    "Share",
    "Solver",
    "Status",
    "Strength",
    "Unrelaxed",
    "Variation",
]
