r"""Exact Gaussian-process regression with weights, hyperparameters by marginal likelihood.

The model is ``y_i = f(x_i) + ε_i``, f a zero-mean process with kernel ``s² exp(-d²/(2 l²))`` and
noise variance ``σ²/w_i``. A weight counts observations, w_i = N α_i under a variation α: a row of
weight two is two rows with the same values, a row of weight zero is not there, exactly. With
S = diag(√w) on the rows of positive weight, P of them,

    log p(y) = log N(Sy; 0, s² S R S + σ² I) - (Σw - P)/2 · log(2πσ²)

where R holds the correlations; the last term is what w_i repetitions of a row add.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vcei.arrays import Floats, as_points
from vcei.kernels import Gaussian
from vcei.kernels.base import squared_distances
from vcei.mechanisms.protocol import Fitted, check_counts

FINEST_NOISE = 1e-6
"""Smallest noise variance, in units of the mean square of the effect: keeps factors sound."""


@dataclass(frozen=True)
class GaussianProcess:
    """Exact Gaussian-process regression with a squared exponential kernel.

    Attributes
    ----------
    share_hyperparameters : bool
        Whether the fit under a variation keeps the hyperparameters of the fit before it, or
        finds its own by marginal likelihood.
    """

    share_hyperparameters: bool = False

    def fit(
        self,
        cause: Floats,
        effect: Floats,
        weights: Floats | None = None,
        *,
        rng: np.random.Generator | None = None,  # noqa: ARG002
        before: Fitted | None = None,
    ) -> Posterior:
        """Condition the process on a weighted sample.

        Paper: Train under weights.

        Parameters
        ----------
        cause
            Inputs, (n, d) or (n,).
        effect
            Outputs, (n,).
        weights
            How many observations each row stands for, or None.
        rng
            Not used.
        before
            The fit whose hyperparameters are kept, if they are shared.

        Returns
        -------
        Posterior
            The posterior process.
        """
        points, y = as_points(cause), np.asarray(effect, dtype=np.float64)
        counts = check_counts(weights, len(y))
        there = counts > 0
        sample = _Sample(points[there], y[there], counts[there])
        if self.share_hyperparameters and isinstance(before, Posterior):
            theta = before.theta
        else:
            theta = _most_likely(sample)
        return Posterior.condition(sample, theta)


@dataclass(frozen=True)
class Posterior:
    """A Gaussian process conditioned on data.

    Attributes
    ----------
    length_scale : float
        l, in the unit of the cause.
    signal : float
        s², the variance of the process.
    noise : float
        σ², the variance of the noise of one observation.
    log_likelihood : float
        The log marginal likelihood reached.
    inputs : Floats
        The causes conditioned on, (P, d).
    coefficients : Floats
        c with mean f(x) = k(x, inputs) c, (P,).
    inverse : Floats
        (k + diag(σ²/w))⁻¹, (P, P).
    """

    length_scale: float
    signal: float
    noise: float
    log_likelihood: float
    inputs: Floats
    coefficients: Floats
    inverse: Floats

    @classmethod
    def condition(cls, sample: _Sample, theta: Floats) -> Posterior:
        """Condition the process with hyperparameters (log l, log s², log σ²) on a sample."""
        length, signal, noise = np.exp(theta)
        value, _, solved, inverse = sample.evidence(theta)
        root = np.sqrt(sample.counts)
        return cls(
            length_scale=float(length),
            signal=float(signal),
            noise=float(noise),
            log_likelihood=value,
            inputs=sample.points,
            coefficients=root * solved,
            inverse=root[:, None] * inverse * root,
        )

    @property
    def theta(self) -> Floats:
        """The hyperparameters as (log l, log s², log σ²)."""
        return np.log([self.length_scale, self.signal, self.noise])

    @property
    def hyperparameters(self) -> Mapping[str, float]:
        """Length scale, signal and noise variance, and the log likelihood."""
        return {
            "length_scale": self.length_scale,
            "signal": self.signal,
            "noise": self.noise,
            "log_likelihood": self.log_likelihood,
        }

    def predict(self, cause: Floats) -> Floats:
        """Return the posterior mean at new causes.

        Parameters
        ----------
        cause
            Inputs, (m, d) or (m,).

        Returns
        -------
        Floats
            The mean, (m,).
        """
        return np.asarray(self._covariance(cause) @ self.coefficients)

    def variance(self, cause: Floats) -> Floats:
        """Return the posterior variance of the noise-free function at new causes.

        Parameters
        ----------
        cause
            Inputs, (m, d) or (m,).

        Returns
        -------
        Floats
            The variance, (m,).
        """
        across = self._covariance(cause)
        explained = np.einsum("ij,jk,ik->i", across, self.inverse, across, optimize=True)
        return np.maximum(self.signal - explained, 0.0)

    def _covariance(self, cause: Floats) -> Floats:
        return np.asarray(self.signal * Gaussian(self.length_scale)(cause, self.inputs))


@dataclass(frozen=True)
class _Sample:
    """Rows of positive weight, with what the evidence needs of them."""

    points: Floats
    effect: Floats
    counts: Floats

    def evidence(self, theta: Floats) -> tuple[float, Floats, Floats, Floats]:
        """Return log p(y), its gradient in theta, C⁻¹Sy and C⁻¹ for C = s² S R S + σ² I."""
        from scipy.linalg import lapack

        length, signal, noise = np.exp(theta)
        root, total, rows = np.sqrt(self.counts), self.counts.sum(), len(self.effect)
        squares = squared_distances(self.points, self.points) / length**2
        explained = signal * (root[:, None] * np.exp(-0.5 * squares) * root)
        lower, info = lapack.dpotrf(explained + noise * np.eye(rows), lower=1)
        if info != 0:
            return -np.inf, np.zeros(3), np.zeros(rows), np.eye(rows)
        inverse = lapack.dpotri(lower, lower=1)[0]
        inverse = np.tril(inverse) + np.tril(inverse, -1).T
        target = root * self.effect
        solved = inverse @ target
        repeats = total - rows
        value = -0.5 * (
            target @ solved
            + 2.0 * np.log(np.diag(lower)).sum()
            + rows * np.log(2 * np.pi)
            + repeats * np.log(2 * np.pi * noise)
        )
        # d log p / dθ = ½ tr((C⁻¹Sy (C⁻¹Sy)' - C⁻¹) dC/dθ)
        pull = np.outer(solved, solved) - inverse
        gradient = 0.5 * np.array(
            [
                np.sum(pull * explained * squares),
                np.sum(pull * explained),
                noise * np.trace(pull) - repeats,
            ]
        )
        return float(value), gradient, solved, inverse

    def scales(self) -> tuple[float, float]:
        """Return the spread of the causes and the mean square of the effects, never zero."""
        share = self.counts / self.counts.sum()
        spread = np.sqrt(share @ ((self.points - share @ self.points) ** 2).mean(axis=1))
        square = share @ self.effect**2
        return float(spread) or 1.0, float(square) or 1.0


def _most_likely(sample: _Sample) -> Floats:
    """Climb the evidence from one start, in units of the data, between wide bounds."""
    from scipy.optimize import minimize

    spread, square = sample.scales()
    unit = np.log([spread, square, square])
    bounds = np.log([[1e-2, 1e2], [1e-3, 1e3], [FINEST_NOISE, 1e1]])

    def cost(theta: Floats) -> tuple[float, Floats]:
        value, gradient, _, _ = sample.evidence(theta + unit)
        return -value, -gradient

    found = minimize(
        cost,
        np.log([0.5, 1.0, 0.1]),
        jac=True,
        method="L-BFGS-B",
        bounds=bounds,
        options={"ftol": 1e-13, "gtol": 1e-7, "maxiter": 200},
    )
    return np.asarray(found.x + unit)
