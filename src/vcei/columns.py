"""The gate for one column: any array-like becomes finite numbers, or a clear refusal.

Rules: whole and real numbers are taken as they are; booleans become 0 and 1; dates become days
since the first, durations days; text and complex numbers are refused; None, NaN, NaT and masked
cells are missing.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from vcei.arrays import Floats
from vcei.errors import InputError

DAY = np.timedelta64(1, "D") / np.timedelta64(1, "us")


def as_numbers(values: Any, name: str) -> Floats:
    """Turn one column of any kind into numbers, with NaN where a value is missing.

    Parameters
    ----------
    values
        A sequence, NumPy array, or a pandas, polars or Arrow column.
    name
        What to call the column in messages.

    Returns
    -------
    Floats
        A new array of numbers, (n,).

    Raises
    ------
    InputError
        If the column is not one of numbers by the rules above.
    """
    array = as_array(values, name)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        msg = (
            f"Column {name!r}: expected one value a row, got an array of shape {array.shape}. "
            "Pass one column, for example data[:, 0]."
        )
        raise InputError(msg)
    if array.dtype.kind == "O":
        array = _numbers_of_objects(array, name)
    return _numbers_of_kind(array, name)


def as_array(values: Any, name: str) -> npt.NDArray[Any]:
    """Return values as an array; of objects where there is text, so that numbers stay numbers.

    Parameters
    ----------
    values
        A sequence, NumPy array, or a pandas, polars or Arrow column.
    name
        What to call the column in messages.

    Returns
    -------
    npt.NDArray[Any]
        The array, None where a masked cell was.

    Raises
    ------
    InputError
        If there is no array in it.
    """
    if isinstance(values, str | bytes) or not hasattr(values, "__len__"):
        msg = f"Column {name!r}: expected a column of numbers, got {type(values).__name__}."
        raise InputError(msg)
    if isinstance(values, np.ma.MaskedArray):
        present = np.ma.getdata(values).astype(object)
        present[np.ma.getmaskarray(values)] = None
        return present
    try:
        array = np.asarray(values)
        # NumPy makes text of every value beside a text; the gate shall name the text
        return np.asarray(values, dtype=object) if array.dtype.kind in "US" else array
    except ValueError as error:
        msg = f"Column {name!r}: its rows differ in length; expected one number a row."
        raise InputError(msg) from error


def _numbers_of_kind(array: npt.NDArray[Any], name: str) -> Floats:
    kind = array.dtype.kind
    if kind in "iu" and len(array):
        # subtracting in whole numbers keeps identifiers and time stamps beyond 2^53 apart;
        # modulo 2^64 the difference to the smallest is right even where int64 would overflow
        low = array.min()
        if abs(int(low)) <= 2**52 and abs(int(array.max())) <= 2**52:
            return array.astype(np.float64)
        return (array.astype(np.uint64) - low.astype(np.uint64)).astype(np.float64)
    if kind in "fbiu":
        return array.astype(np.float64)
    if kind == "M":
        known = array[~np.isnat(array)]
        return _days(array - known.min()) if len(known) else np.full(len(array), np.nan)
    if kind == "m":
        return _days(array)
    if kind == "c":
        msg = (
            f"Column {name!r} holds complex numbers; expected real ones. "
            "Pass its real part, imaginary part or modulus."
        )
        raise InputError(msg)
    raise InputError(_not_a_number(name, array[0] if len(array) else "", 0))


def _days(spans: npt.NDArray[Any]) -> Floats:
    numbers = spans.astype("timedelta64[us]").astype(np.float64) / DAY
    numbers[np.isnat(spans)] = np.nan
    return numbers


def _numbers_of_objects(array: npt.NDArray[Any], name: str) -> npt.NDArray[Any]:
    """Turn objects into numbers, dates or complex numbers, if all of them are alike."""
    present = [value for value in array if not is_missing(value)]
    if present and all(isinstance(value, dt.date | np.datetime64) for value in present):
        return np.array([_naive(value) for value in array], dtype="datetime64[us]")
    if any(isinstance(value, complex | np.complexfloating) for value in present):
        return np.zeros(len(array), dtype=complex)
    numbers = np.full(len(array), np.nan)
    for row, value in enumerate(array):
        if is_missing(value):
            continue
        if not (isinstance(value, Real | np.bool_) or hasattr(value, "as_integer_ratio")):
            raise InputError(_not_a_number(name, value, row))
        try:
            numbers[row] = float(value)
        except OverflowError:
            numbers[row] = math.inf if value > 0 else -math.inf
    return numbers


def is_missing(value: Any) -> bool:
    """Return whether a value stands for a missing one: None, NaN, NaT and their relatives."""
    return (
        value is None
        or type(value).__name__ in {"NAType", "NaTType"}
        or (isinstance(value, float | np.floating) and bool(value != value))  # noqa: PLR0124
        or (isinstance(value, np.datetime64) and bool(np.isnat(value)))
    )


def _naive(value: Any) -> Any:
    if is_missing(value):
        return np.datetime64("NaT")
    if isinstance(value, dt.datetime) and value.tzinfo is not None:
        return value.astimezone(dt.UTC).replace(tzinfo=None)
    return value


def _not_a_number(name: str, value: Any, row: int) -> str:
    value = value.item() if isinstance(value, np.generic) else value
    shown = repr(value)
    shown = shown if len(shown) <= 40 else shown[:37] + "..."
    return (
        f"Column {name!r} is not numeric: row {row + 1} holds {shown} "
        f"({type(value).__name__}). Expected numbers{hint(value)}; convert the column, choose "
        "another, or say what it holds (kind, --kind), for example category."
    )


def hint(value: Any) -> str:
    """Return what a text that looks like a number or a date may have been meant for, or nothing."""
    if isinstance(value, str) and re.fullmatch(r"[+-]?\d+,\d+", value.strip()):
        return " with a decimal point, not a comma"
    if isinstance(value, str) and re.fullmatch(r"\d{1,4}([./-])\d{1,2}\1\d{1,4}.*", value.strip()):
        return ", or dates like 2026-01-31"
    return ""
