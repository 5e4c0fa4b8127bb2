"""Pair: two columns observed together, checked at one gate, standardised, put in one order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from vcei.arrays import Floats
from vcei.columns import as_numbers
from vcei.draw import drawn, note
from vcei.errors import InputError
from vcei.scaling import standardize

MIN_ROWS = 10
"""Fewest rows with which a question is worth asking."""

FEW_VALUES = 0.1
"""Below this share of different values a column is said to be heavily tied."""

GRAIN = 1e-9
"""Standardised values closer than this count as equal when columns and rows are put in order."""


@dataclass(frozen=True)
class Pair:
    """Two columns of numbers observed together, row by row.

    Build one with :meth:`of`, which checks; the constructor does not.

    Attributes
    ----------
    x : Floats
        The first column, (n,).
    y : Floats
        The second column, (n,).
    x_name : str
        Name of the first column.
    y_name : str
        Name of the second column.
    notes : tuple[str, ...]
        What a reader of the verdict should know about the data.
    """

    x: Floats
    y: Floats
    x_name: str = "x"
    y_name: str = "y"
    notes: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        x: Any,
        y: Any,
        x_name: str | None = None,
        y_name: str | None = None,
        drop_missing: bool = False,
    ) -> Pair:
        """Check two columns and pair them by position.

        Parameters
        ----------
        x
            The first column: a sequence, array, or a pandas, polars or Arrow column.
        y
            The second column.
        x_name
            Name of the first column; by default its own, or ``x``.
        y_name
            Name of the second column; by default its own, or ``y``.
        drop_missing
            Leave out rows with a missing or infinite value instead of refusing them.

        Returns
        -------
        Pair
            At least ten rows of finite numbers, neither column constant.

        Raises
        ------
        InputError
            If the columns cannot be used; the message says what to do.
        """
        x_name, y_name = x_name or _name_of(x, "x"), y_name or _name_of(y, "y")
        xs, ys = as_numbers(x, x_name), as_numbers(y, y_name)
        if len(xs) != len(ys):
            msg = (
                f"The columns must have the same number of rows; {x_name!r} has {len(xs)} and "
                f"{y_name!r} has {len(ys)}. Rows belong together by position: pass both columns of "
                "one table."
            )
            raise InputError(msg)
        pair = cls(xs, ys, x_name, y_name)._without_missing(drop_missing)
        if pair.rows < MIN_ROWS:
            msg = (
                f"Expected at least {MIN_ROWS} rows; {pair.rows} came{pair._dropped()}. "
                "Give more observations of the same two columns."
            )
            raise InputError(msg)
        for name, values in ((x_name, pair.x), (y_name, pair.y)):
            _refuse_constant(name, values)
        return replace(pair, notes=pair.notes + pair._ties())

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.x)

    def swap(self) -> Pair:
        """Return the pair with its columns exchanged."""
        return replace(self, x=self.y, y=self.x, x_name=self.y_name, y_name=self.x_name)

    def take(self, rows: npt.NDArray[np.intp] | slice) -> Pair:
        """Return the pair with only some of its rows.

        Parameters
        ----------
        rows
            Which rows, in which order.

        Returns
        -------
        Pair
            The rows asked for.
        """
        return replace(self, x=self.x[rows], y=self.y[rows])

    def draw(self, most: int) -> Pair:
        """Return the pair as it is, or of more rows than some the :func:`vcei.draw.drawn` ones."""
        if self.rows <= most:
            return self
        part = self.take(drawn(self.rows, most))
        return replace(part, notes=(note(self.rows, most), *self.notes))

    def standardize(self) -> Pair:
        """Return the pair in units of each column's interquartile range, median zero."""
        return replace(self, x=standardize(self.x), y=standardize(self.y))

    def canonical(self) -> Canonical:
        """Put a standardised pair into the one order that its content alone decides.

        Everything random is drawn on this order, so that neither the order of the rows nor that
        of the columns can change a verdict, not even by rounding.

        Returns
        -------
        Canonical
            The ordered pair, and what had to be done to it.
        """
        x, y = _grains(self.x), _grains(self.y)
        by_x, by_y = np.lexsort((y, x)), np.lexsort((x, y))
        keys = ((x[by_x], y[by_y]), (y[by_x], x[by_y]))
        for left, right in keys:
            differs = np.flatnonzero(left != right)
            if len(differs):
                swapped = bool(left[differs[0]] > right[differs[0]])
                pair = self.swap().take(by_y) if swapped else self.take(by_x)
                return Canonical(pair, swapped, symmetric=False)
        return Canonical(self.take(by_x), swapped=False, symmetric=True)

    def _without_missing(self, drop: bool) -> Pair:
        bad = [np.flatnonzero(~np.isfinite(values)) for values in (self.x, self.y)]
        rows = np.union1d(*bad)
        if not len(rows):
            return self
        if not drop:
            name, where = (self.x_name, bad[0]) if len(bad[0]) else (self.y_name, bad[1])
            msg = (
                f"Column {name!r} has {len(where)} missing or infinite values, the first in row "
                f"{where[0] + 1}. Expected finite numbers. Drop those rows with drop_missing=True "
                "(--drop-missing), or fill them in."
            )
            raise InputError(msg)
        note = f"{len(rows)} of {self.rows} rows had missing or infinite values and were dropped"
        kept = np.delete(np.arange(self.rows), rows)
        return replace(self.take(kept), notes=(*self.notes, note))

    def _dropped(self) -> str:
        return f" ({'; '.join(self.notes)})" if self.notes else ""

    def _ties(self) -> tuple[str, ...]:
        notes = []
        for name, values in ((self.x_name, self.x), (self.y_name, self.y)):
            different = len(np.unique(values))
            if different < FEW_VALUES * self.rows:
                notes.append(
                    f"column {name!r} takes only {different} different values in "
                    f"{self.rows} rows; the method is made for continuous columns"
                )
        return tuple(notes)


@dataclass(frozen=True)
class Canonical:
    """A pair in canonical order.

    Attributes
    ----------
    pair : Pair
        The ordered pair.
    swapped : bool
        Whether its columns are exchanged with respect to the pair it was made from.
    symmetric : bool
        Whether exchanging the columns gives the same rows: then no method can tell them apart.
    """

    pair: Pair
    swapped: bool
    symmetric: bool


def _grains(values: Floats) -> Floats:
    # an irrational offset keeps round numbers, which data is full of, off the edges of the grains
    return np.floor(values / GRAIN + 0.381966)


def _name_of(column: Any, default: str) -> str:
    name = getattr(column, "name", None)
    return str(name) if isinstance(name, str | int) and name != "" else default


def _refuse_constant(name: str, values: Floats) -> None:
    if np.all(values == values[0]):
        msg = (
            f"Column {name!r} is constant: all {len(values)} values are {values[0]:g}. "
            "A column that does not vary is neither a cause nor an effect; choose another."
        )
        raise InputError(msg)
