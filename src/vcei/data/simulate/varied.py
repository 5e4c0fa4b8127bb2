"""A wide family of pairs: any cause, any mechanism, any noise, measured in any way.

The published generators agree on much, such as a thousand rows of smooth curves. What is chosen on
pairs shall also serve on pairs of other kinds; these draw every part anew from a list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from vcei.arrays import Floats
from vcei.data.simulate.process import draw_process, random_increasing, standard
from vcei.data.simulate.published import Columns, sigmoid
from vcei.data.simulate.scalar import random_cause

T = TypeVar("T")

Draw = Callable[[np.random.Generator, int], Floats]


def varied(rng: np.random.Generator, rows: int) -> Columns:
    """Draw ``Y = h(X, E)``, with cause, noise and h from lists, and both measured in some way.

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
    x = standard(_one_of(CAUSES, rng)(rng, rows))
    noise = standard(_one_of(NOISES, rng)(rng, rows))
    y = standard(_one_of(MECHANISMS, rng)(x, noise, rng))
    return _measured(x, rng), _measured(y, rng)


def mixture(rng: np.random.Generator, rows: int) -> Floats:
    """Draw from a mixture of one to five normal distributions."""
    parts = rng.integers(1, 6)
    which = rng.choice(parts, size=rows, p=rng.dirichlet(np.full(parts, 2.0)))
    return rng.normal(0, 2, parts)[which] + rng.uniform(0.2, 1.5, parts)[which] * rng.normal(
        size=rows
    )


def additive_curve(x: Floats, noise: Floats, rng: np.random.Generator) -> Floats:
    """Draw ``f(X) + s E``."""
    return curve(x, rng) + _level(rng) * noise


def scaled_curve(x: Floats, noise: Floats, rng: np.random.Generator) -> Floats:
    """Draw ``f(X) + s exp(g(X)) E``."""
    return curve(x, rng) + _level(rng) * np.exp(0.5 * curve(x, rng)) * noise


def multiplied_curve(x: Floats, noise: Floats, rng: np.random.Generator) -> Floats:
    """Draw ``(f(X) - min f) exp(s E)``."""
    f = curve(x, rng)
    return (f - f.min()) * np.exp(_level(rng) * noise)


def bent_curve(x: Floats, noise: Floats, rng: np.random.Generator) -> Floats:
    """Draw ``g(f(X) + s E)``, g increasing."""
    return random_increasing(standard(additive_curve(x, noise, rng)), rng.gamma(5, 0.2), rng)


def inner_noise(x: Floats, noise: Floats, rng: np.random.Generator) -> Floats:
    """Draw ``f(X + s E) + s' E'``: noise on the way in, and on the way out."""
    later = rng.permutation(noise)
    return curve(standard(x + _level(rng) * noise), rng) + 0.5 * _level(rng) * later


def joint_process(x: Floats, noise: Floats, rng: np.random.Generator) -> Floats:
    """Draw ``f(X, E)``, f a Gaussian process of two inputs."""
    return draw_process([x, noise], [rng.gamma(2, 1.5), rng.gamma(2, 5)], rng)


def network(x: Floats, noise: Floats, rng: np.random.Generator) -> Floats:
    """Draw a random network of X and E with one hidden layer."""
    hidden = 20
    into = rng.normal(0, [[1.0], [_level(rng)]], (2, hidden))
    inner = np.tanh(np.stack([x, noise], axis=1) @ into + rng.normal(size=hidden))
    return np.asarray(inner @ rng.normal(size=hidden))


def curve(x: Floats, rng: np.random.Generator) -> Floats:
    """Draw ``f(x)``, standardised: wavy, increasing, a polynomial or a sigmoid."""
    kind = rng.integers(4)
    if kind == 0:
        f = draw_process([x], [rng.gamma(4, 0.4)], rng)
    elif kind == 1:
        f = random_increasing(x, rng.gamma(5, 0.3), rng) * rng.choice([-1.0, 1.0])
    elif kind == 2:
        f = np.polynomial.Polynomial(rng.normal(0, [1, 1, 0.5, 0.2]))(x)
    else:
        f = sigmoid(x, rng)
    return standard(f)


def _skewed(rng: np.random.Generator, rows: int) -> Floats:
    return rng.gamma(rng.uniform(0.5, 5), size=rows) * rng.choice([-1.0, 1.0])


def _normal(rng: np.random.Generator, rows: int) -> Floats:
    return rng.normal(size=rows)


def _even(rng: np.random.Generator, rows: int) -> Floats:
    return rng.uniform(size=rows)


def _heavy(rng: np.random.Generator, rows: int) -> Floats:
    return rng.standard_t(rng.uniform(3, 8), size=rows)


CAUSES: tuple[Draw, ...] = (mixture, _even, _skewed, random_cause, _normal)
NOISES: tuple[Draw, ...] = (_normal, _normal, _heavy, _even, _skewed, mixture)
MECHANISMS = (
    additive_curve,
    scaled_curve,
    multiplied_curve,
    bent_curve,
    inner_noise,
    joint_process,
    network,
)


def _one_of(kinds: Sequence[T], rng: np.random.Generator) -> T:
    return kinds[int(rng.integers(len(kinds)))]


def _level(rng: np.random.Generator) -> float:
    """Draw the size of a noise, from a twentieth of the signal to all of it."""
    return float(np.exp(rng.uniform(np.log(0.05), 0.0)))


def _measured(values: Floats, rng: np.random.Generator) -> Floats:
    """Measure a column: exactly, with noise, or rounded to some steps."""
    way = rng.integers(4)
    if way == 0:
        return values + rng.uniform(0.02, 0.2) * rng.normal(size=len(values))
    if way == 1:
        step = np.ptp(values) / rng.integers(15, 200)
        return np.round(values / step) * step
    return values
