"""Arrays of any library, through the array API: NumPy by default, PyTorch or CuPy if they come."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from vcei.errors import require

Array: TypeAlias = Any
"""An array of any library that follows the array API standard; the last axes are the data."""

Floats: TypeAlias = npt.NDArray[np.float64]
"""A NumPy array of double precision."""

BLOCK_ENTRIES = 2**21
"""Numbers that one temporary block may hold (16 MB in double precision)."""


_OF_NUMPY = (np.ndarray, np.generic, float, int)


def namespace(*arrays: Array) -> Any:
    """Return the array-API functions that fit the given arrays.

    Parameters
    ----------
    *arrays
        Arrays of one library.

    Returns
    -------
    Any
        ``numpy`` for NumPy arrays, else the namespace that array-api-compat names.
    """
    for array in arrays:
        if not isinstance(array, _OF_NUMPY):
            return require("array_api_compat", "gpu").array_namespace(*arrays)
    return np


@contextmanager
def one_thread() -> Iterator[None]:
    """Keep linear algebra on one thread.

    The matrices are small: several threads make them slower, and sums that depend on the number
    of threads would make the same seed give different bytes on different machines.
    """
    with _linear_algebra().limit(limits=1, user_api="blas"):
        yield


@cache
def _linear_algebra() -> Any:
    """Return what can limit threads; finding its libraries takes milliseconds, so it is kept."""
    import scipy.linalg  # noqa: F401  (its library must be loaded to be limited)
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def as_points(values: Array) -> Array:
    """View a sample as points: (n,) becomes (n, 1); (..., n, d) stays.

    Parameters
    ----------
    values
        A column of numbers or an array of points.

    Returns
    -------
    Array
        An array of at least two axes, rows times coordinates.
    """
    if not hasattr(values, "ndim"):
        values = np.asarray(values, dtype=np.float64)
    return values[:, None] if values.ndim == 1 else values


def blocks(rows: int, width: int) -> Iterator[slice]:
    """Cut rows into slices, so that rows times width of one slice fits a block.

    Parameters
    ----------
    rows
        How many rows there are.
    width
        Numbers needed for one row.

    Yields
    ------
    slice
        Consecutive slices that cover all rows.
    """
    step = max(1, BLOCK_ENTRIES // max(1, width))
    for start in range(0, rows, step):
        yield slice(start, min(start + step, rows))
