"""Simulators beyond the published collections: pairs of numbers, with and without an answer."""

from __future__ import annotations

import numpy as np

from vcei.arrays import Floats
from vcei.data.simulate.process import random_density, random_increasing, standard
from vcei.data.simulate.published import Columns, smooth

MOST_LEVELS = 8


def post_nonlinear(rng: np.random.Generator, rows: int) -> Columns:
    """Draw ``Y = g(f(X) + s E)``, g increasing: a sensor that bends what it measures.

    Zhang and Hyvärinen, UAI, 2009. X has a random distribution, f is a Gaussian process, g a
    random increasing function, E normal and s uniform on [0.1, 0.5].

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
    x = random_cause(rng, rows)
    return x, standard(random_increasing(_noisy(x, rng), rng.gamma(5, 0.2), rng))


def linear_non_gaussian(rng: np.random.Generator, rows: int) -> Columns:
    """Draw ``Y = b X + E``, cause and noise far from normal.

    Shimizu et al., JMLR 7, 2006. X and E are each uniform, Laplace or exponential, of variance
    one; b is uniform on [0.5, 2] with a random sign.

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
    x, noise = _not_normal(rng, rows), _not_normal(rng, rows)
    return x, _slope(rng) * x + noise


def linear_gaussian(rng: np.random.Generator, rows: int) -> Columns:
    """Draw ``Y = b X + E``, cause and noise normal: nothing tells the direction.

    The joint distribution is normal, and every normal distribution is a linear model with normal
    noise in both directions; b is as in :func:`linear_non_gaussian`.

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
    x = rng.normal(size=rows)
    return x, _slope(rng) * x + rng.normal(size=rows)


def independent(rng: np.random.Generator, rows: int) -> Columns:
    """Draw X and Y apart, each from a random distribution: no link at all.

    Parameters
    ----------
    rng
        The generator.
    rows
        Number of rows.

    Returns
    -------
    Columns
        Two columns, neither the cause of the other.
    """
    return random_cause(rng, rows), random_cause(rng, rows)


def confounded(rng: np.random.Generator, rows: int) -> Columns:
    """Draw ``X = f(Z) + s E`` and ``Y = g(Z) + s' E'``: a common cause, no direct link.

    Z has a random distribution and is not shown; f and g are Gaussian processes, E and E' normal,
    s and s' uniform on [0.1, 0.5].

    Parameters
    ----------
    rng
        The generator.
    rows
        Number of rows.

    Returns
    -------
    Columns
        Two columns, neither the cause of the other.
    """
    z = random_cause(rng, rows)
    return _noisy(z, rng), _noisy(z, rng)


def discrete_cause(rng: np.random.Generator, rows: int) -> Columns:
    """Draw ``Y = f(X) + s E``, X one of a few levels and Y continuous.

    X has 3 to 8 levels with random probabilities, f(level) and E are normal and s is uniform on
    [0.1, 0.5].

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
    x = _levels(rng, rows)
    effects = rng.normal(size=MOST_LEVELS)
    return x, effects[x.astype(int)] + rng.uniform(0.1, 0.5) * rng.normal(size=rows)


def discrete_effect(rng: np.random.Generator, rows: int) -> Columns:
    """Draw ``Y = level of f(X) + s E``, X continuous and Y one of a few levels.

    X has a random distribution, f is a Gaussian process, E normal and s uniform on [0.1, 0.5]. One
    to seven thresholds, at random quantiles from 10 to 90 %, cut the line into levels, which are
    numbered at random.

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
    x = random_cause(rng, rows)
    hidden = _noisy(x, rng)
    levels = int(rng.integers(2, MOST_LEVELS + 1))
    thresholds = np.quantile(hidden, np.sort(rng.uniform(0.1, 0.9, levels - 1)))
    names = rng.permutation(levels)
    return x, names[np.searchsorted(thresholds, hidden)].astype(np.float64)


def discrete_both(rng: np.random.Generator, rows: int) -> Columns:
    """Draw ``Y = f(X) + N`` in whole numbers.

    Peters, Janzing and Schölkopf, IEEE TPAMI 33, 2011. X has 3 to 8 levels, f sends them to
    different numbers from 0 to 7, and N takes -1, 0 and 1; all probabilities are random.

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
    x = _levels(rng, rows)
    effects = rng.permutation(MOST_LEVELS)
    noise = rng.choice([-1, 0, 1], size=rows, p=rng.dirichlet(np.full(3, 2.0)))
    return x, (effects[x.astype(int)] + noise).astype(np.float64)


def random_cause(rng: np.random.Generator, rows: int) -> Floats:
    """Draw a cause from a random distribution, wild or calm as in SIM."""
    return random_density(rows, rng.gamma(5, 0.1), rng)


def _noisy(x: Floats, rng: np.random.Generator) -> Floats:
    """Draw ``f(x) + s E``, f a standardised Gaussian process, s uniform on [0.1, 0.5]."""
    noise = rng.uniform(0.1, 0.5) * rng.normal(size=len(x))
    return standard(smooth(x, rng)) + noise


def _slope(rng: np.random.Generator) -> float:
    return float(rng.uniform(0.5, 2) * rng.choice([-1.0, 1.0]))


def _not_normal(rng: np.random.Generator, rows: int) -> Floats:
    root = np.sqrt(3.0)
    kinds = {
        "uniform": lambda: rng.uniform(-root, root, rows),
        "laplace": lambda: rng.laplace(scale=np.sqrt(0.5), size=rows),
        "exponential": lambda: rng.exponential(size=rows) - 1,
    }
    return np.asarray(kinds[str(rng.choice(list(kinds)))]())


def _levels(rng: np.random.Generator, rows: int) -> Floats:
    levels = rng.integers(3, MOST_LEVELS + 1)
    x = rng.choice(levels, size=rows, p=rng.dirichlet(np.full(levels, 2.0)))
    return x.astype(np.float64)
