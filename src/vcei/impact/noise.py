r"""Impact on noise: how far the law of a mechanism's noise moves under a variation of the cause.

With centred features ψ of the noise e, and ``d = a - 1/N`` the change of the weights,

    impact    MMD²(e under a, e) = |Σ_i d_i ψ(e_i)|²
    harmless  E |Σ_i d_i ψ(e_π(i))|² = Σ_i d_i² (mean_i K_ii - mean_{i≠j} K_ij)

the second over all orders π of the noise: what the same weights do to a noise that does not care
for the cause. Under all of them the sum is close to normal with covariance ``|d|² C``, C that of
the features, so that the mean of ``impact / harmless`` over V variations has mean 1 and variance
``2 tr(G²) tr(C²) / (tr C)²``, ``G_vw = d_v·d_w / (V |d_v| |d_w|)``. A gamma variable with these
moments gives its p-value.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from vcei.arrays import Floats, as_points
from vcei.dependence import log_gamma_tail
from vcei.factor import Factor, factorize
from vcei.kernels import Gaussian, Kernel
from vcei.scaling import to_unit_variance

FARTHEST = 6.0
"""Standardised noise is held within this: one wild row takes no feature for itself."""

UNIFORM = 1e-9
"""A variation that changes the weights by less than this, in units of the weights, is none."""

TOLERANCE = 1e-6
"""Largest error of the factor of the kernel."""

GRID = 481
"""Places of noise from which the factor's landmarks are chosen."""


@cache
def noise_factor(kernel: Kernel) -> Factor:
    """Return a factor of a kernel on all standardised noise in one dimension, for every sample."""
    return factorize(kernel, np.linspace(-FARTHEST, FARTHEST, GRID), TOLERANCE)


@dataclass(frozen=True)
class NoiseImpacts:
    """What several variations did to one noise.

    Attributes
    ----------
    impacts : Floats
        MMD² between the law of the noise with and without each variation, (V,).
    harmless : Floats
        Its expectation if the noise did not care for the cause, (V,).
    p_value : float
        The probability that the mean ratio of the two is larger, if the noise did not care.
    variance : float
        The variance of the mean ratio, if the noise did not care.
    """

    impacts: Floats
    harmless: Floats
    p_value: float
    variance: float = 0.0

    @property
    def ratios(self) -> Floats:
        """Impacts in units of harmless ones: one is what chance does, and no variation at all."""
        return np.divide(
            self.impacts, self.harmless, out=np.ones_like(self.impacts), where=self.harmless > 0
        )

    def critical(self, level: float) -> float:
        """Return the mean ratio that chance exceeds with a probability of this level."""
        from scipy.special import gammainccinv

        return float(self.variance * gammainccinv(1.0 / self.variance, level))


def noise_impacts(noise: Floats, weights: Floats, kernel: Kernel | None = None) -> NoiseImpacts:
    """Measure what variations of the cause do to the law of the noise.

    Parameters
    ----------
    noise
        The noise of each row, (N,) or (N, d).
    weights
        The variations, one a row, (V, N), each summing to one. Uniform ones say nothing.
    kernel
        Tells values of the standardised noise apart; by default Gaussian of length √d.

    Returns
    -------
    NoiseImpacts
        Impacts, what chance does, and how surprising they are together.
    """
    points = as_points(noise)
    points = points[:, np.ptp(points, axis=0) > 0]
    if not points.shape[1]:  # the mechanism fits exactly: there is nothing to move
        none = np.zeros(len(weights))
        return NoiseImpacts(none, none, 1.0)
    columns = [to_unit_variance(points[:, i]) for i in range(points.shape[1])]
    standard = np.clip(np.stack(columns, axis=1), -FARTHEST, FARTHEST)
    kernel = kernel or Gaussian(len(columns) ** 0.5)
    one = len(columns) == 1
    factor = noise_factor(kernel) if one else factorize(kernel, standard, TOLERANCE)
    features = factor.features(standard)
    centred = features - features.mean(axis=0)
    n = len(noise)
    changes = weights - 1.0 / n
    sizes = np.sum(changes**2, axis=1)
    uniform = sizes < UNIFORM / n
    changes, sizes = np.where(uniform[:, None], 0.0, changes), np.where(uniform, 0.0, sizes)
    impacts = np.sum((changes @ centred) ** 2, axis=1)
    # mean K_ii - mean_{i≠j} K_ij is the trace of the covariance of the features
    covariance = centred.T @ centred / (n - 1)
    spread = float(np.trace(covariance))
    found = NoiseImpacts(impacts, sizes * spread, 1.0)
    if np.all(uniform):
        return found
    there = changes[~uniform] / np.sqrt(sizes[~uniform])[:, None]
    alike = there @ there.T / len(there)
    variance = 2.0 * np.sum(alike**2) * np.sum(covariance**2) / spread**2
    ratio = float(np.mean(found.ratios[~uniform]))
    tail = log_gamma_tail(ratio / variance, 1.0 / variance)
    return replace(found, p_value=float(np.exp(tail)), variance=variance)
