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
from functools import cached_property

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
            The fit whose hyperparameters are kept, if they are shared, or searched from.

        Returns
        -------
        Posterior
            The posterior process.
        """
        points, y = as_points(cause), np.asarray(effect, dtype=np.float64)
        counts = check_counts(weights, len(y))
        there = counts > 0
        sample = _Sample(points[there], y[there], counts[there])
        known = before.theta if isinstance(before, Posterior) else None
        if self.share_hyperparameters and known is not None:
            return Posterior.condition(sample, known)
        return Posterior.condition(sample, _most_likely(sample, known))


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
    whitening : Floats
        W with W'W = (k + diag(σ²/w))⁻¹, (P, P).
    """

    length_scale: float
    signal: float
    noise: float
    log_likelihood: float
    inputs: Floats
    coefficients: Floats
    whitening: Floats

    @classmethod
    def condition(cls, sample: _Sample, theta: Floats) -> Posterior:
        """Condition the process with hyperparameters (log l, log s², log σ²) on a sample."""
        from scipy.linalg import cho_solve

        length, signal, noise = np.exp(theta)
        root = np.sqrt(sample.counts)
        lower = sample.covariance(theta)[1]
        return cls(
            length_scale=float(length),
            signal=float(signal),
            noise=float(noise),
            log_likelihood=sample.evidence(theta)[0],
            inputs=sample.points,
            coefficients=root * cho_solve((lower, True), root * sample.effect),
            whitening=np.asarray(np.linalg.inv(np.tril(lower)) * root, dtype=np.float64),
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
        explained = self._covariance(cause) @ self.whitening.T
        return np.maximum(self.signal - np.einsum("ij,ij->i", explained, explained), 0.0)

    def _covariance(self, cause: Floats) -> Floats:
        return np.asarray(self.signal * Gaussian(self.length_scale)(cause, self.inputs))


@dataclass(frozen=True)
class _Sample:
    """Rows of positive weight, with what the evidence needs of them."""

    points: Floats
    effect: Floats
    counts: Floats

    @cached_property
    def squares(self) -> Floats:
        return np.asarray(squared_distances(self.points, self.points))

    @cached_property
    def roots(self) -> Floats:
        root = np.sqrt(self.counts)
        return np.outer(root, root)

    def covariance(self, theta: Floats) -> tuple[Floats, Floats]:
        """Return E = s² S R S and the Cholesky factor of E + σ² I; NaN where there is none."""
        from scipy.linalg.lapack import dpotrf

        length, signal, noise = np.exp(theta)
        explained = signal * self.roots * np.exp((-0.5 / length**2) * self.squares)
        matrix = explained.copy()
        matrix.flat[:: len(matrix) + 1] += noise
        lower, info = dpotrf(matrix, lower=1)
        return explained, lower if info == 0 else np.full_like(lower, np.nan)

    def evidence(self, theta: Floats) -> tuple[float, Floats]:
        """Return log p(y) and its gradient in theta = (log l, log s², log σ²)."""
        from scipy.linalg.lapack import dpotri, dpotrs

        explained, lower = self.covariance(theta)
        if not np.isfinite(lower[0, 0]):
            return -np.inf, np.zeros(3)
        noise = float(np.exp(theta[2]))
        rows, repeats = len(self.effect), float(self.counts.sum()) - len(self.effect)
        target = np.sqrt(self.counts) * self.effect
        solved = dpotrs(lower, target, lower=1)[0]
        value = -0.5 * (
            target @ solved
            + 2.0 * np.log(lower.diagonal()).sum()
            + rows * np.log(2 * np.pi)
            + repeats * np.log(2 * np.pi * noise)
        )
        # d log p / dθ = ½ (C⁻¹Sy)' dC/dθ (C⁻¹Sy) - ½ tr(C⁻¹ dC/dθ); of C⁻¹ LAPACK fills one triangle
        inverse = dpotri(lower, lower=1)[0]
        own = inverse.diagonal()
        stretched = explained * self.squares  # its diagonal is zero
        by_length = solved @ stretched @ solved - 2.0 * np.vdot(inverse, stretched)
        shared = 2.0 * np.vdot(inverse, explained) - own @ explained.diagonal()
        by_signal = solved @ explained @ solved - shared
        by_noise = noise * (solved @ solved - own.sum()) - repeats
        gradient = [by_length / np.exp(2 * theta[0]), by_signal, by_noise]
        return float(value), 0.5 * np.array(gradient)

    def scales(self) -> tuple[float, float]:
        """Return the spread of the causes and the mean square of the effects, never zero."""
        share = self.counts / self.counts.sum()
        spread = np.sqrt(share @ ((self.points - share @ self.points) ** 2).mean(axis=1))
        square = share @ self.effect**2
        return float(spread) or 1.0, float(square) or 1.0


def _most_likely(sample: _Sample, start: Floats | None) -> Floats:
    """Climb the evidence from one start, between wide bounds in units of the data."""
    from scipy.optimize import minimize

    spread, square = sample.scales()
    unit = np.log([spread, square, square])
    bounds = np.log([[1e-2, 1e2], [1e-3, 1e3], [FINEST_NOISE, 1e1]])
    first = np.log([0.5, 1.0, 0.1]) if start is None else start - unit

    def cost(theta: Floats) -> tuple[float, Floats]:
        value, gradient = sample.evidence(theta + unit)
        return -value, -gradient

    found = minimize(
        cost,
        np.clip(first, bounds[:, 0], bounds[:, 1]),
        jac=True,
        method="L-BFGS-B",
        bounds=bounds,
        options={"ftol": 1e-12, "gtol": 1e-6, "maxiter": 200},
    )
    return np.asarray(found.x + unit)
