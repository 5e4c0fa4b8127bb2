"""Work: what the processes behind the page do."""

from __future__ import annotations

import io
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vcei.app.jobs import Tell
from vcei.app.limits import Limits
from vcei.app.preview import preview
from vcei.errors import InputError, require
from vcei.pair import Pair
from vcei.table import PARQUET_MARK, Table

if TYPE_CHECKING:
    from vcei.bench.task import Record
    from vcei.scans import Scan
    from vcei.scans.scan import Follow


@dataclass(frozen=True)
class Opened:
    """A table, and what the page shows of it."""

    table: Table
    preview: dict[str, Any]


@dataclass(frozen=True)
class Answered:
    """An answer: what the page says of it, and the files that it offers."""

    summary: dict[str, Any]
    json: str
    report: str | None = None


@dataclass(frozen=True)
class Open:
    """Read a table from the content of a file.

    Attributes
    ----------
    name : str
        The file's name, for messages; never a path.
    content : bytes
        What is in it.
    limits : Limits
        How many rows and columns are taken.
    """

    name: str
    content: bytes
    limits: Limits

    def __call__(self, tell: Tell) -> Opened:
        """Read, check the size, describe."""
        tell(f"Reading {self.name}")
        if self.content[:4] == PARQUET_MARK:
            # a small file may hold a huge table: look before reading
            self._check(*_parquet_shape(self.name, self.content))
        table = Table.of_bytes(self.name, self.content)
        self._check(len(table.columns[0]) if table.columns else 0, len(table.columns))
        return Opened(table, preview(table))

    def _check(self, rows: int, columns: int) -> None:
        most = self.limits
        if rows <= most.rows and columns <= most.columns and rows * columns <= most.cells:
            return
        msg = (
            f"{self.name}: the table is too large: {rows:,} rows of {columns:,} columns came, and "
            f"this page takes up to {most.rows:,} rows, {most.columns:,} columns and "
            f"{most.cells:,} cells. Keep fewer, or ask at the command line: vcei identify FILE."
        )
        raise InputError(msg)


@dataclass(frozen=True)
class Identify:
    """Ask which of two columns of a table drives the other.

    Attributes
    ----------
    table : Table
        Just these two columns.
    method : str
        A name in the catalogue.
    seed : int
        Everything random is drawn from it.
    drop_missing : bool
        Leave out rows with a missing or infinite value.
    command : str
        What asks the same at the command line.
    """

    table: Table
    method: str
    seed: int
    drop_missing: bool
    command: str

    def __call__(self, tell: Tell) -> Answered:
        """Weigh the two arrows and write the report."""
        from vcei.ask import identify_pair
        from vcei.report import render

        (x, y), (x_name, y_name) = self.table.columns, self.table.names
        pair = Pair.of(x, y, x_name, y_name, self.drop_missing)
        tell(f"Weighing {pair.x_name} against {pair.y_name} on {pair.rows:,} rows")
        verdict = identify_pair(pair, self.method, self.seed)
        tell("Drawing the pictures")
        report = render(verdict, pair, self.command)
        summary = {"sentence": verdict.sentence, "answer": verdict.answer.value}
        return Answered(summary, verdict.to_json(), report)


@dataclass(frozen=True)
class ScanAll:
    """Ask about every pair of columns of a table.

    Attributes
    ----------
    table : Table
        The table.
    method : str
        A name in the catalogue.
    seed : int
        Everything random is drawn from it.
    drop_missing : bool
        Leave out rows with a missing value, pair by pair.
    most : int
        How many pairs are too many.
    """

    table: Table
    method: str
    seed: int
    drop_missing: bool
    most: int

    def __call__(self, tell: Tell) -> Answered:
        """Test every pair, orient the dependent ones; records stay in memory."""
        from vcei.bench.store import Store
        from vcei.scans import Survey, carry_out
        from vcei.scans.scan import in_process

        survey = Survey.of(
            self.table, method=self.method, seed=self.seed, drop_missing=self.drop_missing
        )
        if len(survey.pairs) > self.most:
            msg = (
                f"{len(survey.pairs):,} pairs of columns are too many for this page, which asks "
                f"about up to {self.most}. Keep fewer columns, or use vcei scan FILE."
            )
            raise InputError(msg)
        with Store(Path(":memory:")) as store:
            found = carry_out(survey, store, in_process, in_hand=4, follow=_telling(tell))
        return Answered(_of_scan(found, self.table.names), found.to_json())


STEPS = {"test": "Testing for independence", "orient": "Orienting"}


def _telling(tell: Tell) -> Follow:
    @contextmanager
    def follow(step: str, total: int) -> Iterator[Callable[[Record], None]]:
        done = count(1)
        tell(STEPS[step], 0, total)
        yield lambda _: tell(STEPS[step], next(done), total)

    return follow


def _of_scan(found: Scan, names: Sequence[str]) -> dict[str, Any]:
    """Return what the page says of a scan; columns by their places, the surest arrow first."""
    ranked = sorted(found.dependent, key=lambda one: (not one.decided, -(one.confidence or 0.0)))
    arrows = [
        {
            "columns": [names.index(name) for name in one.arrow or (one.x, one.y)],
            "arrow": one.arrow is not None,
            "answer": one.error or one.answer,
            "confidence": one.confidence,
        }
        for one in ranked
    ]
    return {"pairs": len(found.findings), "arrows": arrows, "cycle": found.cycle(decided=True)}


def identify_task(
    table: Table, x: int, y: int, method: str, seed: int, drop_missing: bool
) -> Identify:
    """Return the task of weighing two columns of a table, which takes no more than these along.

    Parameters
    ----------
    table
        The table.
    x
        Index of the first column.
    y
        Index of the second column.
    method
        A name in the catalogue.
    seed
        Everything random is drawn from it.
    drop_missing
        Leave out rows with a missing or infinite value.

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
        msg = f"Expected two different columns, 0 to {len(table.columns) - 1}; {x} and {y} came."
        raise InputError(msg)
    names = (table.names[x], table.names[y])
    if names[0] == names[1]:
        names = (f"{names[0]} (column {x})", f"{names[1]} (column {y})")
    words = [table.source, f"--x={_called(table, x)}", f"--y={_called(table, y)}"]
    words += [f"--method={method}", f"--seed={seed}", *["--drop-missing"] * drop_missing]
    two = replace(table, names=names, columns=(table.columns[x], table.columns[y]))
    return Identify(two, method, seed, drop_missing, shlex.join(["vcei", "identify", *words]))


def _called(table: Table, column: int) -> str:
    name = table.names[column]
    return name if table.names.count(name) == 1 else str(column)


def _parquet_shape(name: str, content: bytes) -> tuple[int, int]:
    parquet = require("pyarrow.parquet", "io")
    arrow = require("pyarrow", "io")
    try:
        shape = parquet.ParquetFile(io.BytesIO(content)).metadata
    except (arrow.ArrowException, OSError) as error:
        msg = f"{name}: not a readable Parquet file: {str(error).splitlines()[0]}"
        raise InputError(msg) from error
    return shape.num_rows, shape.num_columns
