r"""Location-scale regression: ``y = m(x) + s(x) e``, the noise e free of x.

m and log s are cubic splines with penalties on ∫ m''² and ∫ (log s)''². In turn, to convergence,

- m is a weighted penalised regression, weights ``u_i / s_i²``,
- log s takes a Fisher-scoring step: with ``g = 2 log s`` it is the same regression, unweighted, of
  ``g_i + (u_i e_i² - 1)(ν + 3)/ν``, whose variance is ``2 (ν + 3)/ν``,

where ``u = (ν + 1)/(ν + e²)`` for Student noise of ν degrees of freedom, and 1 for normal noise,
ν = ∞. Both penalties have the largest marginal likelihood, see :mod:`vcei.curve`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vcei.arrays import Floats, as_points
from vcei.curve import Curve, Curves, Smooth, WeightedCurves
from vcei.errors import InputError
from vcei.mechanisms.protocol import Fitted, check_sample

SCALE_STEPS = 6
"""Most scoring steps of the scale between two steps of the location."""

SETTLED = 1e-3
"""Change of log s² at which the scale is left as it is."""

WIDEST = 6.0
"""log s² stays within this of its mean: no row is more than twenty times as noisy as usual."""

STEEPEST = 20.0
"""Largest score of one row: a wild one pulls the scale no harder."""

FINEST = 1e-10
"""Share of the variance of the effect below which a squared residual says no more."""


@dataclass(frozen=True)
class LocationScale:
    """Location-scale regression on one number.

    Attributes
    ----------
    knots : int
        Most knots of the splines.
    rounds : int
        How often location and scale are fitted in turn.
    tails : float
        Degrees of freedom ν of the noise that the fit reckons with; infinite for normal noise.
    """

    knots: int = 40
    rounds: int = 3
    tails: float = float("inf")

    def __post_init__(self) -> None:
        if self.knots < 3 or self.rounds < 1 or not self.tails > 0:
            msg = f"Expected at least 3 knots, 1 round, and tails above zero; {self} came."
            raise InputError(msg)

    def fit(
        self,
        cause: Floats,
        effect: Floats,
        weights: Floats | None = None,
        *,
        rng: np.random.Generator | None = None,  # noqa: ARG002
    ) -> LocationScaleFit:
        """Fit location and scale to a weighted sample, smoothness by marginal likelihood.

        Parameters
        ----------
        cause
            Inputs, (n,) or (n, 1).
        effect
            Outputs, (n,).
        weights
            How many observations each row stands for, or None.
        rng
            Not used.

        Returns
        -------
        LocationScaleFit
            The fitted mechanism.
        """
        return _Alternation(self, cause, effect, weights).result()

    def fit_like(
        self,
        before: Fitted,
        cause: Floats,
        effect: Floats,
        weights: Floats | None = None,
        *,
        rng: np.random.Generator | None = None,  # noqa: ARG002
    ) -> LocationScaleFit:
        """Fit location and scale with the smoothness of an earlier fit.

        Parameters
        ----------
        before
            The earlier fit, whose penalties are kept.
        cause
            Inputs, (n,) or (n, 1).
        effect
            Outputs, (n,).
        weights
            How many observations each row stands for, or None.
        rng
            Not used.

        Returns
        -------
        LocationScaleFit
            The fitted mechanism.
        """
        known = before.hyperparameters
        penalties = known["location_penalty"], known["scale_penalty"]
        return _Alternation(self, cause, effect, weights, penalties).result()


@dataclass(frozen=True)
class LocationScaleFit:
    """A fitted location-scale mechanism.

    Attributes
    ----------
    curve : Curve
        The location m.
    log_scale : Curve
        The logarithm of the scale s.
    hyperparameters : Mapping[str, float]
        Penalties and degrees of freedom of both curves, and the log likelihood.
    """

    curve: Curve
    log_scale: Curve
    hyperparameters: Mapping[str, float]

    def predict(self, cause: Floats) -> Floats:
        """Return the location at causes, (m,) or (m, 1)."""
        return self.curve(_column(cause))

    def scale(self, cause: Floats) -> Floats:
        """Return the scale at causes, (m,) or (m, 1)."""
        return np.exp(self.log_scale(_column(cause)))

    def noise(self, cause: Floats, effect: Floats) -> Floats:
        """Return the noise e that the mechanism needs to make the effect of the cause.

        Parameters
        ----------
        cause
            Inputs, (m,) or (m, 1).
        effect
            Outputs, (m,).

        Returns
        -------
        Floats
            ``(y - m(x)) / s(x)``, (m,).
        """
        return (effect - self.predict(cause)) / self.scale(cause)


class _Alternation:
    """The two regressions, in turn."""

    def __init__(
        self,
        choices: LocationScale,
        cause: Floats,
        effect: Floats,
        weights: Floats | None,
        penalties: tuple[float | None, float | None] = (None, None),
    ) -> None:
        points, self.effect, self.counts = check_sample(cause, effect, weights)
        self.total = float(np.sum(self.counts))
        self.curves = Curves(_column(points), choices.knots)
        self.penalties = penalties
        self.tails = choices.tails
        self.rounds = choices.rounds

    def result(self) -> LocationScaleFit:
        plain = self._weighted(self.counts)
        finest = FINEST * self._mean((self.effect - self._mean(self.effect)) ** 2) or FINEST
        location = plain.smooth(self.effect, self.penalties[0])
        squares = np.maximum((self.effect - location.at_rows) ** 2, finest)
        log_square = np.full(len(squares), np.log(self._mean(squares)))
        for turn in range(self.rounds):
            if turn:
                location = self._locate(squares / np.exp(log_square), log_square)
                squares = np.maximum((self.effect - location.at_rows) ** 2, finest)
            spread, log_square = self._rescale(plain, squares, log_square)
        noise = squares / np.exp(log_square)
        each = -0.5 * (np.log(2 * np.pi) + log_square + noise)
        return LocationScaleFit(
            curve=location.curve,
            log_scale=Curve(spread.curve.knots, 0.5 * spread.curve.coefficients),
            hyperparameters={
                "location_penalty": location.penalty,
                "scale_penalty": spread.penalty,
                "location_degrees": location.degrees,
                "scale_degrees": spread.degrees,
                "log_likelihood": float(self.counts @ each),
            },
        )

    def _locate(self, noise: Floats, log_square: Floats) -> Smooth:
        emphasis = self._calm(noise) / np.exp(log_square - self._mean(log_square))
        return self._weighted(self.counts * emphasis).smooth(self.effect, self.penalties[0])

    def _weighted(self, weights: Floats) -> WeightedCurves:
        return self.curves.weighted(weights, self.total)

    def _rescale(
        self, plain: WeightedCurves, squares: Floats, log_square: Floats
    ) -> tuple[Smooth, Floats]:
        """Take scoring steps of log s² until it no longer changes."""
        variance = 2.0 if np.isinf(self.tails) else 2.0 * (self.tails + 3) / self.tails
        for _ in range(SCALE_STEPS):
            noise = squares / np.exp(log_square)
            score = np.clip(self._calm(noise) * noise - 1.0, -1.0, STEEPEST)
            target = log_square + 0.5 * variance * score
            spread = plain.smooth(target, self.penalties[1], variance)
            centre = self._mean(spread.at_rows)
            before = log_square
            log_square = np.clip(spread.at_rows, centre - WIDEST, centre + WIDEST)
            if np.max(np.abs(log_square - before)) < SETTLED:
                break
        return spread, log_square

    def _calm(self, noise: Floats) -> Floats:
        """Return u, the share of a squared noise that counts."""
        if np.isinf(self.tails):
            return np.ones(len(noise))
        return (self.tails + 1) / (self.tails + noise)

    def _mean(self, values: Floats) -> float:
        return float(self.counts @ values) / self.total


def _column(cause: Floats) -> Floats:
    points = as_points(cause)
    if points.shape[1] != 1:
        msg = (
            f"A location-scale mechanism takes one number as cause; {points.shape[1]} came. "
            "Use another mechanism for vectors."
        )
        raise InputError(msg)
    return np.asarray(points[:, 0], dtype=np.float64)
