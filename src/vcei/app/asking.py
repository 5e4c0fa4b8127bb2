"""Asking: two columns of a table become a verdict with its report."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from vcei.app.jobs import Tell
from vcei.errors import InputError
from vcei.following import following
from vcei.pair import Pair
from vcei.table import Table


@dataclass(frozen=True)
class Choices:
    """What a person chooses before asking.

    Attributes
    ----------
    method : str
        A name in the catalogue.
    seed : int
        Everything random is drawn from it.
    drop_missing : bool
        Leave out rows with a missing or infinite value.
    """

    method: str
    seed: int
    drop_missing: bool

    @property
    def options(self) -> list[str]:
        """The same as options of the command line."""
        dropped = ["--drop-missing"] if self.drop_missing else []
        return [f"--method={self.method}", f"--seed={self.seed}", *dropped]


@dataclass(frozen=True)
class Answered:
    """An answer: what the page says of it, and the files that it offers."""

    summary: dict[str, Any]
    json: str
    report: str


@dataclass(frozen=True)
class Identify:
    """Ask which of two columns of a table drives the other.

    Attributes
    ----------
    table : Table
        Just these two columns.
    choices : Choices
        How to ask.
    kinds : Mapping[str, str]
        What the columns hold, under x and y; what is not said is found out.
    command : str
        What asks the same at the command line.
    """

    table: Table
    choices: Choices
    kinds: Mapping[str, str]
    command: str

    @classmethod
    def of(
        cls, table: Table, x: int, y: int, choices: Choices, kinds: Mapping[str, str]
    ) -> Identify:
        """Take no more than two columns of a table along.

        Parameters
        ----------
        table
            The table.
        x
            Index of the first column.
        y
            Index of the second column.
        choices
            How to ask.
        kinds
            What the columns hold, under x and y; what is not said is found out.

        Returns
        -------
        Identify
            The task.

        Raises
        ------
        InputError
            If there are no two such columns.
        """
        if x == y or not all(0 <= i < len(table.columns) for i in (x, y)):
            most = len(table.columns) - 1
            msg = f"Expected two different columns, 0 to {most}; {x} and {y} came."
            raise InputError(msg)
        names = (table.names[x], table.names[y])
        if names[0] == names[1]:
            names = (f"{names[0]} (column {x})", f"{names[1]} (column {y})")
        words = [table.source, f"--x={_called(table, x)}", f"--y={_called(table, y)}"]
        words += choices.options + [f"--kind={column}={kind}" for column, kind in kinds.items()]
        two = replace(table, names=names, columns=(table.columns[x], table.columns[y]))
        return cls(two, choices, kinds, shlex.join(["vcei", "identify", *words]))

    def __call__(self, tell: Tell) -> Answered:
        """Weigh the two arrows and write the report."""
        from vcei.ask import identify_pair
        from vcei.report import render

        (x, y), (x_name, y_name) = self.table.columns, self.table.names
        pair = Pair.of(x, y, x_name, y_name, self.choices.drop_missing, kind=self.kinds)
        step = f"Weighing {pair.x_name} against {pair.y_name} on {pair.rows:,} rows"
        tell(step)
        with following(partial(tell, step)):
            verdict = identify_pair(pair, self.choices.method, self.choices.seed)
        tell("Drawing the pictures")
        report = render(verdict, pair, self.command)
        summary = {"sentence": verdict.sentence, "answer": verdict.answer.value}
        return Answered(summary, verdict.to_json(), report)


def _called(table: Table, column: int) -> str:
    name = table.names[column]
    return name if table.names.count(name) == 1 else str(column)
