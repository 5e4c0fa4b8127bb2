"""Pair: two columns observed together, checked at one gate, standardised, put in one order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from vcei.arrays import Floats, as_points
from vcei.draw import drawn, note
from vcei.errors import InputError
from vcei.gate import Comparison, read_column
from vcei.kinds import NUMBERS, Content, Kind

MIN_ROWS = 10
"""Fewest rows with which a question is worth asking."""

FEW_VALUES = 0.1
"""Below this share of different values a column is said to be heavily tied."""

GRAIN = 1e-9
"""Standardised values closer than this count as equal when columns and rows are put in order."""


@dataclass(frozen=True)
class Pair:
    """Two columns observed together, row by row.

    Build one with :meth:`of`, which checks; the constructor does not.

    Attributes
    ----------
    x : Floats
        The first column, (n,), or (n, d) where a row has several numbers.
    y : Floats
        The second column, likewise.
    x_name : str
        Name of the first column.
    y_name : str
        Name of the second column.
    notes : tuple[str, ...]
        What a reader of the verdict should know about the data.
    x_content : Content
        What the numbers of the first column stand for.
    y_content : Content
        What those of the second stand for.
    drawn_from : int | None
        How many rows there were, if these were drawn from more.
    """

    x: Floats
    y: Floats
    x_name: str = "x"
    y_name: str = "y"
    notes: tuple[str, ...] = ()
    x_content: Content = NUMBERS
    y_content: Content = NUMBERS
    drawn_from: int | None = None

    @classmethod
    def of(
        cls,
        x: Any,
        y: Any,
        x_name: str | None = None,
        y_name: str | None = None,
        drop_missing: bool = False,
        *,
        kind: Mapping[str, str] | None = None,
        kernel: Mapping[str, Comparison] | None = None,
    ) -> Pair:
        """Check two columns and pair them by position.

        Parameters
        ----------
        x
            The first column: a sequence or array of numbers, names, texts, vectors or series; a
            pandas, polars or Arrow column; several of them as a frame or a mapping.
        y
            The second column.
        x_name
            Name of the first column; by default its own, or ``x``.
        y_name
            Name of the second column; by default its own, or ``y``.
        drop_missing
            Leave out rows with a missing or infinite value instead of refusing them.
        kind
            What the columns hold, under ``x`` and ``y``; what is not said is found out.
        kernel
            How values are compared, under ``x`` and ``y``: a kernel, or a function of two lists of
            values.

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
        kind, kernel = _of_columns(kind, "kind"), _of_columns(kernel, "kernel")
        xs, x_content = read_column(x, x_name, kind.get("x"), kernel.get("x"))
        ys, y_content = read_column(y, y_name, kind.get("y"), kernel.get("y"))
        if len(xs) != len(ys):
            msg = (
                f"The columns must have the same number of rows; {x_name!r} has {len(xs)} and "
                f"{y_name!r} has {len(ys)}. Rows belong together by position: pass both columns of "
                "one table."
            )
            raise InputError(msg)
        pair = cls(xs, ys, x_name, y_name, (), x_content, y_content)._without_missing(drop_missing)
        if pair.rows < MIN_ROWS:
            msg = (
                f"Expected at least {MIN_ROWS} rows; {pair.rows} came{pair._dropped()}. "
                "Give more observations of the same two columns."
            )
            raise InputError(msg)
        told = [column for column in ("x", "y") if column in kind]
        return replace(pair, notes=(*pair.notes, *pair._described(told)))

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.x)

    @property
    def is_numeric(self) -> bool:
        """Whether both columns hold numbers or dates, for which the default method is made."""
        sides = self.x_content, self.y_content
        return all(s.kind in {Kind.NUMBER, Kind.DATE} and s.kernel is None for s in sides)

    @property
    def is_scalar(self) -> bool:
        """Whether both columns are one number a row, for any method and for pictures."""
        return self.x_content.is_scalar and self.y_content.is_scalar

    def check_numbers(self, method: str) -> None:
        """Refuse the pair, unless it is one number a row for methods that know nothing else.

        Parameters
        ----------
        method
            What to call the method in the message.

        Raises
        ------
        InputError
            If a column is of another kind.
        """
        sides = (self.x_name, self.x_content), (self.y_name, self.y_content)
        for name, content in sides:
            if not content.is_scalar or content.kernel is not None:
                msg = (
                    f"The method {method} takes two columns of numbers; {name!r} is "
                    f"{content.words}. Leave the method out, or take any-kind, for all kinds."
                )
                raise InputError(msg)

    @property
    def observed(self) -> int:
        """The number of rows that were observed, drawn or not."""
        return self.drawn_from or self.rows

    def swap(self) -> Pair:
        """Return the pair with its columns exchanged."""
        return replace(
            self,
            x=self.y,
            y=self.x,
            x_name=self.y_name,
            y_name=self.x_name,
            x_content=self.y_content,
            y_content=self.x_content,
        )

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
        return replace(part, notes=(note(self.rows, most), *self.notes), drawn_from=self.rows)

    def standardize(self) -> Pair:
        """Return the pair in units of each column's interquartile range, median zero.

        Codes and angles stay as they are.
        """
        x, y = self.x_content.standardize(self.x), self.y_content.standardize(self.y)
        return replace(self, x=x, y=y)

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
        by_x, by_y = _order(x, y), _order(y, x)
        if self._sort != self.swap()._sort:
            swapped = self._sort > self.swap()._sort
            pair = self.swap().take(by_y) if swapped else self.take(by_x)
            return Canonical(pair, swapped, symmetric=False)
        keys = ((x[by_x], y[by_y]), (y[by_x], x[by_y]))
        for left, right in keys:
            differs = np.flatnonzero(left != right)
            if len(differs):
                one, other = left.ravel()[differs[0]], right.ravel()[differs[0]]
                swapped = bool(one > other)
                pair = self.swap().take(by_y) if swapped else self.take(by_x)
                return Canonical(pair, swapped, symmetric=False)
        one, other = self.x_content.digest(), self.y_content.digest()
        pair = self.swap().take(by_y) if one > other else self.take(by_x)
        return Canonical(pair, swapped=one > other, symmetric=one == other)

    @property
    def _sort(self) -> tuple[str, int, str]:
        """What tells the first column from one of another kind, whatever its values."""
        return self.x_content.kind.value, self.x.size, repr(self.x_content.parts)

    def _without_missing(self, drop: bool) -> Pair:
        bad = [_holes(values) for values in (self.x, self.y)]
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

    def _described(self, told: Sequence[str]) -> list[str]:
        """Say what the columns were taken for and what is odd about them; refuse constant ones."""
        notes = []
        for column in ("x", "y"):
            name, content = getattr(self, f"{column}_name"), getattr(self, f"{column}_content")
            values = getattr(self, column)
            _refuse_constant(name, values, content)
            if content.kind is Kind.NUMBER:
                notes += _ties(name, values)
            elif column not in told and content.kind is not Kind.DATE:
                notes.append(f"column {name!r} was taken for {content.words}")
        return notes


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


