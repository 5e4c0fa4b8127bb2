"""Simulators of pairs that are more than two columns of independent rows: vectors and series."""

from __future__ import annotations

import numpy as np

from vcei.arrays import Floats
from vcei.data.simulate.process import draw_process, standard
from vcei.data.simulate.published import Columns, sigmoid
from vcei.data.simulate.scalar import random_cause

WARM_UP = 100


def vector(rng: np.random.Generator, rows: int) -> Columns:
    """Draw ``Y_j = f_j(X) + s E_j`` for a cause in three and an effect in two dimensions.

    The coordinates of X are mixtures of three random distributions, f_j are Gaussian processes of
    all of X with length scale two, E_j is normal and s uniform on [0.1, 0.5].

    Parameters
    ----------
    rng
        The generator.
    rows
        Number of rows.

    Returns
    -------
    Columns
        The cause, (n, 3), and the effect, (n, 2).
    """
    sources = np.stack([random_cause(rng, rows) for _ in range(3)], axis=1)
    x = sources @ rng.normal(size=(3, 3))
    level = rng.uniform(0.1, 0.5)
    inputs = [standard(column) for column in x.T]
    effects = [
        standard(draw_process(inputs, [2.0] * 3, rng)) + level * rng.normal(size=rows)
        for _ in range(2)
    ]
    return x, np.stack(effects, axis=1)


def time_series(rng: np.random.Generator, rows: int) -> Columns:
    """Draw ``X_t = a X_{t-1} + E_t``, ``Y_t = b Y_{t-1} + f(X_{t-k}) + s E'_t``, rows in time.

    a and b are uniform on [0.2, 0.8], the lag k is 1, 2 or 3, f is the sigmoid of
    :func:`~vcei.data.simulate.published.sigmoid`, E and E' are Laplace and s is uniform on
    [0.1, 0.5]. The first 100 steps are thrown away.

    Parameters
    ----------
    rng
        The generator.
    rows
        Number of rows.

    Returns
    -------
    Columns
        The driving and the driven series.
    """
    a, b, level = rng.uniform(0.2, 0.8), rng.uniform(0.2, 0.8), rng.uniform(0.1, 0.5)
    lag, steps = rng.integers(1, 4), rows + WARM_UP
    x = _autoregression(a, rng.laplace(size=steps))
    driven = np.concatenate([np.zeros(lag), sigmoid(x, rng)[:-lag]])
    y = _autoregression(b, driven + level * rng.laplace(size=steps))
    return x[WARM_UP:], y[WARM_UP:]


def _autoregression(memory: float, inputs: Floats) -> Floats:
    """Return ``v_t = memory·v_{t-1} + inputs_t``, from zero."""
    from scipy.signal import lfilter

    return np.asarray(lfilter([1.0], [1.0, -memory], inputs))
