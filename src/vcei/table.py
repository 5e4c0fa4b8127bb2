"""Table: named columns read from a file, CSV, TSV, whitespace text or Parquet.

Rules for text: a first line of which every cell is a number is data, and columns are then called
``column 0``, ``column 1``, ...; lines before it that begin with ``#`` are comments, the last of which
is the header if no other follows; empty cells, NA, N/A, NaN, NaT, null and None, in any case, are
missing; a column is numeric if every other cell is a number, or every one is true or false; dates
are written 2026-01-31.
"""

from __future__ import annotations

import csv
import io
import sys
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vcei.columns import as_numbers
from vcei.errors import InputError, require
from vcei.pair import Pair

MISSING = frozenset({"", "na", "n/a", "nan", "nat", "null", "none"})
TRUTHS = ("false", "true")
DELIMITERS = (",", "\t", ";", "|")
PARQUET = frozenset({".parquet", ".pq"})
PARQUET_MARK = b"PAR1"
FOREIGN = ("{", "[{", "PK\3\4")
"""How JSON and spreadsheets begin."""
READABLE = (
    "Expected CSV, TSV or whitespace text in UTF-8, or a Parquet file whose name ends in .parquet; "
    "export or save the data as one of these."
)

Cells = Sequence[str | None]
"""A column as text, None where a cell is missing."""


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
        return _parse(source, _text(path, source))

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
            return _parse(source, _decoded(content))
        except UnicodeDecodeError as error:
            raise _not_text(source, error) from error

    def pair(self, x: str | None = None, y: str | None = None, drop_missing: bool = False) -> Pair:
        """Choose two columns.

        Parameters
        ----------
        x
            The first column: its name, or its index from 0. By default the first numeric column
            that is not chosen for y.
        y
            The second column; by default the next one.
        drop_missing
            Leave out rows with a missing or infinite value.

        Returns
        -------
        Pair
            The two columns, checked.

        Raises
        ------
        InputError
            If there are no such columns, or they cannot be used.
        """
        chosen = [None if column is None else self._find(column) for column in (x, y)]
        free = (i for i in self._numeric() if i not in chosen)
        first, second = (next(free, None) if i is None else i for i in chosen)
        if first is None or second is None:
            msg = (
                f"{self.source}: expected two numeric columns, found "
                f"{sum(1 for _ in self._numeric())} among {self._listed()}.{self._why_not()}"
            )
            raise InputError(msg)
        if first == second:
            msg = f"{self.source}: x and y are the same column, {self.names[first]!r}. Choose two."
            raise InputError(msg)
        names = self._labels(first, second, by_index=_is_index(x) and _is_index(y))
        return Pair.of(self.columns[first], self.columns[second], *names, drop_missing)

    def _find(self, column: str) -> int:
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

    def _labels(self, first: int, second: int, by_index: bool) -> tuple[str, str]:
        x, y = self.names[first], self.names[second]
        if by_index and x == y:
            return f"{x} (column {first})", f"{y} (column {second})"
        for name in (x, y):
            if self.names.count(name) > 1 and not by_index:
                self._find(name)  # says that the name is taken twice, and what to do
        return x, y

    def _numeric(self) -> Iterable[int]:
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


def _parse(source: str, text: str) -> Table:
    if not text.strip():
        msg = (
            f"{source}: the file is empty; expected a table with at least two columns. "
            "Check that it was written to the end."
        )
        raise InputError(msg)
    if "\0" in text or text.lstrip().startswith(FOREIGN):
        msg = f"{source}: not a table of text. {READABLE}"
        raise InputError(msg)
    comments, text = _without_comments(text)
    head = [line for line in text[:65536].splitlines() if line.strip()][:20]
    delimiter = _delimiter(head)
    first = _cells(head[0], delimiter) if head else []
    headed = not all(_is_number(cell) for cell in first)
    if len(head) == headed:
        msg = f"{source}: has a header but no rows. Expected a row of numbers in each line below it."
        raise InputError(msg)
    names = first if headed else _commented_names(comments, len(first), delimiter)
    columns = _parse_fast(text, delimiter, headed, len(names))
    if columns is None:
        columns = _parse_by_cell(source, text, delimiter, headed, len(names), len(comments) + 1)
    return Table(source, tuple(names), tuple(columns))


def _without_comments(text: str) -> tuple[Sequence[str], str]:
    """Return the lines before the first that is neither empty nor a comment, and the rest."""
    lines = io.StringIO(text)
    above = []
    while (line := lines.readline()) and (not line.strip() or line.lstrip().startswith("#")):
        above.append(line)
    return above, line + lines.read()


