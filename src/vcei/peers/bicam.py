r"""biCAM: the causal additive model of two variables.

The direction in which a smooth curve leaves the smaller share of the variance,

    score = log[RSS(x|y) / TSS(x)] - log[RSS(y|x) / TSS(y)]

of thin plates of k = 10 dimensions with a penalty on ∫ f''², whose strength has the smallest
generalised cross-validation score ``n RSS / (n - df)²``. With fewer than 3k rows, k = ⌈n/3⌉.

Bühlmann, Peters, Ernest: CAM: causal additive models, high-dimensional order search and
penalized regression, Annals of Statistics 2014; the name is that of Tagasovska et al., ICML 2020.

The authors' program has mgcv fit the curve and takes the direction of the larger gain in log
likelihood, which is this score; its search for parents and its pruning of edges have nothing
to do with two variables. Its thin plates start from up to 2000 values of x chosen at random,
ours from 300 chosen evenly by rank, and it refuses columns of fewer than k values, where we
take k to be as many as there are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vcei.arrays import Floats
from vcei.errors import InputError
from vcei.pair import Pair
from vcei.spline import ThinPlates, smooths

STRENGTHS = np.exp(np.arange(-20.0, 25.0, 0.1))
"""Where the cross-validation score is looked at, from nearly unpenalised to straight lines."""

ROWS_FOR_EACH = 3
"""Fewest rows for each dimension of the curves."""


@dataclass(frozen=True)
class BiCAM:
    """The causal additive model of two variables.

    Attributes
    ----------
    dimensions : int
        k, dimensions of the space of curves.
    """

    dimensions: int = 10

    def __post_init__(self) -> None:
        if self.dimensions < 3:
            msg = f"Curves need at least 3 dimensions; {self.dimensions} came."
            raise InputError(msg)

    def score(self, pair: Pair, rng: np.random.Generator) -> float:  # noqa: ARG002
        """Return the difference of the logarithms of what the two curves leave."""
        return float(np.log(self._left(pair.y, pair.x)) - np.log(self._left(pair.x, pair.y)))

    def _left(self, cause: Floats, effect: Floats) -> float:
        """Return the share of the variance of the effect that is left."""
        size = min(self.dimensions, -(-len(cause) // ROWS_FOR_EACH))
        curves = smooths(ThinPlates(size), cause, effect)
        left = curves.residual(STRENGTHS)
        best = np.argmin(left / (curves.rows - curves.degrees(STRENGTHS)) ** 2)
        return float(left[best] / curves.total)
