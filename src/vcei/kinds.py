"""Kinds of data: what the numbers of a column stand for, and how two of them are compared.

Everything downstream of the gate computes with arrays of numbers. A number stands for itself; a
category, a text, a series or any other object is a code: its place among the different values.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import reduce
from hashlib import sha256
from operator import mul
from typing import Any

from vcei.arrays import Floats, as_points
from vcei.errors import InputError
from vcei.kernels import (
    Dirac,
    Gaussian,
    GlobalAlignment,
    Kernel,
    Median,
    OfValues,
    Part,
    Ranks,
    Spectrum,
    TfIdf,
    lengths_for,
)
from vcei.scaling import standardize


class Kind(StrEnum):
    """What a column holds."""

    NUMBER = "number"
    """Numbers on a scale without gaps."""
    WHOLE = "whole"
    """Whole numbers, few different ones: counts, grades."""
    DATE = "date"
    """Points in time, as days."""
    ANGLE = "angle"
    """Angles, times of day, months: the end of the scale meets its beginning."""
    VECTOR = "vector"
    """Several numbers a row."""
    CATEGORY = "category"
    """Names without an order."""
    ORDERED = "ordered"
    """Names in an order."""
    STRING = "string"
    """Strings of characters that share pieces, such as codes or sequences."""
    TEXT = "text"
    """Texts of words."""
    SERIES = "series"
    """A whole time series in each row, of any length."""
    WINDOW = "window"
    """A window of one long series in each row, its last number the present."""
    RECORD = "record"
    """Several columns of different kinds."""
    OBJECT = "object"
    """Anything else, compared by a kernel of the user's."""


SCALARS = frozenset({Kind.NUMBER, Kind.WHOLE, Kind.DATE, Kind.ORDERED})
"""One number a row that any method can take for what it is."""

DISCRETE = frozenset({Kind.WHOLE, Kind.CATEGORY, Kind.ORDERED})
"""Few different values, each of them many times."""

SUBTRACTED = frozenset(
    {
        Kind.NUMBER,
        Kind.WHOLE,
        Kind.DATE,
        Kind.ANGLE,
        Kind.VECTOR,
        Kind.WINDOW,
        Kind.ORDERED,
    }
)
"""Two values have a difference, so that an effect can be a function of its cause plus noise."""

WITH_LENGTHS = SUBTRACTED
"""Kernels have a length scale, which a mechanism may choose."""

CODED = frozenset({Kind.CATEGORY, Kind.ORDERED, Kind.STRING, Kind.TEXT, Kind.SERIES, Kind.OBJECT})
"""Numbers are places among the different values."""