def _of_columns(choice: Mapping[str, Any] | None, what: str) -> Mapping[str, Any]:
    """Return what was said about the columns, or refuse what is said about neither."""
    choice = {} if choice is None else choice
    if not isinstance(choice, Mapping) or not choice.keys() <= {"x", "y"}:
        msg = f"Say the {what} of x or y, as in {what}={{'x': ...}}; {choice!r} came."
        raise InputError(msg)
    return choice


def _order(first: Floats, second: Floats) -> npt.NDArray[np.intp]:
    """Return the order of rows by the first column, ties by the second."""
    columns = [*as_points(first).T, *as_points(second).T]
    return np.lexsort(columns[::-1])


def _holes(values: Floats) -> npt.NDArray[np.intp]:
    """Return the rows in which any number is missing or infinite."""
    return np.flatnonzero(~np.isfinite(as_points(values)).all(axis=1))


def _ties(name: str, values: Floats) -> list[str]:
    different = len(np.unique(values))
    if different >= FEW_VALUES * len(values):
        return []
    return [
        f"column {name!r} takes only {different} different values in {len(values)} rows; "
        "the method is made for continuous columns"
    ]


def _refuse_constant(name: str, values: Floats, content: Content) -> None:
    if not np.all(values == values[0]):
        return
    if content.values and values.ndim == 1:
        shown = repr(content.values[int(values[0])] if content.is_coded else values[0])
        shown = shown if len(shown) <= 40 else shown[:37] + "..."
    else:
        shown = f"{values[0]:g}" if values.ndim == 1 else "the same"
    msg = (
        f"Column {name!r} is constant: all {len(values)} values are {shown}. "
        "A column that does not vary is neither a cause nor an effect; choose another."
    )
    raise InputError(msg)
