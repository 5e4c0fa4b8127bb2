"""Pairs as nature and society give them: few bends, much noise, positive or bounded, rounded.

Nothing here was taken from a collection of real pairs. Textbooks of the natural and social
sciences are full of proportionality, power laws, saturation, thresholds and optima, of quantities
that cannot be negative, and of noise in proportion to what is measured.
"""

from __future__ import annotations

import numpy as np

from vcei.arrays import Floats
from vcei.data.simulate.process import standard
from vcei.data.simulate.published import Columns


def natural(rng: np.random.Generator, rows: int) -> Columns:
    """Draw ``Y = f(X)`` with noise that is added, multiplies, or both; columns may be rounded.

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
    x = _quantity(rng, rows)
    f = _law(x, rng)
    y = _noisy(f, rng)
    return _rounded(x, rng), _rounded(y, rng)


def _quantity(rng: np.random.Generator, rows: int) -> Floats:
    """Draw a quantity: anything positive, bounded on both sides, or around a mean."""
    kind = rng.integers(5)
    if kind == 0:
        return rng.uniform(size=rows)
    if kind == 1:
        return rng.lognormal(sigma=rng.uniform(0.2, 1.2), size=rows)
    if kind == 2:
        return rng.gamma(rng.uniform(1, 6), size=rows)
    if kind == 3:
        return rng.beta(rng.uniform(0.7, 4), rng.uniform(0.7, 4), size=rows)
    parts = rng.integers(1, 4)
    return rng.normal(0, 2.0, parts)[rng.integers(parts, size=rows)] + rng.normal(size=rows)


def _law(x: Floats, rng: np.random.Generator) -> Floats:
    """Draw a law with few bends, standardised."""
    unit = (x - x.min()) / np.ptp(x) + 0.02
    kind = rng.integers(6)
    if kind == 0:
        f = unit
    elif kind == 1:
        f = unit ** float(np.exp(rng.uniform(-1.2, 1.2)))
    elif kind == 2:
        f = -np.exp(-unit * rng.uniform(1, 8))
    elif kind == 3:
        f = np.tanh(rng.uniform(2, 10) * (unit - rng.uniform(0.2, 0.8)))
    elif kind == 4:
        f = -((unit - rng.uniform(-0.2, 1.2)) ** 2)
    else:
        f = np.sin(2 * np.pi * (rng.uniform(0.3, 1.5) * unit + rng.random()))
    return standard(f) * rng.choice([-1.0, 1.0])


def _noisy(f: Floats, rng: np.random.Generator) -> Floats:
    """Add noise of a fifth of the signal up to twice it, the same everywhere or in proportion."""
    level = float(np.exp(rng.uniform(np.log(0.2), np.log(2.0))))
    tails = rng.choice([4.0, 8.0, 100.0])
    noise = level * rng.standard_t(tails, len(f))
    kind = rng.integers(4)
    if kind == 0:
        return f + noise
    rise = f - f.min() + rng.uniform(0.1, 1)
    if kind == 1:
        return rise * np.exp(0.5 * noise)
    if kind == 2:
        return f + noise * rise / rise.mean()
    return np.exp(rng.uniform(0.2, 0.8) * (f + noise))


def _rounded(values: Floats, rng: np.random.Generator) -> Floats:
    """Leave a column as it is, or round it to whole steps: a few of them or many."""
    if rng.random() < 0.5:
        return values
    low, high = np.quantile(values, [0.02, 0.98])
    step = (high - low) / np.exp(rng.uniform(np.log(8), np.log(300)))
    return np.round(values / step) * step
