"""Which rows of a large sample are worked on: a random draw that the row numbers alone decide.

Neither the columns nor the seed have a say in it, nor where the rows lie: in memory, in a file, in
parts of a file. So all of them give the same rows, and the same verdict.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

MOST_ROWS = 100_000
"""Of a larger sample this many rows are drawn; no method here sees more in more of them."""

Index = npt.NDArray[np.intp]


def drawn(total: int, most: int = MOST_ROWS) -> Index:
    """Return the rows to work on.

    Parameters
    ----------
    total
        How many there are.
    most
        Of more rows than this, this many are drawn.

    Returns
    -------
    Index
        Different row numbers from 0, in rising order.

    Examples
    --------
    >>> drawn(3), len(drawn(10**12, 5))
    (array([0, 1, 2]), 5)
    """
    if total <= most:
        return np.arange(total, dtype=np.intp)
    return np.sort(np.random.default_rng(total).choice(total, most, replace=False, shuffle=False))


def note(total: int, most: int) -> str:
    """Return what a reader of a verdict should know about a draw."""
    return f"{most} of {total} rows, drawn at random by their numbers"
