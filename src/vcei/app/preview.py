"""Preview: what the page shows of a table before anything is asked of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from vcei.columns import as_numbers
from vcei.errors import InputError
from vcei.table import Table

HEAD_ROWS = 8
LONGEST = 60
"""Letters of a cell that are shown."""

KINDS = {"M": "dates", "m": "durations", "b": "true or false", "O": "text", "c": "complex numbers"}
"""What a column holds by the kind of its array; every other kind is numbers."""


def preview(table: Table) -> dict[str, Any]:
    """Describe a table: its size, its columns and its first rows.

    Parameters
    ----------
    table
        The table.

    Returns
    -------
    dict[str, Any]
        Plain values, for the page.
    """
    names, columns = table.names, table.columns
    described = [_describe(*column) for column in zip(names, columns, strict=True)]
    rows = len(columns[0]) if columns else 0
    head = [[_shown(column[row]) for column in columns] for row in range(min(rows, HEAD_ROWS))]
    return {"name": table.source, "rows": rows, "columns": described, "head": head}


def _describe(name: str, column: npt.NDArray[Any]) -> dict[str, Any]:
    try:
        numbers = as_numbers(column, name)
    except InputError as error:
        return {"name": name, "kind": _kind(column), "missing": 0, "problem": str(error)}
    finite = numbers[np.isfinite(numbers)]
    problem = "It does not vary." if not len(finite) or np.ptp(finite) == 0 else None
    missing = len(numbers) - len(finite)
    return {"name": name, "kind": _kind(column), "missing": missing, "problem": problem}


def _kind(column: npt.NDArray[Any]) -> str:
    kind = KINDS.get(column.dtype.kind, "numbers")
    if kind == "numbers" and np.all(np.isin(column[np.isfinite(column)], (0, 1))):
        return "zeros and ones"
    if kind == "numbers" and np.array_equal(column, np.floor(column), equal_nan=True):
        return "whole numbers"
    return kind


def _shown(value: Any) -> str:
    if isinstance(value, float | np.floating):
        return "" if np.isnan(value) else f"{value:.6g}"
    if value is None or (isinstance(value, np.datetime64) and np.isnat(value)):
        return ""
    text = str(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
