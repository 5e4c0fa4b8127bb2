"""Readers: a variable of a kind that is known becomes points and their content."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from vcei.arrays import Floats, as_points
from vcei.columns import as_array, as_numbers, is_missing
from vcei.errors import InputError
from vcei.frames import columns_of, declared_levels, names_of, only_column
from vcei.kinds import Content, Kind

Reader: TypeAlias = Callable[[Any, str, str], tuple[Floats, Content]]
"""Takes values, a name for messages, and what stood after the colon of the kind."""


def _read_number(values: Any, name: str, detail: str) -> tuple[Floats, Content]:  # noqa: ARG001
    return as_numbers(only_column(values), name), Content(Kind.NUMBER)


def _read_date(values: Any, name: str, detail: str) -> tuple[Floats, Content]:  # noqa: ARG001
    return as_numbers(only_column(values), name), Content(Kind.DATE)


def _read_whole(values: Any, name: str, detail: str) -> tuple[Floats, Content]:  # noqa: ARG001
    numbers = as_numbers(only_column(values), name)
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
    turn = 2 * np.pi / period * as_numbers(only_column(values), name)
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
    columns = columns_of(values)
    if columns is None:
        array = as_points(as_array(values, name))
        if array.ndim != 2 or not array.shape[1]:
            msg = f"Column {name!r}: expected several numbers a row; shape {array.shape} came."
            raise InputError(msg)
        columns = {str(i): array[:, i] for i in range(array.shape[1])}
    return np.stack([as_numbers(c, f"{name}.{key}") for key, c in columns.items()], axis=1)


def _read_category(values: Any, name: str, detail: str) -> tuple[Floats, Content]:  # noqa: ARG001
    levels = declared_levels(only_column(values))
    return _coded(
        names_of(values, name), None if levels is None else levels[0], name, Kind.CATEGORY
    )


def _read_ordered(values: Any, name: str, detail: str) -> tuple[Floats, Content]:
    names, levels = names_of(values, name), declared_levels(only_column(values))
    order = [word.strip() for word in detail.split(",")] if detail else None
    if order is None and levels is not None:
        order = levels[0]
    if order is None and any(isinstance(value, str) for value in names):
        msg = f"Column {name!r}: say the order of its names, as in ordered:low,middle,high."
        raise InputError(msg)
    return _coded(names, order, name, Kind.ORDERED)


def _read_text(kind: Kind) -> Callable[[Any, str, str], tuple[Floats, Content]]:
    def read(values: Any, name: str, detail: str) -> tuple[Floats, Content]:  # noqa: ARG001
        texts = names_of(values, name)
        return _coded([text if text is None else str(text) for text in texts], None, name, kind)

    return read


def _read_series(values: Any, name: str, detail: str) -> tuple[Floats, Content]:  # noqa: ARG001
    keys: list[tuple[int, bytes] | None] = []
    known: dict[tuple[int, bytes], Floats] = {}
    channels = None
    for row, value in enumerate(values):
        series = None if value is None else _series(value, name, row)
        channels = channels or (None if series is None else series.shape[1])
        if series is not None and series.shape[1] != channels:
            msg = f"Column {name!r}: row {row + 1} has {series.shape[1]} channels, not {channels}."
            raise InputError(msg)
        there = series is not None and np.isfinite(series).all()
        keys.append((len(series), series.tobytes()) if series is not None and there else None)
        if series is not None and keys[-1] is not None:
            known[keys[-1]] = series
    # by content, so that the order of the rows cannot matter
    codes = {key: float(code) for code, key in enumerate(sorted(known))}
    points = np.array([np.nan if key is None else codes[key] for key in keys])
    return points, Content(Kind.SERIES, tuple(known[key] for key in codes))


def _series(value: Any, name: str, row: int) -> Floats:
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
    return np.asarray(series)


def _read_object(values: Any, name: str, detail: str) -> tuple[Floats, Content]:  # noqa: ARG001
    objects = list(values)
    if not objects:
        msg = f"Column {name!r} is empty."
        raise InputError(msg)
    places = [place for place, value in enumerate(objects) if not is_missing(value)]
    try:
        places.sort(key=lambda place: pickle.dumps(objects[place]))  # by content, if it shows
    except (TypeError, AttributeError, pickle.PicklingError):
        places.sort()
    points = np.full(len(objects), np.nan)
    points[places] = np.arange(float(len(places)))
    return points, Content(Kind.OBJECT, tuple(objects[place] for place in places))


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


def _is_hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


READERS: Mapping[Kind, Reader] = {
    Kind.NUMBER: _read_number,
    Kind.WHOLE: _read_whole,
    Kind.DATE: _read_date,
    Kind.ANGLE: _read_angle,
    Kind.VECTOR: _read_vector,
    Kind.WINDOW: _read_window,
    Kind.CATEGORY: _read_category,
    Kind.ORDERED: _read_ordered,
    Kind.STRING: _read_text(Kind.STRING),
    Kind.TEXT: _read_text(Kind.TEXT),
    Kind.SERIES: _read_series,
    Kind.OBJECT: _read_object,
}
"""A reader for each kind but records, whose parts are read one by one."""
