"""What a mechanism is: a model of effect given cause that can be fitted to a weighted sample."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np

from vcei.arrays import Floats
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
