"""Any scikit-learn regressor as a mechanism."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from vcei.arrays import Floats, as_points
from vcei.errors import InputError
from vcei.mechanisms.protocol import Fitted, check_sample


@dataclass(frozen=True)
class Estimator:
    """Train a scikit-learn regressor on the sample.

    A regressor whose ``fit`` takes ``sample_weight`` gets the weights. For one that does not,
    fitting is preceded by a re-sampling step, the alternative of the paper's section 3.2: as many
    rows as the weights stand for are drawn with replacement.

    Attributes
    ----------
    regressor : Any
        An object with ``fit`` and ``predict``; every training works on a fresh clone.
    resample : bool | None
        True draws rows, False hands weights over, None asks the regressor's ``fit``.
    """

    regressor: Any
    resample: bool | None = None

    def fit(
        self,
        cause: Floats,
        effect: Floats,
        weights: Floats | None = None,
        *,
        rng: np.random.Generator | None = None,
    ) -> FittedEstimator:
        """Train a clone of the regressor.

        Parameters
        ----------
        cause
            Inputs, (n, d) or (n,).
        effect
            Outputs, (n,).
        weights
            How many observations each row stands for, or None.
        rng
            The generator for the re-sampling step.

        Returns
        -------
        FittedEstimator
            The trained regressor.
        """
        from sklearn.base import clone

        points, y, counts = check_sample(cause, effect, weights)
        regressor = clone(self.regressor)
        if "random_state" in regressor.get_params() and rng is not None:
            regressor.set_params(random_state=int(rng.integers(2**31)))
        if weights is None:
            return FittedEstimator(regressor.fit(points, y))
        if not self._resamples():
            return FittedEstimator(regressor.fit(points, y, sample_weight=counts))
        drawn = resampled(counts, rng)
        return FittedEstimator(regressor.fit(points[drawn], y[drawn]))

    def fit_like(
        self,
        before: Fitted,  # noqa: ARG002
        cause: Floats,
        effect: Floats,
        weights: Floats | None = None,
        *,
        rng: np.random.Generator | None = None,
    ) -> FittedEstimator:
        """Train a clone: a regressor's hyperparameters are settings, the same in every fit.

        Parameters
        ----------
        before
            Not used.
        cause
            Inputs, (n, d) or (n,).
        effect
            Outputs, (n,).
        weights
            How many observations each row stands for, or None.
        rng
            The generator for the re-sampling step.

        Returns
        -------
        FittedEstimator
            The trained regressor.
        """
        return self.fit(cause, effect, weights, rng=rng)

    def _resamples(self) -> bool:
        if self.resample is not None:
            return self.resample
        return "sample_weight" not in inspect.signature(self.regressor.fit).parameters


@dataclass(frozen=True)
class FittedEstimator:
    """A trained scikit-learn regressor.

    Attributes
    ----------
    regressor : Any
        The trained clone.
    """

    regressor: Any

    @property
    def hyperparameters(self) -> Mapping[str, float]:
        """Nothing: the regressor's settings are in the method's."""
        return {}

    def predict(self, cause: Floats) -> Floats:
        """Return the regressor's prediction at new causes.

        Parameters
        ----------
        cause
            Inputs, (m, d) or (m,).

        Returns
        -------
        Floats
            The prediction, (m,).
        """
        return np.asarray(self.regressor.predict(np.asarray(as_points(cause))), dtype=np.float64)


def resampled(
    counts: Floats, rng: np.random.Generator | None
) -> np.ndarray[Any, np.dtype[np.intp]]:
    """Draw as many rows as the weights stand for, each in proportion to its weight.

    Paper: re-sampling step.

    Parameters
    ----------
    counts
        How many observations each row stands for, (n,).
    rng
        The generator.

    Returns
    -------
    np.ndarray[Any, np.dtype[np.intp]]
        Indices of rows, with repetitions.

    Raises
    ------
    InputError
        If there is no generator to draw with.
    """
    if rng is None:
        msg = "Re-sampling needs a generator; none came. Pass rng=numpy.random.default_rng(seed)."
        raise InputError(msg)
    size = max(1, round(float(counts.sum())))
    return rng.choice(len(counts), size=size, p=counts / counts.sum())
