"""What the simulators are made of: random functions, random distributions, random noise."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vcei.arrays import Floats
from vcei.kernels import Gaussian

JITTER = 1e-4
"""Standard deviation of the white noise that keeps a process's covariance factorisable."""


def draw_process(
    inputs: Sequence[Floats], lengths: Sequence[float], rng: np.random.Generator
) -> Floats:
    """Draw a function from a Gaussian process, at given points.

    Covariance ``exp(-Σ_d (x_d - x'_d)²/(2 l_d²))``, plus a jitter of variance 1e-8.

    Parameters
    ----------
    inputs
        One array of n values for each input.
    lengths
        The length scale of each input.
    rng
        The generator.

    Returns
    -------
    Floats
        The function's values, (n,).
    """
    scaled = np.stack([x / length for x, length in zip(inputs, lengths, strict=True)], axis=1)
    covariance = Gaussian(1.0)(scaled, scaled) + JITTER**2 * np.eye(len(scaled))
    return np.asarray(np.linalg.cholesky(covariance) @ rng.normal(size=len(scaled)))


def random_density(rows: int, length: float, rng: np.random.Generator) -> Floats:
    """Draw a sample from a random, standardised distribution.

    A Gaussian sample u is sent through a random increasing map, see :func:`random_increasing`.

    Parameters
    ----------
    rows
        Size of the sample.
    length
        Length scale of the map: short ones make wild distributions.
    rng
        The generator.

    Returns
    -------
    Floats
        The sample, mean zero and variance one, in random order.
    """
    u = np.sort(rng.normal(size=rows))
    values = random_increasing(u, length, rng)
    return standard(rng.permutation(values))


def random_increasing(u: Floats, length: float, rng: np.random.Generator) -> Floats:
    """Apply a random increasing function.

    ``G(u) = ∫ exp(F)``, F a Gaussian process; the integral is the trapezoid rule over the points.

    Parameters
    ----------
    u
        The points, (n,), in any order.
    length
        Length scale of F.
    rng
        The generator.

    Returns
    -------
    Floats
        The function's values at the points, zero at the smallest.
    """
    order = np.argsort(u)
    points = u[order]
    slope = np.exp(draw_process([points], [length], rng))
    steps = 0.5 * (slope[1:] + slope[:-1]) * np.diff(points)
    values = np.empty(len(u))
    values[order] = np.concatenate([[0.0], np.cumsum(steps)])
    return values


def standard(values: Floats) -> Floats:
    """Return a sample with mean zero and variance one."""
    return np.asarray((values - values.mean()) / values.std())
