r"""The minimal message length of a column under a mixture of normal distributions.

    DL = -log p(v) + (P/2) Σ_m log a_m + ((P + 1)/2) k log n

for k components with weights a_m and P = 2 parameters each, after a constant. Components are
updated one at a time, the weight of each by ``a_m ∝ max(Σ_i r_im - P/2, 0)``, r_im its share of
value i: what explains less than its own parameters cost dies. When the length no longer changes,
the lightest component is removed and all begins again, down to one; the shortest length counts.

Source: Figueiredo, Jain: Unsupervised learning of finite mixture models, IEEE PAMI 2002. There the
first means are values drawn at random; here they are quantiles, so that the length is the column's
own and not chance's.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vcei.arrays import Floats

COMPONENTS = 50
"""How many there are at first."""

PARAMETERS = 2
"""P: a mean and a variance."""

FLOOR = 1e-4
"""Added to every variance, in units of the column's: what ties may gain is bounded."""

TOLERANCE = 1e-9
"""Relative change of the log likelihood at which a mixture has converged."""

SWEEPS = 10_000
"""Most rounds of updates for one number of components."""

TINY, LARGEST = float(np.finfo(np.float64).tiny), 600.0
"""What shares are never divided by less than; the largest exponent."""


@dataclass(frozen=True)
class Mixture:
    """A mixture of normal distributions.

    Attributes
    ----------
    length : float
        DL of the column it was fitted to, in nats.
    weights : Floats
        Shares of the components, (k,).
    means : Floats
        Their means, (k,).
    variances : Floats
        Their variances, (k,).
    """

    length: float
    weights: Floats
    means: Floats
    variances: Floats


def shortest_mixture(values: Floats) -> Mixture:
    """Return the mixture under which a column's message is shortest.

    Parameters
    ----------
    values
        A column of variance one, (n,).

    Returns
    -------
    Mixture
        The mixture and the length.
    """
    components = _Components.spread(values)
    components.converge()
    best = components.mixture()
    while len(components.weights) > 1:
        components.remove(int(np.argmin(components.weights)))
        components.converge()
        best = min(best, components.mixture(), key=lambda mixture: mixture.length)
    return best


@dataclass
class _Components:
    """The components while they change.

    ``logs[m, i]`` is the log density of value i under component m. ``densities`` are in units of
    that of the nearest component, ``nearest``: far from all of them, a value still has shares.
    """

    values: Floats
    weights: Floats
    means: Floats
    variances: Floats
    logs: Floats
    densities: Floats
    nearest: Floats

    @classmethod
    def spread(cls, values: Floats) -> _Components:
        k = min(COMPONENTS, len(values))
        means = np.quantile(values, np.linspace(0.0, 1.0, k))
        variance = 0.1 * float(np.var(values, ddof=1))
        logs = _log_normal(values, means[:, None], variance)
        weights = np.full(k, 1.0 / k)
        return cls(values, weights, means, np.full(k, variance), logs, logs, logs[0]).rescale()

    def rescale(self) -> _Components:
        self.nearest = np.max(self.logs, axis=0)
        self.densities = np.exp(self.logs - self.nearest)
        return self

    def converge(self) -> None:
        before = self.log_likelihood()
        for _ in range(SWEEPS):
            self.update()
            now = self.log_likelihood()
            if abs(now - before) <= TOLERANCE * abs(now):
                break
            before = now

    def update(self) -> None:
        """Update the components one after the other; those that die are removed."""
        total, m = self.weights @ self.densities, 0
        while m < len(self.weights):
            own = self.weights[m] * self.densities[m]
            rest = np.maximum(total - own, 0.0)
            shares = own / (own + rest + TINY)
            mass = float(np.sum(shares))
            weight = (mass - 0.5 * PARAMETERS) / len(self.values)
            if weight > 0 or len(self.weights) == 1:
                self.fit(m, shares / mass)
                self.weights[m] = weight
                total = rest + weight * self.densities[m]
                m += 1
            else:
                self.drop(m)
                total = rest
            total *= self.normalize()
        self.rescale()

    def fit(self, m: int, shares: Floats) -> None:
        self.means[m] = shares @ self.values
        self.variances[m] = shares @ (self.values - self.means[m]) ** 2 + FLOOR
        self.logs[m] = _log_normal(self.values, self.means[m], self.variances[m])
        self.densities[m] = np.exp(np.minimum(self.logs[m] - self.nearest, LARGEST))

    def remove(self, m: int) -> None:
        self.drop(m)
        self.normalize()
        self.rescale()

    def drop(self, m: int) -> None:
        kept = np.arange(len(self.weights)) != m
        self.weights, self.means = self.weights[kept], self.means[kept]
        self.variances = self.variances[kept]
        self.logs, self.densities = self.logs[kept], self.densities[kept]

    def normalize(self) -> float:
        factor = 1.0 / float(np.sum(self.weights))
        self.weights *= factor
        return factor

    def log_likelihood(self) -> float:
        return float(np.sum(np.log(self.weights @ self.densities) + self.nearest))

    def mixture(self) -> Mixture:
        k, n = self.densities.shape
        penalty = PARAMETERS * np.sum(np.log(self.weights)) + (PARAMETERS + 1) * k * np.log(n)
        length = 0.5 * float(penalty) - self.log_likelihood()
        return Mixture(length, self.weights.copy(), self.means.copy(), self.variances.copy())


def _log_normal(values: Floats, mean: Floats | float, variance: Floats | float) -> Floats:
    squares = (values - mean) ** 2 / variance
    return np.asarray(-0.5 * (squares + np.log(2.0 * np.pi * variance)))
