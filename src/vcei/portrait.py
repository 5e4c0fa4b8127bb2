"""Portrait: what pictures of a pair show, measured along both arrows on rows enough for the eye.

Along each arrow a location-scale mechanism is fitted as observed and under variations of several
strengths. Nothing here decides anything: the numbers of a verdict come from its method.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vcei.arrays import Floats, one_thread
from vcei.coreset import RandomRows
from vcei.errors import InputError
from vcei.factor import factorize
from vcei.impact.noise import noise_impacts
from vcei.kernels import Gaussian
from vcei.mechanisms import Fitted
from vcei.mechanisms.location_scale import LocationScale
from vcei.pair import Pair
from vcei.scaling import centre_and_width, normal_scores, standardize
from vcei.variation import Problem, Share, Unrelaxed

Flags = npt.NDArray[np.bool_]

ROWS = 2000
"""Most rows that a portrait is made from, drawn at random from more."""

SHARES = (0.5, 0.3, 0.15, 0.07)
"""Shares of the rows that the variations live on, the weakest variation first."""

GRID = 121
"""At how many places curves are drawn."""

NEAR = 0.03
"""A place on the grid is near a row within this share of the cause's extent."""

ORDERS = 200
"""How many random orders of the noise tell what a harmless variation does."""


@dataclass(frozen=True)
class Side:
    """What is seen along one arrow, in the units of the columns.

    Attributes
    ----------
    cause_name : str
        Name of the claimed cause.
    effect_name : str
        Name of the claimed effect.
    cause : Floats
        The claimed cause, (n,).
    effect : Floats
        The claimed effect, (n,).
    grid : Floats
        Places along the cause, (m,), increasing.
    location : Floats
        What the mechanism predicts there, (m,).
    scale : Floats
        How widely the effect scatters around it there, (m,).
    noise : Floats
        The noise of each row in units of its scale, (n,).
    shares : tuple[float, ...]
        The share of the rows that each variation lives on, the weakest variation first.
    weights : Floats
        The variations, one a row, (v, n), each summing to one.
    varied : Floats
        What the mechanism predicts on the grid under each variation, (v, m).
    near : Flags
        Whether the place on the grid is near a row that the variation keeps, (v, m).
    impacts : Floats
        How far each variation moves the law of the noise, MMD², (v,).
    harmless : Floats
        The same for random orders of the noise, (orders, v).
    """

    cause_name: str
    effect_name: str
    cause: Floats
    effect: Floats
    grid: Floats
    location: Floats
    scale: Floats
    noise: Floats
    shares: tuple[float, ...]
    weights: Floats
    varied: Floats
    near: Flags
    impacts: Floats
    harmless: Floats


@dataclass(frozen=True)
class Portrait:
    """Both arrows of a pair.

    Attributes
    ----------
    forward : Side
        x causes y.
    backward : Side
        y causes x.
    """

    forward: Side
    backward: Side

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both arrows, x causes y first."""
        return self.forward, self.backward

    @property
    def rows(self) -> int:
        """How many rows were looked at."""
        return len(self.forward.cause)


@one_thread()
def portray(pair: Pair, seed: int = 0, shares: Sequence[float] = SHARES) -> Portrait:
    """Measure what pictures of a pair show.

    Parameters
    ----------
    pair
        Two columns of numbers.
    seed
        Draws rows, where there are many, and orders of the noise.
    shares
        The variations' shares of the rows.

    Returns
    -------
    Portrait
        Both arrows.

    Raises
    ------
    InputError
        If there is nothing that a line could be drawn through.
    """
    rng = np.random.default_rng(seed)
    part = RandomRows(ROWS).draw(pair, rng)
    for name, values in ((part.x_name, part.x), (part.y_name, part.y)):
        if values.ndim != 1 or np.ptp(values) == 0:
            msg = (
                f"Expected numbers that vary, one a row, to draw mechanisms through; {name!r} has "
                f"none in the {part.rows} rows that would be drawn."
            )
            raise InputError(msg)
    return Portrait(_side(part, shares, rng), _side(part.swap(), shares, rng))


def _side(pair: Pair, shares: Sequence[float], rng: np.random.Generator) -> Side:
    standard = replace(pair, x=standardize(pair.x), y=standardize(pair.y))
    cause, effect = standard.x, standard.y
    grid = np.linspace(cause.min(), cause.max(), GRID)
    mechanism = LocationScale()
    observed = mechanism.fit(cause, effect)
    weights = _variations(cause, shares)
    varied = [_refit(mechanism, observed, standard, row, grid) for row in weights]
    noise = observed.noise(cause, effect)
    orders = [weights[:, rng.permutation(len(cause))] for _ in range(ORDERS)]
    measured = noise_impacts(noise, np.concatenate([weights, *orders])).impacts
    with np.errstate(over="ignore"):  # of the squares of huge numbers, which are not needed
        (at, across), (centre, width) = centre_and_width(pair.x), centre_and_width(pair.y)
    return Side(
        cause_name=pair.x_name,
        effect_name=pair.y_name,
        cause=pair.x,
        effect=pair.y,
        grid=at + across * grid,
        location=centre + width * observed.predict(grid),
        scale=width * observed.scale(grid),
        noise=noise,
        shares=tuple(shares),
        weights=weights,
        varied=centre + width * np.stack(varied),
        near=np.stack([_near(grid, cause[row > 0]) for row in weights]),
        impacts=measured[: len(weights)],
        harmless=measured[len(weights) :].reshape(ORDERS, len(weights)),
    )


def _refit(
    mechanism: LocationScale, observed: Fitted, pair: Pair, weights: Floats, grid: Floats
) -> Floats:
    """Return what the mechanism predicts under a variation."""
    kept = pair.x[weights > 0]
    if np.all(kept == kept[0]):  # one place is no line: all it tells is a mean
        return np.full(len(grid), weights @ pair.y)
    return mechanism.fit_like(observed, pair.x, pair.y, pair.rows * weights).predict(grid)


def _near(grid: Floats, kept: Floats) -> Flags:
    """Return where on the grid one of the kept values is near."""
    kept = np.sort(kept)
    after = np.searchsorted(kept, grid)
    before, after = np.maximum(after - 1, 0), np.minimum(after, len(kept) - 1)
    distance = np.minimum(np.abs(grid - kept[before]), np.abs(grid - kept[after]))
    return distance <= NEAR * (grid[-1] - grid[0])


def _variations(cause: Floats, shares: Sequence[float]) -> Floats:
    """Return the strongest variation found on each share of the rows."""
    scores = normal_scores(cause)
    features = factorize(Gaussian(1.0), scores, tolerance=1e-6).on(scores)
    problems = [Problem.of_features(features, cap=Share(share).cap(len(cause))) for share in shares]
    return np.stack([np.asarray(Unrelaxed().solve(problem).weights) for problem in problems])
