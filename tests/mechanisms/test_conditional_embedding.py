"""The conditional mean embedding: a Gaussian process in disguise, and a table of frequencies."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from samples import read_only
from vcei.errors import InputError
from vcei.kernels import Dirac, Gaussian, Linear, lengths_for
from vcei.mechanisms import ConditionalEmbedding
from vcei.mechanisms.gaussian_process import Posterior, _Sample

GRID = np.linspace(-2, 2, 25)


@pytest.fixture
def sample(rng):
    x = rng.uniform(-2, 2, 80)
    return read_only(x), read_only(np.sin(2 * x) + 0.2 * rng.normal(size=80))


@pytest.mark.parametrize("weighted", [False, True])
def test_a_linear_effect_is_the_gaussian_process(sample, rng, weighted):
    """E[k(y, 1) | x] = E[y | x] for k(y, z) = y z, and B'φ(x) is the process of y - mean(y)."""
    x, y = sample
    counts = rng.uniform(0.2, 3.0, 80) if weighted else np.ones(80)
    mechanism = ConditionalEmbedding((Gaussian(0.6),), Linear(), tolerance=1e-12)
    fitted = mechanism.fit(x, y, counts)
    mean = counts @ y / counts.sum()
    hyperparameters = np.log([0.6, fitted.ratio * fitted.noise, fitted.noise])
    process = Posterior.condition(_Sample(x[:, None], y - mean, counts), hyperparameters)
    ours = fitted.similarity(GRID, np.array([1.0]))[:, 0]
    assert_allclose(ours, mean + process.predict(GRID), atol=1e-8)


def test_evidence_is_that_of_the_gaussian_process(sample):
    """The density of y - mean(y) under the process, by SciPy."""
    stats = pytest.importorskip("scipy.stats")
    x, y = sample
    fitted = ConditionalEmbedding((Gaussian(0.6),), Linear(), tolerance=1e-12).fit(x, y)
    covariance = fitted.noise * (fitted.ratio * Gaussian(0.6)(x, x) + np.eye(80))
    expected = stats.multivariate_normal(np.zeros(80), covariance).logpdf(y - y.mean())
    assert_allclose(fitted.log_likelihood, expected, rtol=1e-6)


def test_categories_give_the_shrunk_table_of_frequencies():
    """Of 30 rows in category 0, 24 have effect 0; of 10 in category 1, none.

    With Dirac kernels ψ is the indicator of the effect, centred at its share 0.6, and category k
    is pulled from it by a factor ρ n_k / (1 + ρ n_k).
    """
    cause = np.repeat([0.0, 1.0], [30, 10])
    effect = np.repeat([0.0, 1.0, 1.0], [24, 6, 10])
    fitted = ConditionalEmbedding((Dirac(),), Dirac()).fit(cause, effect)
    ours = fitted.similarity(np.array([0.0, 1.0]), np.array([0.0]))[:, 0]
    pull = [fitted.ratio * n / (1 + fitted.ratio * n) for n in (30, 10)]
    assert_allclose(ours, [0.6 + pull[0] * 0.2, 0.6 - pull[1] * 0.6], rtol=1e-10)


def test_weights_count_rows(sample):
    x, y = sample
    mechanism = ConditionalEmbedding((Gaussian(0.6),), Gaussian(0.5), tolerance=1e-10)
    twice = mechanism.fit(np.append(x, x[:9]), np.append(y, y[:9]))
    counts = np.where(np.arange(80) < 9, 2.0, 1.0)
    heavy = mechanism.fit_like(twice, x, y, counts)
    assert_allclose(heavy.predict(GRID), twice.predict(GRID), atol=1e-8)
    absent = mechanism.fit(x, y, np.where(np.arange(80) < 60, 1.0, 0.0))
    few = mechanism.fit(x[:60], y[:60])
    z = y[:5]
    assert_allclose(absent.similarity(GRID, z), few.similarity(GRID, z), atol=1e-8)


def test_the_kernel_of_largest_evidence_is_taken(sample):
    x, y = sample
    candidates = lengths_for(x)
    chosen = ConditionalEmbedding(candidates, Linear()).fit(x, y)
    evidences = [ConditionalEmbedding((k,), Linear()).fit(x, y).log_likelihood for k in candidates]
    assert chosen.factor.kernel == candidates[int(np.argmax(evidences))]
    with pytest.raises(InputError, match="at least one kernel"):
        ConditionalEmbedding(())


def test_residuals_are_the_noise_up_to_a_rotation(rng):
    """A linear kernel on effects in two dimensions has orthogonal features: lengths are kept."""
    x = rng.normal(size=200)
    noise = 0.1 * rng.normal(size=(200, 2))
    y = np.stack([np.sin(x), x], axis=1) + noise
    fitted = ConditionalEmbedding(lengths_for(x), Linear()).fit(x, y)
    residuals = fitted.residuals(x, y)
    lengths = np.linalg.norm(residuals, axis=1), np.linalg.norm(noise, axis=1)
    assert np.corrcoef(*lengths)[0, 1] > 0.95


def test_left_out_residuals_are_those_of_fits_without_the_row(rng):
    """The mean of the effect is zero in every fit: each row has a twin of opposite sign."""
    x = np.repeat(rng.normal(size=20), 2)
    y = np.tile([1.0, -1.0], 20) * rng.exponential(size=40).repeat(2)[::2].repeat(2)[:40]
    y = y - y.mean()
    mechanism = ConditionalEmbedding((Gaussian(0.5),), Linear(), tolerance=1e-12)
    whole = mechanism.fit(x, y)
    features = whole.factor.features(x[:, None])
    sign = np.sign(whole.effect_factor.features(np.array([[1.0]]))[0, 0])
    for row in (0, 17):
        kept = np.arange(40) != row
        gram = features[kept].T @ features[kept] + np.eye(features.shape[1]) / whole.ratio
        without = features[row] @ np.linalg.solve(gram, features[kept].T @ y[kept])
        assert_allclose(sign * whole.left_out(x, y)[row, 0], y[row] - without, rtol=1e-6)
