"""Sloppy: prices by hand, curves that are known."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.errors import InputError
from vcei.pair import Pair
from vcei.peers.sloppy import FAMILIES, PRICES, STRENGTHS, Sloppy, knot_count, spline_price
from vcei.scaling import to_unit_interval, to_unit_variance
from vcei.spline import CubicSplines, smooths

GRID = np.arange(64.0)


@pytest.fixture
def bent(rng):
    x = rng.uniform(-2, 2, 150)
    return x, np.tanh(2 * x) + 0.2 * rng.normal(size=150)


def score(columns, **choices):
    return Sloppy(**choices).score(Pair(*columns), np.random.default_rng(0))


@pytest.mark.parametrize(
    ("penalty", "expected"),
    [
        # RSS/n + 1 = 2, of which log₂ is 1: eight rows cost 8 bits
        ("bic", 8 + 3 * 3),
        ("aic", 8 + 2 * 3),
        ("l0", 8 + 3 * 8 / 1e4),
    ],
)
def test_the_price_of_eight_rows_three_degrees_and_rss_eight(penalty, expected):
    assert_allclose(PRICES[penalty](np.array(8.0), np.array(3.0), 8), expected, rtol=1e-14)


@pytest.mark.parametrize("price_of", FAMILIES.values(), ids=FAMILIES)
class TestEveryFamily:
    def test_takes_the_constant_where_nothing_bends(self, price_of):
        """Of 64 rows ±1 in turn a curve explains nothing: 64 log₂ 2 bits and 6 for one degree."""
        found = price_of(GRID, (-1.0) ** GRID, PRICES["bic"])
        assert_allclose(found, 64 + 6, rtol=1e-12)

    def test_takes_a_straight_line_where_there_is_one(self, price_of):
        """Nothing is left: the price is that of two degrees of freedom, 2 log₂ 64.

        The stiffest spline that smooth.spline knows, of ``spar`` 1.5, has 2.0006 of them.
        """
        found = price_of(to_unit_variance(GRID), to_unit_variance(GRID), PRICES["bic"])
        assert_allclose(found, 12, rtol=4e-4)

    def test_a_curve_is_worth_its_degrees(self, price_of, bent):
        x, y = map(to_unit_variance, bent)
        constant = PRICES["bic"](np.sum((y - y.mean()) ** 2), np.array(1.0), len(y))
        line = np.polyval(np.polyfit(x, y, 1), x)
        straight = PRICES["bic"](np.sum((y - line) ** 2), np.array(2.0), len(y))
        assert price_of(x, y, PRICES["bic"]) < min(constant, straight)


class TestSplines:
    @pytest.mark.parametrize(
        ("values", "knots"),
        # 100: 2^(log₂ 50 + 50/150 log₂ 2) = 50 ∛2 = 62.99; 3232: 200 + 32^(1/5)
        [(5, 5), (49, 49), (50, 50), (100, 62), (200, 100), (800, 140), (3200, 200), (3232, 202)],
    )
    def test_knots_are_those_of_r(self, values, knots):
        assert knot_count(values) == knots

    def test_degrees_of_freedom_are_whole(self, bent):
        """One for the constant, then two, or what ``spar`` 1.5 has where that is more, and on.

        A price that counts degrees alone is least at one.
        """
        asked = []

        def watch(left, degrees, rows):
            asked.extend(degrees)
            return degrees

        assert spline_price(*bent, watch) == 1.0
        stiffest = smooths(CubicSplines(knot_count(150)), *bent).degrees(STRENGTHS[-1:])[0]
        assert 2 < stiffest < 2.2
        assert_allclose(asked[:12], [1, stiffest, *range(3, 13)], atol=0.01)
        assert np.all(np.diff(asked) > 0)


class TestScore:
    @pytest.mark.parametrize("scale", ["standard", "unit"])
    @pytest.mark.parametrize("penalty", PRICES)
    @pytest.mark.parametrize("family", FAMILIES)
    def test_is_one_less_the_ratio_of_prices(self, bent, family, penalty, scale):
        """The sign of the difference, times the confidence 1 - min/max of the paper."""
        x, y = map({"standard": to_unit_variance, "unit": to_unit_interval}[scale], bent)
        forth, back = (FAMILIES[family](*c, PRICES[penalty]) for c in ((x, y), (y, x)))
        expected = (1 - min(forth, back) / max(forth, back)) * np.sign(back - forth)
        assert_allclose(score(bent, family=family, penalty=penalty, scale=scale), expected)

    def test_the_curve_of_the_cause_is_cheaper(self, bent):
        assert score(bent) > 0
        assert_allclose(score(bent[::-1]), -score(bent), rtol=1e-9)

    def test_four_values_are_too_few_to_decide(self, bent):
        few = np.digitize(bent[0], [-1, 0, 1]).astype(float)
        assert score((few, bent[1])) == 0
        assert score((np.digitize(bent[0], [-1, -0.5, 0, 1]).astype(float), bent[1])) != 0


def test_what_is_not_known_is_refused():
    for choice, message in (
        ({"family": "forest"}, "family of spline, polynomial; 'forest' came"),
        ({"penalty": "mdl"}, "penalty of bic, aic, l0; 'mdl' came"),
        ({"scale": "raw"}, "scale of standard, unit; 'raw' came"),
    ):
        with pytest.raises(InputError, match=message):
            Sloppy(**choice)
