"""What a mechanism is: a model of effect given cause that can be fitted to a weighted sample."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np

from vcei.arrays import Floats, as_points
from vcei.errors import InputError


class Fitted(Protocol):
    """A mechanism after training."""

    def predict(self, cause: Floats) -> Floats:
        """Return the predicted mean of the effect, (m,), at causes (m, d) or (m,)."""
        ...

    @property
    def hyperparameters(self) -> Mapping[str, float]:
        """What training chose, for the evidence."""
        ...


class Mechanism(Protocol):
    """A model class with its training paradigm, Train_M[.] of the paper."""

    def fit(
        self,
        cause: Floats,
        effect: Floats,
        weights: Floats | None = None,
        *,
        rng: np.random.Generator | None = None,
    ) -> Fitted:
        """Train on a sample, hyperparameters and all.

        Parameters
        ----------
        cause
            Inputs, (n, d) or (n,).
        effect
            Outputs, (n,).
        weights
            How many observations each row stands for, (n,): two is two rows, zero is not there,
            None is one each. Under a variation α of N rows they are N α_i.
        rng
            The generator, for mechanisms that need chance.

        Returns
        -------
        Fitted
            The trained mechanism.
        """
        ...

    def fit_like(
        self,
        before: Fitted,
        cause: Floats,
        effect: Floats,
        weights: Floats | None = None,
        *,
        rng: np.random.Generator | None = None,
    ) -> Fitted:
        """Train on a sample with the hyperparameters of an earlier fit of this mechanism.

        Parameters
        ----------
        before
            The earlier fit.
        cause
            Inputs, (n, d) or (n,).
        effect
            Outputs, (n,).
        weights
            How many observations each row stands for, or None.
        rng
            The generator, for mechanisms that need chance.

        Returns
        -------
        Fitted
            The trained mechanism.
        """
        ...


def check_sample(
    cause: Floats, effect: Floats, weights: Floats | None
) -> tuple[Floats, Floats, Floats]:
    """Return causes as points, effects and counts of the rows that are there.

    Parameters
    ----------
    cause
        Inputs, (n, d) or (n,).
    effect
        Outputs, (n,).
    weights
        How many observations each row stands for, or None.

    Returns
    -------
    tuple[Floats, Floats, Floats]
        Points, (m, d), effects and counts, (m,) each, of the m rows of positive weight.

    Raises
    ------
    InputError
        If there is not one effect to each cause, or a value that is not finite.
    """
    points, y = as_points(cause), np.asarray(effect, dtype=np.float64)
    if y.shape != points.shape[:1]:
        msg = f"Expected an effect for each of {len(points)} causes; an array of {y.shape} came."
        raise InputError(msg)
    counts = check_counts(weights, len(y))
    there = counts > 0
    points, y, counts = points[there], y[there], counts[there]
    if not np.isfinite(points).all() or not np.isfinite(y).all():
        msg = "Expected finite causes and effects; some are NaN or infinite. Leave those rows out."
        raise InputError(msg)
    return points, y, counts


def check_counts(weights: Floats | None, rows: int) -> Floats:
    """Return weights that count observations, ones if there are none.

    Parameters
    ----------
    weights
        Non-negative weights, (n,), or None.
    rows
        The n that is expected.

    Returns
    -------
    Floats
        The weights.

    Raises
    ------
    InputError
        If the weights are negative, not finite, all zero, or of the wrong number.
    """
    if weights is None:
        return np.ones(rows)
    weights = np.asarray(weights, dtype=np.float64)
    if weights.shape != (rows,) or not np.all(weights >= 0) or not 0 < weights.sum() < np.inf:
        msg = (
            f"Expected {rows} finite non-negative weights, not all zero; "
            f"an array of shape {weights.shape} came: {weights!r}."
        )
        raise InputError(msg)
    return weights
