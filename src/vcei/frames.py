"""What a variable comes as: a column, a frame of columns, a type that declares its levels."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from vcei.columns import as_array, is_missing
from vcei.errors import InputError


def names_of(values: Any, name: str) -> list[Any]:
    """Return values as plain objects, None where one is missing."""
    values = only_column(values)
    if isinstance(values, str | bytes) or not hasattr(values, "__len__"):
        msg = f"Column {name!r}: expected a column of values, got {type(values).__name__}."
        raise InputError(msg)
    if isinstance(values, np.ma.MaskedArray):
        values = as_array(values, name)
    if getattr(values, "ndim", 1) != 1:
        msg = f"Column {name!r}: expected one name a row; an array of {values.shape} came."
        raise InputError(msg)
    plain = next((m for m in ("to_pylist", "to_list", "tolist") if hasattr(values, m)), None)
    objects = list(values) if plain is None else getattr(values, plain)()
    return [None if is_missing(value) else value for value in objects]


def columns_of(values: Any) -> dict[str, Any] | None:
    """Return the columns of a frame or a mapping; None for a column."""
    if isinstance(values, Mapping):
        return {str(key): column for key, column in values.items()}
    names = getattr(values, "column_names", getattr(values, "columns", None))
    if names is None or not hasattr(values, "__getitem__"):
        return None
    return {str(key): values[key] for key in names}


def only_column(values: Any) -> Any:
    """Return the column of a frame that has but one."""
    columns = columns_of(values)
    return values if columns is None or len(columns) != 1 else next(iter(columns.values()))


def declared_levels(values: Any) -> tuple[list[Any], bool] | None:
    """Return the levels that the type of a column declares, and whether they are in order."""
    declared: Any = getattr(values, "dtype", None)
    if hasattr(declared, "categories") and hasattr(declared, "ordered"):
        return list(declared.categories), bool(declared.ordered)  # pandas
    if type(declared).__name__ in {"Categorical", "Enum"}:
        return sorted(set(values.drop_nulls().to_list())), False  # polars
    if re.match(r"dictionary<", str(getattr(values, "type", ""))):
        return sorted(set(values.to_pylist()) - {None}), False  # Arrow
    return None
