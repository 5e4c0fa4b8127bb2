"""ROCHE: the likelihood by SciPy, its gradient by differences, noise that is known."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import t as student

from vcei.errors import InputError
from vcei.pair import Pair
from vcei.peers.roche import ROCHE, Network


@pytest.fixture
def network(rng):
    """Return a network of four units that knows something of every head."""
    drawn = Network.drawn(4, rng)
    return Network(drawn.weights + 0.4 * rng.normal(size=len(drawn.weights)))


@pytest.fixture
def sample(rng):
    return rng.normal(size=(2, 9))


def heads(network, cause):
    """m, a and b by the formula, a row at a time."""
    w, v, *outer = np.split(network.weights[:-3], 5)
    rows = [[c @ np.tanh(w * x + v) for c in outer] + network.weights[-3:] for x in cause]
    return np.transpose(rows)


def test_the_cost_is_a_student_likelihood(network, sample):
    """2α degrees of freedom, s² = β/α, and the mean square of α/(α - 1) over n."""
    x, y = sample
    location, log_shape, log_rate = heads(network, x)
    shape = 1 + np.exp(log_shape)
    scale = np.sqrt(np.exp(log_rate) / shape)
    expected = -np.mean(student.logpdf(y, 2 * shape, location, scale))
    expected += np.mean((shape / (shape - 1)) ** 2) / 9
    assert_allclose(network.cost(x, y)[0], expected, rtol=1e-12)


def test_the_gradient_is_the_slope_of_the_cost(network, sample):
    moves = 1e-6 * np.eye(len(network.weights))
    expected = [
        (
            Network(network.weights + move).cost(*sample)[0]
            - Network(network.weights - move).cost(*sample)[0]
        )
        / 2e-6
        for move in moves
    ]
    assert_allclose(network.cost(*sample)[1], expected, atol=1e-7)


def test_the_noise_has_the_variance_of_its_student_distribution(network, sample):
    x, y = sample
    location, log_shape, log_rate = heads(network, x)
    shape = 1 + np.exp(log_shape)
    spread = student.std(2 * shape, location, np.sqrt(np.exp(log_rate) / shape))
    assert_allclose(network.noise(x, y), (y - location) / spread, rtol=1e-10)


def test_a_network_that_learned_nothing_has_four_degrees_of_freedom(rng, sample):
    """a = b = 0 are α = 2 and β = 1: the noise is what is left, its variance one."""
    network = Network.drawn(100, rng)
    location, log_shape, log_rate = heads(network, sample[0])
    assert np.all(log_shape == 0)
    assert np.all(log_rate == 0)
    assert_allclose(network.noise(*sample), sample[1] - location)


def test_far_heads_are_held(network, sample):
    """Beyond the bound the cost does not change, and its slope is zero."""
    near, far = network.weights.copy(), network.weights.copy()
    near[-2:], far[-2:] = (100.0, -100.0), (200.0, -200.0)
    cost, gradient = Network(far).cost(*sample)
    assert cost == Network(near).cost(*sample)[0] < np.inf
    assert np.array_equal(gradient[-2:], [0, 0])
    assert np.all(np.isfinite(Network(far).noise(*sample)))


def test_a_fit_finds_curve_and_spread(rng):
    x = rng.uniform(-2, 2, 1500)
    noise = rng.standard_t(5, size=1500) / np.sqrt(5 / 3)
    y = np.sin(2 * x) + 0.2 * np.exp(0.5 * x) * noise
    found = Network.drawn(30, rng).fit(x, y, 200).noise(x, y)
    assert np.corrcoef(found, noise)[0, 1] > 0.98
    left, right = found[x < 0], found[x > 0]
    assert_allclose(np.std(left) / np.std(right), 1, atol=0.1)


class TestScore:
    def test_finds_noise_that_grows(self, rng):
        x = rng.normal(size=400)
        y = np.tanh(2 * x) + 0.2 * (1 + x**2) * rng.normal(size=400)
        forth, back = (
            ROCHE(steps=60).score(pair, np.random.default_rng(1))
            for pair in (Pair(x, y), Pair(y, x))
        )
        assert forth > 0
        assert_allclose(back, -forth, rtol=1e-12)

    def test_units_do_not_matter(self, rng):
        x = rng.normal(size=200)
        y = np.tanh(2 * x) + 0.3 * rng.normal(size=200)
        one, other = (
            ROCHE(hidden=10, steps=10).score(pair, np.random.default_rng(1))
            for pair in (Pair(x, y), Pair(30 * x + 1, 0.1 * y))
        )
        assert_allclose(one, other, rtol=1e-5)


def test_what_cannot_be_is_refused():
    for choice in ({"hidden": 0}, {"steps": 0}):
        with pytest.raises(InputError, match="at least one hidden unit and one step"):
            ROCHE(**choice)
