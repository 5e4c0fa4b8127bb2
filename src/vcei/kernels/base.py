"""What a kernel is: one method that compares points; sums and products come for free."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Self

from vcei.arrays import Array, as_points, namespace
from vcei.errors import InputError


class Kernel(ABC):
    """A positive semidefinite comparison of points.

    A new kernel is one class with one method, :meth:`evaluate`. Sums (``+``), products (``*``),
    factors, embeddings and everything above them work with it at once. A kernel whose length
    scale is a rule rather than a number is an open one: :meth:`resolve` closes it on a sample.
    """

    @abstractmethod
    def evaluate(self, x: Array, z: Array) -> Array:
        """Compare every point of one sample with every point of another.

        Parameters
        ----------
        x
            Points, (..., n, d).
        z
            Points, (..., m, d).

        Returns
        -------
        Array
            The Gram matrix k(x_i, z_j), (..., n, m).
        """

    def __call__(self, x: Array, z: Array) -> Array:
        """Return the Gram matrix of two samples; a column (n,) counts as points (n, 1)."""
        return self.evaluate(as_points(x), as_points(z))

    def diagonal(self, x: Array) -> Array:
        """Compare every point with itself.

        Parameters
        ----------
        x
            Points, (..., n, d).

        Returns
        -------
        Array
            The values k(x_i, x_i), (..., n).
        """
        single = as_points(x)[..., :, None, :]
        return self.evaluate(single, single)[..., 0, 0]

    def resolve(self, x: Array) -> Self:  # noqa: ARG002
        """Settle what the kernel leaves to the data, such as a length scale given by a rule.

        Parameters
        ----------
        x
            The sample the kernel will be used on.

        Returns
        -------
        Self
            The same kernel with numbers in place of rules.
        """
        return self

    def __add__(self, other: Kernel) -> Sum:
        return Sum(self, other)

    def __mul__(self, other: Kernel) -> Product:
        return Product(self, other)


@dataclass(frozen=True)
class Sum(Kernel):
    """The sum of two kernels, k(x, z) = a(x, z) + b(x, z).

    Attributes
    ----------
    left : Kernel
        The kernel a.
    right : Kernel
        The kernel b.
    """

    left: Kernel
    right: Kernel

    def evaluate(self, x: Array, z: Array) -> Array:
        """Add the two Gram matrices."""
        return self.left.evaluate(x, z) + self.right.evaluate(x, z)

    def diagonal(self, x: Array) -> Array:
        """Add the two diagonals."""
        return self.left.diagonal(x) + self.right.diagonal(x)

    def resolve(self, x: Array) -> Sum:
        """Settle both kernels on the sample."""
        return Sum(self.left.resolve(x), self.right.resolve(x))


@dataclass(frozen=True)
class Product(Kernel):
    """The product of two kernels, k(x, z) = a(x, z) b(x, z).

    Attributes
    ----------
    left : Kernel
        The kernel a.
    right : Kernel
        The kernel b.
    """

    left: Kernel
    right: Kernel

    def evaluate(self, x: Array, z: Array) -> Array:
        """Multiply the two Gram matrices entry by entry."""
        return self.left.evaluate(x, z) * self.right.evaluate(x, z)

    def diagonal(self, x: Array) -> Array:
        """Multiply the two diagonals."""
        return self.left.diagonal(x) * self.right.diagonal(x)

    def resolve(self, x: Array) -> Product:
        """Settle both kernels on the sample."""
        return Product(self.left.resolve(x), self.right.resolve(x))


def squared_distances(x: Array, z: Array) -> Array:
    """Return the squared Euclidean distances between two samples.

    Coordinates are subtracted before they are squared: the expanded form loses half the digits
    for close points, and close points are what a kernel is about.

    Parameters
    ----------
    x
        Points, (..., n, d).
    z
        Points, (..., m, d).

    Returns
    -------
    Array
        The squared distances, (..., n, m).
    """
    xp = namespace(x, z)
    if x.shape[-1] != z.shape[-1]:
        msg = (
            f"Points are compared coordinate by coordinate; some with {x.shape[-1]} coordinates "
            f"and some with {z.shape[-1]} came. Give both samples the same columns."
        )
        raise InputError(msg)
    gap = x[..., :, None, 0] - z[..., None, :, 0]
    total = gap * gap
    for axis in range(1, x.shape[-1]):
        gap = x[..., :, None, axis] - z[..., None, :, axis]
        total = total + gap * gap
    return xp.asarray(total)
