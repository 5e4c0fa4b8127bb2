"""Simulated cause-effect pairs, seeded: the generators behind the published collections.

Every generator returns the columns (cause, effect); who writes a collection tosses the coin that
says which comes first. SIM, SIM-c, SIM-ln and SIM-G follow Mooij et al., JMLR 17 (2016), appendix
C; AN, LS and MN-U and their sigmoid forms Tagasovska et al., ICML (2020). Both are re-implemented
from their mathematics.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np

from vcei.arrays import Floats
from vcei.kernels import Gaussian

Columns: TypeAlias = tuple[Floats, Floats]
Generator: TypeAlias = Callable[[np.random.Generator, int], Columns]

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

    A Gaussian sample u is sorted and sent through the increasing map ``G(u) = ∫ exp(F)``, F a
    Gaussian process; the integral is the trapezoid rule over the sample.

    Parameters
    ----------
    rows
        Size of the sample.
    length
        Length scale of F: short ones make wild distributions.
    rng
        The generator.

    Returns
    -------
    Floats
        The sample, mean zero and variance one, in random order.
    """
    u = np.sort(rng.normal(size=rows))
    slope = np.exp(draw_process([u], [length], rng))
    steps = 0.5 * (slope[1:] + slope[:-1]) * np.diff(u)
    return _standard(rng.permutation(np.concatenate([[0.0], np.cumsum(steps)])))


@dataclass(frozen=True)
class Sim:
    """The SIM family: cause and effect are Gaussian-process functions of random causes and noise.

    ``X = f(E_X, ...)``, ``Y = g(X, E_Y, ...)``, both standardised, then measured with noise. Each
    pair draws its own length scales and noise levels from Gamma(shape, scale) distributions.

    Attributes
    ----------
    cause_density : tuple[float, float]
        Gamma parameters of the length scale behind the distribution of E_X.
    cause_length : tuple[float, float]
        Of the length scale of f.
    noise_length : tuple[float, float]
        Of the length scale of g in E_Y; long ones mean little noise.
    measurement : tuple[float, float]
        Of the standard deviation of measurement noise.
    confounded : bool
        Whether a hidden common cause Z enters both functions.
    """

    cause_density: tuple[float, float] = (5, 0.1)
    cause_length: tuple[float, float] = (2, 1.5)
    noise_length: tuple[float, float] = (2, 15)
    measurement: tuple[float, float] = (2, 0.1)
    confounded: bool = False

    def __call__(self, rng: np.random.Generator, rows: int) -> Columns:
        """Draw one pair.

        Parameters
        ----------
        rng
            The generator.
        rows
            Number of rows.

        Returns
        -------
        Columns
            The cause and the effect.
        """
        e_x = random_density(rows, rng.gamma(*self.cause_density), rng)
        e_y = random_density(rows, rng.gamma(5, 0.1), rng)
        hidden = [random_density(rows, rng.gamma(5, 0.1), rng)] if self.confounded else []

        def lengths(*first: tuple[float, float]) -> list[float]:
            return [rng.gamma(*shape) for shape in (*first, *[(2, 15)] * len(hidden))]

        x = _standard(draw_process([e_x, *hidden], lengths(self.cause_length), rng))
        # (2, 3) is what the script behind the published files passes; the paper's table says (2, 15)
        y = _standard(draw_process([x, e_y, *hidden], lengths((2, 3), self.noise_length), rng))
        measured = [v + rng.gamma(*self.measurement) * rng.normal(size=rows) for v in (x, y)]
        return measured[0], measured[1]


def _standard(values: Floats) -> Floats:
    return (values - values.mean()) / values.std()


def _smooth(x: Floats, rng: np.random.Generator) -> Floats:
    return draw_process([x], [1.0], rng)


def _sigmoid(x: Floats, rng: np.random.Generator) -> Floats:
    """Return c·b(x + a)/(1 + |b(x + a)|) with random a, b and c."""
    a, b = rng.uniform(-2, 2), rng.uniform(0.5, 2) * rng.choice([-1.0, 1.0])
    z = b * (x + a)
    return (1 + rng.exponential(0.25)) * z / (1 + np.abs(z))


def _mixed_noise(rng: np.random.Generator, rows: int) -> Floats:
    """Return √v·z with v uniform on [1, 2] and z normal, both drawn row by row."""
    return np.sqrt(rng.uniform(1, 2, rows)) * rng.normal(size=rows)


def _additive(
    mechanism: Callable[[Floats, np.random.Generator], Floats],
    rng: np.random.Generator,
    rows: int,
) -> Columns:
    x = _mixed_noise(rng, rows)
    return x, mechanism(x, rng) + 0.2 * _mixed_noise(rng, rows)


def _location_scale(
    mechanism: Callable[[Floats, np.random.Generator], Floats],
    rng: np.random.Generator,
    rows: int,
) -> Columns:
    x = _mixed_noise(rng, rows)
    f = mechanism(x, rng)
    return x, f + (f - f.min()) * 0.2 * _mixed_noise(rng, rows)


def _multiplicative(rng: np.random.Generator, rows: int) -> Columns:
    x = _mixed_noise(rng, rows)
    return x, _sigmoid(x, rng) * rng.uniform(size=rows)


GENERATORS: Mapping[str, Generator] = {
    "SIM": Sim(),
    "SIM-c": Sim(confounded=True),
    "SIM-ln": Sim(noise_length=(2, 300), measurement=(2, 0.01)),
    "SIM-G": Sim(cause_density=(1e6, 1e-3), cause_length=(1e6, 1e-3)),
    "AN": partial(_additive, _smooth),
    "AN-s": partial(_additive, _sigmoid),
    "LS": partial(_location_scale, _smooth),
    "LS-s": partial(_location_scale, _sigmoid),
    "MN-U": _multiplicative,
}
"""The generators by the name of the collection that they make."""
