"""What becomes of many noises at once: impacts of variations on them, and their entropies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vcei.arrays import Array, Floats, namespace
from vcei.entropy import CLOSEST
from vcei.impact.noise import FARTHEST, noise_factor
from vcei.kernels import Gaussian

FAR = 1e300
"""Stands where there is no row: behind all others."""


@dataclass(frozen=True)
class ManyImpacts:
    """What several variations did to each of many noises; see :class:`NoiseImpacts`.

    Attributes
    ----------
    impacts : Floats
        MMD² between the law of the noise with and without each variation, (B, V).
    harmless : Floats
        Its expectation if the noise did not care for the cause, (B, V).
    variance : Floats
        Variance of the mean ratio of the two, then, (B,).
    """

    impacts: Floats
    harmless: Floats
    variance: Floats

    @property
    def ratios(self) -> Floats:
        """Impacts in units of harmless ones, (B, V)."""
        return self.impacts / self.harmless

    @property
    def p_values(self) -> Floats:
        """The probabilities of a larger mean ratio if the noise did not care, (B,)."""
        from scipy.special import gammaincc

        mean = np.mean(self.ratios, axis=1)
        return np.asarray(gammaincc(1.0 / self.variance, mean / self.variance))


def noise_impacts_many(noise: Array, weights: Array, counts: Array) -> ManyImpacts:
    """Measure what variations of the cause do to the law of each noise.

    Parameters
    ----------
    noise
        The noise of each row, (B, n).
    weights
        The variations, (B, V, n) or (1, V, n), each summing to one and none of them uniform; zero
        where there is no row.
    counts
        One for each row that is there, zero for the others, (B, n) or (1, n).

    Returns
    -------
    ManyImpacts
        What :func:`vcei.impact.noise.noise_impacts` gives for each.
    """
    xp = namespace(noise)
    rows = xp.sum(counts, axis=1)
    even = counts / rows[:, None]
    centred = noise - xp.sum(even * noise, axis=1)[:, None]
    width = xp.sqrt(xp.sum(counts * centred**2, axis=1) / (rows - 1.0))
    features = _features(xp.clip(centred / width[:, None], -FARTHEST, FARTHEST))
    mean = xp.matmul(even[:, None, :], features)
    features = counts[:, :, None] * (features - mean)
    changes = weights - even[:, None, :]
    impacts = xp.sum(xp.matmul(changes, features) ** 2, axis=2)
    covariance = xp.matmul(xp.matrix_transpose(features), features) / (rows - 1.0)[:, None, None]
    spread = xp.sum(xp.linalg.diagonal(covariance), axis=1)
    sizes = xp.sum(changes**2, axis=2)
    alike = xp.matmul(changes, xp.matrix_transpose(changes)) / (
        xp.sqrt(sizes[:, :, None] * sizes[:, None, :]) * sizes.shape[1]
    )
    variance = 2.0 * xp.sum(alike**2, axis=(1, 2)) * xp.sum(covariance**2, axis=(1, 2)) / spread**2
    return ManyImpacts(here(impacts), here(sizes * spread[:, None]), here(variance))


def _features(noise: Array) -> Array:
    xp, factor = namespace(noise), noise_factor(Gaussian(1.0))
    places = xp.asarray(factor.landmarks[:, 0], device=noise.device)
    whitening = xp.asarray(factor.whitening, device=noise.device)
    return xp.matmul(xp.exp(-0.5 * (noise[:, :, None] - places) ** 2), whitening)


def entropies(values: Array, counts: Array) -> Array:
    """Return the entropies of samples without ties, in nats; see :mod:`vcei.entropy`.

    Parameters
    ----------
    values
        The samples, (B, n).
    counts
        One for each row that is there, zero for the others, (B, n).

    Returns
    -------
    Array
        The entropies, (B,).
    """
    xp = namespace(values)
    rows = xp.sum(counts, axis=1)[:, None]
    there = counts > 0
    mean = xp.sum(counts * values, axis=1)[:, None] / rows
    width = xp.sqrt(xp.sum(counts * (values - mean) ** 2, axis=1)[:, None] / rows)
    ordered = xp.sort(xp.where(there, values, xp.full_like(values, FAR)), axis=1)
    reach = xp.clip(xp.round(xp.sqrt(rows) / 2.0), 1.0, FAR)
    place = xp.arange(values.shape[1], dtype=values.dtype, device=values.device)[None, :]
    low = xp.maximum(place - reach, 0.0 * place)
    high = xp.minimum(place + reach, rows - 1.0)
    inside = place < rows
    low, high = xp.where(inside, low, 0.0 * low), xp.where(inside, high, 0.0 * high + 1.0)
    index = (xp.astype(end, xp.int64) for end in (high, low))
    upper, lower = (xp.take_along_axis(ordered, end, axis=1) for end in index)
    gaps = xp.maximum(upper - lower, CLOSEST * width)
    logs = xp.where(inside, xp.log(rows * gaps / (high - low)), 0.0 * gaps)
    return xp.sum(logs, axis=1) / rows[:, 0]


def here(array: Array) -> Floats:
    """Return an array of any library as one of NumPy, from whatever device it is on."""
    if hasattr(array, "get"):  # CuPy
        return np.asarray(array.get())
    return np.asarray(array.cpu() if hasattr(array, "cpu") else array)
