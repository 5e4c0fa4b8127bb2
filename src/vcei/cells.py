"""Cells: text in lines to named columns of numbers, truths, dates or complex numbers.

Rules: a first line of which every cell is a number is data, and columns are then called
``column 0``, ``column 1``, ...; lines before it that begin with ``#`` are comments, the last of
which is the header if no other follows; empty cells, NA, N/A, NaN, NaT, null and None, in any case,
are missing; a column is numeric if every other cell is a number, or every one is true or false;
dates are written 2026-01-31.
"""

from __future__ import annotations

import csv
import io
import warnings
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from vcei.errors import InputError

MISSING = frozenset({"", "na", "n/a", "nan", "nat", "null", "none"})
TRUTHS = ("false", "true")
DELIMITERS = (",", "\t", ";", "|")
FOREIGN = ("{", "[{", "PK\3\4")
"""How JSON and spreadsheets begin."""
READABLE = (
    "Expected CSV, TSV or whitespace text in UTF-8, or a Parquet file whose name ends in .parquet; "
    "export or save the data as one of these."
)

Cells: TypeAlias = Sequence[str | None]
"""A column as text, None where a cell is missing."""

Column: TypeAlias = npt.NDArray[Any]


def parse(source: str, text: str) -> tuple[tuple[str, ...], tuple[Column, ...]]:
    """Read a table of text.

    Parameters
    ----------
    source
        Where it comes from, for messages.
    text
        CSV, TSV or cells with white space between them.

    Returns
    -------
    tuple[tuple[str, ...], tuple[Column, ...]]
        The names of the columns, not necessarily different, and the columns.

    Raises
    ------
    InputError
        If this is no table.
    """
    comments, text, delimiter, first, headed = _top(source, text)
    names = first if headed else _commented_names(comments, len(first), delimiter)
    columns = _parse_fast(text, delimiter, headed, len(names))
    if columns is None:
        columns = _parse_by_cell(source, text, delimiter, headed, len(names), len(comments) + 1)
    return tuple(names), tuple(columns)


def rows_begin(source: str, text: str) -> int:
    """Return the number of lines above the first row of a table.

    Parameters
    ----------
    source
        Where it comes from, for messages.
    text
        The beginning of the table, of some rows at least.

    Returns
    -------
    int
        Comments, empty lines and the header, if there is one.
    """
    comments, _, _, _, headed = _top(source, text)
    return len(comments) + headed


def _top(source: str, text: str) -> tuple[Sequence[str], str, str | None, Sequence[str], bool]:
    """Return the comments, the text below, its delimiter, first cells, and if they are a header."""
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
    head = list(islice((line for line in io.StringIO(text) if line.strip()), 20))
    delimiter = _delimiter(head)
    first = _cells(head[0], delimiter) if head else []
    headed = not all(_is_number(cell) for cell in first)
    if len(head) == headed:
        msg = f"{source}: has a header but no rows. Expected numbers in the lines below it."
        raise InputError(msg)
    return comments, text, delimiter, first, headed


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
    if _is_spaced(lines):
        return None
    for broken in (set[int](), {1}):
        for delimiter, found in widths.items():
            if found != {1} and len(found - broken) == 1:
                return delimiter
    spaced = any(len(line.split()) > 1 for line in lines)
    cut = (d for d in DELIMITERS if lines and not spaced and len(_cells(lines[0], d)) > 1)
    return next(cut, None)


def _is_spaced(lines: Sequence[str]) -> bool:
    """Tell numbers between which there is white space of any sort, here a tab and there a blank."""
    rows = [line.split() for line in lines]
    mixed = any(" " in line.strip() for line in lines) and any("\t" in line for line in lines)
    return (
        mixed
        and len({len(row) for row in rows}) == 1
        and all(map(_is_number, (cell for row in rows for cell in row)))
    )


def _cells(line: str, delimiter: str | None) -> list[str]:
    if delimiter is None:
        return line.split()
    return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter))]


def _parse_fast(
    text: str, delimiter: str | None, headed: bool, width: int
) -> Sequence[Column] | None:
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
) -> Sequence[Column]:
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


def _typed(cells: Sequence[str]) -> Column:
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


def _numbers(known: Cells) -> Column:
    return np.array([np.nan if cell is None else float(cell) for cell in known])


def _truths(known: Cells) -> Column:
    return np.array([np.nan if cell is None else TRUTHS.index(cell.lower()) for cell in known])


def _dates(known: Cells) -> Column:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # that a time zone is applied and forgotten
        return np.array(known, dtype="datetime64[us]")


def _complex_numbers(known: Cells) -> Column:
    return np.array([np.nan if cell is None else complex(cell) for cell in known])


def _is_number(cell: str) -> bool:
    if cell.lower() in MISSING:
        return False
    try:
        float(cell)
    except ValueError:
        return False
    return True
