"""Impact and its trend."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.errors import InputError
from vcei.impact import disagreement, fit_trend
from vcei.kernels import Laplace
from vcei.mechanisms import GaussianProcess


class Line:
    hyperparameters = {}

    def __init__(self, slope, level):
        self.slope, self.level = slope, level

    def predict(self, cause):
        return self.slope * np.asarray(cause) + self.level


def test_disagreement_on_paper():
    """On inputs 0 and 1, y = x predicts {0, 1} and y = 2 predicts {2, 2}; k = exp(-d).

    MMD² = (2 + 2e⁻¹)/4 + 1 - 2(2e⁻² + 2e⁻¹)/4
    """
    e = np.exp(-1.0)
    found = disagreement(Laplace(1.0), Line(1, 0), Line(0, 2), np.array([0.0, 1.0]))
    assert_allclose(found, (1 + e) / 2 + 1 - (e**2 + e))


def test_a_mechanism_does_not_disagree_with_itself(columns):
    fitted = GaussianProcess().fit(*columns)
    assert disagreement(Laplace(1.0), fitted, fitted, columns[0]) < 1e-12


def test_trend_is_that_of_scipy(rng):
    from scipy.stats import linregress

    b, S = rng.uniform(size=7), rng.normal(size=7)
    theirs, ours = linregress(b, S), fit_trend(b, S)
    expected = [theirs.slope, theirs.stderr, theirs.intercept]
    assert_allclose([ours.slope, ours.error, ours.level], expected)


@pytest.mark.parametrize("strengths", [[0.1, 0.2], [0.1, 0.1, 0.2, 0.2], []])
def test_a_trend_needs_three_strengths(strengths):
    with pytest.raises(InputError, match="at least three different strengths"):
        fit_trend(strengths, strengths)
