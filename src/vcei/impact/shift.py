"""How far a conditional embedding moved, pointwise and as a whole, in units of harmless moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vcei.arrays import Floats

if TYPE_CHECKING:
    from vcei.mechanisms.conditional_embedding import ConditionalEmbedding, EmbeddingFit


@dataclass(frozen=True)
class Shift:
    """How far a mechanism moved in the feature space of its effect.

    Attributes
    ----------
    pointwise : float
        The mean over causes of ``|m(x) - m^α(x)|²``, m the conditional embedding.
    marginal : float
        ``|mean m(x) - mean m^α(x)|²``, the MMD² between the effects predicted for all causes.
    """

    pointwise: float
    marginal: float


def shift(observed: EmbeddingFit, varied: EmbeddingFit, cause: Floats) -> Shift:
    """Return how far two fits with the same features lie apart.

    Parameters
    ----------
    observed
        The mechanism as observed.
    varied
        The same, fitted like it under a variation.
    cause
        The causes to compare them at, (n, d) or (n,).

    Returns
    -------
    Shift
        Zero for the same mechanism.
    """
    gap = varied.predict(cause) - observed.predict(cause)
    return Shift(float(np.mean(np.sum(gap**2, axis=1))), float(np.sum(gap.mean(axis=0) ** 2)))


def corrected_shift(
    mechanism: ConditionalEmbedding,
    observed: EmbeddingFit,
    sample: tuple[Floats, Floats],
    weights: Floats,
    rng: np.random.Generator,
    orders: int = 3,
) -> Shift:
    """Return the shift under a variation, divided by what the same weights do to rows at random.

    ``S(α) / mean over orders π of S(α_π)``: a fitted mechanism moves a little under any weights,
    and more where it has more features to move in. What is left has no unit, so that arrows into
    different spaces can be compared.

    Parameters
    ----------
    mechanism
        The model class.
    observed
        The mechanism as observed.
    sample
        Cause and effect.
    weights
        The variation, (n,), summing to one.
    rng
        Draws the orders.
    orders
        How many orders to average over.

    Returns
    -------
    Shift
        Ratios; one is what harmless variation does.
    """
    cause, effect = sample

    def moved(shares: Floats) -> Shift:
        varied = mechanism.fit_like(observed, cause, effect, len(shares) * shares)
        return shift(observed, varied, cause)

    under = moved(weights)
    harmless = [moved(rng.permutation(weights)) for _ in range(orders)]
    pointwise = float(np.mean([other.pointwise for other in harmless]))
    marginal = float(np.mean([other.marginal for other in harmless]))
    tiny = float(np.finfo(np.float64).tiny)
    return Shift(under.pointwise / max(pointwise, tiny), under.marginal / max(marginal, tiny))
