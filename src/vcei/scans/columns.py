"""The columns that a scan looks at: a table from anything that is one, as numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vcei.arrays import Floats
from vcei.columns import as_numbers
from vcei.errors import InputError
from vcei.streams import read_table
from vcei.table import Table


@dataclass(frozen=True, eq=False)
class Columns:
    """Columns to be paired, and those that cannot be.

    Attributes
    ----------
    values : Mapping[str, Floats]
        The columns by name, in their order; NaN where a value is missing.
    left_out : Mapping[str, str]
        Columns of the table that are not among them, and why.
    """

    values: Mapping[str, Floats]
    left_out: Mapping[str, str]


def table_of(data: Any) -> Table:
    """Return a table: read from a file, or made of what is in memory.

    Parameters
    ----------
    data
        A path, a :class:`vcei.table.Table`, a pandas, polars or Arrow table, a mapping from names
        to columns, or an array of rows times columns.

    Returns
    -------
    Table
        Its columns.

    Raises
    ------
    InputError
        If it is none of these.
    """
    if isinstance(data, Table):
        return data
    if isinstance(data, str | Path):
        return read_table(data)
    if isinstance(data, Mapping):
        named = dict(data)
    elif hasattr(data, "column_names"):
        named = {name: data[name] for name in data.column_names}
    elif hasattr(data, "columns"):
        named = {name: data[name] for name in data.columns}
    elif getattr(data, "ndim", 0) == 2:
        named = {f"column {i}": data[:, i] for i in range(data.shape[1])}
    else:
        msg = (
            f"Expected a table: a path, a data frame, a mapping from names to columns or an array "
            f"of two axes; got {type(data).__name__}."
        )
        raise InputError(msg)
    columns = [_as_array(column, str(name)) for name, column in named.items()]
    if len({len(column) for column in columns}) > 1:
        lengths = {name: len(column) for name, column in zip(named, columns, strict=True)}
        msg = f"The columns of a table must have the same number of rows; they have {lengths}."
        raise InputError(msg)
    return Table("the table", tuple(map(str, named)), tuple(columns))


def _as_array(column: Any, name: str) -> npt.NDArray[Any]:
    array = np.asarray(column)
    if array.dtype.kind != "O":
        return array
    try:
        return as_numbers(column, name)  # such as whole numbers of pandas with missing ones
    except InputError:
        return array


def choose(table: Table, wanted: Sequence[str] | None = None) -> Columns:
    """Return the columns of a table that can be paired.

    Parameters
    ----------
    table
        The table.
    wanted
        Names, or indices from 0; by default every column of numbers.

    Returns
    -------
    Columns
        Those asked for, each once. Where none are named, constant columns and those that are not
        numbers are left out.

    Raises
    ------
    InputError
        If a column is not there or not one of numbers, or two share a name.
    """
    if wanted is not None:
        places = list(dict.fromkeys(table.find(column) for column in wanted))
    else:
        places = list(table.numeric())
    values: dict[str, Floats] = {}
    left_out = {
        name: "not a column of numbers"
        for place, name in enumerate(table.names)
        if wanted is None and place not in places
    }
    for place in places:
        name = table.names[place]
        if name in values:
            msg = f"{table.source}: two columns are called {name!r}. Rename one of them."
            raise InputError(msg)
        numbers = as_numbers(table.columns[place], name)
        known = numbers[np.isfinite(numbers)]
        if wanted is None and (not len(known) or np.all(known == known[0])):
            left_out[name] = "constant"
        else:
            values[name] = numbers
    return Columns(values, left_out)
