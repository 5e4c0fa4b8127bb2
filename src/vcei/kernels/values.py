"""Kernels of things that are no numbers: points are places in a list of the different values."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

import numpy as np

from vcei.arrays import Array, Floats, as_points
from vcei.errors import InputError
from vcei.kernels.bandwidth import Median
from vcei.kernels.base import Kernel
from vcei.kernels.stationary import Gaussian


@dataclass(frozen=True)
class OfValues(Kernel):
    """A kernel that compares values of any type.

    A point is the place of its value in a list, so that everything downstream handles numbers;
    :meth:`on` says which list. A new kernel is one class with :meth:`compare`.

    Attributes
    ----------
    values : tuple[Any, ...]
        The different values that occur.
    """

    values: tuple[Any, ...] = field(default=(), repr=False, compare=False, kw_only=True)

    def on(self, values: Sequence[Any]) -> Self:
        """Return the kernel of places in a list of values."""
        return replace(self, values=tuple(values))

    @abstractmethod
    def compare(self, left: Sequence[Any], right: Sequence[Any]) -> Floats:
        """Return the Gram matrix of two lists of values."""

    def evaluate(self, x: Array, z: Array) -> Array:
        """Look up how the values compare; each is compared with all others once."""
        left, right = self.places(x), self.places(z)
        if len(left) > len(right):
            return self.evaluate(z, x).T
        for place in set(left.tolist()) - self._columns.keys():
            self._columns[place] = self.column(place)
        return np.stack([self._columns[place][right] for place in left.tolist()])

    def column(self, place: int) -> Floats:
        """Compare one value with all values, (len(values),)."""
        return self.compare([self.values[place]], self.values)[0]

    @cached_property
    def _columns(self) -> dict[int, Floats]:
        return {}

    def diagonal(self, x: Array) -> Array:
        """Compare each value with itself."""
        own = [self.compare([value], [value])[0, 0] for value in self.values]
        return np.asarray(own, dtype=np.float64)[self.places(x)]

    def places(self, x: Array) -> Any:
        """Return points as places in the list."""
        if not self.values:
            msg = f"{type(self).__name__} does not know its values yet; call kernel.on(values)."
            raise InputError(msg)
        return np.asarray(as_points(x))[:, 0].astype(np.intp)


@dataclass(frozen=True)
class Compared(OfValues):
    """A user's own comparison of values of any type.

    Attributes
    ----------
    function : Callable[[Sequence[Any], Sequence[Any]], Any]
        Takes two lists of values, (n) and (m), and returns their Gram matrix, (n, m), positive
        semidefinite.
    """

    function: Callable[[Sequence[Any], Sequence[Any]], Any]

    def compare(self, left: Sequence[Any], right: Sequence[Any]) -> Floats:
        """Call the function, and check the shape of what it returns."""
        gram = np.asarray(self.function(left, right), dtype=np.float64)
        if gram.shape != (len(left), len(right)) or not np.all(np.isfinite(gram)):
            msg = (
                f"A kernel function must return finite numbers of shape ({len(left)}, "
                f"{len(right)}) for lists of {len(left)} and {len(right)} values; an array of "
                f"shape {gram.shape} came."
            )
            raise InputError(msg)
        return gram


@dataclass(frozen=True)
class Embedded(OfValues):
    """A kernel of vectors, applied to a user's own embedding of values of any type.

    Attributes
    ----------
    encoder : Callable[[Sequence[Any]], Any]
        Takes a list of n values and returns their vectors, (n, d).
    inner : Kernel
        Compares the vectors; its rules are settled on the embedded values.
    """

    encoder: Callable[[Sequence[Any]], Any]
    inner: Kernel = field(default_factory=lambda: Gaussian(Median()))

    @cached_property
    def vectors(self) -> Floats:
        """The embedded values, (len(values), d)."""
        vectors = np.asarray(self.encoder(list(self.values)), dtype=np.float64)
        if vectors.ndim != 2 or len(vectors) != len(self.values) or not np.isfinite(vectors).all():
            msg = (
                f"An encoder must return a vector of finite numbers for each of its "
                f"{len(self.values)} values; an array of shape {vectors.shape} came."
            )
            raise InputError(msg)
        return vectors

    @cached_property
    def settled(self) -> Kernel:
        """The inner kernel, with its rules settled on the embedded values."""
        return self.inner.resolve(self.vectors)

    def compare(self, left: Sequence[Any], right: Sequence[Any]) -> Floats:
        """Embed both lists, and compare the vectors."""
        own, other = (np.asarray(self.encoder(list(part)), dtype=float) for part in (left, right))
        return np.asarray(self.settled.evaluate(own, other))

    def evaluate(self, x: Array, z: Array) -> Array:
        """Compare the vectors of the values at these places."""
        return self.settled.evaluate(self.vectors[self.places(x)], self.vectors[self.places(z)])

    def diagonal(self, x: Array) -> Array:
        """Compare each vector with itself."""
        return self.settled.diagonal(self.vectors[self.places(x)])
