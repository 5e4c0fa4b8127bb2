"""Kernels of categories, with and without an order. Points are codes: 0, 1, 2, ..."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vcei.arrays import Array, Floats, as_points, namespace
from vcei.errors import InputError
from vcei.kernels.base import Kernel


@dataclass(frozen=True)
class Dirac(Kernel):
    """Categories are the same or they are not: k(x, z) = 1 if x = z, else s.

    With s > 0, ``k = s + (1 - s) [x = z]``: rare categories lean on the others.

    Attributes
    ----------
    smoothing : float
        The similarity s of two different categories, from 0 up to, but not including, 1.
    """

    smoothing: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.smoothing < 1:
            msg = f"A smoothing is at least 0 and less than 1; {self.smoothing!r} came."
            raise InputError(msg)

    def evaluate(self, x: Array, z: Array) -> Array:
        """Compare codes for equality, coordinate by coordinate."""
        xp = namespace(x, z)
        same = xp.all(x[..., :, None, :] == z[..., None, :, :], axis=-1)
        return self.smoothing + (1.0 - self.smoothing) * xp.astype(same, x.dtype)


@dataclass(frozen=True)
class Ranks(Kernel):
    """Ordered categories are alike if few rows lie between them: exp(-(r(x) - r(z))²/(2 l²)).

    r(c) is the middle rank of category c in the sample, as a share of the rows, from 0 to 1.

    Attributes
    ----------
    length_scale : float
        The length scale l, in shares of the rows.
    places : tuple[float, ...] | None
        r of each code; None leaves them to the sample, see :meth:`resolve`.
    """

    length_scale: float = 0.2
    places: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        if not self.length_scale > 0:
            msg = f"A length scale is a positive number; {self.length_scale!r} came."
            raise InputError(msg)

    def evaluate(self, x: Array, z: Array) -> Array:
        """Compare the middle ranks of codes."""
        gap = self._rank(x)[..., :, None] - self._rank(z)[..., None, :]
        return np.exp(-0.5 * (gap / self.length_scale) ** 2)

    def resolve(self, x: Array) -> Ranks:
        """Take the ranks of the sample, unless they are given."""
        if self.places is not None:
            return self
        counts = np.bincount(np.asarray(as_points(x))[:, 0].astype(np.intp))
        middle = (np.cumsum(counts) - 0.5 * counts) / counts.sum()
        return replace(self, places=tuple(middle.tolist()))

    def _rank(self, codes: Array) -> Floats:
        if self.places is None:
            msg = "The ranks of these categories are open; call kernel.resolve(x) on a sample."
            raise InputError(msg)
        return np.asarray(self.places)[np.asarray(codes)[..., 0].astype(np.intp)]
