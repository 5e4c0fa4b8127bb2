"""Entropy by spacings: laws whose entropy is known, and ties undone."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import stats

from samples import read_only
from vcei.entropy import OF_NORMAL, entropy, jittered, untied

KNOWN = {
    # H = -E log p
    "uniform on [0, 2]": (stats.uniform(0, 2), np.log(2)),
    "normal": (stats.norm(), OF_NORMAL),
    "exponential": (stats.expon(), 1.0),
    "Laplace": (stats.laplace(), 1.0 + np.log(2)),
}


@pytest.mark.parametrize(("law", "expected"), KNOWN.values(), ids=KNOWN)
class TestKnownLaws:
    def test_at_even_quantiles(self, law, expected):
        sample = law.ppf((np.arange(4000) + 0.5) / 4000)
        assert entropy(read_only(sample)) == pytest.approx(expected, abs=0.02)

    def test_of_random_samples(self, law, expected, rng):
        """The standard error is that of a mean of log p, at most √(1/1000) for these laws."""
        found = [entropy(law.rvs(1000, random_state=rng)) for _ in range(20)]
        assert np.mean(found) == pytest.approx(expected, abs=0.04)
        assert np.std(found) < 0.06


@pytest.mark.parametrize("factor", [2.0, -3.0, 1e-6, 1e6])
def test_a_factor_adds_its_logarithm(factor, rng):
    sample = rng.gamma(2, size=300)
    assert entropy(factor * sample) == pytest.approx(entropy(sample) + np.log(abs(factor)))


@pytest.mark.parametrize("n", [2, 5, 30])
def test_of_even_steps_on_paper(n):
    """Each spacing is as many steps as are counted, also at the ends: H = log(n times a step)."""
    assert entropy(np.arange(n) * 0.5) == pytest.approx(np.log(n * 0.5))


def test_order_and_place_do_not_matter(rng):
    sample = rng.normal(size=300)
    assert entropy(rng.permutation(sample)) == entropy(sample)
    assert entropy(sample + 100) == pytest.approx(entropy(sample))


@pytest.mark.parametrize("step", [0.05, 0.2, 0.5])
def test_rounding_takes_no_entropy_away(step, rng):
    sample = rng.normal(size=2000)
    assert entropy(np.round(sample / step) * step) == pytest.approx(entropy(sample), abs=0.05)


class TestTies:
    def test_are_spread_evenly_over_their_cells(self):
        """The cell of 1 reaches from 0.5 to 2; those at the ends as far out as in."""
        assert_allclose(untied(np.array([1.0, 0, 3, 1])), [0.875, 0, 3, 1.625])
        assert_allclose(untied(np.array([0.0, 1, 0])), [-0.25, 1, 0.25])
        assert_allclose(untied(np.array([0.0, 2, 2])), [0, 1.5, 2.5])

    def test_are_jittered_within_their_cells(self, rng):
        values = read_only([5.0, 1, 1, 1, 3, 3, 8])
        draws = np.array([jittered(values, rng) for _ in range(200)])
        assert_array_equal(draws[:, [0, 6]], np.tile([5.0, 8.0], (200, 1)))  # alone, they stay
        for part, low, high in ((draws[:, 1:4], 0, 2), (draws[:, 4:6], 2, 4)):
            assert part.min() >= low
            assert part.max() <= high
            # 400 draws or more are within a twentieth of either end
            assert np.ptp(part) > 1.9
            assert stats.kstest(part.ravel(), "uniform", (low, high - low)).pvalue > 0.01

    def test_draw_from_the_generator_alone(self, rng):
        values = rng.integers(0, 5, 40).astype(float)
        once, again = (jittered(values, np.random.default_rng(3)) for _ in range(2))
        assert_array_equal(once, again)
        assert not np.array_equal(once, jittered(values, np.random.default_rng(4)))

    def test_where_there_are_none_nothing_is_drawn(self, rng):
        values, before = rng.normal(size=40), rng.bit_generator.state
        assert_array_equal(jittered(values, rng), values)
        assert_array_equal(untied(values), values)
        assert rng.bit_generator.state == before
