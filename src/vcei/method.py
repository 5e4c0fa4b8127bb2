"""VCEI: the frozen object that holds every choice of the method, and the two named ones."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

import numpy as np

from vcei.arrays import Floats
from vcei.coreset import AllRows, Coreset, Rows
from vcei.kernels import Gaussian, Kernel
from vcei.mechanisms import Fitted, GaussianProcess, LocationScale, LowRankProcess, Mechanism
from vcei.odds import Odds, Varying
from vcei.plain import plain
from vcei.variation import Cap, Relaxed, Share, Solver, Strength


class Criterion(StrEnum):
    """What the decision compares between the two arrows."""

    LEVEL = "impact at one strength"
    """The impact S of Algorithm 1; needs effects on comparable scales."""
    TREND = "slope of impact over strengths"
    """The trend of the paper's section 3.3; free of the kernels' scales."""


@dataclass(frozen=True)
class VCEI:
    """Variation-based cause effect identification, with all its choices.

    Attributes
    ----------
    name : str
        What verdicts call the method.
    rows : Rows
        Which rows to work on.
    all_as_reference : bool
        Whether variations get away from the whole sample (Problem 2, the drawn rows being the
        candidates) or from the drawn rows themselves (Problem 1).
    kernel : Kernel
        The kernel of cause and of effect; its rules are settled on each column.
    strength : Strength
        The strength of the variation whose impact is compared.
    strengths : tuple[Strength, ...]
        The strengths over which the trend is fitted.
    slack : float | None
        b_D of the second constraint, or None.
    solver : Solver
        Who finds the variations.
    mechanism : Mechanism
        The model of effect given cause.
    share_hyperparameters : bool
        Whether the fit under a variation keeps the hyperparameters of the fit as observed, or
        finds its own.
    harmless_orders : int
        Over how many random orders of the rows the impact of a harmless variation is averaged, by
        which impacts are then divided: the correction for disagreement bias. None for zero.
    criterion : Criterion | Odds
        What the decision compares; odds weigh impact on the noise with other evidence, from a
        :class:`vcei.mechanisms.LocationScale` at all strengths.
    repeats : int
        How often the decision is repeated on a random part of the rows, for the confidence. Odds
        need no repeats.
    """

    name: str = "custom"
    rows: Rows = field(default_factory=AllRows)
    all_as_reference: bool = False
    kernel: Kernel = field(default_factory=Gaussian)
    strength: Strength = field(default_factory=lambda: Share(0.2))
    strengths: tuple[Strength, ...] = tuple(map(Share, (0.8, 0.4, 0.2, 0.1, 0.05)))
    slack: float | None = None
    solver: Solver = field(default_factory=Relaxed)
    mechanism: Mechanism = field(default_factory=LowRankProcess)
    share_hyperparameters: bool = True
    harmless_orders: int = 0
    criterion: Criterion | Odds = Criterion.LEVEL
    repeats: int = 10

    @property
    def deciding_strengths(self) -> tuple[Strength, ...]:
        """The strengths that the criterion needs."""
        return (self.strength,) if self.criterion is Criterion.LEVEL else self.strengths

    @property
    def all_strengths(self) -> tuple[Strength, ...]:
        """The strengths that the criterion needs, and those of the trend."""
        return tuple(dict.fromkeys((self.strength, *self.strengths)))

    def fit_varied(
        self,
        observed: Fitted,
        cause: Floats,
        effect: Floats,
        weights: Floats,
        rng: np.random.Generator,
    ) -> Fitted:
        """Fit the mechanism under a variation, hyperparameters shared or its own.

        Parameters
        ----------
        observed
            The mechanism as fitted to the sample as observed.
        cause
            Inputs, (n,).
        effect
            Outputs, (n,).
        weights
            How many observations each row stands for.
        rng
            The generator.

        Returns
        -------
        Fitted
            The mechanism under the variation.
        """
        if self.share_hyperparameters:
            return self.mechanism.fit_like(observed, cause, effect, weights, rng=rng)
        return self.mechanism.fit(cause, effect, weights, rng=rng)

    @property
    def settings(self) -> dict[str, Any]:
        """All choices as plain values, for records."""
        return {choice.name: plain(getattr(self, choice.name)) for choice in fields(self)}


def default(**changes: Any) -> VCEI:
    """Return the default method: impact on the noise, weighed with other evidence as log odds.

    Parameters
    ----------
    **changes
        Fields of :class:`VCEI` to set differently. The constants of the odds belong to the
        settings as they are: with others, the confidence is no longer calibrated.

    Returns
    -------
    VCEI
        The method.
    """
    ways = Varying()
    settings: dict[str, Any] = {
        "name": "default",
        "kernel": ways.kernel,
        "strength": ways.strengths[0],
        "strengths": ways.strengths,
        "solver": ways.solver,
        "mechanism": LocationScale(),
        "criterion": Odds(),
        "repeats": 0,
    }
    return VCEI(**{**settings, **changes})


def paper(rows: int = 100, **changes: Any) -> VCEI:
    """Return the method with exactly the paper's settings (its appendix C).

    Paper: experimental settings.

    Robust scaling, M random rows (of a large sample the coreset), squared exponential kernel with
    the length scale of largest KDE likelihood, Problem 1 with b_α = 0.2, exact Gaussian process
    refitted under the variation (noise variance σ²/(N α_i)), posterior mean, impact as the
    criterion.

    Parameters
    ----------
    rows
        M; the paper takes 200 for the SIM collections and 100 for all others.
    **changes
        Fields of :class:`VCEI` to set differently.

    Returns
    -------
    VCEI
        The method.
    """
    settings: dict[str, Any] = {
        "name": "paper",
        "rows": Coreset(rows),
        "strength": Cap(0.2),
        "strengths": tuple(map(Cap, (0.05, 0.1, 0.2, 0.4, 0.8))),
        "mechanism": GaussianProcess(counted=False),
        "share_hyperparameters": False,
    }
    return VCEI(**{**settings, **changes})
