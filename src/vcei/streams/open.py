"""From the name of a file, a folder or a pattern to a pair or a table of at most so many rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath

from vcei.draw import MOST_ROWS, drawn, note
from vcei.errors import InputError
from vcei.pair import Pair
from vcei.streams.lines import read_lines
from vcei.streams.parts import PATTERN, Engine, Parts
from vcei.table import PARQUET, Table

LARGE = 2**24
"""Texts of more bytes than this are read line by line."""


def read_pair(
    file: str | Path,
    x: str | None = None,
    y: str | None = None,
    *,
    drop_missing: bool = False,
    engine: Engine | None = None,
    most: int = MOST_ROWS,
    kind: Mapping[str, str] | None = None,
) -> Pair:
    """Read two columns.

    Parameters
    ----------
    file
        A text, ``-`` for standard input, a Parquet file, a folder of them, or a pattern.
    x
        The first column: its name, or its index from 0; by default the first of numbers.
    y
        The second column; by default the next one.
    drop_missing
        Leave out rows with a missing or infinite value.
    engine
        Workers that read a part of Parquet each.
    most
        Of more rows than this, this many are drawn, and a note says so.
    kind
        What the columns hold, under ``x`` and ``y``; what is not said is found out.

    Returns
    -------
    Pair
        The two columns, checked.
    """
    if is_parquet(str(file)):
        parts = Parts.of(str(file))
        (first, second), names = parts.head().choose(x, y)
        table, total = parts.read(most, (*first, *second), engine), parts.rows
        groups = tuple(range(len(first))), tuple(range(len(first), len(first) + len(second)))
    else:
        _refuse_engine(engine)
        table, total = _read_text(file, most)
        groups, names = table.choose(x, y)
    if total <= most:
        return table.paired(groups, names, drop_missing, kind)
    try:
        pair = table.paired(groups, names, drop_missing, kind)
    except InputError as error:
        msg = f"{error} (Rows are counted among the {note(total, most)}.)"
        raise InputError(msg) from error
    return replace(pair, notes=(note(total, most), *pair.notes), drawn_from=total)


def read_table(file: str | Path, engine: Engine | None = None, most: int = MOST_ROWS) -> Table:
    """Read all columns.

    Parameters
    ----------
    file
        A text, ``-`` for standard input, a Parquet file, a folder of them, or a pattern.
    engine
        Workers that read a part of Parquet each.
    most
        Of more rows than this, this many are drawn.

    Returns
    -------
    Table
        The columns.
    """
    if is_parquet(str(file)):
        return Parts.of(str(file)).read(most, engine=engine)
    _refuse_engine(engine)
    return _read_text(file, most)[0]


def is_parquet(file: str) -> bool:
    """Tell whether a name stands for Parquet: by its ending, or as a folder, pattern or address."""
    return (
        PurePosixPath(file).suffix.lower() in PARQUET
        or "://" in file
        or Path(file).is_dir()
        or (bool(PATTERN & set(file)) and not Path(file).exists())
    )


def _read_text(file: str | Path, most: int) -> tuple[Table, int]:
    path = Path(file)
    if str(file) != "-" and path.is_file() and path.stat().st_size > LARGE:
        return read_lines(path, most)
    table = Table.read(file)
    total = len(table.columns[0])
    rows = drawn(total, most)
    return replace(table, columns=tuple(column[rows] for column in table.columns)), total


def _refuse_engine(engine: Engine | None) -> None:
    if engine is not None:
        msg = (
            "Workers read parts of Parquet; a text is read by one. Leave out the engine, or write "
            "the table as Parquet files."
        )
        raise InputError(msg)
