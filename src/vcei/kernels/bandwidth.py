"""Rules for a length scale. One convention everywhere: the Gaussian kernel is exp(-d²/(2 l²))."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from vcei.arrays import Array, Floats, as_points
from vcei.errors import InputError
from vcei.kernels.base import squared_distances
from vcei.scaling import centre_and_width


class Rule(ABC):
    """A way to read a length scale off a sample.

    A rule depends on the values alone: not on the order of the rows, and it follows the unit of
    the data (twice the values, twice the length scale).
    """

    @abstractmethod
    def length_scale(self, x: Array) -> float:
        """Return the length scale for a sample of points, (n,) or (n, d)."""


@dataclass(frozen=True)
class Median(Rule):
    """The median distance between two different points.

    Attributes
    ----------
    max_points : int
        Larger samples are thinned to this many points, evenly along the sorted values.
    """

    max_points: int = 1000

    def length_scale(self, x: Array) -> float:
        """Return the median of the non-zero distances."""
        points = thin(_ordered(x), self.max_points)
        squares = squared_distances(points, points)[np.triu_indices(len(points), 1)]
        squares = squares[squares > 0]
        _refuse_constant(len(squares) > 0)
        return float(np.sqrt(np.median(squares)))


@dataclass(frozen=True)
class KdeLikelihood(Rule):
    r"""Maximum likelihood of a Gaussian kernel density estimate, K-fold cross-validated.

    The rule of the paper's appendix C: the length scale under which the density estimated on the
    other folds makes the points of each fold most likely,
    ``argmax_l sum_f sum_{i in f} log( mean_{j not in f} N(x_i; x_j, l²) )``.

    Points are sorted and dealt to the folds by a fixed shuffle, so the rule does not depend on
    the order of the rows and needs no generator.

    Attributes
    ----------
    folds : int
        Number of folds; the paper uses 5.
    max_points : int
        Larger samples are thinned to this many points, evenly along the sorted values: the
        length scale says how fine a variation may be, not how precise a density is.
    """

    folds: int = 5
    max_points: int = 500

    def length_scale(self, x: Array) -> float:
        """Return the length scale of largest cross-validated likelihood.

        Paper: length scale.
        """
        points = thin(_ordered(x), self.max_points)
        scale = float(np.sqrt(np.mean(centre_and_width(points)[1] ** 2)))
        _refuse_constant(scale > 0)
        fold = np.random.default_rng(0).permutation(len(points)) % self.folds
        squares = squared_distances(points, points) / scale**2
        squares[fold[:, None] == fold[None, :]] = np.inf  # a fold does not vote for itself
        voters = len(points) - np.bincount(fold, minlength=self.folds)[fold]
        return scale * _most_likely(squares, voters.astype(np.float64), points.shape[1])


def thin(ordered: Floats, size: int) -> Floats:
    """Keep at most ``size`` rows, evenly spread and with both ends.

    Parameters
    ----------
    ordered
        Rows in a meaningful order.
    size
        How many rows to keep.

    Returns
    -------
    Floats
        The rows kept, in order.
    """
    if len(ordered) <= size:
        return ordered
    return ordered[np.round(np.linspace(0, len(ordered) - 1, size)).astype(np.intp)]


def _ordered(x: Array) -> Floats:
    points = np.asarray(as_points(x), dtype=np.float64)
    return points[np.lexsort(points.T[::-1])]


def _refuse_constant(varies: bool) -> None:
    if not varies:
        msg = "A length scale needs a column that varies, but all its values are the same."
        raise InputError(msg)


def _most_likely(squares: Floats, voters: Floats, dimension: int) -> float:
    """Search l in units of the spread: a coarse grid first, for there can be several maxima."""
    from scipy.optimize import minimize_scalar

    gram = np.empty_like(squares)  # one matrix for all lengths: fresh ones would cost more time

    def fill(length: float) -> None:
        np.multiply(squares, -0.5 / length**2, out=gram)
        np.exp(gram, out=gram)

    def log_likelihood(length: float) -> float:
        density = np.maximum(gram.sum(axis=1) / voters, np.finfo(float).tiny)
        return float(np.log(density).sum() - len(gram) * dimension * np.log(length))

    def cost(log_length: float) -> float:
        length = float(np.exp(log_length))
        fill(length)
        return -log_likelihood(length)

    # dividing l by √2 squares the Gram matrix, so that the grid costs one exponential; repeated
    # values make ever smaller lengths ever more likely, and the end of the grid is where it stops
    lengths = 4.0 * 0.5 ** (0.5 * np.arange(19))
    fill(lengths[0])
    scores = []
    for length in lengths:
        scores.append(log_likelihood(length))
        np.multiply(gram, gram, out=gram)
    start, step = np.log(lengths[np.argmax(scores)]), 0.5 * np.log(2)
    best = minimize_scalar(
        cost, bounds=(start - step, start + step), method="bounded", options={"xatol": 1e-9}
    )
    return float(np.exp(best.x))
