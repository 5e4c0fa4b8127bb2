"""LiNGAM on a pair: the direction in which a linear model with free noise is the likelier.

``score = [H(y) + H(x | y)] - [H(x) + H(y | x)]``, with all four in units of their own standard
deviation, where H(y | x) is the entropy of what is left of y after linear regression on x, and

``H(u) = (1 + log 2π)/2 - 79.047 (E log cosh u - 0.37457)² - 7.4129 (E u exp(-u²/2))²``

is what maximum entropy makes of those two averages. The standard deviations themselves cancel, for
both directions explain the same share of variance: what decides is how far from Gaussian the cause
and the noise are together. On Gaussian columns, and on linear data without noise, nothing does.

Hyvärinen, Smith: Pairwise likelihood ratios for estimation of non-Gaussian structural equation
models, JMLR 2013; with two columns DirectLiNGAM (Shimizu et al., JMLR 2011) reduces to this ratio.
The entropy is that of Hyvärinen, NIPS 1998. The row "LiNGAM" of Tagasovska et al., ICML 2020, is
the older one by independent components.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vcei.arrays import Floats
from vcei.pair import Pair

SYMMETRIC_PART = 79.047
"""1 / (2 |g|²) of g = log cosh less its projection on 1 and u², under the Gaussian."""

ODD_PART = 7.4129
"""1 / (2 |g|²) of g = u exp(-u²/2) less its projection on u: 36 / (8 √3 - 9)."""

GAUSSIAN_LOG_COSH = 0.37457
"""E log cosh u of a standard Gaussian."""

NO_NOISE = 1e-12
"""Share of variance left over below which it is rounding, not noise."""


@dataclass(frozen=True)
class LiNGAM:
    """Compare the likelihoods of the two linear models."""

    def score(self, pair: Pair, rng: np.random.Generator) -> float:  # noqa: ARG002
        """Return the logarithm of the likelihood ratio, per row."""
        x, y = _standard(pair.x), _standard(pair.y)
        correlation = float(np.mean(x * y))
        if 1.0 - correlation**2 < NO_NOISE:
            return 0.0
        x_left, y_left = _standard(x - correlation * y), _standard(y - correlation * x)
        return entropy(y) + entropy(x_left) - entropy(x) - entropy(y_left)


def entropy(values: Floats) -> float:
    """Return the maximum-entropy approximation of the entropy, in nats.

    Parameters
    ----------
    values
        A column of mean zero and variance one, (n,).

    Returns
    -------
    float
        The entropy; that of the standard Gaussian at most.
    """
    log_cosh = np.mean(np.logaddexp(values, -values)) - np.log(2.0)
    odd = np.mean(values * np.exp(-0.5 * values**2))
    gaussian = 0.5 * (1.0 + np.log(2.0 * np.pi))
    lost = SYMMETRIC_PART * (log_cosh - GAUSSIAN_LOG_COSH) ** 2 + ODD_PART * odd**2
    return float(gaussian - lost)


def _standard(values: Floats) -> Floats:
    return (values - np.mean(values)) / np.std(values)
