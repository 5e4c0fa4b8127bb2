"""Batches of location-scale fits: what one fit after the other gives, on arrays of any library."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.ask import identify_pair
from vcei.batch import (
    BatchCurves,
    Places,
    entropies,
    fit_many,
    heights,
    identify_many,
    noise_impacts_many,
)
from vcei.batch import verdicts as in_batches
from vcei.batch.noise import here
from vcei.batch.splines import b_splines, second_derivatives
from vcei.batch.verdicts import identify_alike, suiting
from vcei.entropy import entropy
from vcei.errors import InputError
from vcei.impact.noise import noise_impacts
from vcei.mechanisms.location_scale import LocationScale
from vcei.method import default, paper
from vcei.pair import Pair
from vcei.spline import CubicSplines


@pytest.fixture
def samples(rng):
    """Return pairs of different length; one is rounded, one skewed."""
    pairs = []
    for n, shape in ((120, np.sin), (90, np.tanh), (150, np.square)):
        x = rng.normal(size=n)
        x = np.round(x, 2) if shape is np.tanh else x
        pairs.append((x, shape(2 * x) + (0.2 + 0.1 * np.abs(x)) * rng.standard_t(4, size=n)))
    return pairs


def padded(samples, like=np.asarray):
    places = Places.of([x for x, _ in samples], knots=20)
    width = places.values.shape[1]
    effects = np.stack([np.pad(y, (0, width - len(y))) for _, y in samples])
    counts = np.stack([np.pad(np.ones(len(y)), (0, width - len(y))) for _, y in samples])
    return places.on(like(effects)), like(effects), like(counts)


def fitted(mechanism, samples, like=np.asarray):
    places, effects, counts = padded(samples, like)
    return fit_many(mechanism, BatchCurves(places, counts), effects)


def test_splines_and_their_bending_are_those_of_scipy(samples):
    places, *_ = padded(samples)
    for i, (x, _) in enumerate(samples):
        different = np.unique(places.values[i])
        curves, omega = CubicSplines(20).at(different)
        found = b_splines(different[None], places.knots[i : i + 1])[0]
        assert_allclose(found, curves.toarray(), atol=1e-12)
        differences, hats = (one[0] for one in second_derivatives(places.knots[i : i + 1]))
        found = differences.T @ hats @ differences
        assert_allclose(found, omega, rtol=1e-9, atol=1e-9 * omega.max())
        assert len(x)


@pytest.mark.parametrize("tails", [np.inf, 4.0])
def test_a_batch_gives_what_single_fits_give(samples, tails):
    mechanism = LocationScale(knots=20, tails=tails)
    together = fitted(mechanism, samples)
    for i, (x, y) in enumerate(samples):
        alone = mechanism.fit(x, y)
        n = len(x)
        assert_allclose(together.location[i, :n], alone.predict(x), atol=1e-6)
        assert_allclose(together.noise[i, :n], alone.noise(x, y), atol=1e-5)
        known = alone.hyperparameters
        assert_allclose(together.location_degrees[i], known["location_degrees"], rtol=1e-6)
        assert_allclose(together.scale_degrees[i], known["scale_degrees"], rtol=1e-6)
        assert_allclose(together.log_likelihood[i], known["log_likelihood"], rtol=1e-7)


def test_refits_and_their_continuations_are_those_of_single_samples(samples):
    mechanism = LocationScale(knots=20, tails=4.0)
    parts = [(x[x > 0], y[x > 0]) for x, y in samples]
    before, places, effects, counts = fitted(mechanism, samples), *padded(parts)
    curves = BatchCurves(places, counts)
    together = fit_many(mechanism, curves, effects, before.penalties)
    asked = np.linspace(-4, 4, 50)
    found = heights(places.knots, together.coefficients, np.tile(asked, (3, 1)))
    for i, (x, y) in enumerate(samples):
        alone = mechanism.fit_like(mechanism.fit(x, y), x, y, (x > 0).astype(float))
        assert_allclose(found[i], alone.predict(asked), rtol=1e-6, atol=1e-6)
        known = alone.hyperparameters["scale_degrees"]
        assert_allclose(together.scale_degrees[i], known, rtol=1e-6)


def test_arrays_that_know_the_array_api_and_nothing_more(samples):
    strict = pytest.importorskip("array_api_strict")
    ours = fitted(LocationScale(knots=20), samples)
    theirs = fitted(LocationScale(knots=20), samples, strict.asarray)
    assert_allclose(np.asarray(theirs.noise), ours.noise, atol=1e-6)
    assert_allclose(np.asarray(theirs.log_likelihood), ours.log_likelihood, rtol=1e-9)


def test_too_few_different_values_are_refused():
    with pytest.raises(InputError, match="at least 20 different values; 5 came"):
        Places.of([np.repeat(np.arange(5.0), 10)], knots=20)


def test_entropies_are_those_of_single_samples(samples):
    _, effects, counts = padded(samples)
    for i, (_, y) in enumerate(samples):
        assert_allclose(entropies(effects, counts)[i], entropy(y), rtol=1e-12)


def test_impacts_on_noise_are_those_of_single_samples(samples, rng):
    _, effects, counts = padded(samples)
    weights = rng.uniform(size=(len(samples), 5, counts.shape[1])) * counts[:, None, :]
    weights /= weights.sum(axis=2, keepdims=True)
    together = noise_impacts_many(effects, weights, counts)
    for i, (_, y) in enumerate(samples):
        alone = noise_impacts(y, weights[i, :, : len(y)])
        assert_allclose(together.ratios[i], alone.ratios, rtol=1e-9)
        assert_allclose(together.p_values[i], alone.p_value, rtol=1e-9)


def test_noise_on_arrays_that_know_the_array_api_and_nothing_more(samples, rng):
    strict = pytest.importorskip("array_api_strict")
    _, effects, counts = padded(samples)
    weights = np.broadcast_to(
        counts[:, None, :] * rng.uniform(size=(5, 1)), (3, 5, counts.shape[1])
    )
    weights = weights + np.eye(5, counts.shape[1])
    weights = weights / weights.sum(axis=2, keepdims=True)
    moved = [strict.asarray(each) for each in (effects, weights, counts)]
    assert_allclose(here(entropies(moved[0], moved[2])), entropies(effects, counts), rtol=1e-12)
    ours, theirs = noise_impacts_many(effects, weights, counts), noise_impacts_many(*moved)
    assert_allclose(theirs.impacts, ours.impacts, rtol=1e-9, atol=1e-18)


@pytest.fixture
def pairs(rng):
    """Return pairs of which two are alike, one is shorter, and one is rounded."""
    found = []
    for n, digits in ((620, 16), (620, 16), (600, 16), (620, 1)):
        x = rng.normal(size=n)
        y = np.tanh(2 * x) + 0.3 * np.abs(x) * rng.normal(size=n)
        found.append(Pair.of(np.round(x, digits), y))
    return found


def test_verdicts_are_those_of_pairs_asked_one_by_one(pairs):
    assert suiting([pairs[0], pairs[1], pairs[3]], default(), np.zeros(1)) == [True, True, False]
    for together, pair in zip(identify_many(pairs), pairs, strict=True):
        alone = identify_pair(pair)
        assert_allclose(together.score, alone.score, atol=1e-6)
        assert_allclose(together.confidence, alone.confidence, atol=1e-6)
        assert together.answer is alone.answer
        for arrow, evidence in together.evidence.items():
            assert evidence.costs == pytest.approx(alone.evidence[arrow].costs, abs=1e-5)
            assert evidence.p_value == pytest.approx(alone.evidence[arrow].p_value, abs=1e-5)
        assert together.dependence.p_value == pytest.approx(alone.dependence.p_value, abs=1e-5)


def test_exchanged_columns_negate_the_score(pairs):
    one, other = identify_many([pairs[0], pairs[0].swap()])
    assert one.score == -other.score


def test_a_batch_that_rounding_defeats_is_asked_one_by_one(pairs, monkeypatch):
    def defeated(*_):
        raise np.linalg.LinAlgError

    monkeypatch.setattr(in_batches, "fit_many", defeated)
    for together, pair in zip(identify_many(pairs[:2]), pairs[:2], strict=True):
        assert together.score == identify_pair(pair).score


def test_other_errors_of_a_batch_are_told(pairs, monkeypatch):
    def defeated(*_):
        raise MemoryError

    monkeypatch.setattr(in_batches, "fit_many", defeated)
    with pytest.raises(MemoryError):
        identify_many(pairs[:2])


def test_verdicts_by_the_array_api_and_nothing_more(pairs):
    strict = pytest.importorskip("array_api_strict")
    ours = identify_many(pairs[:2])
    theirs = identify_alike(pairs[:2], default(), like=strict.zeros(1))
    assert_allclose([one.score for one in theirs], [one.score for one in ours], atol=1e-6)


def test_only_the_default_method_is_known_to_batches(pairs):
    with pytest.raises(InputError, match="for the default method; 'paper' came"):
        identify_alike(pairs[:1], paper())
