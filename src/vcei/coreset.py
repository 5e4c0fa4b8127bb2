"""Which rows to work on: all of them, a random draw, or the paper's coreset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from vcei.arrays import Floats
from vcei.embedding import embedding_distance, kernel_sums, proportions
from vcei.errors import InputError
from vcei.factor import factorize
from vcei.kernels import Gaussian, KdeLikelihood
from vcei.pair import MIN_ROWS, Pair

Index: TypeAlias = npt.NDArray[np.intp]

LANDMARK_ROWS = 2**14
"""Draws are compared through landmarks chosen among at most this many rows, evenly selected."""

TERMS = 12
"""Terms of the series in a kernel density estimate: they leave less than 1e-8."""

REACH = 7
"""Cells, one length scale wide, beyond which a row adds under 1e-9 to the density of another."""


class Rows(Protocol):
    """A way to choose the rows that a method works on."""

    def draw(self, pair: Pair, rng: np.random.Generator) -> Pair:
        """Return the pair with the chosen rows."""
        ...


@dataclass(frozen=True)
class AllRows:
    """Every row."""

    def draw(self, pair: Pair, rng: np.random.Generator) -> Pair:  # noqa: ARG002
        """Return the pair as it is.

        Parameters
        ----------
        pair
            The data.
        rng
            Not used.

        Returns
        -------
        Pair
            The same pair.
        """
        return pair


@dataclass(frozen=True)
class RandomRows:
    """A random draw without replacement.

    Attributes
    ----------
    size : int
        How many rows to draw; smaller samples are taken whole.
    """

    size: int

    def draw(self, pair: Pair, rng: np.random.Generator) -> Pair:
        """Return a random part of the pair, its rows in their old order.

        Parameters
        ----------
        pair
            The data.
        rng
            The generator to draw with.

        Returns
        -------
        Pair
            The rows drawn.
        """
        if pair.rows <= self.size:
            return pair
        return pair.take(np.sort(rng.choice(pair.rows, self.size, replace=False)))


@dataclass(frozen=True)
class RandomParts:
    """Random parts of a sample that share no row.

    Attributes
    ----------
    size : int
        Most rows of a part.
    most : int
        Most parts.
    """

    size: int
    most: int

    def draw(self, pair: Pair, rng: np.random.Generator) -> list[Pair]:
        """Return the parts: as few as hold all rows, or as many as there may be.

        Parameters
        ----------
        pair
            The data.
        rng
            The generator to draw with; not used where one part holds all rows.

        Returns
        -------
        list[Pair]
            Parts of about the same size, neither column of them constant.
        """
        count = min(self.most, -(-pair.rows // self.size))
        if count == 1 and pair.rows <= self.size:
            return [pair]
        kept = min(pair.rows, count * self.size)
        order = rng.choice(pair.rows, kept, replace=False)
        parts = [pair.take(np.sort(order[start::count])) for start in range(count)]
        varying = [part for part in parts if np.ptp(part.x) > 0 and np.ptp(part.y) > 0]
        return varying or [pair]


@dataclass(frozen=True)
class Coreset:
    """The paper's coreset of a large sample (its appendix C).

    Rows that are rare, with a kernel density below a threshold in either marginal, are kept. The
    rest is filled up with a random draw, made several times: the draw with the least MMD to the
    whole sample is kept. A small sample is its own coreset, of which a random draw is taken, as
    the paper does.

    Of a very large sample more rows may be rare than there is room for. The paper does not say
    what then; as a coreset is to represent the whole sample, rare rows get a share of the room.

    Attributes
    ----------
    size : int
        How many rows to keep, M.
    above : int
        Samples with at most this many rows count as small. The paper gives no number, only a
        pair of 4177 rows as an example of a large one.
    rare : float
        The density, in units of the standardised columns, below which a row is rare.
    most_rare : float
        Largest share of the rows kept that may be rare ones, the rarest first.
    draws : int
        How often the rest is drawn.
    """

    size: int
    above: int = 2000
    rare: float = 0.05
    most_rare: float = 0.5
    draws: int = 10

    def __post_init__(self) -> None:
        if self.size < MIN_ROWS or self.draws < 1:
            msg = (
                f"A coreset has at least {MIN_ROWS} rows, the best of at least one draw; "
                f"{self.size} rows and {self.draws} draws came."
            )
            raise InputError(msg)

    def draw(self, pair: Pair, rng: np.random.Generator) -> Pair:
        """Return the coreset of a standardised pair, its rows in their old order.

        Paper: coreset.

        Parameters
        ----------
        pair
            The data, standardised.
        rng
            The generator to draw with.

        Returns
        -------
        Pair
            At most ``size`` rows.
        """
        if pair.rows <= max(self.above, self.size):
            return RandomRows(self.size).draw(pair, rng)
        rare, drawn = self.choose(pair, rng)
        return pair.take(np.sort(np.concatenate([rare, drawn])))

    def choose(self, pair: Pair, rng: np.random.Generator) -> tuple[Index, Index]:
        """Return the rare rows of a large sample that are kept, and the best draw of the rest.

        Parameters
        ----------
        pair
            The data, standardised.
        rng
            The generator to draw with.

        Returns
        -------
        tuple[Index, Index]
            Numbers of the rows, together ``size`` of them.
        """
        kernels = [Gaussian(KdeLikelihood()).resolve(column) for column in (pair.x, pair.y)]
        density = np.minimum(kde(kernels[0], pair.x), kde(kernels[1], pair.y))
        rarest = np.argsort(density, kind="stable")
        rare = rarest[: min(int(self.most_rare * self.size), int(np.sum(density < self.rare)))]
        common = np.setdiff1d(np.arange(pair.rows), rare)
        joint = np.stack([pair.x / kernels[0].length, pair.y / kernels[1].length], axis=1)
        step = -(-pair.rows // LANDMARK_ROWS)
        factor = factorize(Gaussian(1.0), joint[::step], tolerance=1e-3, max_rank=400)
        everywhere = kernel_sums(factor.kernel, factor.landmarks, joint, proportions(None, joint))
        whole = everywhere @ factor.whitening

        kept = factor.features(joint[rare]).sum(axis=0)

        def distance(drawn: Index) -> float:
            total = kept + factor.features(joint[drawn]).sum(axis=0)
            return embedding_distance(total / self.size, whole)

        wanted = self.size - len(rare)
        draws = [rng.choice(common, wanted, replace=False) for _ in range(self.draws)]
        return rare, min(draws, key=distance)


def kde(kernel: Gaussian, values: Floats) -> Floats:
    """Return the kernel density estimate of a column at its own values.

    ``p(x_i) = mean_j exp(-(x_i - x_j)²/(2 l²)) / (l √(2π))``

    Rows are gathered in cells one length scale wide (the fast Gauss transform). With u the
    distance of a place from the centre of a cell and v that of a row in it, in length scales,
    ``exp(-(u - v)²/2) = exp(-u²/2) Σ_p u^p · v^p exp(-v²/2)/p!``: a cell is known by a few sums
    over its rows. Inside each cell the density is then a polynomial through a few places. So the
    cost is O(N) however far apart the values lie.

    Parameters
    ----------
    kernel
        The kernel, with its length scale settled.
    values
        The column, (n,).

    Returns
    -------
    Floats
        The densities, (n,).
    """
    scaled = (values - np.median(values)) / kernel.length
    cells, of = np.unique(np.floor(scaled), return_inverse=True)
    v = scaled - cells[of] - 0.5
    term, moments = np.exp(-0.5 * v * v), np.empty((TERMS, len(cells)))
    for p in range(TERMS):
        moments[p] = np.bincount(of, term, len(cells))
        term *= v / (p + 1)
    places = 0.5 * np.cos(np.pi * (np.arange(TERMS) + 0.5) / TERMS)  # of Chebyshev
    density = np.zeros((len(cells), TERMS))
    for step in range(-REACH, REACH + 1):
        there = np.searchsorted(cells, cells + step)
        known = cells[np.minimum(there, len(cells) - 1)] == cells + step
        u = places - step
        series = np.exp(-0.5 * u * u) * np.vander(u, TERMS, increasing=True).T
        density[known] += moments[:, there[known]].T @ series
    coefficients = np.linalg.solve(np.vander(places, TERMS), density.T)
    total = np.zeros_like(v)
    for coefficient in coefficients:
        total = total * v + coefficient[of]
    return total / (len(values) * kernel.length * np.sqrt(2 * np.pi))
