r"""Ordinary regression by a Gaussian process, for many pairs at once: where GPI begins.

``y = f(x) + noise`` with covariance ``C = s² exp(-(x_i - x_j)²/(2 l²)) + σ² I``, whose log s, log l
and log σ minimise ``½ yᵀC⁻¹y + ½ log|C|``. What it leaves over is ``y - E[f] = σ² C⁻¹ y``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from vcei.arrays import Array, namespace
from vcei.peers.descent import Descent
from vcei.peers.inverse_factor import inverse_factor, times_inverse
from vcei.peers.latent_noise import unit_covariance, with_diagonal

START = (0.0, math.log(0.4), math.log(0.2))
"""Where log s, log l and log σ begin."""

FARTHEST = 20.0
"""Largest size of an unknown."""

CLEAREST = math.log(1e4)
"""Largest log s - log σ: beyond it C may not be positive definite in double precision."""

DESCENT = Descent(rounds=100, tolerance=1e-7)


@dataclass(frozen=True)
class Smooth:
    """The cost of ordinary regressions of y on x.

    Attributes
    ----------
    x : Array
        Inputs, standardised, (problems, n).
    y : Array
        Outputs, standardised, (problems, n).
    """

    x: Array
    y: Array

    def take(self, which: Array) -> Smooth:
        """Return the cost of some of the problems.

        Parameters
        ----------
        which
            Their indices, (some,).

        Returns
        -------
        Smooth
            The cost of those.
        """
        xp = namespace(self.x)
        return replace(self, x=xp.take(self.x, which, axis=0), y=xp.take(self.y, which, axis=0))

    def __call__(self, unknowns: Array) -> tuple[Array, Array]:
        """Return cost and gradient.

        Parameters
        ----------
        unknowns
            (log s, log l, log σ) of each problem, (problems, 3).

        Returns
        -------
        tuple[Array, Array]
            Costs, (problems,), infinite out of bounds; gradients, (problems, 3).
        """
        xp = namespace(unknowns)
        within = xp.all(xp.abs(unknowns) < FARTHEST, axis=-1)
        within = within & (unknowns[:, 0] - unknowns[:, 2] < CLEAREST)
        unknowns = xp.where(within[:, None], unknowns, 0.0)
        signal, inputs, noise = self.parts(unknowns)
        factor = inverse_factor(with_diagonal(signal, noise[:, None, None]))
        alpha = times_inverse(factor, self.y)
        cost = 0.5 * xp.sum(self.y * alpha, axis=-1)
        cost = cost - xp.sum(xp.log(xp.linalg.diagonal(factor)), axis=-1)
        by_entry = (factor.mT @ factor - alpha[..., :, None] * alpha[..., None, :]) * signal
        total, moved = xp.sum(by_entry, axis=-1), (by_entry @ inputs[..., None])[..., 0]
        by_signal = xp.sum(total, axis=-1)
        by_length = xp.sum(inputs * (inputs * total - moved), axis=-1)
        trace = xp.sum(factor * factor, axis=(-2, -1)) - xp.sum(alpha * alpha, axis=-1)
        gradient = xp.stack([by_signal, by_length, noise * trace], axis=-1)
        return xp.where(within, cost, xp.inf), gradient

    def parts(self, unknowns: Array) -> tuple[Array, Array, Array]:
        """Return the covariance of f, the inputs in units of l, and σ².

        Parameters
        ----------
        unknowns
            (log s, log l, log σ) of each problem, (problems, 3).

        Returns
        -------
        tuple[Array, Array, Array]
            (problems, n, n), (problems, n) and (problems,).
        """
        xp = namespace(unknowns)
        inputs = self.x / xp.exp(unknowns[:, 1:2])
        signal = unit_covariance(inputs[..., None]) * xp.exp(2.0 * unknowns[:, 0])[:, None, None]
        return signal, inputs, xp.exp(2.0 * unknowns[:, 2])


def residuals(x: Array, y: Array) -> Array:
    """Return what smooth functions of x leave over of y, in units of its standard deviation.

    Parameters
    ----------
    x
        Inputs, standardised, (problems, n).
    y
        Outputs, standardised, (problems, n).

    Returns
    -------
    Array
        Mean zero and variance one, (problems, n).
    """
    xp = namespace(x)
    smooth = Smooth(x, y)
    start = xp.stack([xp.full_like(x[:, 0], value) for value in START], axis=-1)
    signal, _, noise = smooth.parts(DESCENT(smooth, start).point)
    left = times_inverse(inverse_factor(with_diagonal(signal, noise[:, None, None])), y)
    left = left - xp.mean(left, axis=-1, keepdims=True)
    return left / xp.std(left, axis=-1, correction=1, keepdims=True)
