"""Location-scale regression: what it finds, and what every fit owes."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import norm

from samples import read_only
from vcei.errors import InputError
from vcei.mechanisms import LocationScale

WAYS = {"normal": LocationScale(), "heavy": LocationScale(tails=5.0)}


def wave(rng, n=300, tails=None):
    """Return x, and y = sin 2x + exp(x/2)/3 e."""
    x = rng.uniform(-2, 2, n)
    noise = rng.normal(size=n) if tails is None else rng.standard_t(tails, n)
    return read_only(x), read_only(np.sin(2 * x) + np.exp(x / 2) / 3 * noise)


def rms(values):
    return float(np.sqrt(np.mean(values**2)))


def assert_same_fit(one, other, x, rtol=1e-6):
    assert_allclose(one.predict(x), other.predict(x), rtol=rtol, atol=rtol)
    assert_allclose(one.scale(x), other.scale(x), rtol=rtol)


class TestFinds:
    @pytest.mark.parametrize("tails", [None, 5.0], ids=["normal", "Student"])
    def test_location_and_scale(self, tails, rng):
        """About d = 12 degrees of freedom: m within s √(d/n) and log s within √(d/2n), twice."""
        x, y = wave(rng, 1000, tails)
        fit = LocationScale(tails=tails or np.inf).fit(x, y)
        scale = np.exp(x / 2) / 3
        assert rms((fit.predict(x) - np.sin(2 * x)) / scale) < 2 * np.sqrt(12 / 1000)
        assert rms(np.log(fit.scale(x) / scale)) < 2 * np.sqrt(12 / 2000)
        assert fit.hyperparameters["location_degrees"] < 15
        assert fit.hyperparameters["scale_degrees"] < 6

    def test_noise_that_is_free_of_the_cause(self, rng):
        x, y = wave(rng, 1000)
        noise = LocationScale().fit(x, y).noise(x, y)
        assert noise.std() == pytest.approx(1, abs=0.02)
        assert abs(np.corrcoef(x, np.abs(noise))[0, 1]) < 0.1

    def test_a_line_with_even_noise_needs_two_degrees_and_hardly_more(self, rng):
        """What a straight line and a constant scale cost is known: no bend is supported."""
        x = rng.normal(size=500)
        y = 2 * x + 0.5 * rng.normal(size=500)
        fit = LocationScale().fit(x, y)
        assert fit.hyperparameters["location_degrees"] < 3
        assert_allclose(fit.scale(np.array([-1.0, 0, 1])), 0.5, rtol=0.2)
        assert fit.curve.slope(np.zeros(1))[0] == pytest.approx(2, abs=0.1)

    def test_the_likelihood_is_that_of_normal_noise(self, rng):
        x, y = wave(rng)
        fit = LocationScale().fit(x, y)
        expected = norm.logpdf(y, fit.predict(x), fit.scale(x)).sum()
        assert fit.hyperparameters["log_likelihood"] == pytest.approx(expected, rel=1e-3)

    def test_outliers_move_one_that_reckons_with_them_less(self, rng):
        x, y = wave(rng)
        wild = np.where(rng.uniform(size=300) < 0.03, y + 8, y)
        location, scale = {}, {}
        for name, way in WAYS.items():
            before, after = way.fit(x, y), way.fit(x, wild)
            location[name] = rms(after.predict(x) - before.predict(x))
            scale[name] = rms(np.log(after.scale(x) / before.scale(x)))
        assert location["heavy"] < 0.9 * location["normal"]
        assert scale["heavy"] < 0.5 * scale["normal"]

    def test_an_effect_without_noise_is_finite(self, rng):
        x = rng.normal(size=50)
        for y in (2 * x, np.ones(50)):
            fit = LocationScale().fit(x, y)
            assert_allclose(fit.predict(x), y, atol=1e-6)
            assert np.isfinite(fit.noise(x, y)).all()


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
class TestEveryFit:
    def test_two_is_two_rows_and_zero_is_not_there(self, way, rng):
        x, y = wave(rng, 120)
        counts = read_only(np.tile([1.0, 2.0, 0.0], 40))
        rows = np.repeat(np.arange(120), counts.astype(int))
        weighted, repeated = way.fit(x, y, counts), way.fit(x[rows], y[rows])
        assert_same_fit(weighted, repeated, x)
        for name, value in repeated.hyperparameters.items():
            assert weighted.hyperparameters[name] == pytest.approx(value, rel=1e-6), name

    def test_weights_of_one_are_none(self, way, rng):
        x, y = wave(rng, 120)
        assert_same_fit(way.fit(x, y, np.ones(120)), way.fit(x, y), x, rtol=1e-12)

    @pytest.mark.parametrize(("factor", "shift"), [(1e4, 3e4), (2.0, -1.0), (1e-5, 0.0)])
    def test_units_of_the_cause_do_not_matter(self, way, factor, shift, rng):
        x, y = wave(rng, 150)
        there, fit = factor * x + shift, way.fit(x, y)
        moved = way.fit(there, y)
        assert_allclose(moved.predict(there), fit.predict(x), atol=1e-4)
        assert_allclose(moved.scale(there), fit.scale(x), rtol=1e-4)

    def test_a_mirror_moves_knots_by_a_rank_and_no_more(self, way, rng):
        x, y = wave(rng, 150)
        mirrored, fit = way.fit(-x, y), way.fit(x, y)
        assert np.max(np.abs(mirrored.predict(-x) - fit.predict(x)) / fit.scale(x)) < 0.02
        assert_allclose(mirrored.scale(-x), fit.scale(x), rtol=0.02)

    @pytest.mark.parametrize(("factor", "shift"), [(1e4, 3e4), (-2.0, 1.0), (1e-5, 0.0)])
    def test_units_of_the_effect_do_not_matter(self, way, factor, shift, rng):
        x, y = wave(rng, 150)
        fit, other = way.fit(x, y), way.fit(x, factor * y + shift)
        assert_allclose(other.scale(x), abs(factor) * fit.scale(x), rtol=1e-4)
        noise = other.noise(x, factor * y + shift)
        assert_allclose(noise, np.sign(factor) * fit.noise(x, y), atol=1e-4)

    def test_row_order_does_not_matter(self, way, rng):
        x, y = wave(rng, 150)
        order = rng.permutation(150)
        assert_same_fit(way.fit(x[order], y[order]), way.fit(x, y), x)

    def test_a_fit_like_another_keeps_its_penalties(self, way, rng):
        x, y = wave(rng)
        before = way.fit(x, y)
        weights = read_only(300 * (x > 0) / np.sum(x > 0))
        kept, own = way.fit_like(before, x, y, weights), way.fit(x, y, weights)
        for name in ("location_penalty", "scale_penalty"):
            assert kept.hyperparameters[name] == pytest.approx(before.hyperparameters[name])
            assert own.hyperparameters[name] != pytest.approx(before.hyperparameters[name])

    def test_a_column_may_be_points_of_one_dimension(self, way, rng):
        x, y = wave(rng, 100)
        flat, points = way.fit(x, y), way.fit(x[:, None], y)
        assert_array_equal(flat.predict(x), points.predict(x[:, None]))

    def test_inputs_are_left_alone(self, way, rng):
        x, y = wave(rng, 100)
        kept = x.copy(), y.copy()
        weights = read_only(rng.integers(0, 3, 100))
        way.fit_like(way.fit(x, y, weights), x, y, weights)
        assert_array_equal(x, kept[0])
        assert_array_equal(y, kept[1])


class TestRefuses:
    def test_vectors(self, rng):
        with pytest.raises(InputError, match="takes one number as cause; 2 came. Use another"):
            LocationScale().fit(rng.normal(size=(20, 2)), rng.normal(size=20))

    def test_columns_of_different_length(self, rng):
        with pytest.raises(InputError, match="an effect for each of 20 causes"):
            LocationScale().fit(rng.normal(size=20), rng.normal(size=19))

    @pytest.mark.parametrize("wrong", [np.nan, np.inf])
    def test_values_that_are_no_numbers(self, wrong, rng):
        with pytest.raises(InputError, match="finite causes and effects"):
            LocationScale().fit(np.append(rng.normal(size=19), wrong), rng.normal(size=20))

    @pytest.mark.parametrize("weights", [np.zeros(20), -np.ones(20), np.ones(3)])
    def test_weights_that_count_nothing(self, weights, rng):
        with pytest.raises(InputError, match="20 finite non-negative weights"):
            LocationScale().fit(rng.normal(size=20), rng.normal(size=20), weights)

    @pytest.mark.parametrize("wrong", [{"knots": 2}, {"rounds": 0}, {"tails": 0.0}])
    def test_settings_that_fit_nothing(self, wrong):
        with pytest.raises(InputError, match="at least 3 knots, 1 round, and tails above zero"):
            LocationScale(**wrong)
