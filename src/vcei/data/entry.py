"""One labelled pair before its numbers are read, and what reading it may meet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vcei.arrays import Floats
from vcei.errors import InputError

Range = tuple[int, int]
"""First and last column of a variable, counted from 1, both included."""


@dataclass(frozen=True)
class Entry:
    """One labelled pair whose numbers are not read yet.

    Attributes
    ----------
    number : int
        Its number within the collection, from 1.
    name : str
        Its name.
    cause : Range
        Columns of the cause.
    effect : Range
        Columns of the effect.
    weight : float
        How much it counts.
    table : Callable[[], Floats]
        Reads the numbers, rows times columns.
    """

    number: int
    name: str
    cause: Range
    effect: Range
    weight: float
    table: Callable[[], Floats]

    @property
    def cause_first(self) -> bool:
        """Whether the cause stands before the effect in the file."""
        return self.cause < self.effect

    @property
    def columns(self) -> tuple[int, int, int, int]:
        """The four numbers of the label: columns of the cause, columns of the effect."""
        return *self.cause, *self.effect

    @property
    def univariate(self) -> bool:
        """Whether cause and effect have one column each."""
        return self.cause[0] == self.cause[1] and self.effect[0] == self.effect[1]

    def read(self) -> tuple[Floats, Floats]:
        """Read cause and effect, leaving other columns of the file alone.

        Returns
        -------
        tuple[Floats, Floats]
            Each (n,), or (n, d) where it has several columns.

        Raises
        ------
        InputError
            If the file has fewer columns than its label speaks of.
        """
        table = self.table()
        needed = max(self.cause[1], self.effect[1])
        if table.shape[1] < needed:
            msg = (
                f"{self.name}: the labels speak of column {needed}, the file has "
                f"{table.shape[1]} columns. Check the pair's file against the labels."
            )
            raise InputError(msg)
        return _variable(table, self.cause), _variable(table, self.effect)


def two_columns(number: int, name: str, cause_first: bool, table: Callable[[], Floats]) -> Entry:
    """Return the entry of a pair with one column each and no weight.

    Parameters
    ----------
    number
        Its number within the collection.
    name
        Its name.
    cause_first
        Whether the first column is the cause.
    table
        Reads the numbers.

    Returns
    -------
    Entry
        The entry.
    """
    cause, effect = ((1, 1), (2, 2)) if cause_first else ((2, 2), (1, 1))
    return Entry(number, name, cause, effect, 1.0, table)


def read_label(word: str, meanings: Mapping[str, bool], where: str) -> bool:
    """Return what a label means.

    Parameters
    ----------
    word
        The label as written.
    meanings
        For each of the two known labels, whether it says that the first column is the cause.
    where
        File and line, for the message.

    Returns
    -------
    bool
        Whether the first column is the cause.

    Raises
    ------
    InputError
        If the label is unknown.
    """
    if word not in meanings:
        yes, no = meanings
        msg = (
            f"{where}: unknown label {word!r}. Expected {yes} (first causes second) or {no} "
            "(second causes first)."
        )
        raise InputError(msg)
    return meanings[word]


def read_numbers(where: Path | str, lines: list[str], delimiter: str | None) -> Floats:
    """Read rows of numbers.

    Parameters
    ----------
    where
        Where they stand, for the message.
    lines
        The rows.
    delimiter
        What separates the numbers of a row; None for whitespace.

    Returns
    -------
    Floats
        Rows times columns.

    Raises
    ------
    InputError
        If they are not numbers, or not as many in each row.
    """
    filled = [line for line in lines if line.strip()]
    try:
        if not filled:
            raise ValueError("it is empty")
        return np.loadtxt(filled, delimiter=delimiter, ndmin=2, comments=None, quotechar='"')
    except ValueError as error:
        msg = f"{where}: expected rows of numbers, as many in each: {error}. Restore the file."
        raise InputError(msg) from error


def read_text(path: Path) -> str:
    """Read a text file.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    str
        Its text.

    Raises
    ------
    InputError
        If there is no such file, or it is not text.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        msg = f"{path}: cannot be read as text ({error}). Restore the file from its source."
        raise InputError(msg) from error


def _variable(table: Floats, columns: Range) -> Floats:
    first, last = columns
    return table[:, first - 1] if first == last else table[:, first - 1 : last]
