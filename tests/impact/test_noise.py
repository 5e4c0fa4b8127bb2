"""Impact on noise: exact in the mean over all orders, and no more than chance under the null."""

from itertools import permutations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import kstest

from samples import read_only
from vcei.impact.noise import noise_factor, noise_impacts
from vcei.kernels import Gaussian, Laplace, Matern32
from vcei.scaling import to_unit_variance

LAPLACE = Laplace(0.5)
KERNELS = [Gaussian(1.0), LAPLACE, Matern32(2.0)]

LAWS = {
    "normal": np.random.Generator.standard_normal,
    "uniform": np.random.Generator.uniform,
    "skewed": np.random.Generator.standard_exponential,
}


def some_weights(n, rng):
    """Return the rows from the median up, a random tenth, and a tilt that leaves no row out."""
    half = np.arange(n) >= n // 2
    tenth = rng.permutation(n) < max(2, n // 10)
    tilt = 1.0 + np.arange(n)
    return np.stack([part / part.sum() for part in (half, tenth, tilt)])


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
class TestOnPaper:
    def test_impact_and_harmless_are_their_formulas(self, kernel, rng):
        """d'Kd, and |d|² (mean of the diagonal of K - mean of the rest), K the Gram matrix."""
        n = 30
        noise, weights = read_only(rng.normal(size=n)), read_only(some_weights(n, rng))
        standard = to_unit_variance(noise)
        features = noise_factor(kernel).features(standard[:, None])
        gram = features @ features.T
        # K has a peak at zero that no few features follow if it is Laplace's
        assert_allclose(gram, kernel(standard, standard), atol=0.1 if kernel == LAPLACE else 1e-4)
        diagonal = np.trace(gram) / n
        rest = (gram.sum() - np.trace(gram)) / (n * (n - 1))
        change = weights - 1 / n
        found = noise_impacts(noise, weights, kernel)
        assert_allclose(found.impacts, np.einsum("vi,ij,vj->v", change, gram, change), rtol=1e-8)
        assert_allclose(found.harmless, (change**2).sum(axis=1) * (diagonal - rest), rtol=1e-8)

    def test_harmless_is_the_mean_over_all_orders(self, kernel, rng):
        """Not an approximation: with five rows all 120 orders of the noise can be had."""
        noise, weights = rng.normal(size=5), rng.dirichlet(np.ones(5), size=4)
        orders = [noise_impacts(noise[list(p)], weights, kernel) for p in permutations(range(5))]
        mean = np.mean([found.impacts for found in orders], axis=0)
        assert_allclose(mean, orders[0].harmless, rtol=1e-9)

    @pytest.mark.parametrize("n", [12, 100])
    def test_ratios_are_one_in_the_mean_if_the_noise_does_not_care(self, kernel, n, rng):
        """Their variance is at most 2, so that the mean of 100 has an error of at most 0.14."""
        weights = some_weights(n, rng)
        for law in LAWS.values():
            ratios = [noise_impacts(law(rng, size=n), weights, kernel).ratios for _ in range(100)]
            assert_allclose(np.mean(ratios, axis=0), 1.0, atol=0.45)
            assert np.mean(ratios) == pytest.approx(1.0, abs=0.2)


class TestPValue:
    @pytest.mark.parametrize("which", [[0], [1], [2], [0, 1, 2], [0, 0, 2]])
    def test_is_uniform_if_the_noise_does_not_care(self, which, rng):
        """For one variation, for several, and for some that are all but the same."""
        weights = some_weights(200, rng)[which]
        found = [noise_impacts(rng.normal(size=200), weights).p_value for _ in range(300)]
        assert kstest(found, "uniform").pvalue > 0.01

    @pytest.mark.parametrize("which", [[0], [0, 2]])
    def test_is_below_its_level_as_often_as_it_should(self, which, rng):
        """Of 2500 draws a share of 0.05 strays by 0.0044."""
        weights = some_weights(200, rng)[which]
        found = [noise_impacts(rng.normal(size=200), weights).p_value for _ in range(2500)]
        assert np.mean(np.array(found) < 0.05) == pytest.approx(0.05, abs=0.011)

    def test_a_variation_counts_once_however_often_it_is_named(self, rng):
        noise, weights = rng.normal(size=100), some_weights(100, rng)[:1]
        once = noise_impacts(noise, weights)
        thrice = noise_impacts(noise, np.repeat(weights, 3, axis=0))
        assert once.p_value == pytest.approx(thrice.p_value, rel=1e-9)

    @pytest.mark.parametrize(
        "move",
        [lambda x, e: e + x, lambda x, e: e * (1.5 + x), lambda x, e: np.where(x > 0, e, abs(e))],
        ids=["location", "scale", "shape"],
    )
    def test_is_small_where_the_law_of_the_noise_moves(self, move, rng):
        x = np.linspace(-1, 1, 300)
        found = noise_impacts(move(x, rng.normal(size=300)), some_weights(300, rng))
        assert found.p_value < 1e-3
        assert found.ratios[0] > 5


class TestNothing:
    def test_uniform_variations_say_nothing(self, rng):
        found = noise_impacts(rng.normal(size=50), np.full((3, 50), 1 / 50))
        assert_allclose(found.ratios, 1.0)
        assert found.p_value == 1.0

    def test_nor_do_they_change_what_others_say(self, rng):
        noise, weights = rng.normal(size=50), some_weights(50, rng)
        alone = noise_impacts(noise, weights)
        among = noise_impacts(noise, np.vstack([weights, np.full(50, 1 / 50)]))
        assert among.p_value == pytest.approx(alone.p_value, rel=1e-12)
        assert_allclose(among.ratios, [*alone.ratios, 1.0])

    def test_units_of_the_noise_say_nothing(self, rng):
        noise, weights = rng.normal(size=50), some_weights(50, rng)
        other = noise_impacts(1e6 * noise - 3e6, weights)
        assert_allclose(other.impacts, noise_impacts(noise, weights).impacts, rtol=1e-6)

    def test_one_wild_row_takes_no_feature_for_itself(self, rng):
        noise, weights = np.append(rng.normal(size=99), 1e9), some_weights(100, rng)
        assert np.isfinite(noise_impacts(noise, weights).p_value)
