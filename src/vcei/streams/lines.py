"""Rows of a large text: lines are counted, those drawn are kept, and only these are parsed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np

from vcei.cells import READABLE, parse, rows_begin
from vcei.draw import Index, drawn
from vcei.errors import InputError
from vcei.table import Table

BLOCK = 2**24
"""Bytes that are read at a time."""

HEAD = 2**20
"""Bytes in which the first rows of a table must lie."""


def read_lines(path: Path, most: int) -> tuple[Table, int]:
    """Read the drawn rows of a text, in memory for these and one block.

    Parameters
    ----------
    path
        CSV, TSV or cells with white space between them, in UTF-8.
    most
        Of more rows than this, this many are drawn.

    Returns
    -------
    tuple[Table, int]
        The table of the drawn rows, and how many rows there are.

    Raises
    ------
    InputError
        If it is no such text.
    """
    source = str(path)
    try:
        with path.open("rb") as file:
            head = file.read(HEAD).rpartition(b"\n")[0]
            above = rows_begin(source, head.decode("utf-8-sig"))
            file.seek(0)
            top = [file.readline() for _ in range(above)]
            start = file.tell()
            total = sum(len(spans) for _, spans in _blocks(file))
            file.seek(start)
            first = next(_kept(file, drawn(1)), b"")
            file.seek(start)
            kept = list(_kept(file, drawn(total, most)))
        # the first row stands below the header, where there is one, as it does in the file: for
        # what the first line is like decides whether it is one
        text = b"".join([*top, first, *kept]).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        msg = f"{source}: not a text file in UTF-8. {READABLE}"
        raise InputError(msg) from error
    except OSError as error:
        msg = f"{source}: cannot be read: {error.strerror}."
        raise InputError(msg) from error
    names, columns = parse(source, text)
    return Table(source, names, tuple(column[1:] for column in columns)), total


def _blocks(file: BinaryIO) -> Iterator[tuple[bytes, Index]]:
    """Yield whole lines, and where each that is not empty begins and ends."""
    rest = b""
    while block := file.read(BLOCK):
        whole, newline, rest = (rest + block).rpartition(b"\n")
        if newline:
            yield whole, spans_of(whole)
    if rest:
        yield rest, spans_of(rest)


def spans_of(lines: bytes) -> Index:
    """Return where each line that is not empty begins and ends, (n, 2)."""
    codes = np.frombuffer(lines, dtype=np.uint8)
    ends = np.append(np.flatnonzero(codes == ord("\n")), len(lines))
    starts = np.insert(ends[:-1] + 1, 0, 0)
    ends = ends - ((ends > starts) & (codes[ends - 1] == ord("\r")) if len(codes) else 0)
    filled = ends > starts
    return np.column_stack([starts[filled], ends[filled]])


def _kept(file: BinaryIO, rows: Index) -> Iterator[bytes]:
    """Yield the lines of the given numbers."""
    before = 0
    for block, spans in _blocks(file):
        low, high = np.searchsorted(rows, [before, before + len(spans)])
        for start, end in spans[rows[low:high] - before]:
            yield block[start:end] + b"\n"
        before += len(spans)
