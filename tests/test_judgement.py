"""The default method: which rows it looks at, what it adds up, and what it answers."""

import math
from collections import Counter

import numpy as np
import pytest
from numpy.testing import assert_allclose

import vcei
from vcei.answer import Answer, Direction
from vcei.data.simulate import GENERATORS
from vcei.judgement import MOST_SURE, ready
from vcei.mechanisms import GaussianProcess
from vcei.odds import Odds
from vcei.pair import Pair

DRAWS = 20


def wave(rng, rows):
    x = rng.uniform(-2, 2, rows)
    return x, np.sin(2 * x) + 0.2 * rng.normal(size=rows)


def judged(draw, rows=250):
    drawn = (draw(np.random.default_rng(seed), rows) for seed in range(DRAWS))
    return [vcei.identify(x, y) for x, y in drawn]


def answers(draw, rows=250):
    return Counter(verdict.answer for verdict in judged(draw, rows))


class TestScore:
    def test_is_the_sum_of_what_is_said(self, rng):
        for x, y in (wave(rng, 200), wave(rng, 200)[::-1]):
            verdict = vcei.identify(x, y)
            assert verdict.score == pytest.approx(math.fsum(verdict.says.values()), rel=1e-12)
            costs = [verdict.evidence[arrow].costs for arrow in ("x->y", "y->x")]
            assert verdict.says == pytest.approx(Odds().contributions(*costs))

    def test_confidence_is_the_probability_of_its_log_odds(self, rng):
        for noise in (3.0, 1.0):
            x, y = rng.normal(size=(2, 100))
            verdict = vcei.identify(x, x**3 + noise * y)
            expected = 1 / (1 + math.exp(-abs(verdict.score)))
            assert verdict.confidence == pytest.approx(min(MOST_SURE, expected))

    def test_is_zero_where_exchange_changes_nothing(self, rng):
        x, y = rng.normal(size=(2, 40))
        verdict = vcei.identify(np.append(x, y), np.append(y, x))
        assert (verdict.score, verdict.confidence) == (0.0, 0.5)
        assert set(verdict.says.values()) == {0.0}
        assert verdict.direction is Direction.TIE


class TestRows:
    def test_a_large_sample_is_looked_at_in_parts_and_says_so(self, rng):
        x, y = wave(rng, 450)
        few = vcei.default(criterion=Odds(part_rows=100, parts=3))
        verdict = vcei.identify(x, y, few)
        assert "300 of 450 rows were looked at, in 3 random parts" in verdict.notes
        assert verdict.rows == 450
        assert verdict.direction is Direction.X_CAUSES_Y
        assert verdict.to_json() == vcei.identify(x, y, few).to_json()
        assert verdict.score != vcei.identify(x, y, few, seed=1).score

    def test_parts_that_hold_all_rows_need_no_note(self, rng):
        x, y = wave(rng, 200)
        for parts in (Odds(), Odds(part_rows=100, parts=2)):
            assert vcei.identify(x, y, vcei.default(criterion=parts)).notes == ()

    def test_are_made_ready_ties_undone_and_wild_values_held(self, rng):
        x = np.append(rng.normal(size=98), [1e5, -1e5])
        part = ready(Pair.of(x, np.arange(100) % 7).standardize(), np.random.default_rng(0))
        assert len(np.unique(part.y)) == 100
        for column in (part.x, part.y):
            assert_allclose([column.mean(), column.std(ddof=1)], [0, 1], atol=1e-12)
        assert np.abs(part.x).max() < 10


def test_another_mechanism_is_refused():
    x, y = wave(np.random.default_rng(0), 50)
    method = vcei.default(mechanism=GaussianProcess())
    expected = r"LocationScale mechanism; GaussianProcess\(.* came. Choose that mechanism, or Crit"
    with pytest.raises(vcei.InputError, match=expected):
        vcei.identify(x, y, method)


HOSTILE = {
    "two values": lambda rng: rng.integers(0, 2, 100),
    "one row apart": lambda _: np.arange(100) == 50,
    "few whole numbers": lambda rng: rng.poisson(1.0, 100),
    "a wild value": lambda rng: np.append(rng.normal(size=99), 1e300),
    "Cauchy, rounded": lambda rng: np.round(rng.standard_cauchy(100)),
    "two clusters": lambda rng: rng.normal(size=100) * 1e-9 + (np.arange(100) % 2),
    "a grid": lambda _: np.arange(100),
}


@pytest.mark.parametrize("partner", [lambda x, rng: rng.permutation(x), lambda x, _: x**2 + 1])
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_columns_break_nothing(kind, partner, rng):
    x = HOSTILE[kind](rng).astype(float)
    with np.errstate(over="ignore"):
        y = np.minimum(partner(x, rng), 1e300)
    if np.ptp(y) == 0:
        y = rng.normal(size=100)
    verdict = vcei.identify(x, y)
    assert np.isfinite(verdict.score)
    assert 0.5 <= verdict.confidence <= 0.999
    assert all(np.isfinite(part) for part in verdict.says.values())
    assert vcei.identify(y, x).score == -verdict.score


def test_nobody_is_surer_than_the_pairs_that_vouch_for_it():
    x, y = wave(np.random.default_rng(0), 800)
    verdict = vcei.identify(x, y)
    assert verdict.score > math.log(0.999 / 0.001)
    assert verdict.confidence == MOST_SURE


@pytest.mark.slow
class TestAnswers:
    """Of 20 draws each, most; binomial counts of the shares that the method claims stay within.

    Independent 0.95 of the time: fewer than 15 in 20 has probability 3e-4. Linear and normal
    decided 0.1 of the time: more than 6 has 2e-3. Confounded 0.25: more than 9 has 1e-2.
    """

    def test_independent_columns_are_called_independent(self):
        assert answers(GENERATORS["independent"])[Answer.INDEPENDENT] >= 15

    def test_what_cannot_be_told_is_hardly_ever_decided(self):
        assert answers(GENERATORS["linear-gaussian"])[Answer.DECIDED] <= 6

    def test_a_hidden_common_cause_is_seldom_taken_for_an_arrow(self):
        # it takes rows to see that neither arrow fits: of 250 rows every other pair is decided
        assert answers(GENERATORS["confounded"], 1000)[Answer.DECIDED] <= 9

    def test_a_wave_with_noise_is_decided_and_right(self):
        verdicts = judged(wave)
        assert all(verdict.direction is Direction.X_CAUSES_Y for verdict in verdicts)
        assert sum(verdict.answer is Answer.DECIDED for verdict in verdicts) >= 15
