"""The catalogue: every figure that can be reproduced, the quick ones first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

from vcei.bench.suite import PAPER
from vcei.reproduce import coreset, icm, monotonicity, outliers, rel_acc, trend
from vcei.reproduce.request import Request, Rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Recipe:
    """How one figure comes about.

    Attributes
    ----------
    name : str
        The paper's label of it, and the name of its files.
    compute : Callable[[Request], Any]
        From a request to a record of numbers.
    table : Callable[[Any], Rows]
        The record as rows.
    draw : Callable[[Any], Figure]
        The record as a figure.
    says : Callable[[Any], str]
        What the record shows, in a sentence.
    needs : tuple[str, ...]
        Collections of which at least one must be there; empty if it needs none.
    """

    name: str
    compute: Callable[[Request], Any]
    table: Callable[[Any], Rows]
    draw: Callable[[Any], Figure]
    says: Callable[[Any], str]
    needs: tuple[str, ...] = ()


def _recipe(module: ModuleType, *needs: str) -> Recipe:
    name = module.__name__.rpartition(".")[2]
    return Recipe(name, module.compute, module.table, module.draw, module.says, needs)


RECIPES: Mapping[str, Recipe] = {
    recipe.name: recipe
    for recipe in (
        _recipe(icm),
        _recipe(outliers),
        _recipe(monotonicity),
        _recipe(coreset, coreset.COLLECTION),
        _recipe(trend, trend.COLLECTION),
        _recipe(rel_acc, *PAPER),
    )
}
"""By name."""
