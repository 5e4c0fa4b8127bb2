"""Every kernel: its formula, and what all kernels owe."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.errors import InputError
from vcei.kernels import Gaussian, KdeLikelihood, Laplace, Matern32, Matern52, Median, Product, Sum

KERNELS = [
    Gaussian(0.7),
    Laplace(0.7),
    Matern32(0.7),
    Matern52(0.7),
    Gaussian(0.5) + Laplace(2.0),
    Gaussian(0.5) * Matern32(2.0),
]


@pytest.mark.parametrize(
    ("kernel", "expected"),
    [
        # d = 3 and l = 2, so d/l = 1.5
        (Gaussian(2.0), np.exp(-(1.5**2) / 2)),
        (Laplace(2.0), np.exp(-1.5)),
        (Matern32(2.0), (1 + 1.5 * 3**0.5) * np.exp(-1.5 * 3**0.5)),
        (Matern52(2.0), (1 + 1.5 * 5**0.5 + 5 * 1.5**2 / 3) * np.exp(-1.5 * 5**0.5)),
        (Gaussian(2.0) + Laplace(2.0), np.exp(-(1.5**2) / 2) + np.exp(-1.5)),
        (Gaussian(2.0) * Laplace(2.0), np.exp(-(1.5**2) / 2 - 1.5)),
    ],
)
def test_value_is_the_formula(kernel, expected):
    assert_allclose(kernel(np.array([1.0]), np.array([4.0])), [[expected]], rtol=1e-14)


def test_vectors_are_compared_by_euclidean_distance():
    # |(0,0) - (3,4)| = 5
    value = Gaussian(5.0)(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0]]))
    assert_allclose(value, [[np.exp(-0.5)]], rtol=1e-14)


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: type(kernel).__name__)
class TestEveryKernel:
    def test_is_symmetric_and_positive_semidefinite(self, kernel, rng):
        x = rng.normal(size=(40, 2))
        gram = kernel(x, x)
        assert_allclose(gram, gram.T, rtol=1e-12)
        assert np.linalg.eigvalsh(gram).min() > -1e-10

    def test_diagonal_is_the_diagonal(self, kernel, rng):
        x = rng.normal(size=(7, 3))
        assert_allclose(kernel.diagonal(x), np.diag(kernel(x, x)), rtol=1e-14)

    def test_leading_axes_are_a_batch(self, kernel, rng):
        x, z = rng.normal(size=(3, 5, 2)), rng.normal(size=(3, 4, 2))
        together = kernel(x, z)
        assert together.shape == (3, 5, 4)
        assert_allclose(together[1], kernel(x[1], z[1]), rtol=1e-14)

    def test_a_column_is_points_with_one_coordinate(self, kernel, rng):
        x = rng.normal(size=6)
        assert_allclose(kernel(x, x), kernel(x[:, None], x[:, None]))

    def test_is_the_same_on_torch_like_arrays(self, kernel, rng):
        strict = pytest.importorskip("array_api_strict")
        x = rng.normal(size=(6, 2))
        other = kernel(strict.asarray(x), strict.asarray(x))
        assert_allclose(np.asarray(other), kernel(x, x), rtol=1e-14)


def test_resolving_settles_each_rule_inside(rng):
    x = rng.normal(size=100)
    open_kernel = Gaussian(Median()) + Gaussian(Median()) * Laplace(3.0)
    closed = open_kernel.resolve(x)
    assert isinstance(closed, Sum)
    assert isinstance(closed.right, Product)
    assert closed.left.length == closed.right.left.length == Median().length_scale(x)
    assert closed.right.right.length == 3.0


def test_an_open_kernel_says_that_it_must_be_resolved(rng):
    x = rng.normal(size=5)
    with pytest.raises(InputError, match=r"still a rule.*resolve\(x\)"):
        Gaussian()(x, x)


@pytest.mark.parametrize("length", [0.0, -1.0, float("nan"), float("inf"), "wide", None])
def test_a_length_scale_must_be_positive(length):
    with pytest.raises(InputError, match="positive number or a rule"):
        Gaussian(length)


class TestRules:
    def test_median_of_three_points(self):
        # distances of 0, 1, 3 are 1, 3, 2; their median is 2
        assert Median().length_scale(np.array([0.0, 1.0, 3.0])) == 2.0

    def test_median_leaves_out_repeated_points(self):
        assert Median().length_scale(np.array([0.0, 0.0, 0.0, 0.0, 5.0])) == 5.0

    @pytest.mark.parametrize("rule", [Median(), KdeLikelihood()])
    def test_depends_on_the_values_alone(self, rule, rng):
        x = rng.gamma(2.0, size=300)
        found = rule.length_scale(x)
        assert rule.length_scale(rng.permutation(x)) == found
        assert_allclose(rule.length_scale(7 * x - 30), 7 * found, rtol=1e-6)

    @pytest.mark.parametrize("rule", [Median(), KdeLikelihood()])
    def test_refuses_a_constant_column(self, rule):
        with pytest.raises(InputError, match="needs a column that varies"):
            rule.length_scale(np.ones(20))

    def test_kde_likelihood_is_that_of_scikit_learn(self, rng):
        """The curve's maximum is where scikit-learn's KDE on the same folds is most likely."""
        neighbors = pytest.importorskip("sklearn.neighbors")
        x = np.sort(rng.normal(size=200))
        fold = np.random.default_rng(0).permutation(200) % 5

        def log_likelihood(length):
            density = neighbors.KernelDensity(bandwidth=length)
            return sum(density.fit(x[fold != f, None]).score(x[fold == f, None]) for f in range(5))

        found = KdeLikelihood().length_scale(x)
        best = log_likelihood(found)
        assert all(best > log_likelihood(found * factor) for factor in (0.5, 0.9, 1.1, 2.0))

    def test_kde_likelihood_does_not_follow_an_outlier(self, rng):
        x = rng.normal(size=300)
        clean = KdeLikelihood().length_scale(x)
        wild = KdeLikelihood().length_scale(np.append(x, 1e6))
        assert_allclose(wild, clean, rtol=0.5)
