"""The gate for one variable of any kind: told or found out, it becomes points and their content.

The rule for missing values is the same for all kinds: a row in which any part is missing (None,
NaN, NaT, a masked cell, or one within a series) is missing as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from vcei.arrays import Floats, as_points
from vcei.columns import as_array, as_numbers, hint, is_missing
from vcei.errors import InputError
from vcei.kernels import Compared, Embedded, Kernel, OfValues
from vcei.kinds import CODED, Content, Kind

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
    points, content = _READERS[wanted](values, name, detail)
    return points, content.by(kernel)


def _kind(word: str, name: str) -> Kind:
    try:
        return Kind(word)
    except ValueError:
        known = ", ".join(kind.value for kind in Kind)
        msg = f"Column {name!r}: there is no kind {word!r}; expected one of {known}."
        raise InputError(msg) from None


def _inferred(values: Any, name: str, kernel: Kernel | None) -> Kind:
    columns = _columns(values)
    if columns is not None and len(columns) != 1:
        kinds = {_inferred(column, f"{name}.{key}", None) for key, column in columns.items()}
        return Kind.VECTOR if kinds <= {Kind.NUMBER, Kind.WHOLE, Kind.DATE} else Kind.RECORD
    if columns is not None:
        values = next(iter(columns.values()))
    levels = _levels_of_type(values)
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
            return _kind_of_names(present.tolist())
    elif array.dtype == object and any(hasattr(value, "year") for value in present):
        return Kind.DATE
    numbers = as_numbers(array, name)
    known = np.unique(numbers[np.isfinite(numbers)])
    whole = bool(np.all(known == np.round(known)))
    return Kind.WHOLE if whole and 1 < len(known) <= FEW_LEVELS < len(numbers) else Kind.NUMBER


def _kind_of_names(names: list[str]) -> Kind:
    if len(set(names)) * ROWS_A_LEVEL <= len(names):
        return Kind.CATEGORY
    spaced = sum(" " in text.strip() for text in names)
    return Kind.TEXT if 2 * spaced > len(names) else Kind.STRING


def _read_number(values: Any, name: str, detail: str) -> tuple[Floats, Content]:  # noqa: ARG001
    return as_numbers(_only(values), name), Content(Kind.NUMBER)


def _read_date(values: Any, name: str, detail: str) -> tuple[Floats, Content]:  # noqa: ARG001
    return as_numbers(_only(values), name), Content(Kind.DATE)


def _read_whole(values: Any, name: str, detail: str) -> tuple[Floats, Content]:  # noqa: ARG001
    numbers = as_numbers(_only(values), name)
    known = np.unique(numbers[np.isfinite(numbers)])
    broken = known[known != np.round(known)]
    if len(broken):
        msg = (
            f"Column {name!r}: expected whole numbers, {broken[0]:g} came. Take it as numbers "
            "(kind number), or round it."
        )
        raise InputError(msg)
    return numbers, Content(Kind.WHOLE, tuple(known.tolist()))


def _read_angle(values: Any, name: str, detail: str) -> tuple[Floats, Content]:
    try:
        period = float(detail) if detail else 2 * np.pi
    except ValueError:
        period = 0.0
    if not 0 < period < np.inf:
        msg = f"Column {name!r}: expected the length of a full turn, as in angle:360; {detail} came"
        raise InputError(msg)
    turn = 2 * np.pi / period * as_numbers(_only(values), name)
    turn[~np.isfinite(turn)] = np.nan
    return np.stack([np.cos(turn), np.sin(turn)], axis=1), Content(Kind.ANGLE)


def _read_vector(values: Any, name: str, detail: str) -> tuple[Floats, Content]:  # noqa: ARG001
    return _matrix(values, name), Content(Kind.VECTOR)


def _read_window(values: Any, name: str, detail: str) -> tuple[Floats, Content]:  # noqa: ARG001
    points = _matrix(values, name)
    if points.shape[1] < 2:
        msg = f"Column {name!r}: a window has a past and a present, at least two numbers a row."
        raise InputError(msg)
    return points, Content(Kind.WINDOW)


def _matrix(values: Any, name: str) -> Floats:
    columns = _columns(values)
    if columns is None:
        array = as_points(as_array(values, name))
        if array.ndim != 2 or not array.shape[1]:
            msg = f"Column {name!r}: expected several numbers a row; shape {array.shape} came."
            raise InputError(msg)
        columns = {str(i): array[:, i] for i in range(array.shape[1])}
    return np.stack([as_numbers(c, f"{name}.{key}") for key, c in columns.items()], axis=1)


def _read_record(values: Any, name: str, detail: str) -> tuple[Floats, Content]:  # noqa: ARG001
    columns = _columns(values)
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


def _read_category(values: Any, name: str, detail: str) -> tuple[Floats, Content]:  # noqa: ARG001
    levels = _levels_of_type(_only(values))
    return _coded(_names(values, name), None if levels is None else levels[0], name, Kind.CATEGORY)


def _read_ordered(values: Any, name: str, detail: str) -> tuple[Floats, Content]:
    names, levels = _names(values, name), _levels_of_type(_only(values))
    order = [word.strip() for word in detail.split(",")] if detail else None
    if order is None and levels is not None:
        order = levels[0]
    if order is None and any(isinstance(value, str) for value in names):
        msg = f"Column {name!r}: say the order of its names, as in ordered:low,middle,high."
        raise InputError(msg)
    return _coded(names, order, name, Kind.ORDERED)


def _read_text(kind: Kind) -> Callable[[Any, str, str], tuple[Floats, Content]]:
    def read(values: Any, name: str, detail: str) -> tuple[Floats, Content]:  # noqa: ARG001
        texts = _names(values, name)
        return _coded([text if text is None else str(text) for text in texts], None, name, kind)

    return read


def _read_series(values: Any, name: str, detail: str) -> tuple[Floats, Content]:  # noqa: ARG001
    codes, channels = np.full(len(values), np.nan), None
    known: dict[bytes, tuple[int, Floats]] = {}
    for row, value in enumerate(values):
        if value is None:
            continue
        try:
            series = as_points(np.asarray(value, dtype=np.float64))
        except (TypeError, ValueError) as error:
            msg = f"Column {name!r}: row {row + 1} is no series of numbers ({error})."
            raise InputError(msg) from error
        if series.ndim != 2 or len(series) < 2:
            msg = (
                f"Column {name!r}: expected a series of at least two points in each row; row "
                f"{row + 1} has shape {np.shape(value)}."
            )
            raise InputError(msg)
        channels = channels or series.shape[1]
        if series.shape[1] != channels:
            msg = f"Column {name!r}: row {row + 1} has {series.shape[1]} channels, not {channels}."
            raise InputError(msg)
        if np.isfinite(series).all():
            codes[row] = known.setdefault(series.tobytes(), (len(known), series))[0]
    return codes, Content(Kind.SERIES, tuple(series for _, series in known.values()))


def _read_object(values: Any, name: str, detail: str) -> tuple[Floats, Content]:  # noqa: ARG001
    objects = list(values)
    there = [not is_missing(value) for value in objects]
    codes = np.where(there, np.cumsum(there) - 1.0, np.nan)
    present = (value for value, here in zip(objects, there, strict=True) if here)
    if not objects:
        msg = f"Column {name!r} is empty."
        raise InputError(msg)
    return codes, Content(Kind.OBJECT, tuple(present))


_READERS: Mapping[Kind, Callable[[Any, str, str], tuple[Floats, Content]]] = {
    Kind.NUMBER: _read_number,
    Kind.WHOLE: _read_whole,
    Kind.DATE: _read_date,
    Kind.ANGLE: _read_angle,
    Kind.VECTOR: _read_vector,
    Kind.WINDOW: _read_window,
    Kind.RECORD: _read_record,
    Kind.CATEGORY: _read_category,
    Kind.ORDERED: _read_ordered,
    Kind.STRING: _read_text(Kind.STRING),
    Kind.TEXT: _read_text(Kind.TEXT),
    Kind.SERIES: _read_series,
    Kind.OBJECT: _read_object,
}


def _coded(
    names: list[Any], levels: Sequence[Any] | None, name: str, kind: Kind
) -> tuple[Floats, Content]:
    """Return codes by the given levels, or by the different names in the order of sorting."""
    for row, value in enumerate(names):
        if isinstance(value, str) and not value.strip():
            msg = (
                f"Column {name!r}: row {row + 1} is an empty text. Give None for a missing value, "
                "or write a name for the empty one."
            )
            raise InputError(msg)
    try:
        different = set(names) - {None}
    except TypeError as error:
        row = next(i for i, value in enumerate(names) if not _is_hashable(value))
        msg = (
            f"Column {name!r}: row {row + 1} holds a {type(names[row]).__name__}, which cannot be "
            "a name. Expected texts, numbers or truth values, or a kernel that compares such "
            "values (kernel=)."
        )
        raise InputError(msg) from error
    if levels is None:
        levels = sorted(different, key=lambda value: (isinstance(value, str), value))
    codes = {level: float(code) for code, level in enumerate(levels)}
    unknown = sorted(map(repr, different - codes.keys()))
    if unknown:
        msg = f"Column {name!r}: {unknown[0]} is not among its levels {', '.join(map(str, codes))}."
        raise InputError(msg)
    points = np.array([np.nan if value is None else codes[value] for value in names])
    return points, Content(kind, tuple(levels))


def _names(values: Any, name: str) -> list[Any]:
    """Return values as plain objects, None where one is missing."""
    values = _only(values)
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


def _columns(values: Any) -> dict[str, Any] | None:
    """Return the columns of a frame or a mapping; None for a column."""
    if isinstance(values, Mapping):
        return {str(key): column for key, column in values.items()}
    names = getattr(values, "column_names", getattr(values, "columns", None))
    if names is None or not hasattr(values, "__getitem__"):
        return None
    return {str(key): values[key] for key in names}


def _only(values: Any) -> Any:
    """Return the column of a frame that has but one."""
    columns = _columns(values)
    return values if columns is None or len(columns) != 1 else next(iter(columns.values()))


def _levels_of_type(values: Any) -> tuple[list[Any], bool] | None:
    """Return the levels that the type of a column declares, and whether they are in order."""
    declared: Any = getattr(values, "dtype", None)
    if hasattr(declared, "categories") and hasattr(declared, "ordered"):
        return list(declared.categories), bool(declared.ordered)  # pandas
    if type(declared).__name__ in {"Categorical", "Enum"}:
        return sorted(set(values.drop_nulls().to_list())), False  # polars
    if re.match(r"dictionary<", str(getattr(values, "type", ""))):
        return sorted(set(values.to_pylist()) - {None}), False  # Arrow
    return None


def _first(values: Any) -> Any:
    if isinstance(values, str | bytes) or not hasattr(values, "__iter__"):
        return None
    return next((value for value in values if value is not None), None)


def _is_hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True
