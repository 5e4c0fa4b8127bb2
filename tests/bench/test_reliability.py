"""Reliability: confidence beside the share of right decisions."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.bench.reliability import reliability
from vcei.bench.score import interval
from vcei.bench.task import Outcome, Record


def records(*said_and_right):
    return [
        Record(
            *("key", "set", f"pair{number}", "digest", "x->y"),
            *(1.0, "method", "{}", "0.1.0", 0),
            Outcome(
                score=1.0 if right else -1.0,
                direction="x->y" if right else "y->x",
                confidence=said,
            ),
        )
        for number, (said, right) in enumerate(said_and_right)
    ]


def test_groups_by_confidence_and_counts_what_is_right():
    # ten ranges of width 0.05 from 0.5: 0.50 and 0.54 share the first, 0.9 to 0.92 the ninth, and
    # 1.0 belongs to the last
    found = reliability(
        records((0.5, True), (0.54, False), (0.9, True), (0.92, True), (0.91, False), (1.0, True))
    )
    assert_allclose(found.said, [0.52, 0.91, 1.0])
    assert_allclose(found.right, [1 / 2, 2 / 3, 1.0])
    assert_allclose(found.counts, [2, 3, 1])
    assert_allclose([found.low[1], found.high[1]], interval(2 / 3, 3))
    # (2 * |0.52 - 1/2| + 3 * |0.91 - 2/3| + 0) / 6
    assert found.gap == pytest.approx((0.04 + 0.73) / 6)


def test_what_is_as_right_as_it_says_has_no_gap(rng):
    said = rng.uniform(0.5, 1.0, 20_000)
    found = reliability(records(*zip(said, rng.random(20_000) < said, strict=True)))
    assert found.gap < 0.02
    assert np.mean((found.low < found.said) & (found.said < found.high)) >= 0.8


def test_methods_without_confidence_have_none():
    assert reliability(records((None, True))) is None
