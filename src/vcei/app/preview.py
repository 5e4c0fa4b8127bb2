"""Preview: what the page shows of a table before anything is asked of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from vcei.arrays import as_points
from vcei.errors import InputError
from vcei.gate import read_column
from vcei.table import Table

HEAD_ROWS = 8
LONGEST = 60
"""Letters of a cell that are shown."""


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
        points, content = read_column(column, name)
    except InputError as error:
        return {"name": name, "kind": "not readable", "missing": 0, "problem": str(error)}
    known = points[np.isfinite(as_points(points)).all(axis=1)]
    varies = len(known) > 0 and bool(np.any(known != known[0]))
    return {
        "name": name,
        "kind": content.kind.value,
        "levels": len(content.values) if content.is_discrete else None,
        "missing": len(points) - len(known),
        "problem": None if varies else "It does not vary.",
    }


def _shown(value: Any) -> str:
    if isinstance(value, float | np.floating):
        return "" if np.isnan(value) else f"{value:.6g}"
    if value is None or (isinstance(value, np.datetime64) and np.isnat(value)):
        return ""
    text = str(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
