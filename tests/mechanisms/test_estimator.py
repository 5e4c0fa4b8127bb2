"""scikit-learn regressors as mechanisms."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import vcei
from vcei.errors import InputError
from vcei.mechanisms import Estimator
from vcei.mechanisms.estimator import resampled

linear_model = pytest.importorskip("sklearn.linear_model")
neighbors = pytest.importorskip("sklearn.neighbors")


def test_weights_reach_a_regressor_that_takes_them(rng):
    x, w = rng.normal(size=50), rng.uniform(size=50)
    y = 2 * x + rng.normal(size=50)
    ours = Estimator(linear_model.LinearRegression()).fit(x, y, w)
    theirs = linear_model.LinearRegression().fit(x[:, None], y, sample_weight=w)
    assert_allclose(ours.predict(x), theirs.predict(x[:, None]))


def test_one_that_does_not_is_trained_on_drawn_rows():
    """All weight on rows of the right half: the neighbours of any point are there."""
    x = np.linspace(-1, 1, 40)
    y = np.where(x > 0, 1.0, -1.0)
    mechanism = Estimator(neighbors.KNeighborsRegressor(3))
    fitted = mechanism.fit(x, y, 2.0 * (x > 0), rng=np.random.default_rng(0))
    assert_allclose(fitted.predict(np.array([-1.0])), 1.0)


def test_as_many_rows_are_drawn_as_the_weights_stand_for(rng):
    w = np.array([0.0, 1.0, 3.0, 6.0])
    drawn = resampled(400 * w, rng)
    assert len(drawn) == 4000
    # a binomial count of n = 4000 strays less than 5 √(n p (1-p)) <= 160 from its mean
    assert_allclose(np.bincount(drawn, minlength=4), 400 * w, atol=160)


def test_drawing_needs_a_generator():
    with pytest.raises(InputError, match="needs a generator"):
        resampled(np.ones(3), None)


def test_the_users_regressor_is_left_alone(columns):
    regressor = linear_model.Ridge(alpha=0.1)
    method = vcei.VCEI(mechanism=Estimator(regressor), repeats=2)
    verdict = vcei.identify(*columns, method)
    assert not hasattr(regressor, "coef_")
    assert "Ridge(alpha=0.1)" in verdict.settings["mechanism"]["regressor"]


def test_a_regressor_with_chance_follows_the_seed(columns):
    ensemble = pytest.importorskip("sklearn.ensemble")
    forest = Estimator(ensemble.RandomForestRegressor(5))
    method = vcei.VCEI(mechanism=forest, repeats=1)
    once, again = (vcei.identify(*columns, method, seed=3).to_json() for _ in range(2))
    assert once == again
