"""Gaussian processes: scikit-learn as the oracle, and what weights mean."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from samples import read_only
from vcei.errors import InputError
from vcei.mechanisms import GaussianProcess, LowRankProcess
from vcei.mechanisms.gaussian_process import Posterior, _Sample

PROCESSES = [GaussianProcess(), LowRankProcess()]
GRID = np.linspace(-2, 2, 25)


@pytest.fixture
def sample(rng):
    x = rng.uniform(-2, 2, 80)
    return read_only(x), read_only(np.sin(2 * x) + 0.2 * rng.normal(size=80))


def test_exact_posterior_on_paper():
    """One observation y = 2 at x = 0, l = 1, s² = 3, σ² = 1, weight 2.

    The noise variance is σ²/2, so f(0) has mean 3·2/(3 + 1/2) = 12/7 and variance 3 - 9/3.5; at
    distance one both the covariance and the mean fall by exp(-1/2).
    """
    one = _Sample(np.array([[0.0]]), np.array([2.0]), np.array([2.0]))
    fitted = Posterior.condition(one, np.log([1.0, 3.0, 1.0]))
    assert_allclose(fitted.predict(np.array([0.0, 1.0])), [12 / 7, 12 / 7 * np.exp(-0.5)])
    assert_allclose(fitted.variance(np.array([0.0])), [3 - 9 / 3.5])


def test_exact_process_is_that_of_scikit_learn(sample):
    gaussian_process = pytest.importorskip("sklearn.gaussian_process")
    k = gaussian_process.kernels
    x, y = sample
    kernel = k.ConstantKernel(1.0, (1e-4, 1e4)) * k.RBF(1.0) + k.WhiteKernel(0.1, (1e-8, 1e2))
    theirs = gaussian_process.GaussianProcessRegressor(kernel).fit(x[:, None], y)
    ours = GaussianProcess().fit(x, y)
    assert_allclose(ours.log_likelihood, theirs.log_marginal_likelihood_value_, rtol=1e-6)
    assert_allclose(ours.predict(GRID), theirs.predict(GRID[:, None]), atol=1e-4)
    _, deviation = theirs.predict(GRID[:, None], return_std=True)
    assert_allclose(ours.variance(GRID), deviation**2 - ours.noise, atol=1e-4)


def test_fixed_noise_is_that_of_scikit_learn(sample, rng):
    """Weights w at given hyperparameters are noise variances σ²/w."""
    gaussian_process = pytest.importorskip("sklearn.gaussian_process")
    x, y = sample
    w = rng.uniform(0.2, 3.0, 80)
    kernel = gaussian_process.kernels.ConstantKernel(1.5) * gaussian_process.kernels.RBF(0.6)
    theirs = gaussian_process.GaussianProcessRegressor(kernel, alpha=0.05 / w, optimizer=None)
    theirs.fit(x[:, None], y)
    ours = Posterior.condition(_Sample(x[:, None], y, w), np.log([0.6, 1.5, 0.05]))
    assert_allclose(ours.predict(GRID), theirs.predict(GRID[:, None]), rtol=1e-9)


def test_evidence_without_counting_is_that_of_noise_variances(sample, rng):
    """y ~ N(0, s² R + diag(σ²/w)): one observation a row, whatever its weight."""
    from scipy.stats import multivariate_normal

    x, y = sample
    w = rng.uniform(0.2, 3.0, 80)
    covariance = 1.5 * np.exp(-0.5 * (x[:, None] - x) ** 2 / 0.6**2) + np.diag(0.05 / w)
    ours, _ = _Sample(x[:, None], y, w, counted=False).evidence(np.log([0.6, 1.5, 0.05]))
    assert_allclose(ours, multivariate_normal(np.zeros(80), covariance).logpdf(y))


@pytest.mark.parametrize("counted", [True, False])
def test_gradient_is_that_of_the_evidence(sample, rng, counted):
    from scipy.optimize import check_grad

    x, y = sample
    weighted = _Sample(x[:, None], y, rng.uniform(0.1, 3.0, 80), counted)
    theta = np.log([0.5, 1.2, 0.1])
    error = check_grad(lambda t: weighted.evidence(t)[0], lambda t: weighted.evidence(t)[1], theta)
    assert error < 1e-4


def test_low_rank_is_the_exact_process_with_the_same_hyperparameters(sample, rng):
    x, y = sample
    w = rng.uniform(0.0, 2.0, 80)
    ours = LowRankProcess(tolerance=1e-10).fit(x, y, w)
    found = ours.hyperparameters
    theta = np.log([found["length_scale"], found["signal"], found["noise"]])
    exact = Posterior.condition(_Sample(x[:, None], y, w), theta)
    assert_allclose(ours.predict(GRID), exact.predict(GRID), atol=1e-6)
    assert_allclose(ours.log_likelihood, exact.log_likelihood, rtol=1e-6)


def test_low_rank_finds_nearly_the_evidence_of_the_exact_process(sample):
    x, y = sample
    best = GaussianProcess().fit(x, y).log_likelihood
    assert LowRankProcess().fit(x, y).log_likelihood > best - 1.0


@pytest.mark.parametrize("process", PROCESSES, ids=lambda process: type(process).__name__)
class TestWeights:
    """Two is two rows, zero is not there, none is one each."""

    def test_integer_weights_are_repeated_rows(self, process, sample, rng):
        x, y = sample
        w = rng.integers(0, 4, size=80)
        weighted = process.fit(x, y, w)
        repeated = process.fit(np.repeat(x, w), np.repeat(y, w))
        assert_allclose(weighted.predict(GRID), repeated.predict(GRID), atol=2e-4)
        assert_allclose(weighted.log_likelihood, repeated.log_likelihood, rtol=1e-4)

    def test_rows_of_weight_zero_are_not_there(self, process, sample):
        x, y = sample
        w = np.ones(80)
        w[40:] = 0.0
        wild = np.where(w > 0, y, 1e6)
        without = process.fit(x[:40], y[:40])
        assert_allclose(process.fit(x, wild, w).predict(GRID), without.predict(GRID), atol=1e-9)

    def test_ones_are_none(self, process, sample):
        x, y = sample
        unweighted = process.fit(x, y)
        assert_allclose(process.fit(x, y, np.ones(80)).predict(GRID), unweighted.predict(GRID))

    def test_an_outlier_of_little_weight_is_ignored(self, process, sample):
        x, y = sample
        spoiled = y.copy()
        spoiled[0] = 50.0
        w = np.ones(80)
        w[0] = 1e-9
        fitted, clean = process.fit(x, spoiled, w), process.fit(x[1:], y[1:])
        assert_allclose(fitted.predict(GRID), clean.predict(GRID), atol=2e-3)

    @pytest.mark.parametrize("bad", [np.ones(79), -np.ones(80), np.zeros(80), np.full(80, np.nan)])
    def test_others_are_refused(self, process, sample, bad):
        with pytest.raises(InputError, match="80 finite non-negative weights"):
            process.fit(*sample, bad)

    def test_hyperparameters_are_shared_on_request(self, process, sample):
        x, y = sample
        before = process.fit(x, y)
        w = np.where(x > 0, 2.0, 0.0)
        same = process.fit_like(before, x, y, w).hyperparameters
        own = process.fit(x, y, w).hyperparameters
        assert same["length_scale"] == before.hyperparameters["length_scale"]
        assert own["length_scale"] != before.hyperparameters["length_scale"]


@pytest.mark.parametrize("process", PROCESSES, ids=lambda process: type(process).__name__)
class TestUnits:
    def test_follow_the_data(self, process, sample):
        x, y = sample
        fitted = process.fit(x, y)
        other = process.fit(1e4 * x + 3e4, 1e-3 * y)
        assert_allclose(other.predict(1e4 * GRID + 3e4), 1e-3 * fitted.predict(GRID), atol=1e-6)

    def test_survive_a_cause_or_effect_that_does_not_vary(self, process):
        x = np.linspace(-1, 1, 30)
        assert_allclose(process.fit(x, np.zeros(30)).predict(GRID), 0.0, atol=1e-9)
        level = process.fit(np.zeros(30), np.full(30, 2.0)).predict(np.zeros(1))
        assert_allclose(level, 2.0, rtol=0.05)


@pytest.mark.parametrize("process", PROCESSES, ids=lambda process: type(process).__name__)
class TestRefusals:
    def test_an_effect_for_each_cause(self, process, sample):
        x, y = sample
        with pytest.raises(InputError, match="an effect for each of 80 causes"):
            process.fit(x, y[1:])

    @pytest.mark.parametrize("bad", [np.nan, -np.inf])
    def test_finite_values(self, process, sample, bad):
        x, y = sample
        x = np.append(x[1:], bad)
        with pytest.raises(InputError, match="Expected finite causes and effects"):
            process.fit(x, y)
        with pytest.raises(InputError, match="Expected finite causes and effects"):
            process.fit(y, x)
        process.fit(y, x, (np.arange(80) < 79) * 1.0)  # a row of weight zero is not there
