"""The test of independence: HSIC by its definition, its p-value by simulation."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import kstest

from vcei.dependence import hsic, log_gamma_tail
from vcei.errors import InputError
from vcei.kernels import Gaussian, Laplace


@pytest.mark.parametrize("kernel", [Gaussian(0.7), Laplace(2.0)], ids=repr)
def test_the_statistic_is_its_definition(kernel, rng):
    """tr(K H L H)/n², H = I - 1/n."""
    x, y = rng.normal(size=40), rng.normal(size=(40, 2))
    centre = np.eye(40) - 1 / 40
    product = kernel(x, x) @ centre @ Gaussian(1.0)(y, y) @ centre
    found = hsic(x, y, kernel, Gaussian(1.0), tolerance=1e-13)
    assert_allclose(found.statistic, np.trace(product) / 1600, rtol=1e-6)


@pytest.mark.parametrize("law", ["standard_normal", "standard_exponential", "standard_cauchy"])
def test_p_values_are_uniform_for_independent_columns(law, rng):
    draw = getattr(rng, law)
    found = [hsic(draw(80), rng.uniform(size=80), tolerance=1e-6).p_value for _ in range(250)]
    assert kstest(found, "uniform").pvalue > 0.01


@pytest.mark.parametrize("function", [np.sin, np.square, np.negative], ids=["wave", "bend", "line"])
def test_dependence_is_found_with_or_without_correlation(function, rng):
    x = rng.uniform(-2, 2, 200)
    assert hsic(x, function(x) + 0.3 * rng.normal(size=200)).p_value < 1e-6


def test_order_and_exchange_do_not_matter(rng):
    x, y = rng.normal(size=(2, 60))
    order = rng.permutation(60)
    for other in (hsic(y, x), hsic(x[order], y[order])):
        assert other.log_p_value == pytest.approx(hsic(x, y).log_p_value, rel=1e-6)


def test_a_constant_is_independent_of_all(rng):
    assert hsic(np.ones(20), rng.normal(size=20)).p_value == 1.0


@pytest.mark.parametrize(("n", "m"), [(5, 5), (20, 19)])
def test_too_few_rows_are_refused(n, m):
    with pytest.raises(InputError, match=f"same 6 rows or more; {n} and {m} came"):
        hsic(np.arange(float(n)), np.arange(float(m)))


@pytest.mark.parametrize("x", [0.1, 10.0, 570.0, 580.0, 1e4, 1e8])
def test_the_gamma_tail_of_whole_shapes(x):
    """P(G > x) = e⁻ˣ Σ_{k<a} x^k/k!, on both sides of where floats end."""
    for shape, terms in ((1, 1.0), (2, 1 + x), (3, 1 + x + x * x / 2)):
        assert log_gamma_tail(x, shape) == pytest.approx(np.log(terms) - x, rel=1e-10)


@pytest.mark.parametrize("shape", [0.3, 4.7, 60.0])
def test_the_gamma_tail_has_no_seam(shape):
    """Where the fraction takes over, the slope goes on: d log P = -x^(a-1) e⁻ˣ/(Γ(a) P) dx."""
    places = np.linspace(300, 1200, 901)
    steps = np.diff([log_gamma_tail(x, shape) for x in places])
    assert np.all(steps < 0)
    assert np.abs(np.diff(steps)).max() < 1e-2
