r"""The Gaussian process of :mod:`.gaussian_process` through a factor: any number of rows.

With features φ of the correlation kernel, ``f(x) = φ(x)'β``, ``β ~ N(0, s² I)``. All the data say
is in four statistics, A = Φ'WΦ, b = Φ'Wy, q = y'Wy and n = Σw; with A = UΛU', c = U'b and the ratio
ρ = s²/σ², the evidence is

    -½ [ n log(2πσ²) + Σ log(1 + ρλ) + (q - Σ ρc²/(1 + ρλ))/σ² ]

whose best σ² is known in closed form: one number, ρ, is left to search for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vcei.arrays import Floats
from vcei.factor import Factor, Features, factorize
from vcei.kernels import Gaussian
from vcei.kernels.bandwidth import thin
from vcei.mechanisms.gaussian_process import FINEST_NOISE
from vcei.mechanisms.protocol import Fitted, check_sample

LENGTHS = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
"""Length scales tried, in units of the spread of the causes."""


@dataclass(frozen=True)
class LowRankProcess:
    """Gaussian-process regression in O(N r²), squared exponential kernel.

    Attributes
    ----------
    tolerance : float
        Largest error of the kernel's factor.
    max_rank : int
        Most features.
    search_rows : int
        The length scale is found on at most this many rows, and the rest on all of them.
    """

    tolerance: float = 1e-6
    max_rank: int = 300
    search_rows: int = 250

    def fit(
        self,
        cause: Floats,
        effect: Floats,
        weights: Floats | None = None,
        *,
        rng: np.random.Generator | None = None,  # noqa: ARG002
    ) -> LowRankPosterior:
        """Condition the process on a weighted sample, hyperparameters by marginal likelihood.

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
        LowRankPosterior
            The posterior process.
        """
        rows = check_sample(cause, effect, weights)
        factor = self._factor(self._length_scale(*rows), rows[0])
        statistics = _Statistics.gather(factor.on(rows[0]), *rows[1:])
        return statistics.posterior(factor, statistics.best()[0])

    def fit_like(
        self,
        before: Fitted,
        cause: Floats,
        effect: Floats,
        weights: Floats | None = None,
        *,
        rng: np.random.Generator | None = None,  # noqa: ARG002
    ) -> LowRankPosterior:
        """Condition the process of an earlier fit on a weighted sample.

        Parameters
        ----------
        before
            The earlier fit, whose length scale and ratio of signal to noise are kept.
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
        LowRankPosterior
            The posterior process.
        """
        rows, known = check_sample(cause, effect, weights), before.hyperparameters
        factor = self._factor(known["length_scale"], rows[0])
        statistics = _Statistics.gather(factor.on(rows[0]), *rows[1:])
        return statistics.posterior(factor, known["signal"] / known["noise"])

    def _factor(self, length: float, points: Floats) -> Factor:
        return factorize(Gaussian(length), points, self.tolerance, self.max_rank)

    def _length_scale(self, points: Floats, y: Floats, counts: Floats) -> float:
        order = np.lexsort((counts, y, *points.T[::-1]))
        chosen = thin(order.astype(np.float64), self.search_rows).astype(np.intp)
        points, y, counts = points[chosen], y[chosen], counts[chosen]
        share = counts / counts.sum()
        spread = float(np.sqrt(share @ ((points - share @ points) ** 2).mean(axis=1))) or 1.0

        def evidence(length: float) -> float:
            factor = self._factor(length, points)
            return _Statistics.gather(factor.on(points), y, counts).best(digits=2)[1]

        return max((spread * unit for unit in LENGTHS), key=evidence)


@dataclass(frozen=True)
class LowRankPosterior:
    """A low-rank Gaussian process conditioned on data.

    Attributes
    ----------
    factor : Factor
        The features of the correlation kernel.
    coefficients : Floats
        The posterior mean of β, (r,).
    ratio : float
        ρ = s²/σ².
    noise : float
        σ².
    log_likelihood : float
        The log marginal likelihood reached.
    """

    factor: Factor
    coefficients: Floats
    ratio: float
    noise: float
    log_likelihood: float

    @property
    def hyperparameters(self) -> Mapping[str, float]:
        """Length scale, signal and noise variance, rank, and the log likelihood."""
        kernel = self.factor.kernel
        return {
            "length_scale": kernel.length if isinstance(kernel, Gaussian) else float("nan"),
            "signal": self.ratio * self.noise,
            "noise": self.noise,
            "rank": float(self.factor.rank),
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
        return np.asarray(self.factor.on(cause).times(self.coefficients))


@dataclass(frozen=True)
class _Statistics:
    """What a weighted sample says about β: eigenvalues λ, directions U, c, q and n."""

    eigenvalues: Floats
    directions: Floats
    pull: Floats
    square: float
    count: float

    @classmethod
    def gather(cls, features: Features, y: Floats, counts: Floats) -> _Statistics:
        weighted = counts * y
        eigenvalues, directions = np.linalg.eigh(features.moment(counts))
        pull = directions.T @ features.sum(weighted)
        return cls(
            np.maximum(eigenvalues, 0.0), directions, pull, float(weighted @ y), counts.sum()
        )

    def noise(self, ratio: Floats | float) -> Floats:
        """Return the best σ² for each ratio, kept above rounding."""
        rho = np.asarray(ratio)[..., None]
        left = self.square - np.sum(rho * self.pull**2 / (1.0 + rho * self.eigenvalues), axis=-1)
        return np.maximum(left, FINEST_NOISE * self.square or FINEST_NOISE) / self.count

    def evidence(self, ratio: Floats | float) -> Floats:
        """Return the log evidence of each ratio, at its best σ²."""
        spent = np.log1p(np.asarray(ratio)[..., None] * self.eigenvalues).sum(axis=-1)
        return -0.5 * (self.count * (np.log(2 * np.pi * self.noise(ratio)) + 1.0) + spent)

    def best(self, digits: int = 6) -> tuple[float, float]:
        """Return the ratio of largest evidence to some digits, and that evidence.

        Ever finer grids: the evidence has one peak over the ratio in all but odd cases, and a
        grid finds the highest of several.
        """
        centre, half = np.log(10.0), 5.0 * np.log(10.0)
        for _ in range(digits):
            grid = centre + half * np.linspace(-1, 1, 21)
            values = self.evidence(np.exp(grid))
            centre, half = float(grid[np.argmax(values)]), half / 10.0
        return float(np.exp(centre)), float(values.max())

    def posterior(self, factor: Factor, ratio: float) -> LowRankPosterior:
        solved = ratio * self.pull / (1.0 + ratio * self.eigenvalues)
        return LowRankPosterior(
            factor=factor,
            coefficients=self.directions @ solved,
            ratio=ratio,
            noise=float(self.noise(ratio)),
            log_likelihood=float(self.evidence(ratio)),
        )
