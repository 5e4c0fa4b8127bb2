"""Every score against an answer worked out by hand, with the working."""

from math import comb

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.bench.score import (
    Decisions,
    accuracy,
    accuracy_at_rates,
    audrc,
    auroc,
    effective_size,
    interval,
)
from vcei.errors import InputError

FOUR = Decisions.of([3.0, -2.0, 1.0, None], [True, True, False, False], [1, 2, 3, 4])
"""Right, wrong, wrong, failed; sureness 3, 2, 1, 0; weights 1, 2, 3, 4."""


def test_accuracy_counts_ties_and_failures_as_wrong():
    """Right are the first two of five: the third is a tie, the fourth failed, the fifth errs."""
    decisions = Decisions.of([1, -1, 0, None, 2], [True, False, True, True, False])
    assert accuracy(decisions) == 2 / 5


def test_a_tie_is_wrong_whatever_the_truth():
    assert accuracy(Decisions.of([0.0, 0.0], [True, False])) == 0


def test_weighted_accuracy():
    """Only the first is right: 1 of 1 + 2 + 3 + 4."""
    assert accuracy(FOUR) == pytest.approx(0.1)


def test_accuracy_of_either_truth():
    """Of the pairs with truth x -> y, weights 1 and 2, the first is right; of the others none."""
    assert accuracy(FOUR.only(FOUR.forward)) == pytest.approx(1 / 3)
    assert accuracy(FOUR.only(~FOUR.forward)) == 0


def test_pairs_of_weight_zero_are_not_there():
    decisions = Decisions.of([1.0, -9.0], [True, True], [1, 0])
    assert accuracy(decisions) == audrc(decisions) == 1


@pytest.mark.parametrize("weight", [[0, 0], [1, -1], [1, np.nan]])
def test_weights_that_mean_nothing_are_refused(weight):
    with pytest.raises(InputError, match=r"none below zero and not all zero.*Correct"):
        Decisions.of([1.0, 1.0], [True, True], weight)


def test_effective_size():
    """(1 + 2 + 3 + 4)² / (1 + 4 + 9 + 16) = 100 / 30; and equal weights are simply counted."""
    assert effective_size(FOUR.weight) == pytest.approx(100 / 30)
    assert effective_size(np.full(7, 0.3)) == pytest.approx(7)


def test_interval_where_all_or_none_are_right():
    """With k = n the lower end p solves p^n = 0.025, the chance of n right; k = 0 mirrors it."""
    low, high = interval(1.0, 10)
    assert (low, high) == (pytest.approx(0.025**0.1), 1.0)
    assert interval(0.0, 10) == (0.0, pytest.approx(1 - 0.025**0.1))


def test_interval_leaves_the_tail_on_either_side():
    """At the lower end 7 or more of 10 right has chance 0.025; at the upper end 7 or fewer."""

    def chance(counts, p):
        return sum(comb(10, k) * p**k * (1 - p) ** (10 - k) for k in counts)

    low, high = interval(0.7, 10)
    assert chance(range(7, 11), low) == pytest.approx(0.025)
    assert chance(range(8), high) == pytest.approx(0.025)


def test_interval_of_one_in_two():
    """n = 2, k = 1: 1 - (1 - p)² = 0.025 below, and by symmetry above."""
    low = 1 - 0.975**0.5
    assert_allclose(interval(0.5, 2), (low, 1 - low))


def test_interval_survives_sums_that_are_not_exact():
    """Weights of 0.1: ten of them do not add up to one."""
    weights = np.full(10, 0.1)
    share = float(sum([0.1] * 10) / weights.sum())
    assert share < 1
    assert interval(share, effective_size(weights))[1] == 1.0


def test_accuracy_against_decision_rate():
    """Surest first: weights reached 1, 3, 6, 10 of 10; right stays 1."""
    rates, reached = accuracy_at_rates(FOUR)
    assert_allclose(rates, [0.1, 0.3, 0.6, 1.0])
    assert_allclose(reached, [1, 1 / 3, 1 / 6, 1 / 10])


def test_audrc_is_the_mean_of_that():
    assert audrc(FOUR) == pytest.approx((1 + 1 / 3 + 1 / 6 + 1 / 10) / 4)


def test_audrc_rewards_knowing_when_one_errs():
    """One wrong of four. Wrong last: 1, 1, 1, 3/4. Wrong first: 0, 1/2, 2/3, 3/4."""
    truth = [True] * 4
    assert audrc(Decisions.of([4, 3, 2, -1], truth)) == pytest.approx(3.75 / 4)
    assert audrc(Decisions.of([-4, 3, 2, 1], truth)) == pytest.approx((1 / 2 + 2 / 3 + 3 / 4) / 4)


def test_among_equal_sureness_the_wrong_come_first_whatever_the_order():
    """One right, one wrong, equally sure: 0, then 1/2."""
    for scores in ([1, -1], [-1, 1]):
        assert audrc(Decisions.of(scores, [True, True])) == pytest.approx(1 / 4)


def test_auroc():
    """+ scores 3 and -2, - scores 1: one of the two comparisons is won."""
    assert auroc(Decisions.of([3, -2, 1], [True, True, False])) == pytest.approx(1 / 2)


def test_auroc_weighs_each_comparison_by_both_weights():
    """Won: 3 > 1, weight 1 · 3; lost: -2 < 1, weight 2 · 3."""
    assert auroc(Decisions.of([3, -2, 1], [True, True, False], [1, 2, 3])) == pytest.approx(1 / 3)


def test_auroc_counts_equal_scores_half():
    """2 > 0 won, 0 = 0 half."""
    assert auroc(Decisions.of([2, 0, 0], [True, True, False])) == pytest.approx(3 / 4)


def test_auroc_ranks_a_failure_behind_all_of_the_other_class():
    """The failed + loses against both -, the failed - against both +; one comparison is won."""
    decisions = Decisions.of([1, None, -1, None], [True, True, False, False])
    assert auroc(decisions) == pytest.approx(1 / 4)


def test_auroc_of_one_class_is_undefined():
    assert auroc(Decisions.of([1, 2], [True, True])) is None


def test_auroc_is_the_share_of_comparisons_won(rng):
    """Each comparison by itself, on scores with many ties."""
    score, forward = np.round(rng.normal(size=60)), rng.uniform(size=60) < 0.3
    weight = rng.uniform(size=60)
    won = total = 0.0
    for i in np.flatnonzero(forward):
        for j in np.flatnonzero(~forward):
            total += weight[i] * weight[j]
            won += weight[i] * weight[j] * (1 + np.sign(score[i] - score[j])) / 2
    assert auroc(Decisions.of(score, forward, weight)) == pytest.approx(won / total)


def test_swapping_every_pair_changes_no_score(rng):
    score, forward, weight = rng.normal(size=30), rng.uniform(size=30) < 0.5, rng.uniform(size=30)
    one, other = Decisions.of(score, forward, weight), Decisions.of(-score, ~forward, weight)
    for measure in (accuracy, audrc, auroc):
        assert measure(one) == pytest.approx(measure(other))
