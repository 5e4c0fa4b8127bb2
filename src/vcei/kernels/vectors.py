"""Kernels of vectors and records: straight lines, several length scales, some coordinates only."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from vcei.arrays import Array, as_points, namespace
from vcei.errors import InputError
from vcei.kernels.bandwidth import Median, Rule
from vcei.kernels.base import Kernel


@dataclass(frozen=True)
class Linear(Kernel):
    """The inner product, k(x, z) = x·z: what mechanisms of it see is the mean."""

    def evaluate(self, x: Array, z: Array) -> Array:
        """Multiply the two samples."""
        return x @ namespace(z).moveaxis(z, -1, -2)


@dataclass(frozen=True)
class Scaled(Kernel):
    """A kernel with a length scale for each coordinate, k(x, z) = inner(x / l, z / l).

    ``Scaled(Gaussian(1.0))`` is the squared exponential kernel with automatic relevance, its
    lengths the medians of each coordinate.

    Attributes
    ----------
    inner : Kernel
        Compares the scaled points.
    length_scales : tuple[float, ...] | Rule
        A positive number for each coordinate, or the rule that finds them.
    """

    inner: Kernel
    length_scales: tuple[float, ...] | Rule = field(default_factory=Median)

    def evaluate(self, x: Array, z: Array) -> Array:
        """Scale the coordinates, then compare."""
        if isinstance(self.length_scales, Rule):
            msg = "The length scales are still a rule; call kernel.resolve(x) on a sample first."
            raise InputError(msg)
        xp = namespace(x, z)
        lengths = xp.asarray(self.length_scales, dtype=x.dtype)
        if lengths.shape[0] != x.shape[-1] or not bool(xp.all(lengths > 0)):
            msg = (
                f"Expected a positive length scale for each of {x.shape[-1]} coordinates; "
                f"{self.length_scales!r} came."
            )
            raise InputError(msg)
        return self.inner.evaluate(x / lengths, z / lengths)

    def resolve(self, x: Array) -> Scaled:
        """Let the rule find a length for each coordinate that varies; others keep one."""
        rule, points = self.length_scales, as_points(x)
        if not isinstance(rule, Rule):
            return self
        columns = [np.asarray(points[:, i]) for i in range(int(points.shape[1]))]
        lengths = [rule.length_scale(v) if np.ptp(v) > 0 else 1.0 for v in columns]
        return replace(self, length_scales=tuple(lengths))


@dataclass(frozen=True)
class Part(Kernel):
    """A kernel of some coordinates only; products of parts compare mixed records.

    Attributes
    ----------
    inner : Kernel
        Compares the part.
    start : int
        First coordinate of the part, from 0.
    stop : int
        The coordinate after its last.
    """

    inner: Kernel
    start: int
    stop: int

    def evaluate(self, x: Array, z: Array) -> Array:
        """Compare the part of each point."""
        return self.inner.evaluate(x[..., self.start : self.stop], z[..., self.start : self.stop])

    def resolve(self, x: Array) -> Part:
        """Settle the kernel on the part of the sample."""
        part = as_points(x)[..., self.start : self.stop]
        return replace(self, inner=self.inner.resolve(part))


@dataclass(frozen=True)
class Circular(Kernel):
    """A kernel of angles or times of day, k(x, z) = exp((cos(2π(x - z)/p) - 1)/l²).

    It is the squared exponential kernel of points on a circle of radius one, their distance
    measured through the circle.

    Attributes
    ----------
    period : float
        The length p of a full turn.
    length_scale : float
        The length scale l, in radii.
    """

    period: float = 2 * np.pi
    length_scale: float = 1.0

    def __post_init__(self) -> None:
        if not (self.period > 0 and self.length_scale > 0):
            msg = f"A period and a length scale are positive numbers; {self} came."
            raise InputError(msg)

    def evaluate(self, x: Array, z: Array) -> Array:
        """Multiply the circular kernels of all coordinates."""
        xp = namespace(x, z)
        turn = 2 * np.pi / self.period * (x[..., :, None, :] - z[..., None, :, :])
        return xp.exp(xp.sum(xp.cos(turn) - 1.0, axis=-1) / self.length_scale**2)
