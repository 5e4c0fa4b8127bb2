r"""The conditional mean embedding: from the features of a cause to those of its effect.

With features φ of the cause and ψ of the effect, both of low rank, and ψ̄ the weighted mean of ψ,

    E[ψ(y) | x] = ψ̄ + B'φ(x),   B = ρ (I + ρ Φ'WΦ)⁻¹ Φ'W(Ψ - ψ̄)

is weighted ridge regression of every effect feature at once: r x r matrices, whatever the kinds of
data. Seen as one Gaussian process for each feature, all with the same ratio ρ = s²/σ² of signal to
noise and the same σ², its log evidence for n = Σw rows and m features is

    -½ [ n m log(2πσ²) + m Σ log(1 + ρλ) + (q - Σ ρ|c|²/(1 + ρλ))/σ² ]

with Φ'WΦ = UΛU', c = U'Φ'W(Ψ - ψ̄) and q = Σ w |ψ - ψ̄|²; the best σ² is known in closed form. With
a linear kernel on an effect that is a number, this is the Gaussian process itself.

Song, Fukumizu, Gretton: Kernel embeddings of conditional distributions, IEEE SPM 2013.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from vcei.arrays import Floats, as_points
from vcei.errors import InputError
from vcei.factor import Factor, factorize
from vcei.kernels import Gaussian, Kernel
from vcei.mechanisms.gaussian_process import FINEST_NOISE
from vcei.mechanisms.protocol import Fitted, check_counts

RATIOS = np.exp(np.linspace(np.log(1e-4), np.log(1e7), 45))
"""Ratios ρ tried: a quarter of a power of ten apart, finer than their evidence can tell."""


LEAST_FREE = 1e-9
"""Below this, a row is followed so closely that its residual is rounding."""


@dataclass(frozen=True)
class ConditionalEmbedding:
    """Ridge regression from a factor of the cause to a factor of the effect.

    Attributes
    ----------
    cause_kernels : tuple[Kernel, ...]
        Kernels of the cause, without open rules; the one of largest evidence is taken.
    effect_kernel : Kernel
        The kernel of the effect, without open rules.
    tolerance : float
        Largest error of the factor of the cause.
    max_rank : int
        Most features of the cause.
    effect_tolerance : float
        Largest error of the factor of the effect.
    max_effect_rank : int
        Most features of the effect.
    search_rows : int
        The kernel of the cause is chosen on at most this many rows.
    """

    cause_kernels: tuple[Kernel, ...] = field(default_factory=lambda: (Gaussian(1.0),))
    effect_kernel: Kernel = field(default_factory=lambda: Gaussian(1.0))
    tolerance: float = 1e-5
    max_rank: int = 150
    effect_tolerance: float = 1e-3
    max_effect_rank: int = 60
    search_rows: int = 500

    def __post_init__(self) -> None:
        if not self.cause_kernels:
            msg = "A conditional embedding needs at least one kernel of the cause."
            raise InputError(msg)

    def fit(
        self,
        cause: Floats,
        effect: Floats,
        weights: Floats | None = None,
        *,
        rng: np.random.Generator | None = None,  # noqa: ARG002
    ) -> EmbeddingFit:
        """Fit to a weighted sample, kernel of the cause and regularisation by evidence.

        Parameters
        ----------
        cause
            Points of the cause, (n, d) or (n,).
        effect
            Points of the effect, (n, d) or (n,).
        weights
            How many observations each row stands for, or None.
        rng
            Not used.

        Returns
        -------
        EmbeddingFit
            The mechanism.
        """
        counts = check_counts(weights, len(effect))
        effect_factor = factorize(
            self.effect_kernel,
            as_points(effect)[counts > 0],
            self.effect_tolerance,
            self.max_effect_rank,
        )
        outputs = effect_factor.features(as_points(effect))
        factor = self._choose(as_points(cause), outputs, counts)
        return _Ridge(factor, effect_factor, as_points(cause), outputs, counts).fit()

    def fit_like(
        self,
        before: Fitted,
        cause: Floats,
        effect: Floats,
        weights: Floats | None = None,
        *,
        rng: np.random.Generator | None = None,
    ) -> EmbeddingFit:
        """Fit to a weighted sample with the features and the regularisation of an earlier fit.

        Parameters
        ----------
        before
            The earlier fit.
        cause
            Points of the cause, (n, d) or (n,).
        effect
            Points of the effect, (n, d) or (n,).
        weights
            How many observations each row stands for, or None.
        rng
            Not used.

        Returns
        -------
        EmbeddingFit
            The mechanism.
        """
        if not isinstance(before, EmbeddingFit):
            return self.fit(cause, effect, weights, rng=rng)
        counts = check_counts(weights, len(effect))
        outputs = before.effect_factor.features(as_points(effect))
        known = before.factor, before.effect_factor
        return _Ridge(*known, as_points(cause), outputs, counts).fit(before.ratio)

    def _choose(self, cause: Floats, outputs: Floats, counts: Floats) -> Factor:
        """Return the factor of the kernel that explains the outputs best, on all rows."""
        there = np.flatnonzero(counts > 0)
        rows = there[:: -(-len(there) // self.search_rows)]
        best = self.cause_kernels[0]
        if self.cause_kernels[1:]:
            best = max(self.cause_kernels, key=lambda k: self._evidence(k, cause, outputs, rows))
        return factorize(best, cause[there], self.tolerance, self.max_rank)

    def _evidence(
        self, kernel: Kernel, cause: Floats, outputs: Floats, rows: npt.NDArray[np.intp]
    ) -> float:
        factor = factorize(kernel, cause[rows], self.tolerance, self.max_rank)
        return _Ridge(factor, factor, cause[rows], outputs[rows], np.ones(len(rows))).best()[1]


@dataclass(frozen=True)
class EmbeddingFit:
    """A fitted conditional mean embedding.

    Attributes
    ----------
    factor : Factor
        The features φ of the cause.
    effect_factor : Factor
        The features ψ of the effect.
    mean : Floats
        The mean ψ̄ of the effect's features, (m,).
    coefficients : Floats
        The matrix B, (r, m).
    influence : Floats
        The matrix ρ (I + ρ Φ'WΦ)⁻¹, (r, r).
    ratio : float
        ρ = s²/σ².
    noise : float
        σ², the variance of each effect feature given the cause.
    log_likelihood : float
        The log evidence reached.
    """

    factor: Factor
    effect_factor: Factor
    mean: Floats
    coefficients: Floats
    influence: Floats
    ratio: float
    noise: float
    log_likelihood: float

    @property
    def hyperparameters(self) -> Mapping[str, float]:
        """Signal to noise, noise, ranks and log likelihood; the length scale where there is one."""
        kernel = self.factor.kernel
        length = {"length_scale": kernel.length} if isinstance(kernel, Gaussian) else {}
        return {
            **length,
            "ratio": self.ratio,
            "noise": self.noise,
            "rank": float(self.factor.rank),
            "effect_rank": float(self.effect_factor.rank),
            "log_likelihood": self.log_likelihood,
        }

    def predict(self, cause: Floats) -> Floats:
        """Return the embedding of the effect given each cause, E[ψ(y) | x].

        Parameters
        ----------
        cause
            Points of the cause, (n, d) or (n,).

        Returns
        -------
        Floats
            Vectors in the effect's feature space, (n, m).
        """
        return self.mean + self.factor.on(as_points(cause)).times(self.coefficients.T).T

    def residuals(self, cause: Floats, effect: Floats) -> Floats:
        """Return ψ(y) - E[ψ(y) | x]: with a linear effect kernel, the noise up to a rotation.

        Parameters
        ----------
        cause
            Points of the cause, (n, d) or (n,).
        effect
            Points of the effect, row by row with the cause.

        Returns
        -------
        Floats
            Vectors in the effect's feature space, (n, m).
        """
        return self.effect_factor.features(as_points(effect)) - self.predict(cause)

    def left_out(self, cause: Floats, effect: Floats) -> Floats:
        """Return the residuals that each row of the sample has in a fit without it.

        ``(ψ(y_i) - E[ψ(y) | x_i]) / (1 - φ(x_i)'(ρ (I + ρ Φ'Φ)⁻¹) φ(x_i))``, for rows that count
        one. A kernel that knows each row by itself, as those of texts do, can follow the noise:
        only what is left out tells.

        Parameters
        ----------
        cause
            Points of the cause that the mechanism was fitted to, (n, d) or (n,).
        effect
            Points of the effect, row by row with the cause.

        Returns
        -------
        Floats
            Vectors in the effect's feature space, (n, m).
        """
        features = self.factor.on(as_points(cause))
        leverage = np.concatenate(
            [
                np.sum((rows @ self.influence) * rows, axis=1)
                for rows in map(features.rows, features.blocks())
            ]
        )
        return self.residuals(cause, effect) / np.maximum(1.0 - leverage, LEAST_FREE)[:, None]

    def similarity(self, cause: Floats, effects: Floats) -> Floats:
        """Return how similar the effect of each cause is to given effects, E[k(y, z) | x].

        Parameters
        ----------
        cause
            Points of the cause, (n, d) or (n,).
        effects
            Points of the effect, (k, d) or (k,).

        Returns
        -------
        Floats
            The expectations, (n, k).
        """
        return self.predict(cause) @ self.effect_factor.features(as_points(effects)).T


class _Ridge:
    """What a weighted sample says about B: eigenvalues λ, directions U, c, q, n and m."""

    def __init__(
        self, factor: Factor, effect_factor: Factor, cause: Floats, outputs: Floats, counts: Floats
    ) -> None:
        self.factors = factor, effect_factor
        self.count = float(counts.sum())
        self.mean = counts @ outputs / self.count
        centred = outputs - self.mean
        features = factor.on(cause)
        eigenvalues, self.directions = np.linalg.eigh(features.moment(counts))
        self.eigenvalues = np.maximum(eigenvalues, 0.0)
        self.pull = self.directions.T @ features.sum((counts[:, None] * centred).T).T
        self.square = float(counts @ np.sum(centred**2, axis=1))
        self.outputs = outputs.shape[1]

    def noise(self, ratios: Floats) -> Floats:
        """Return the best σ² for each ratio, kept above rounding."""
        pulls = np.sum(self.pull**2, axis=1)
        shrunk = ratios[:, None] * pulls / (1.0 + ratios[:, None] * self.eigenvalues)
        left = self.square - np.sum(shrunk, axis=1)
        floor = FINEST_NOISE * self.square or FINEST_NOISE
        return np.maximum(left, floor) / (self.count * self.outputs)

    def best(self) -> tuple[float, float]:
        """Return the ratio of largest evidence, and that evidence."""
        spent = np.log1p(RATIOS[:, None] * self.eigenvalues).sum(axis=1)
        size = self.count * self.outputs
        evidence = -0.5 * (
            size * (np.log(2 * np.pi * self.noise(RATIOS)) + 1.0) + self.outputs * spent
        )
        place = int(np.argmax(evidence))
        return float(RATIOS[place]), float(evidence[place])

    def fit(self, ratio: float | None = None) -> EmbeddingFit:
        """Return the fit with a ratio, by default the best."""
        best, evidence = self.best()
        ratio = best if ratio is None else ratio
        shrunk = ratio * self.pull / (1.0 + ratio * self.eigenvalues)[:, None]
        return EmbeddingFit(
            *self.factors,
            mean=self.mean,
            coefficients=self.directions @ shrunk,
            influence=(self.directions * (ratio / (1.0 + ratio * self.eigenvalues)))
            @ self.directions.T,
            ratio=ratio,
            noise=float(self.noise(np.array([ratio]))[0]),
            log_likelihood=evidence,
        )
