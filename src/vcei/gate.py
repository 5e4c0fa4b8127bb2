"""The gate for one variable of any kind: told or found out, it becomes points and their content.

The rule for missing values is the same for all kinds: a row in which any part is missing (None,
NaN, NaT, a masked cell, or one within a series) is missing as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from vcei.arrays import Floats, as_points
from vcei.columns import as_array, as_numbers, hint, is_missing
from vcei.errors import InputError
from vcei.frames import columns_of, declared_levels
from vcei.kernels import Compared, Embedded, Kernel, OfValues
from vcei.kinds import CODED, Content, Kind
from vcei.readers import READERS

FEW_LEVELS = 12
"""Whole numbers with at most this many different values are taken for levels."""

ROWS_A_LEVEL = 5
"""Names that occur fewer times than this, on average, are taken for texts and not for levels."""

Comparison = Kernel | Callable[[Sequence[Any], Sequence[Any]], Any]
"""A kernel, or a function of two lists of values that returns their Gram matrix."""


def read_column(
    values: Any, name: str, kind: str | None = None, kernel: Comparison | None = None
) -> tuple[Floats, Content]:
    """Turn a variable of any kind into points.

    Parameters
    ----------
    values
        A sequence, an array of one or more axes, a pandas, polars or Arrow column or frame, or a
        mapping of names to columns.
    name
        What to call it in messages.
    kind
        A kind, perhaps with more to say: ``angle:360`` for degrees, ``ordered:low,high`` for an
        order; None finds out.
    kernel
        How two values are compared; None for the way of the kind.

    Returns
    -------
    tuple[Floats, Content]
        Points, (n,) or (n, d), NaN where a value is missing, and what they stand for.

    Raises
    ------
    InputError
        If the variable cannot be read as that kind.
    """
    if kernel is not None and not isinstance(kernel, Kernel):
        kernel = Compared(kernel)
    word, _, detail = (kind or "").partition(":")
    wanted = _kind(word, name) if word else _inferred(values, name, kernel)
    if isinstance(kernel, OfValues) and wanted not in CODED:
        msg = f"Column {name!r}: {type(kernel).__name__} does not compare a {wanted.value}."
        raise InputError(msg)
    if detail and wanted not in {Kind.ANGLE, Kind.ORDERED}:
        msg = f"Column {name!r}: the kind {wanted.value} takes no {detail!r} after a colon."
        raise InputError(msg)
    if wanted is Kind.RECORD:
        points, content = _read_record(values, name)
    else:
        points, content = READERS[wanted](values, name, detail)
    return points, content.by(kernel)


def _kind(word: str, name: str) -> Kind:
    try:
        return Kind(word)
    except ValueError:
        known = ", ".join(kind.value for kind in Kind)
        msg = f"Column {name!r}: there is no kind {word!r}; expected one of {known}."
        raise InputError(msg) from None


def _inferred(values: Any, name: str, kernel: Kernel | None) -> Kind:
    columns = columns_of(values)
    if columns is not None and len(columns) != 1:
        kinds = {_inferred(column, f"{name}.{key}", None) for key, column in columns.items()}
        return Kind.VECTOR if kinds <= {Kind.NUMBER, Kind.WHOLE, Kind.DATE} else Kind.RECORD
    if columns is not None:
        values = next(iter(columns.values()))
    levels = declared_levels(values)
    if levels is not None:
        return Kind.ORDERED if levels[1] else Kind.CATEGORY
    first = _first(values)
    if isinstance(kernel, Compared | Embedded) and not isinstance(first, str):
        return Kind.OBJECT
    if _are_series(values, first):
        return Kind.SERIES
    return _inferred_of_array(as_array(values, name), name)


def _are_series(values: Any, first: Any) -> bool:
    """Tell a list of arrays, and lists of unlike lengths, from the rows of a matrix."""
    if getattr(values, "ndim", 1) == 3:
        return True
    if isinstance(first, np.ndarray) and not isinstance(values, np.ndarray):
        return True
    rows = isinstance(first, list | tuple)
    return rows and len({len(row) for row in values if row is not None}) > 1


def _inferred_of_array(array: npt.NDArray[Any], name: str) -> Kind:
    if array.ndim == 2 and array.shape[1] > 1:
        return Kind.VECTOR
    array = array.reshape(len(array)) if array.ndim == 2 else array
    if array.dtype.kind == "M":
        return Kind.DATE
    present = array[[not is_missing(value) for value in array]] if array.dtype == object else array
    if array.dtype.kind == "b" or (
        len(present) and all(isinstance(v, bool | np.bool_) for v in present)
    ):
        return Kind.CATEGORY
    if len(present) and all(isinstance(value, str) for value in present):
        if not hint(present[0]):
            return _kind_ofnames_of(present.tolist())
    elif array.dtype == object and any(hasattr(value, "year") for value in present):
        return Kind.DATE
    numbers = as_numbers(array, name)
    known = np.unique(numbers[np.isfinite(numbers)])
    whole = bool(np.all(known == np.round(known)))
    return Kind.WHOLE if whole and 1 < len(known) <= FEW_LEVELS < len(numbers) else Kind.NUMBER


def _kind_ofnames_of(names: list[str]) -> Kind:
    if len(set(names)) * ROWS_A_LEVEL <= len(names):
        return Kind.CATEGORY
    spaced = sum(" " in text.strip() for text in names)
    return Kind.TEXT if 2 * spaced > len(names) else Kind.STRING


def _read_record(values: Any, name: str) -> tuple[Floats, Content]:
    columns = columns_of(values)
    if columns is None:
        msg = f"Column {name!r}: expected a frame or a mapping of names to columns."
        raise InputError(msg)
    read = [read_column(column, f"{name}.{key}") for key, column in columns.items()]
    if len({len(points) for points, _ in read}) != 1:
        msg = f"Column {name!r}: its parts must have the same number of rows."
        raise InputError(msg)
    parts = [(as_points(points), content) for points, content in read]
    content = Content(Kind.RECORD, parts=tuple((c, points.shape[1]) for points, c in parts))
    return np.concatenate([points for points, _ in parts], axis=1), content


def _first(values: Any) -> Any:
    if isinstance(values, str | bytes) or not hasattr(values, "__iter__"):
        return None
    return next((value for value in values if value is not None), None)
