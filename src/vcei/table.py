"""Table: named columns read from a file: CSV, TSV, whitespace text or Parquet."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from vcei.cells import READABLE, parse
from vcei.columns import as_numbers
from vcei.errors import InputError, require
from vcei.pair import Pair

PARQUET = frozenset({".parquet", ".pq"})
PARQUET_MARK = b"PAR1"


Places: TypeAlias = tuple[int, ...]
"""Where the columns of a group are, from 0."""


@dataclass(frozen=True)
class Table:
    """Columns of one length, with their names.

    Attributes
    ----------
    source : str
        Where it was read from, for messages.
    names : tuple[str, ...]
        Names of the columns, in order; not necessarily different.
    columns : tuple[npt.NDArray[Any], ...]
        The columns.
    """

    source: str
    names: tuple[str, ...]
    columns: tuple[npt.NDArray[Any], ...]

    @classmethod
    def read(cls, path: str | Path) -> Table:
        """Read a file; ``-`` reads text from standard input.

        Parameters
        ----------
        path
            The file. Parquet is known by its ending, all else is taken for text.

        Returns
        -------
        Table
            Its columns.

        Raises
        ------
        InputError
            If the file cannot be read as a table.
        """
        source = "standard input" if str(path) == "-" else str(path)
        if Path(path).suffix.lower() in PARQUET and _exists(path):
            return _read_parquet(source, path)
        return cls(source, *parse(source, _text(path, source)))

    @classmethod
    def of_bytes(cls, source: str, content: bytes) -> Table:
        r"""Read the content of a file that is not on disk.

        Parameters
        ----------
        source
            The file's name, for messages.
        content
            Text in UTF-8, or Parquet, which is known by its first bytes.

        Returns
        -------
        Table
            Its columns.

        Raises
        ------
        InputError
            If the content cannot be read as a table.

        Examples
        --------
        >>> Table.of_bytes("two.csv", b"a,b\n1,2\n3,4\n").names
        ('a', 'b')
        """
        if content[:4] == PARQUET_MARK:
            return _read_parquet(source, io.BytesIO(content))
        try:
            return cls(source, *parse(source, _decoded(content)))
        except UnicodeDecodeError as error:
            raise _not_text(source, error) from error

    def pair(
        self,
        x: str | None = None,
        y: str | None = None,
        drop_missing: bool = False,
        kind: Mapping[str, str] | None = None,
    ) -> Pair:
        """Choose two columns, or two groups of them.

        Parameters
        ----------
        x
            The first column: its name, or its index from 0; several with commas between them
            make a vector, or a record where their kinds differ. By default the first numeric
            column that is not chosen for y.
        y
            The second column; by default the next one.
        drop_missing
            Leave out rows with a missing or infinite value.
        kind
            What the columns hold, under ``x`` and ``y``; what is not said is found out.

        Returns
        -------
        Pair
            The two columns, checked.

        Raises
        ------
        InputError
            If there are no such columns, or they cannot be used.
        """
        groups, names = self.choose(x, y)
        return self.paired(groups, names, drop_missing, kind)

    def paired(
        self,
        groups: tuple[Places, Places],
        names: tuple[str, str],
        drop_missing: bool = False,
        kind: Mapping[str, str] | None = None,
    ) -> Pair:
        """Pair two groups of columns.

        Parameters
        ----------
        groups
            Their places.
        names
            What to call them.
        drop_missing
            Leave out rows with a missing or infinite value.
        kind
            What they hold, under ``x`` and ``y``.

        Returns
        -------
        Pair
            The two groups, checked.
        """
        first, second = (self._group(places) for places in groups)
        return Pair.of(first, second, *names, drop_missing=drop_missing, kind=kind)

    def choose(
        self, x: str | None = None, y: str | None = None
    ) -> tuple[tuple[Places, Places], tuple[str, str]]:
        """Choose two columns, or two groups of them.

        Parameters
        ----------
        x
            The first column: its name, or its index from 0; several with commas between them. By
            default the first numeric column that is not chosen for y.
        y
            The second column; by default the next one.

        Returns
        -------
        tuple[tuple[Places, Places], tuple[str, str]]
            Their places, and what to call them.

        Raises
        ------
        InputError
            If there are no such columns.
        """
        chosen = [() if choice is None else self._find_all(choice) for choice in (x, y)]
        free = (i for i in self.numeric() if i not in chosen[0] + chosen[1])
        first, second = (places or tuple(islice(free, 1)) for places in chosen)
        if not first or not second:
            msg = (
                f"{self.source}: expected two numeric columns, found "
                f"{sum(1 for _ in self.numeric())} among {self._listed()}.{self._why_not()}"
            )
            raise InputError(msg)
        common = sorted(set(first) & set(second))
        if common:
            shown = ", ".join(repr(self.names[i]) for i in common)
            msg = f"{self.source}: x and y are the same column, {shown}. Choose two."
            raise InputError(msg)
        names = self._labels(first, second, by_index=_is_index(x) and _is_index(y))
        return (first, second), names

    def _find_all(self, choice: str) -> tuple[int, ...]:
        """Return the places of columns named with commas between them; a name may have commas."""
        if choice in self.names or "," not in choice:
            return (self.find(choice),)
        places = tuple(self.find(name.strip()) for name in choice.split(","))
        if len(set(places)) < len(places):
            msg = f"{self.source}: a column is named twice in {choice!r}."
            raise InputError(msg)
        return places

    def _group(self, places: tuple[int, ...]) -> Any:
        if len(places) == 1:
            return self.columns[places[0]]
        names = [self.names[i] for i in places]
        names = [
            n if names.count(n) == 1 else f"{n} {i}" for n, i in zip(names, places, strict=True)
        ]
        return {name: self.columns[i] for name, i in zip(names, places, strict=True)}

    def find(self, column: str) -> int:
        """Return the place of a column, given by its name or by its index from 0."""
        matches = [i for i, name in enumerate(self.names) if name == column]
        if len(matches) > 1:
            msg = (
                f"{self.source}: {len(matches)} columns are called {column!r}. "
                f"Choose by index instead: {', '.join(map(str, matches))}."
            )
            raise InputError(msg)
        if matches:
            return matches[0]
        if _is_index(column) and int(column) < len(self.names):
            return int(column)
        msg = (
            f"{self.source}: there is no column {column!r}. Expected a name or an index from 0 to "
            f"{len(self.names) - 1}; the columns are {self._listed()}."
        )
        raise InputError(msg)

    def _labels(
        self, first: tuple[int, ...], second: tuple[int, ...], by_index: bool
    ) -> tuple[str, str]:
        if len(first) > 1 or len(second) > 1:
            return self._label(first), self._label(second)
        x, y = self.names[first[0]], self.names[second[0]]
        if by_index and x == y:
            return f"{x} (column {first[0]})", f"{y} (column {second[0]})"
        for name in (x, y):
            if self.names.count(name) > 1 and not by_index:
                self.find(name)  # says that the name is taken twice, and what to do
        return x, y

    def _label(self, places: tuple[int, ...]) -> str:
        names = [self.names[i] for i in places]
        if len(places) > 1 and names == [f"column {i}" for i in places]:
            names = ["columns " + str(places[0]), *map(str, places[1:])]
        return ", ".join(names if len(names) <= 4 else [*names[:2], "...", names[-1]])

    def numeric(self) -> Iterable[int]:
        """Yield the places of the columns of numbers that are not mere row numbers."""
        for i, column in enumerate(self.columns):
            if column.dtype.kind in "fiub" and not self._is_row_number(i):
                yield i

    def _why_not(self) -> str:
        """Say what is wrong with the first column that is not numeric, if there is one."""
        for name, column in zip(self.names, self.columns, strict=True):
            if column.dtype.kind in "Mm":
                return f" {name!r} holds times, which are taken if you name it with --x or --y."
            try:
                as_numbers(column, name)
            except InputError as error:
                return f" {error}"
        return " Put the other column into the same file, row by row."

    def _is_row_number(self, i: int) -> bool:
        """Tell the nameless first column in which some programs number the rows."""
        if i != 0 or self.names[0].strip() or len(self.columns) < 3:
            return False
        values = self.columns[0]
        counted = np.arange(len(values)) + (values[0] if len(values) else 0)
        return bool(np.array_equal(values, counted) and values[0] in (0, 1))

    def _listed(self) -> str:
        shown = [repr(name) for name in self.names[:12]]
        more = len(self.names) - len(shown)
        return ", ".join(shown) + (f" and {more} more" if more > 0 else "")


def _is_index(column: str | None) -> bool:
    return column is not None and column.isascii() and column.isdigit()


def _exists(path: str | Path) -> bool:
    if not Path(path).exists():
        msg = f"There is no file {str(path)!r}. Check the path (now in {Path.cwd()})."
        raise InputError(msg)
    if Path(path).is_dir():
        msg = f"{str(path)!r} is a folder; expected a file. Name one of the files in it."
        raise InputError(msg)
    return True


def _text(path: str | Path, source: str) -> str:
    if str(path) != "-":
        _exists(path)
    try:
        return sys.stdin.read() if str(path) == "-" else _decoded(Path(path).read_bytes())
    except UnicodeDecodeError as error:
        raise _not_text(source, error) from error
    except OSError as error:
        msg = f"{source}: cannot be read: {error.strerror}."
        raise InputError(msg) from error


def _decoded(content: bytes) -> str:
    # a wrapper, as it knows all ends of lines
    return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8-sig").read()


def _not_text(source: str, error: UnicodeDecodeError) -> InputError:
    return InputError(f"{source}: not a text file in UTF-8 (byte {error.start}). {READABLE}")


def _read_parquet(source: str, file: Any) -> Table:
    parquet = require("pyarrow.parquet", "io")
    arrow: Mapping[str, Any] = vars(require("pyarrow", "io"))
    try:
        table = parquet.ParquetFile(file).read()  # unlike read_table, lets a name come twice
    except (arrow["ArrowException"], OSError) as error:
        msg = f"{source}: not a readable Parquet file: {str(error).splitlines()[0]}"
        raise InputError(msg) from error
    columns = [numbers_of_arrow(column) for column in table.columns]
    if not columns or not table.num_rows:
        msg = f"{source}: the table is empty; expected at least two columns of numbers."
        raise InputError(msg)
    return Table(source, tuple(map(str, table.column_names)), tuple(columns))


def numbers_of_arrow(column: Any) -> npt.NDArray[Any]:
    """Return decimals and truths as numbers, which NumPy would hold as objects."""
    types = require("pyarrow", "io").types
    if types.is_decimal(column.type) or types.is_boolean(column.type):
        column = column.cast("uint8") if types.is_boolean(column.type) else column
        column = column.cast("float64")
    return np.asarray(column.to_numpy())
