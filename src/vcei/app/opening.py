"""Opening: a file that was dropped on the page becomes a table."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

from vcei.app.jobs import Tell
from vcei.app.limits import Limits
from vcei.app.preview import preview
from vcei.errors import InputError, require
from vcei.table import PARQUET_MARK, Table


@dataclass(frozen=True)
class Opened:
    """A table, and what the page shows of it."""

    table: Table
    preview: dict[str, Any]


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


def _parquet_shape(name: str, content: bytes) -> tuple[int, int]:
    parquet = require("pyarrow.parquet", "io")
    arrow = require("pyarrow", "io")
    try:
        shape = parquet.ParquetFile(io.BytesIO(content)).metadata
    except (arrow.ArrowException, OSError) as error:
        msg = f"{name}: not a readable Parquet file: {str(error).splitlines()[0]}"
        raise InputError(msg) from error
    return shape.num_rows, shape.num_columns
