r"""The cost of explaining an effect by its cause and a latent noise, for many pairs at once.

The model is ``y_i = f(x_i, e_i)``, ``e_i ~ N(0, 1)``, f a zero-mean Gaussian process with
covariance ``S_ij = s² exp(-(x_i - x_j)²/(2 l²) - (e_i - e_j)²/(2 r²))``. With ``K = S + j I``,
``α = K⁻¹ y`` and the slope of the posterior mean in the noise

    d_i = ∂E[f]/∂e (x_i, e_i) = ((S (e∘α))_i - e_i (S α)_i) / r²

the cost of the unknowns (log s, log l, log r, e_1 ... e_n) is minus the logarithm of the density of
y given x, by the change of variables from e to y:

    ½ yᵀα + ½ log|K| + ½ Σ e_i² + n log 2π + Σ g(d_i) - Σ log Gamma(s, l, r; 30, ½)

where g is a smooth ``log|d|``, ``L(d) = ½ log((d - ε)² + ε)``, plus a barrier
``b (L(d) - ½ log ε)`` where d < ε, which keeps f increasing in e.

Source: Mooij, Stegle, Janzing, Zhang, Schölkopf: Probabilistic latent variable models for
distinguishing between cause and effect, NIPS 2010.
"""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass, replace
from functools import reduce

from vcei.arrays import Array, namespace
from vcei.peers.inverse_factor import inverse_factor, times, times_inverse

JITTER = 1e-5
"""Variance added to the diagonal of S."""

SMOOTHING = 1e-3
"""ε: how far from zero a slope must be for g to be its logarithm."""

SHAPE, SCALE = 30.0, 0.5
"""Of the Gamma priors of s, l and r."""

WIDEST = math.log(100.0)
"""Largest log s: beyond it S + j I is no longer positive definite in double precision."""

FARTHEST = 50.0
"""Largest size of any other unknown."""


@dataclass(frozen=True)
class LatentNoise:
    """The cost of a batch of problems, all of the same number of rows.

    Attributes
    ----------
    x : Array
        Causes, standardised, (problems, n).
    y : Array
        Effects, standardised, (problems, n).
    barrier : float
        b, the weight of the barrier.
    priors : bool
        Whether s, l and r have Gamma priors; else theirs are flat.
    """

    x: Array
    y: Array
    barrier: float = 100.0
    priors: bool = True

    def take(self, which: Array) -> LatentNoise:
        """Return the cost of some of the problems.

        Parameters
        ----------
        which
            Their indices, (some,).

        Returns
        -------
        LatentNoise
            The cost of those.
        """
        xp = namespace(self.x)
        return replace(self, x=xp.take(self.x, which, axis=0), y=xp.take(self.y, which, axis=0))

    def __call__(self, unknowns: Array) -> tuple[Array, Array]:
        """Return cost and gradient.

        Parameters
        ----------
        unknowns
            (log s, log l, log r, e_1 ... e_n) of each problem, (problems, 3 + n).

        Returns
        -------
        tuple[Array, Array]
            Costs, (problems,), infinite out of bounds; gradients, (problems, 3 + n).
        """
        xp = namespace(unknowns)
        within = xp.all(xp.abs(unknowns) < FARTHEST, axis=-1) & (unknowns[:, 0] < WIDEST)
        unknowns = xp.where(within[:, None], unknowns, xp.zeros_like(unknowns))
        cost, gradient = self._inside(unknowns)
        return xp.where(within, cost, xp.full_like(cost, xp.inf)), gradient

    def _inside(self, unknowns: Array) -> tuple[Array, Array]:
        xp = namespace(unknowns)
        y, e = self.y, unknowns[:, 3:]
        size, length, reach = (xp.exp(unknowns[:, i : i + 1]) for i in range(3))
        inputs = xp.stack([self.x / length, e / reach], axis=-1)
        covariance = unit_covariance(inputs) * (size**2)[..., None]
        factor = inverse_factor(with_diagonal(covariance, JITTER))
        alpha = times_inverse(factor, y)
        smooth = y - JITTER * alpha  # S α
        slope = (times(covariance, e * alpha) - e * smooth) / reach**2
        height, rise = self._log_slope(slope)
        cost = xp.sum(0.5 * (y * alpha + e**2) + height + math.log(2.0 * math.pi), axis=-1)
        cost = cost - xp.sum(xp.log(xp.linalg.diagonal(factor)), axis=-1)

        # backwards: the slopes by α and e, α by S, then S by everything
        pull = rise / reach**2
        spread = times(covariance, pull)
        adjoint = e * spread - times(covariance, e * pull)
        adjoint = times_inverse(factor, adjoint)
        left = xp.stack([-0.5 * alpha - adjoint - e * pull, pull], axis=-1)
        right = xp.stack([alpha, e * alpha], axis=-1)
        outer = left @ right.mT
        by_entry = (factor.mT @ factor + outer + outer.mT) * covariance  # twice dC/dS ∘ S
        total, moved = xp.sum(by_entry, axis=-1), by_entry @ inputs
        away = inputs * total[..., None] - moved
        by_noise = e + alpha * spread - pull * smooth - away[..., 1] / reach
        by_scale = xp.sum(inputs * away, axis=-2)
        by_reach = by_scale[:, 1] - 2.0 * xp.sum(rise * slope, axis=-1)
        by_scales = xp.stack([xp.sum(total, axis=-1), by_scale[:, 0], by_reach], axis=-1)
        if self.priors:
            scales = unknowns[:, :3]
            cost = cost + xp.sum(_minus_log_gamma(scales), axis=-1)
            by_scales = by_scales + xp.exp(scales) / SCALE - (SHAPE - 1.0)
        return cost, xp.concat([by_scales, by_noise], axis=-1)

    def _log_slope(self, slope: Array) -> tuple[Array, Array]:
        """Return g and its derivative."""
        xp = namespace(slope)
        over = slope - SMOOTHING
        square = over**2 + SMOOTHING
        height = 0.5 * xp.log(square)
        falling = xp.astype(over < 0, slope.dtype) * self.barrier
        penalty = falling * (height - 0.5 * math.log(SMOOTHING))
        return height + penalty, (1.0 + falling) * over / square


def unit_covariance(inputs: Array) -> Array:
    """Return ``exp(-d²/2)``, by differences: no cancellation.

    Parameters
    ----------
    inputs
        Points, (..., n, d).

    Returns
    -------
    Array
        (..., n, n).
    """
    xp = namespace(inputs)
    inputs = inputs * math.sqrt(0.5)
    squares = (
        (inputs[..., :, None, i] - inputs[..., None, :, i]) ** 2 for i in range(inputs.shape[-1])
    )
    return xp.exp(-reduce(operator.add, squares))


def with_diagonal(covariance: Array, variance: Array | float) -> Array:
    """Return ``S + v I``.

    Parameters
    ----------
    covariance
        S, (..., n, n).
    variance
        v, a number or (..., 1, 1).

    Returns
    -------
    Array
        The sums, (..., n, n).
    """
    xp = namespace(covariance)
    eye = xp.eye(covariance.shape[-1], dtype=covariance.dtype, device=covariance.device)
    return covariance + variance * eye


def _minus_log_gamma(log_values: Array) -> Array:
    """Return -log Gamma(v; SHAPE, SCALE), given log v."""
    xp = namespace(log_values)
    constant = math.lgamma(SHAPE) + SHAPE * math.log(SCALE)
    return xp.exp(log_values) / SCALE - (SHAPE - 1.0) * log_values + constant
