"""CDS: shares counted by hand."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.errors import InputError
from vcei.pair import Pair
from vcei.peers.cds import CDS


def score(x, y, **choices):
    pair = Pair(np.asarray(x, float), np.asarray(y, float))
    return CDS(**choices).score(pair, np.random.default_rng(0))


class TestFewValues:
    def test_by_hand(self):
        """x = 0, 0, 1, 1 and y = 0, 1, 1, 2.

        y given x: counts 1, 1, 0 and 0, 1, 1, each shifted to where it meets the total 1, 2, 1
        best, are the same: V(x, y) = 0. x given y: counts 1, 0; 1, 1; 0, 1 against the total 2, 2
        in 3 x 2 - 2 = 4 bins become 0, 0, 1, 0; 0, ½, ½, 0; 0, 0, 1, 0 as shares. Two bins vary,
        each by 1/12 - 1/36 = 1/18: V(y, x)² = (1/18 + 1/18)/4 = 1/36.
        """
        assert_allclose(score([0, 0, 1, 1], [0, 1, 1, 2], few=0), 1 / 6, rtol=1e-12)

    def test_is_the_same_either_way_for_a_symmetric_table(self):
        x, y = np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], [30, 10, 10, 30], axis=0).T
        assert score(x, y) == 0

    def test_levels_with_few_rows_are_left_out(self):
        """Of three levels of x, one has as few rows as are left out."""
        x = np.repeat([0, 1, 2], [13, 13, 12])
        y = np.arange(38) % 3
        assert score(x, y, few=12) == score(x[:26], y[:26], few=12)
        assert score(x, y, few=13) == 0


class TestManyValues:
    def test_a_shift_is_no_change_of_shape(self, rng):
        """y given x = 1 is y given x = 0 plus 10: V(x, y) = 0.

        Every level of y lies within one level of x: x given y is one sure value, 0 or 1, and of
        the same shape once shifted. Nothing varies either way.
        """
        y = np.round(rng.normal(size=100), 3)
        x = np.repeat([0, 1], 100)
        both = np.concatenate([y, y + 10])
        assert CDS()._variability(x.astype(float), both) == 0
        assert score(x, both) == 0

    def test_by_hand(self):
        """Effects with bins of half a deviation.

        Level 0 has effects ±1, level 1 effects ±3, half of the rows each: the deviation of all is
        √5, twice that in bins: ±1 is in bin round(2/√5) = ±1, ±3 in bin round(6/√5) = ±3. Four of
        13 bins have share ½ in one level and none in the other: variance 1/16 each, so
        V² = 4/16/13. Rows differ by 1e-9, so that y has many values.
        """
        wiggle = 1e-9 * np.arange(10)
        y = np.concatenate([1 + wiggle, -1 - wiggle, 3 + wiggle, -3 - wiggle])
        x = np.repeat([0.0, 1.0], 20)
        assert_allclose(CDS()._variability(x, y), np.sqrt(4 / 16 / 13), rtol=1e-12)

    def test_outliers_do_not_widen_the_levels(self, rng):
        """Levels are half a deviation of the rows within three deviations."""
        x = rng.normal(size=400)
        wild = np.append(x, [50.0] * 2)
        inner = wild[np.abs(wild - wild.mean()) < 3 * wild.std()]
        expected = np.round(2 * (x - inner.mean()) / inner.std())
        assert_allclose(CDS()._levels(wild)[:-2], np.clip(expected, -6, 6))

    def test_finds_additive_noise(self, rng):
        x = rng.uniform(-2, 2, 1000)
        assert score(x, np.sin(2 * x) + 0.3 * rng.uniform(-1, 1, 1000)) > 0


def test_what_is_not_known_is_refused():
    with pytest.raises(InputError, match="at least 2 as reach; 1 came"):
        CDS(reach=1)
    with pytest.raises(InputError, match="at least 1 as per_deviation; 0 came"):
        CDS(per_deviation=0)
