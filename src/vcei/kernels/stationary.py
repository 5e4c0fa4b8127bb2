"""Kernels of a distance: Gaussian, Laplace and Matérn, for numbers and for vectors."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field, replace
from math import inf
from numbers import Real
from typing import Self

import numpy as np

from vcei.arrays import Array, Floats, as_points, namespace
from vcei.errors import InputError
from vcei.kernels.bandwidth import KdeLikelihood, Rule
from vcei.kernels.base import Kernel, squared_distances

LENGTHS = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4)
"""Length scales worth trying for points, in units of their spread."""


@dataclass(frozen=True)
class Stationary(Kernel):
    """A kernel of the Euclidean distance in units of one length scale, with k(x, x) = 1.

    Attributes
    ----------
    length_scale : float | Rule
        A positive number, or the rule that finds it (see :meth:`resolve`).
    """

    length_scale: float | Rule = field(default_factory=KdeLikelihood)

    @abstractmethod
    def profile(self, squares: Array) -> Array:
        """Return the kernel as a function of the squared distance over the squared length."""

    def evaluate(self, x: Array, z: Array) -> Array:
        """Apply the profile to all squared distances."""
        return self.profile(squared_distances(x / self.length, z / self.length))

    def diagonal(self, x: Array) -> Array:
        """Return ones."""
        points = as_points(x)
        return namespace(points).ones_like(points[..., 0])

    def resolve(self, x: Array) -> Self:
        """Replace a rule by the length scale it finds on the sample."""
        if isinstance(self.length_scale, Rule):
            return replace(self, length_scale=self.length_scale.length_scale(x))
        return self

    @property
    def length(self) -> float:
        """The length scale as a number."""
        if isinstance(self.length_scale, Rule):
            msg = (
                f"The length scale of {type(self).__name__} is still a rule "
                f"({self.length_scale!r}). Call kernel.resolve(x) on a sample first, "
                "or give a number."
            )
            raise InputError(msg)
        return self.length_scale

    def __post_init__(self) -> None:
        if isinstance(self.length_scale, Rule):
            return
        length: object = self.length_scale
        if not isinstance(length, Real) or not 0 < float(length) < inf:
            msg = f"A length scale is a positive number or a rule; {self.length_scale!r} came."
            raise InputError(msg)


@dataclass(frozen=True)
class Gaussian(Stationary):
    """The squared exponential kernel, k(x, z) = exp(-d²/(2 l²)), d = |x - z|."""

    def profile(self, squares: Array) -> Array:
        """Return exp(-s/2)."""
        return namespace(squares).exp(-0.5 * squares)


@dataclass(frozen=True)
class Laplace(Stationary):
    """The exponential kernel, k(x, z) = exp(-d/l), d = |x - z| (Euclidean); Matérn 1/2."""

    def profile(self, squares: Array) -> Array:
        """Return exp(-√s)."""
        xp = namespace(squares)
        return xp.exp(-xp.sqrt(squares))


@dataclass(frozen=True)
class Matern32(Stationary):
    """The Matérn kernel of order 3/2, k = (1 + √3 d/l) exp(-√3 d/l)."""

    def profile(self, squares: Array) -> Array:
        """Return (1 + r) exp(-r) with r = √(3 s)."""
        xp = namespace(squares)
        r = xp.sqrt(3.0 * squares)
        return (1.0 + r) * xp.exp(-r)


@dataclass(frozen=True)
class Matern52(Stationary):
    """The Matérn kernel of order 5/2, k = (1 + √5 d/l + 5 d²/(3 l²)) exp(-√5 d/l)."""

    def profile(self, squares: Array) -> Array:
        """Return (1 + r + r²/3) exp(-r) with r = √(5 s)."""
        xp = namespace(squares)
        r = xp.sqrt(5.0 * squares)
        return (1.0 + r + r * r / 3.0) * xp.exp(-r)


def lengths_for(points: Floats) -> tuple[Gaussian, ...]:
    """Return squared exponential kernels of several length scales, to choose from by evidence.

    Parameters
    ----------
    points
        A sample that varies, (n,) or (n, d).

    Returns
    -------
    tuple[Gaussian, ...]
        From a tenth of its spread to six times.
    """
    spread = float(np.sqrt(np.mean(np.var(as_points(points), axis=0)))) or 1.0
    return tuple(Gaussian(unit * spread) for unit in LENGTHS)
