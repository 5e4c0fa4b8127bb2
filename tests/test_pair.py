"""Pair: the gate for two columns, and the one order its content decides."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_array_equal

from vcei.errors import InputError
from vcei.pair import Pair

GOOD = np.arange(20.0)


@pytest.mark.parametrize(
    ("x", "y", "message"),
    [
        (GOOD, GOOD[:-1], "same number of rows; 'x' has 20 and 'y' has 19"),
        (GOOD[:9], GOOD[:9], "at least 10 rows; 9 came"),
        ([], [], "at least 10 rows; 0 came"),
        (GOOD, np.full(20, 7.0), "'y' is constant: all 20 values are 7"),
        (GOOD, np.append(GOOD[:-1], np.nan), "'y' has 1 missing or infinite values.*row 20"),
        (np.append(-np.inf, GOOD[1:]), GOOD, "'x' has 1 missing.*row 1.*--drop-missing"),
        (GOOD, [*range(19), "a"], "'y' is not numeric: row 20 holds 'a'"),
    ],
)
def test_refuses_what_cannot_be_used(x, y, message):
    with pytest.raises(InputError, match=message):
        Pair.of(x, y)


def test_drops_missing_rows_on_request_and_says_how_many():
    x, y = GOOD.copy(), GOOD[::-1].copy()
    x[3], y[5], y[3] = np.nan, np.inf, np.nan
    pair = Pair.of(x, y, drop_missing=True)
    assert pair.rows == 18
    assert pair.notes == ("2 of 20 rows had missing or infinite values and were dropped",)
    with pytest.raises(InputError, match="at least 10 rows; 5 came .15 of 20 rows"):
        Pair.of(np.where(GOOD < 5, GOOD, np.nan), GOOD, drop_missing=True)


def test_takes_names_from_columns_that_have_them():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"age": GOOD, "income": GOOD**2})
    assert Pair.of(frame["age"], frame["income"]).x_name == "age"
    assert Pair.of(frame["age"], GOOD, y_name="b").y_name == "b"
    assert Pair.of(GOOD, frame["income"]).x_name == "x"


def test_says_when_a_column_is_heavily_tied():
    pair = Pair.of(np.arange(100) % 3, np.arange(100.0), kind={"x": "number"})
    assert pair.notes == (
        "column 'x' takes only 3 different values in 100 rows; "
        "the method is made for continuous columns",
    )


def test_inputs_are_not_changed(columns):
    Pair.of(*columns).standardize().canonical()  # the columns are read-only


samples = arrays(
    float, st.tuples(st.integers(10, 25), st.just(2)), elements=st.integers(0, 6).map(float)
)


@settings(deadline=None)
@given(samples, st.randoms(use_true_random=False), st.sampled_from([0.3, 1.0, 7e5]))
def test_canonical_order_depends_on_content_alone(rows, random, unit):
    """Rows shuffled, columns exchanged, units changed: the same ordered pair."""
    x, y = rows.T
    if len(set(x)) == 1 or len(set(y)) == 1:
        return
    order = list(range(len(x)))
    random.shuffle(order)
    numbers = {"x": "number", "y": "number"}
    one = Pair.of(x, y, kind=numbers).standardize().canonical()
    other = Pair.of(unit * y[order] + 3, x[order] - 1, kind=numbers).standardize().canonical()
    assert one.symmetric == other.symmetric
    if not one.symmetric:
        assert one.swapped != other.swapped
    for column in ("x", "y"):
        ours, theirs = getattr(one.pair, column), getattr(other.pair, column)
        np.testing.assert_allclose(ours, theirs, atol=1e-7)


def test_a_symmetric_sample_is_recognised():
    x, y = np.array([0, 1, 2, 0, 3, 5, 6, 6, 8, 9.0]), np.array([1, 0, 0, 2, 3, 6, 5, 6, 9, 8.0])
    assert Pair.of(x, y).standardize().canonical().symmetric
    assert not Pair.of(x, y + (x == 9)).standardize().canonical().symmetric


def test_swapping_twice_is_nothing():
    pair = Pair.of(GOOD, GOOD**2, "a", "b")
    assert pair.swap().x_name == "b"
    assert_array_equal(pair.swap().swap().x, pair.x)
