"""A survey: every question that a scan asks, before any of them is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from vcei.arrays import Floats
from vcei.ask import Method
from vcei.bench.judge import Judge
from vcei.bench.task import Task
from vcei.catalogue import named
from vcei.errors import InputError
from vcei.scans.columns import Columns, choose, table_of
from vcei.scans.files import Skeleton
from vcei.scans.judges import Identification, IndependenceTest

if TYPE_CHECKING:
    from vcei.answer import Direction

Names = tuple[str, str]
"""Two columns, in the order of the table."""


@dataclass(frozen=True, eq=False)
class Paired:
    """Two columns of a table, whose truth nobody knows.

    Attributes
    ----------
    name : str
        Both names.
    x : Floats
        The first column.
    y : Floats
        The second column.
    collection : str
        What all pairs of scans belong to, whatever the table is called and wherever it lies.
    truth : Direction | None
        Not known.
    weight : float
        One.
    """

    name: str
    x: Floats
    y: Floats
    collection: str = "scan"
    truth: Direction | None = None
    weight: float = 1.0


@dataclass(frozen=True, eq=False)
class Survey:
    """What is to be asked, of which pairs.

    Attributes
    ----------
    columns : Columns
        The columns.
    pairs : tuple[Names, ...]
        The pairs to ask about.
    given : tuple[Names, ...]
        Arrows that a skeleton holds already, cause first.
    tested : bool
        Whether independence is tested first; a skeleton says itself what is dependent.
    method : str
        Name of the method.
    judge : Judge
        The method.
    level : float
        The false discovery rate.
    seed : int
        Everything random is drawn from it.
    """

    columns: Columns
    pairs: tuple[Names, ...]
    given: tuple[Names, ...]
    tested: bool
    method: str
    judge: Judge
    level: float
    seed: int

    @classmethod
    def of(  # noqa: PLR0913, PLR0917 (every choice of a scan has a name)
        cls,
        table: Any,
        columns: Sequence[str] | None = None,
        target: str | None = None,
        skeleton: Any = None,
        method: Method | str | None = None,
        level: float = 0.05,
        seed: int = 0,
        drop_missing: bool = False,
    ) -> Survey:
        """Lay out a scan.

        Parameters
        ----------
        table
            See :func:`vcei.scans.columns.table_of`.
        columns
            Names, or indices from 0; by default every column of numbers.
        target
            Ask only about pairs with this column.
        skeleton
            A networkx graph, or a file of one: ask only about its undirected edges.
        method
            A :class:`vcei.VCEI`, a peer, or the name of one.
        level
            The expected share of independent pairs among those that are called dependent.
        seed
            Everything random is drawn from it.
        drop_missing
            Leave out rows with a missing value in either column of a pair, instead of refusing.

        Returns
        -------
        Survey
            All that will be asked.
        """
        if not 0 < level < 1 or seed < 0:
            msg = (
                "Expected a false discovery rate between 0 and 1 and a seed of at least 0; "
                f"{level} and {seed} came."
            )
            raise InputError(msg)
        if skeleton is not None and (columns or target):
            msg = "A skeleton says which pairs to ask about; leave out columns and target."
            raise InputError(msg)
        whole = table_of(table)
        edges = None if skeleton is None else Skeleton.of(skeleton)
        if edges is not None and not edges.undirected:
            msg = "All edges of the skeleton have a direction already; there is nothing to orient."
            raise InputError(msg)
        known = (target,) if target is not None and columns is not None else ()
        wanted = edges.names if edges else None if columns is None else (*columns, *known)
        chosen = choose(whole, wanted)
        if target is not None:
            target = whole.names[whole.find(target)]
        if not drop_missing:
            _refuse_missing(chosen.values)
        method = method or "default"
        asked = named(method) if isinstance(method, str) else method
        return cls(
            columns=chosen,
            pairs=edges.undirected if edges else _pairs(chosen, target),
            given=edges.directed if edges else (),
            tested=edges is None,
            method=method if isinstance(method, str) else getattr(asked, "name", "custom"),
            judge=Identification(asked),
            level=level,
            seed=seed,
        )

    def tests(self) -> list[Task]:
        """Return a test of independence for each pair; none where a skeleton took its place."""
        return self._tasks(self.pairs, "independence", IndependenceTest()) if self.tested else []

    def rows(self, x: str, y: str) -> int:
        """Return the number of rows in which both columns are known."""
        return len(self._paired(x, y).x)

    def questions(self, pairs: Iterable[Names]) -> list[Task]:
        """Return a task for each of some pairs: which drives the other."""
        return self._tasks(pairs, self.method, self.judge)

    def _tasks(self, pairs: Iterable[Names], method: str, judge: Judge) -> list[Task]:
        return [Task(self._paired(*pair), method, judge, self.seed) for pair in pairs]

    def _paired(self, x: str, y: str) -> Paired:
        left, right = self.columns.values[x], self.columns.values[y]
        known = np.isfinite(left) & np.isfinite(right)
        if not known.all():
            left, right = left[known], right[known]
        return Paired(f"{x} ~ {y}", left, right)


def _pairs(chosen: Columns, target: str | None) -> tuple[Names, ...]:
    pairs = tuple(
        pair for pair in combinations(chosen.values, 2) if target is None or target in pair
    )
    if not pairs or (target is not None and target not in chosen.values):
        why = "; ".join(f"{name!r} is {reason}" for name, reason in chosen.left_out.items())
        what = "two columns" if target is None else f"{target!r} and another column"
        there = ", ".join(map(repr, chosen.values)) or "none"
        msg = f"Expected {what} of numbers that vary; found {there}. {why}".rstrip()
        raise InputError(msg)
    return pairs


def _refuse_missing(values: Mapping[str, Floats]) -> None:
    holes = {name: int(np.sum(~np.isfinite(column))) for name, column in values.items()}
    found = [f"{name!r} ({count})" for name, count in holes.items() if count]
    if found:
        shown = ", ".join(found[:8]) + (f" and {len(found) - 8} more" if len(found) > 8 else "")
        msg = (
            f"Missing or infinite values in {shown}. Expected finite numbers. Leave those rows out "
            "of each pair with drop_missing=True (--drop-missing), or fill them in."
        )
        raise InputError(msg)
