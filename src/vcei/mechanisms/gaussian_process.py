r"""Exact Gaussian-process regression with weights, hyperparameters by marginal likelihood.

The model is ``y_i = f(x_i) + ε_i``, f a zero-mean process with kernel ``s² exp(-d²/(2 l²))`` and
noise variance ``σ²/w_i``, w_i = N α_i under a variation α. Given the hyperparameters, a row of
weight two is two rows with the same values, and a row of weight zero is not there, exactly. With
S = diag(√w) on the rows of positive weight, P of them, and R their correlations, the evidence is

    log p(y) = log N(Sy; 0, s² S R S + σ² I) + extra

where ``extra = -(Σw - P)/2 · log(2πσ²)`` if w_i repetitions of a row count as so many
observations, and ``½ Σ log w_i`` if the row is one observation with little noise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vcei.arrays import Floats
from vcei.kernels import Gaussian
from vcei.kernels.base import squared_distances
from vcei.mechanisms.protocol import Fitted, check_sample

FINEST_NOISE = 1e-6
"""Smallest noise variance, in units of the mean square of the effect: keeps factors sound."""


@dataclass(frozen=True)
class GaussianProcess:
    """Exact Gaussian-process regression with a squared exponential kernel.

    Attributes
    ----------
    counted : bool
        Whether a row of weight w speaks w times about the hyperparameters, or once, with the
        noise variance σ²/w. Counted, five rows with all the weight look like many observations
        that agree perfectly, and the noise goes to zero.
    """

    counted: bool = True

    def fit(
        self,
        cause: Floats,
        effect: Floats,
        weights: Floats | None = None,
        *,
        rng: np.random.Generator | None = None,  # noqa: ARG002
    ) -> Posterior:
        """Condition the process on a weighted sample, hyperparameters by marginal likelihood.

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

        Returns
        -------
        Posterior
            The posterior process.
        """
        sample = _Sample.of(cause, effect, weights, self.counted)
        return Posterior.condition(sample, _most_likely(sample))

    def fit_like(
        self,
        before: Fitted,
        cause: Floats,
        effect: Floats,
        weights: Floats | None = None,
        *,
        rng: np.random.Generator | None = None,  # noqa: ARG002
    ) -> Posterior:
        """Condition the process of an earlier fit on a weighted sample.

        Parameters
        ----------
        before
            The earlier fit, whose hyperparameters are kept.
        cause
            Inputs, (n, d) or (n,).
        effect
            Outputs, (n,).
        weights
            How many observations each row stands for, or None.
        rng
            Not used.

        Returns
        -------
        Posterior
            The posterior process.
        """
        known = before.hyperparameters
        theta = np.log([known["length_scale"], known["signal"], known["noise"]])
        sample = _Sample.of(cause, effect, weights, self.counted)
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
    roots : Floats
        √w, (P,).
    lower : Floats
        The Cholesky factor of s² S R S + σ² I, (P, P).
    """

    length_scale: float
    signal: float
    noise: float
    log_likelihood: float
    inputs: Floats
    coefficients: Floats
    roots: Floats
    lower: Floats

    @classmethod
    def condition(cls, sample: _Sample, theta: Floats) -> Posterior:
        """Condition the process with hyperparameters (log l, log s², log σ²) on a sample."""
        length, signal, noise = np.exp(theta)
        lower = sample.covariance(theta)[1].copy()
        solved, log_likelihood = sample.likelihood(lower, theta)
        root = np.sqrt(sample.counts)
        return cls(
            length_scale=float(length),
            signal=float(signal),
            noise=float(noise),
            log_likelihood=log_likelihood,
            inputs=sample.points,
            coefficients=root * solved,
            roots=root,
            lower=lower,
        )

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
        from scipy.linalg import solve_triangular

        across = (self.roots * self._covariance(cause)).T
        explained = solve_triangular(self.lower, across, lower=True)
        return np.maximum(self.signal - np.sum(explained * explained, axis=0), 0.0)

    def _covariance(self, cause: Floats) -> Floats:
        return np.asarray(self.signal * Gaussian(self.length_scale)(cause, self.inputs))


