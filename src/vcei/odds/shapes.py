r"""What an arrow costs at first sight, and what the laws of its cause and its noise look like.

    shape of the cause  its range, quartiles and farthest value, skewness and kurtosis
    shape of the noise  its skewness and kurtosis
    polynomials         log of the mean square that those of degree three and five leave

Skewness is the absolute mean third power, kurtosis the log of the mean fourth. The polynomials
are those that are orthogonal over the sample, by Stieltjes' recursion
``p_(k+1) = (x - <x p_k, p_k>/<p_k, p_k>) p_k - <p_k, p_k>/<p_(k-1), p_(k-1)> p_(k-1)``.
Everything is found for many samples at once, one in each row of an array of any library.
"""

from __future__ import annotations

from vcei.arrays import Array, namespace
from vcei.scaling import interquartile

SHAPE = (
    "shape of the cause, range",
    "shape of the cause, quartiles",
    "shape of the cause, reach",
    "shape of the cause, skewness",
    "shape of the cause, kurtosis",
)
"""What is said of the cause alone."""

NOISE = ("shape of the noise, skewness", "shape of the noise, kurtosis")
"""What is said of the noise."""

POLYNOMIALS = {"polynomials, cubic": 3, "polynomials, quintic": 5}
"""Degrees of the polynomials, by the name of the cost."""

FARTHEST = 6.0
"""Causes and noise are seen within this many standard deviations: farther out one row owns all."""

LEAST = 1e-6
"""Share of the variance that even an exact polynomial leaves; what is less counts as this."""


def shape(ordered: Array) -> dict[str, Array]:
    """Return the shape of causes.

    Parameters
    ----------
    ordered
        Causes of mean zero and variance one, each in rising order, (B, n).

    Returns
    -------
    dict[str, Array]
        By the names in :data:`SHAPE`, each (B,); a mirrored cause has the same.
    """
    xp = namespace(ordered)
    least, most = ordered[:, 0], ordered[:, -1]
    found = (
        xp.log(most - least),
        xp.log(xp.maximum(interquartile(ordered)[:, 0], LEAST * (most - least))),
        xp.log(xp.maximum(most, -least)),
        *_moments(xp, ordered),
    )
    return dict(zip(SHAPE, found, strict=True))


def noise_shape(noise: Array) -> dict[str, Array]:
    """Return the shape of noises.

    Parameters
    ----------
    noise
        Noises, (B, n).

    Returns
    -------
    dict[str, Array]
        By the names in :data:`NOISE`, each (B,).
    """
    xp = namespace(noise)
    centred = noise - _mean(xp, noise)
    width = xp.sqrt(_mean(xp, centred**2))
    unit = centred / xp.where(width > 0, width, xp.ones_like(width))
    return dict(zip(NOISE, _moments(xp, xp.clip(unit, -FARTHEST, FARTHEST)), strict=True))


def polynomials(cause: Array, effect: Array) -> dict[str, Array]:
    """Return how much of effects polynomials in their causes leave.

    Parameters
    ----------
    cause
        Causes of mean zero and variance one, (B, n).
    effect
        Their effects, likewise.

    Returns
    -------
    dict[str, Array]
        By the names in :data:`POLYNOMIALS`, each (B,).
    """
    xp = namespace(effect)
    place = xp.clip(cause, -FARTHEST, FARTHEST)
    last, polynomial = 0.0 * place, xp.ones_like(place)
    left, last_size, found = effect, 1.0, {}
    for degree in range(max(POLYNOMIALS.values()) + 1):
        size = _mean(xp, polynomial**2)
        there = size > LEAST**2
        size = xp.where(there, size, xp.ones_like(size))
        left = left - _mean(xp, left * polynomial) / size * polynomial
        for name in (name for name, own in POLYNOMIALS.items() if own == degree):
            found[name] = xp.log(LEAST + _mean(xp, left**2)[:, 0])
        centre = _mean(xp, place * polynomial**2) / size
        polynomial, last = (place - centre) * polynomial - size / last_size * last, polynomial
        last_size = size
    return found


def _moments(xp, values: Array) -> tuple[Array, Array]:  # type: ignore[no-untyped-def]
    return xp.abs(xp.mean(values**3, axis=1)), xp.log(LEAST + xp.mean(values**4, axis=1))


def _mean(xp, values: Array) -> Array:  # type: ignore[no-untyped-def]
    return xp.mean(values, axis=1)[:, None]
