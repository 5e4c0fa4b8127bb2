"""The generators behind the published synthetic collections, from their mathematics.

SIM, SIM-c, SIM-ln and SIM-G follow Mooij et al., JMLR 17(32), 2016, appendix C; AN, LS and MN-U
and their sigmoid forms Tagasovska et al., ICML, 2020, with the constants of the scripts that made
the files where these differ from the papers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vcei.arrays import Floats
from vcei.data.simulate.process import draw_process, random_density, standard

Mechanism = Callable[[Floats, np.random.Generator], Floats]
"""A random function: called with the causes and a generator, it returns the effects."""

Columns = tuple[Floats, Floats]
"""The cause and the effect."""


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

        x = standard(draw_process([e_x, *hidden], lengths(self.cause_length), rng))
        # (2, 3) is what the script behind the published files passes; the paper has (2, 15)
        y = standard(draw_process([x, e_y, *hidden], lengths((2, 3), self.noise_length), rng))
        measured = [v + rng.gamma(*self.measurement) * rng.normal(size=rows) for v in (x, y)]
        return measured[0], measured[1]


def smooth(x: Floats, rng: np.random.Generator) -> Floats:
    """Draw ``f(x)``, f a Gaussian process with length scale one."""
    return draw_process([x], [1.0], rng)


def sigmoid(x: Floats, rng: np.random.Generator) -> Floats:
    """Draw ``f(x) = c·b(x + a)/(1 + |b(x + a)|)``, its coefficients random.

    a is uniform on [-2, 2], b on [0.5, 2] with a random sign, and c - 1 exponential with mean 1/4.

    Parameters
    ----------
    x
        The causes, (n,).
    rng
        The generator.

    Returns
    -------
    Floats
        The function's values, (n,).
    """
    a, b = rng.uniform(-2, 2), rng.uniform(0.5, 2) * rng.choice([-1.0, 1.0])
    z = b * (x + a)
    return np.asarray((1 + rng.exponential(0.25)) * z / (1 + np.abs(z)))


def mixed_noise(rng: np.random.Generator, rows: int) -> Floats:
    """Draw ``√v·z`` with v uniform on [1, 2] and z normal, both anew in each row."""
    return np.sqrt(rng.uniform(1, 2, rows)) * rng.normal(size=rows)


def additive(mechanism: Mechanism, rng: np.random.Generator, rows: int) -> Columns:
    """Draw ``Y = f(X) + 0.2 E``, the noise added whatever the cause: AN and AN-s.

    Parameters
    ----------
    mechanism
        Draws f.
    rng
        The generator.
    rows
        Number of rows.

    Returns
    -------
    Columns
        The cause and the effect.
    """
    x = mixed_noise(rng, rows)
    return x, mechanism(x, rng) + 0.2 * mixed_noise(rng, rows)


def location_scale(mechanism: Mechanism, rng: np.random.Generator, rows: int) -> Columns:
    """Draw ``Y = f(X) + 0.2 (f(X) - min f) E``, the noise growing with f: LS and LS-s.

    Parameters
    ----------
    mechanism
        Draws f.
    rng
        The generator.
    rows
        Number of rows.

    Returns
    -------
    Columns
        The cause and the effect.
    """
    x = mixed_noise(rng, rows)
    f = mechanism(x, rng)
    return x, f + (f - f.min()) * 0.2 * mixed_noise(rng, rows)


def multiplicative(rng: np.random.Generator, rows: int) -> Columns:
    """Draw ``Y = f(X)·U``, f a sigmoid and U uniform on [0, 1]: MN-U.

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
    x = mixed_noise(rng, rows)
    return x, sigmoid(x, rng) * rng.uniform(size=rows)
