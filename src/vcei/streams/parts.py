"""Rows of Parquet files: one, a folder of them or those that a pattern names, anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import PurePosixPath
from typing import Any, TypeAlias

import numpy as np

from vcei.draw import Index, drawn
from vcei.errors import InputError, require
from vcei.table import PARQUET, Table, numbers_of_arrow

Engine: TypeAlias = Callable[[], AbstractContextManager[Executor]]
"""Makes a pool of workers, as :mod:`vcei.bench.engines` does."""

PATTERN = frozenset("*?[")
"""Characters that make a pattern of a name."""

BATCH = 2**16
"""Rows that are decoded at a time."""

HEAD = 1000
"""Rows by which columns are chosen."""


@dataclass(frozen=True)
class Part:
    """One Parquet file.

    Attributes
    ----------
    file : str
        A path, or an address such as ``s3://bucket/part.parquet``.
    rows : int
        How many rows it has.
    """

    file: str
    rows: int


@dataclass(frozen=True)
class Parts:
    """Parquet files that make one table, in the order of their names.

    Attributes
    ----------
    source : str
        What was asked for.
    names : tuple[str, ...]
        Names of the columns.
    parts : tuple[Part, ...]
        The files.
    """

    source: str
    names: tuple[str, ...]
    parts: tuple[Part, ...]

    @classmethod
    def of(cls, source: str) -> Parts:
        """Find the files, and look at what they say about themselves.

        Parameters
        ----------
        source
            A file, a folder, or a pattern such as ``folder/*.parquet``; on this machine or at an
            address that Arrow knows, such as ``s3://``.

        Returns
        -------
        Parts
            At least one file with at least one row in all.

        Raises
        ------
        InputError
            If there is none, or they differ in their columns.
        """
        looked = [(file, *_look(file)) for file in find(source)]
        names = looked[0][1]
        for file, other, _ in looked:
            if other != names:
                msg = (
                    f"{file} has the columns {', '.join(other)}; {looked[0][0]} has "
                    f"{', '.join(names)}. Expected parts of one table; name only those."
                )
                raise InputError(msg)
        parts = tuple(Part(file, rows) for file, _, rows in looked)
        if not names or not sum(part.rows for part in parts):
            msg = f"{source}: the table is empty; expected at least two columns of numbers."
            raise InputError(msg)
        return cls(source, names, parts)

    @property
    def rows(self) -> int:
        """The number of rows in all files."""
        return sum(part.rows for part in self.parts)

    def head(self) -> Table:
        """Return the first rows, to choose columns by."""
        first = next(part for part in self.parts if part.rows)
        return self._table(range(len(self.names)), [(first, np.arange(min(HEAD, first.rows)))])

    def read(
        self, most: int, places: Sequence[int] | None = None, engine: Engine | None = None
    ) -> Table:
        """Read the drawn rows, in memory for these and one batch.

        Parameters
        ----------
        most
            Of more rows than this, this many are drawn.
        places
            Which columns; by default all.
        engine
            Workers that read a part each; None reads one part after the other, here.

        Returns
        -------
        Table
            The columns.
        """
        rows, shares, before = drawn(self.rows, most), [], 0
        for part in self.parts:
            low, high = np.searchsorted(rows, [before, before + part.rows])
            shares.append((part, rows[low:high] - before))
            before += part.rows
        return self._table(range(len(self.names)) if places is None else places, shares, engine)

    def _table(
        self,
        places: Sequence[int],
        shares: Sequence[tuple[Part, Index]],
        engine: Engine | None = None,
    ) -> Table:
        names = tuple(self.names[place] for place in places)
        asked = [(part.file, tuple(places), rows) for part, rows in shares if len(rows)]
        if engine is None:
            tables = [take(*one) for one in asked]
        else:
            with engine() as pool:
                tables = [future.result() for future in [pool.submit(take, *one) for one in asked]]
        columns = require("pyarrow", "io").concat_tables(tables).columns
        return Table(self.source, names, tuple(map(numbers_of_arrow, columns)))


def take(file: str, places: Sequence[int], rows: Index) -> Any:
    """Read some rows of one file; this is what workers do.

    Parameters
    ----------
    file
        A Parquet file.
    places
        Which columns.
    rows
        Which rows, in rising order.

    Returns
    -------
    Any
        An Arrow table, its columns called by their places, for two may share a name.
    """
    arrow = require("pyarrow", "io")
    taken, before = [], 0
    with _opened(file) as parquet:
        names = parquet.schema_arrow.names
        unique = all(names.count(names[place]) == 1 for place in places)
        wanted = [names[place] for place in places] if unique else None
        for batch in parquet.iter_batches(BATCH, columns=wanted):
            low, high = np.searchsorted(rows, [before, before + len(batch)])
            here = arrow.array(rows[low:high] - before)
            columns = [
                batch.column(i if wanted is None else wanted.index(names[i])) for i in places
            ]
            taken.append([column.take(here) for column in columns])
            before += len(batch)
    chunked = [arrow.chunked_array(chunks) for chunks in zip(*taken, strict=True)]
    return arrow.table(chunked, names=list(map(str, places)))


def find(source: str) -> list[str]:
    """Return the Parquet files that are meant, in the order of their names.

    Parameters
    ----------
    source
        A file, a folder, or a pattern.

    Returns
    -------
    list[str]
        At least one.

    Raises
    ------
    InputError
        If there is none.
    """
    fs = require("pyarrow.fs", "io")
    system, path, prefix = _located(source)
    steps = PurePosixPath(path).parts
    plain = next((i for i, step in enumerate(steps) if PATTERN & set(step)), len(steps))
    with _explained(source):
        if plain == len(steps) and system.get_file_info(path).type == fs.FileType.File:
            return [source]
        folder = str(PurePosixPath(*steps[:plain]))
        inside = fs.FileSelector(folder, recursive=True, allow_not_found=True)
        found = [info.path for info in system.get_file_info(inside) if info.is_file]
    pattern = path if plain < len(steps) else None
    files = sorted(file for file in found if _meant(file, folder, pattern))
    if not files:
        msg = (
            f"{source}: no Parquet file. Expected a file, a folder with files that end in "
            f"{' or '.join(sorted(PARQUET))}, or a pattern such as 'folder/*.parquet' in quotes."
        )
        raise InputError(msg)
    return [prefix + file for file in files]


def _meant(file: str, folder: str, pattern: str | None) -> bool:
    inside = PurePosixPath(file).relative_to(folder).parts
    if any(step.startswith((".", "_")) for step in inside):  # as Spark and Arrow mark their own
        return False
    if pattern is not None:
        deep = len(PurePosixPath(pattern).parts) == len(PurePosixPath(file).parts)
        return deep and fnmatch(file, pattern)
    return PurePosixPath(file).suffix.lower() in PARQUET


def _located(source: str) -> tuple[Any, str, str]:
    """Return the file system, the path on it, and what to put before paths on it again."""
    fs = require("pyarrow.fs", "io")
    scheme, mark, path = source.partition("://")
    if not mark:
        return fs.LocalFileSystem(), source, ""
    with _explained(source):
        # what stands after the scheme may be a pattern, which is no address
        steps = path.split("/")
        plain = next((i for i, step in enumerate(steps) if PATTERN & set(step)), len(steps))
        system, base = fs.FileSystem.from_uri(f"{scheme}://{'/'.join(steps[:plain])}")
    rest = "/".join(steps[plain:])
    return system, f"{base.rstrip('/')}/{rest}" if rest else base, f"{scheme}://"


def _look(file: str) -> tuple[tuple[str, ...], int]:
    with _opened(file) as parquet:
        return tuple(map(str, parquet.schema_arrow.names)), int(parquet.metadata.num_rows)


@contextmanager
def _opened(file: str) -> Iterator[Any]:
    parquet = require("pyarrow.parquet", "io")
    system, path, _ = _located(file)
    with _explained(file), system.open_input_file(path) as opened:
        yield parquet.ParquetFile(opened)


@contextmanager
def _explained(source: str) -> Iterator[None]:
    arrow: Mapping[str, Any] = vars(require("pyarrow", "io"))
    try:
        yield
    except (arrow["ArrowException"], OSError) as error:
        msg = f"{source}: not a readable Parquet file: {str(error).splitlines()[0]}"
        raise InputError(msg) from error
