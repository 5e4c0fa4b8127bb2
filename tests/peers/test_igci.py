"""IGCI by hand: three or four points, and the cube of a uniform cause."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.errors import InputError
from vcei.pair import Pair
from vcei.peers.igci import IGCI

PARABOLA = ([0.0, 0.5, 1.0], [0.0, 0.25, 1.0])
"""Already on [0, 1]; steps of x 1/2, 1/2 and of y 1/4, 3/4: slopes 1/2 and 3/2."""


def score(columns, **choices):
    pair = Pair(*(np.array(column, dtype=float) for column in columns))
    return IGCI(**choices).score(pair, np.random.default_rng(0))


class TestSlope:
    def test_uniform(self):
        """C(x→y) = (log 1/2 + log 3/2)/2 = log(3/4)/2 and C(y→x) is its negative."""
        assert_allclose(score(PARABOLA), np.log(4 / 3), rtol=1e-14)

    def test_gaussian(self):
        """Slopes grow by sd(x)/sd(y).

        var x = 1/4; var y = (1/16 + 1 - 3 (5/12)²)/2 = 13/48. So the score falls by
        log(var x/var y) = log(12/13): log(4/3) - log(12/13) = log(13/9).
        """
        assert_allclose(score(PARABOLA, reference="gaussian"), np.log(13 / 9), rtol=1e-14)

    def test_steps_of_zero_are_left_out_of_the_sum_but_counted(self):
        """x = 0, 1/2, 1, 1 and y = 0, 1/4, 1, 1/2.

        In order of x: slopes 1/2, 3/2, and a step without a run: log(3/4)/3. In order of y the
        causes are 0, 1/2, 1, 1: slopes of x over y 2, 2, and a step without a rise: 2 log(2)/3.
        """
        tied = ([0, 0.5, 1, 1], [0, 0.25, 1, 0.5])
        assert_allclose(score(tied), (2 * np.log(2) - np.log(3 / 4)) / 3, rtol=1e-14)

    def test_the_order_of_tied_rows_matters(self):
        """The trap that slope++ is for: the third step may go from either of the tied rows."""
        x, y = np.array([0, 0.5, 0.5, 1]), np.array([0, 0.25, 0.75, 1])
        other = [0, 2, 1, 3]
        assert score((x, y)) != score((x[other], y[other]))


class TestMergedSlope:
    def test_a_repeated_cause_counts_as_often_as_it_comes(self):
        """x = 0, 0, 1/2, 1 and y = 0, 1/2, 1/4, 1: two rows of cause 0, the first with effect 0.

        C(x→y) = (2 log(1/2) + log(3/2))/3 = log(3/8)/3. In order of y the causes are 0, 1/2, 0,
        1, all steps have slope 2, C(y→x) = log 2. The difference is log(8/(3/8))/3.
        """
        tied = ([0, 0, 0.5, 1], [0, 0.5, 0.25, 1])
        assert_allclose(score(tied, estimator="slope++"), np.log(64 / 3) / 3, rtol=1e-14)

    def test_without_ties_it_is_the_slope(self, rng):
        columns = rng.normal(size=(2, 50))
        assert_allclose(score(columns, estimator="slope++"), score(columns), rtol=1e-12)

    def test_an_effect_that_never_moves_with_its_cause_counts_nothing(self):
        """The first effects of x = 0, 1 are alike: C(x→y) = 0; in order of y slope 1 once."""
        assert score(([0, 1, 1], [0, 0, 1]), estimator="slope++") == 0.0


class TestEntropy:
    def test_uniform(self):
        """The mean log gap of x is log(1/2), that of y (log 1/4 + log 3/4)/2; ψ cancels."""
        expected = np.log(0.5) - 0.5 * np.log(3 / 16)
        assert_allclose(score(PARABOLA, estimator="entropy"), expected, rtol=1e-14)

    def test_gaussian(self):
        """In units of standard deviations, H grows by -log sd: see the slope's test."""
        expected = np.log(0.5) - 0.5 * np.log(3 / 16) - 0.5 * np.log(12 / 13)
        found = score(PARABOLA, estimator="entropy", reference="gaussian")
        assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.parametrize(("estimator", "times"), [("slope", 2), ("slope++", 2), ("entropy", 1)])
def test_the_cube_of_a_uniform_cause(estimator, times):
    """E log 3x² = log 3 - 2 for x uniform: entropy lost, and minus C(x→y); C(y→x) is the rest."""
    x = (np.arange(4000) + 0.5) / 4000
    found = score((x, x**3), estimator=estimator)
    assert_allclose(found, times * (2 - np.log(3)), atol=5e-3)
    assert_allclose(score((x**3, x), estimator=estimator), -found, rtol=1e-12)


def test_what_is_not_known_is_refused():
    with pytest.raises(InputError, match="estimator of slope, slope.., entropy; 'integral' came"):
        IGCI(estimator="integral")
    with pytest.raises(InputError, match="reference of uniform, gaussian; 'cauchy' came"):
        IGCI(reference="cauchy")