def _commented_names(comments: Sequence[str], width: int, delimiter: str | None) -> Sequence[str]:
    """Return the header that NumPy and many instruments write as a comment; numbers where none."""
    last = comments[-1].strip().removeprefix("#").strip() if comments else ""
    names = _cells(last, delimiter) if last else []
    if len(names) != width:
        names = last.split()
    return names if len(names) == width else [f"column {i}" for i in range(width)]


def _delimiter(lines: Sequence[str]) -> str | None:
    """Return the first delimiter that cuts every line into the same number of cells, above one.

    Where none does, lines that are cut differently may be broken ones, which the reader will name.
    """
    widths = {
        delimiter: {len(_cells(line, delimiter)) for line in lines} for delimiter in DELIMITERS
    }
    for broken in (set[int](), {1}):
        for delimiter, found in widths.items():
            if found != {1} and len(found - broken) == 1:
                return delimiter
    spaced = any(len(line.split()) > 1 for line in lines)
    cut = (d for d in DELIMITERS if lines and not spaced and len(_cells(lines[0], d)) > 1)
    return next(cut, None)


def _cells(line: str, delimiter: str | None) -> list[str]:
    if delimiter is None:
        return line.split()
    return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter))]


def _parse_fast(
    text: str, delimiter: str | None, headed: bool, width: int
) -> Sequence[npt.NDArray[Any]] | None:
    """Read a table of nothing but numbers in one call; None where it is not one."""
    try:
        numbers = np.loadtxt(
            io.StringIO(text),
            delimiter=delimiter,
            skiprows=int(headed),
            ndmin=2,
            comments=None,
            quotechar='"',
        )
    except ValueError:
        return None
    return list(numbers.T) if numbers.shape[1:] == (width,) else None


def _parse_by_cell(
    source: str, text: str, delimiter: str | None, headed: bool, width: int, start: int
) -> Sequence[npt.NDArray[Any]]:
    lines = io.StringIO(text)
    if delimiter is None:
        rows: Iterable[list[str]] = (line.split() for line in lines)
    else:
        rows = csv.reader(lines, delimiter=delimiter)
    table: list[list[str]] = []
    for number, row in enumerate(rows, start=start):
        if not any(cell.strip() for cell in row) and width > 1:
            continue
        if len(row) != width:
            msg = (
                f"{source}: line {number} has {len(row)} cells, the first line {width}. "
                "Expected the same number in every line; complete or delete that line."
            )
            raise InputError(msg)
        table.append(row)
    return [_typed(cells) for cells in zip(*table[int(headed) :], strict=True)]


def _typed(cells: Sequence[str]) -> npt.NDArray[Any]:
    """Return a column of numbers, dates or complex numbers; of objects where it is neither."""
    stripped = [cell.strip() for cell in cells]
    known = [None if cell.lower() in MISSING else cell for cell in stripped]
    for read in (_numbers, _truths, _dates, _complex_numbers):
        try:
            return read(known)
        except ValueError:
            continue
    # numbers among text stay numbers, so that the gate names the first cell that is none
    values = [float(cell) if cell is not None and _is_number(cell) else cell for cell in known]
    return np.array(values, dtype=object)


def _numbers(known: Cells) -> npt.NDArray[Any]:
    return np.array([np.nan if cell is None else float(cell) for cell in known])


def _truths(known: Cells) -> npt.NDArray[Any]:
    return np.array([np.nan if cell is None else TRUTHS.index(cell.lower()) for cell in known])


def _dates(known: Cells) -> npt.NDArray[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # that a time zone is applied and forgotten
        return np.array(known, dtype="datetime64[us]")


def _complex_numbers(known: Cells) -> npt.NDArray[Any]:
    return np.array([np.nan if cell is None else complex(cell) for cell in known])


def _is_number(cell: str) -> bool:
    if cell.lower() in MISSING:
        return False
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _read_parquet(source: str, file: Any) -> Table:
    parquet = require("pyarrow.parquet", "io")
    arrow: Mapping[str, Any] = vars(require("pyarrow", "io"))
    try:
        table = parquet.ParquetFile(file).read()  # unlike read_table, lets a name come twice
    except (arrow["ArrowException"], OSError) as error:
        msg = f"{source}: not a readable Parquet file: {str(error).splitlines()[0]}"
        raise InputError(msg) from error
    columns = [_numbers_of_arrow(column) for column in table.columns]
    if not columns or not table.num_rows:
        msg = f"{source}: the table is empty; expected at least two columns of numbers."
        raise InputError(msg)
    return Table(source, tuple(map(str, table.column_names)), tuple(columns))


def _numbers_of_arrow(column: Any) -> npt.NDArray[Any]:
    """Return decimals and truths as numbers, which NumPy would hold as objects."""
    types = require("pyarrow", "io").types
    if types.is_decimal(column.type) or types.is_boolean(column.type):
        column = column.cast("uint8") if types.is_boolean(column.type) else column
        column = column.cast("float64")
    return np.asarray(column.to_numpy())