@dataclass(frozen=True)
class _Sample:
    """Rows of positive weight, with what the evidence needs of them."""

    points: Floats
    effect: Floats
    counts: Floats
    counted: bool = True

    @classmethod
    def of(
        cls, cause: Floats, effect: Floats, weights: Floats | None, counted: bool = True
    ) -> _Sample:
        return cls(*check_sample(cause, effect, weights), counted)

    @cached_property
    def repetitions(self) -> float:
        """How many observations there are beyond one a row."""
        return float(self.counts.sum()) - len(self.counts) if self.counted else 0.0

    @cached_property
    def squares(self) -> Floats:
        return np.asarray(squared_distances(self.points, self.points))

    @cached_property
    def roots(self) -> Floats:
        root = np.sqrt(self.counts)
        return np.outer(root, root)

    @cached_property
    def work(self) -> tuple[Floats, Floats]:
        # the evidence is asked for dozens of times: fresh matrices would cost more than the sums
        return np.empty_like(self.squares), np.empty_like(self.squares)

    def covariance(self, theta: Floats) -> tuple[Floats, Floats]:
        """Return E = s² S R S and the Cholesky factor of E + σ² I; NaN where there is none.

        Both are overwritten by the next call.
        """
        from scipy.linalg.lapack import dpotrf

        length, signal, noise = np.exp(theta)
        explained, matrix = self.work
        np.multiply(self.squares, -0.5 / length**2, out=explained)
        np.exp(explained, out=explained)
        np.multiply(explained, self.roots, out=explained)
        np.multiply(explained, signal, out=explained)
        np.copyto(matrix, explained)
        matrix.ravel()[:: len(matrix) + 1] += noise
        lower, info = dpotrf(matrix.T, lower=1, overwrite_a=1)  # symmetric: transposed for Fortran
        return explained, lower if info == 0 else np.full_like(lower, np.nan)

    def likelihood(self, lower: Floats, theta: Floats) -> tuple[Floats, float]:
        """Return C⁻¹Sy and log p(y), given the Cholesky factor of C."""
        from scipy.linalg.lapack import dpotrs

        target = np.sqrt(self.counts) * self.effect
        solved = dpotrs(lower, target, lower=1)[0]
        log_determinant = 2.0 * np.log(lower.diagonal()).sum()
        constant = len(target) * np.log(2 * np.pi)
        if self.counted:
            constant += self.repetitions * (np.log(2 * np.pi) + theta[2])
        else:
            constant -= np.log(self.counts).sum()
        return solved, float(-0.5 * (target @ solved + log_determinant + constant))

    def evidence(self, theta: Floats) -> tuple[float, Floats]:
        """Return log p(y) and its gradient in theta = (log l, log s², log σ²)."""
        from scipy.linalg.lapack import dpotri

        explained, lower = self.covariance(theta)
        if not np.isfinite(lower[0, 0]):
            return -np.inf, np.zeros(3)
        solved, value = self.likelihood(lower, theta)
        noise = float(np.exp(theta[2]))
        # d log p/dθ = ½ v' dC/dθ v - ½ tr(C⁻¹ dC/dθ), v = C⁻¹Sy; of C⁻¹ LAPACK fills one triangle
        inverse = dpotri(lower, lower=1, overwrite_c=1)[0]
        trace = float(inverse.diagonal().sum())
        own = inverse.diagonal() @ explained.diagonal()
        by_signal = solved @ explained @ solved - 2.0 * _sum_of_products(inverse, explained) + own
        by_noise = noise * (solved @ solved - trace) - self.repetitions
        stretched = np.multiply(explained, self.squares, out=explained)  # zero on the diagonal
        by_length = solved @ stretched @ solved - 2.0 * _sum_of_products(inverse, stretched)
        gradient = [by_length / np.exp(2 * theta[0]), by_signal, by_noise]
        return value, 0.5 * np.array(gradient)

    def scales(self) -> tuple[float, float]:
        """Return the spread of the causes and the mean square of the effects, never zero."""
        share = self.counts / self.counts.sum()
        spread = np.sqrt(share @ ((self.points - share @ self.points) ** 2).mean(axis=1))
        square = share @ self.effect**2
        return float(spread) or 1.0, float(square) or 1.0


def _sum_of_products(one_triangle: Floats, symmetric: Floats) -> float:
    # both by rows: LAPACK's matrices lie transposed in memory, and the other one does not mind
    return float(one_triangle.T.ravel() @ symmetric.ravel())


def _most_likely(sample: _Sample) -> Floats:
    """Climb the evidence from one start, between wide bounds in units of the data."""
    from scipy.optimize import minimize

    spread, square = sample.scales()
    unit = np.log([spread, square, square])
    bounds = np.log([[1e-2, 1e2], [1e-3, 1e3], [FINEST_NOISE, 1e1]])

    def cost(theta: Floats) -> tuple[float, Floats]:
        value, gradient = sample.evidence(theta + unit)
        return -value, -gradient

    found = minimize(
        cost,
        np.log([0.5, 1.0, 0.1]),
        jac=True,
        method="L-BFGS-B",
        bounds=bounds,
        options={"ftol": 1e-12, "gtol": 1e-6, "maxiter": 200},
    )
    return np.asarray(found.x + unit)