@dataclass(frozen=True)
class Content:
    """What the numbers of a column stand for.

    Attributes
    ----------
    kind : Kind
        The kind of the column.
    values : tuple[Any, ...]
        What codes stand for, where numbers are codes.
    kernel : Kernel | None
        How the user wants two of them compared; None for the way of the kind.
    parts : tuple[tuple[Content, int], ...]
        Of a record: what each part holds, and in how many coordinates.
    """

    kind: Kind = Kind.NUMBER
    values: tuple[Any, ...] = field(default=(), repr=False)
    kernel: Kernel | None = None
    parts: tuple[tuple[Content, int], ...] = ()

    @property
    def is_scalar(self) -> bool:
        """Whether any method can take the column, one number a row, for what it is."""
        return self.kind in SCALARS or (self.kind is Kind.CATEGORY and len(self.values) == 2)

    @property
    def is_coded(self) -> bool:
        """Whether numbers are places among the different values."""
        return self.kind in CODED

    @property
    def is_discrete(self) -> bool:
        """Whether there are few different values, each of them many times."""
        return self.kind in DISCRETE

    @property
    def has_differences(self) -> bool:
        """Whether two values have a difference, so that there can be additive noise."""
        return self.kind in SUBTRACTED

    @property
    def words(self) -> str:
        """The kind in words, with the number of levels where there are levels."""
        name = {Kind.WHOLE: "whole numbers", Kind.ORDERED: "an ordered category"}.get(
            self.kind, f"{'an' if self.kind.value[0] in 'aeiou' else 'a'} {self.kind.value}"
        )
        levels = f" of {len(self.values)} levels" if self.kind in DISCRETE and self.values else ""
        parts = ", ".join(part.kind.value for part, _ in self.parts)
        return name + levels + (f" of {parts}" if parts else "")

    def standardize(self, points: Floats) -> Floats:
        """Return numbers in units of the interquartile range; codes and angles as they are.

        So are numbers for which the user gave a kernel: it may know their unit.

        Parameters
        ----------
        points
            Values of the column, (n,) or (n, d).

        Returns
        -------
        Floats
            Values without a unit.
        """
        if self.parts:
            standard = points.copy()
            for part, columns in self.slices():
                standard[:, columns] = part.standardize(points[:, columns])
            return standard
        if self.kind in CODED or self.kind is Kind.ANGLE or self.kernel is not None:
            return points
        return standardize(points)

    def settle(self, points: Floats) -> Kernel:
        """Return the kernel that compares two values, with its rules settled on a sample.

        Parameters
        ----------
        points
            The sample, standardised, (n,) or (n, d).

        Returns
        -------
        Kernel
            A kernel of points.
        """
        if self.kernel is None and self.parts:
            return self._product([p.settle(points[:, columns]) for p, columns in self.slices()])
        kernel = self.kernel if self.kernel is not None else self._own_kernel()
        if isinstance(kernel, OfValues):
            if self.kind not in CODED:
                msg = (
                    f"{type(kernel).__name__} compares values that are no numbers; the column is "
                    f"{self.words}. Choose another kernel, or another kind."
                )
                raise InputError(msg)
            kernel = kernel if kernel.values else kernel.on(self.values)
        return kernel.resolve(as_points(points))

    def candidates(self, points: Floats) -> tuple[Kernel, ...]:
        """Return the kernels among which a mechanism from this column may choose.

        Parameters
        ----------
        points
            The sample, standardised, (n,) or (n, d).

        Returns
        -------
        tuple[Kernel, ...]
            Several length scales where the kernel has one, and is not the user's.
        """
        if self.kernel is None and self.parts:
            each = [part.candidates(points[:, columns]) for part, columns in self.slices()]
            most = max(map(len, each))
            return tuple(self._product([k[i % len(k)] for k in each]) for i in range(most))
        if self.kernel is None and self.kind in WITH_LENGTHS:
            return lengths_for(points)
        return (self.settle(points),)

    def digest(self) -> bytes:
        """Return what tells the values of codes from those of other ones; nothing for mere names.

        Returns
        -------
        bytes
            A hash, the same for the same values.
        """
        if self.kind not in {Kind.STRING, Kind.TEXT, Kind.SERIES, Kind.OBJECT}:
            return b""
        try:
            content = pickle.dumps(self.values)
        except (TypeError, AttributeError, pickle.PicklingError):
            content = repr(self.values).encode()
        return sha256(content).digest()

    def slices(self) -> Iterator[tuple[Content, slice]]:
        """Yield the parts of a record, and which coordinates are theirs."""
        start = 0
        for part, width in self.parts:
            yield part, slice(start, start + width)
            start += width

    def _own_kernel(self) -> Kernel:
        if self.kind is Kind.OBJECT:
            msg = "These values are compared by no kernel of ours; give one with kernel=."
            raise InputError(msg)
        known: dict[Kind, Kernel] = {
            Kind.WHOLE: Dirac(),
            Kind.CATEGORY: Dirac(),
            Kind.ORDERED: Ranks(),
            Kind.VECTOR: Gaussian(Median()),
            Kind.ANGLE: Gaussian(Median()),
            Kind.WINDOW: Gaussian(Median()),
            Kind.STRING: Spectrum(),
            Kind.TEXT: TfIdf(),
            Kind.SERIES: GlobalAlignment(),
        }
        return known.get(self.kind, Gaussian())

    def _product(self, kernels: Sequence[Kernel]) -> Kernel:
        columns = [columns for _, columns in self.slices()]
        factors = [Part(k, c.start, c.stop) for k, c in zip(kernels, columns, strict=True)]
        return reduce(mul, factors[1:], factors[0])

    def by(self, kernel: Kernel | None) -> Content:
        """Return the same content, compared by another kernel."""
        return replace(self, kernel=kernel)


NUMBERS = Content()
"""What a column of numbers holds."""
