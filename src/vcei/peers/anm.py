r"""ANM: the additive noise model whose noise looks the less dependent on the cause.

In each direction a Gaussian process is fitted, ``effect = f(cause) + noise``, with a squared
exponential kernel and the hyperparameters of largest marginal likelihood; then the noise is tested
for independence of the cause, by HSIC with kernels of median width and the gamma approximation
of its distribution (:mod:`vcei.dependence`). With p(x→y) the p-value of the direction x→y,

    score = log p(x→y) - log p(y→x)

Hoyer et al.: Nonlinear causal discovery with additive noise models, NIPS 2008. Mooij et al.:
Distinguishing cause from effect using observational data, JMLR 2016, there ANM-pHSIC.

Their score is the p-value itself. Ours orders the directions alike, and still does where both
p-values are zero in floats, as they soon are for a thousand rows. Their process conditions on all
rows or 100 inducing points; ours has as many as the kernel needs, and of its length scales, those
spaced by a factor of two, takes the best instead of a local climb's.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from vcei.arrays import Floats
from vcei.dependence import hsic
from vcei.mechanisms import LowRankProcess
from vcei.mechanisms.protocol import Mechanism
from vcei.pair import Pair
from vcei.scaling import to_unit_variance

SEARCH_ROWS = 2000
"""Where the noise varies with the cause, fewer rows mistake some of it for curves."""


@dataclass(frozen=True)
class ANM:
    """The additive noise model.

    Attributes
    ----------
    regression : Mechanism
        What predicts the effect from the cause.
    """

    regression: Mechanism = field(default_factory=lambda: LowRankProcess(search_rows=SEARCH_ROWS))

    def score(self, pair: Pair, rng: np.random.Generator) -> float:
        """Return the difference of the log p-values of independence."""
        x, y = to_unit_variance(pair.x), to_unit_variance(pair.y)
        return self._log_p_value(x, y, rng) - self._log_p_value(y, x, rng)

    def _log_p_value(self, cause: Floats, effect: Floats, rng: np.random.Generator) -> float:
        noise = effect - self.regression.fit(cause, effect, rng=rng).predict(cause)
        return hsic(cause, noise).log_p_value
