"""The gate for one column: what is taken, what is converted, what is refused and how."""

import datetime as dt
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from vcei.columns import as_numbers
from vcei.errors import InputError

NAN = float("nan")
DAY = dt.date(2026, 1, 1)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1, 2.5, -3], [1, 2.5, -3]),
        ((1, 2), [1, 2]),
        (np.array([[1.0], [2.0]]), [1, 2]),
        (np.array([1, 2], dtype=np.uint8), [1, 2]),
        (np.array([1.5, 2], dtype=np.float16), [1.5, 2]),
        ([True, False], [1, 0]),
        ([1, None, 3], [1, NAN, 3]),
        (np.ma.masked_equal([1, 9, 3], 9), [1, NAN, 3]),
        ([Decimal("1.5"), Fraction(1, 4), np.float32(2)], [1.5, 0.25, 2]),
        (np.array(["2026-01-01", "2026-01-03", "NaT"], dtype="datetime64[D]"), [0, 2, NAN]),
        ([DAY, None, dt.date(2026, 1, 2)], [0, NAN, 1]),
        ([dt.datetime(2026, 1, 1, 12), dt.datetime(2026, 1, 1)], [0.5, 0]),
        (np.array([12, 36], dtype="timedelta64[h]"), [0.5, 1.5]),
        ([10**400, 1], [np.inf, 1]),
    ],
)
def test_taken_as_numbers(values, expected):
    assert_array_equal(as_numbers(values, "a"), expected)


def test_whole_numbers_beyond_double_precision_stay_apart():
    stamps = np.array([2**62, 2**62 + 1, 2**62 + 5])
    assert_array_equal(as_numbers(stamps, "a"), [0, 1, 5])
    wide = np.array([-(2**63), 2**63 - 1])
    assert_array_equal(as_numbers(wide, "a"), [0, 2.0**64])


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([1, 2, "many"], r"'a' is not numeric: row 3 holds 'many' \(str\)"),
        (["1,5", "2"], r"row 1 holds '1,5' \(str\). Expected numbers with a decimal point"),
        (["31.1.2026"], r"Expected numbers, or dates like 2026-01-31"),
        (np.array([1, 2, "many"], dtype=object), r"'a' is not numeric: row 3 holds 'many' \(str\)"),
        (np.array([1, [2]], dtype=object), r"row 2 holds \[2\] \(list\)"),
        ([1 + 2j, 3], "holds complex numbers"),
        (np.array([1j, None], dtype=object), "holds complex numbers"),
        (np.ones((3, 2)), r"one value a row, got an array of shape \(3, 2\)"),
        ([[1], [2, 3]], "rows differ in length"),
        ("12", "expected a column of numbers, got str"),
        (3.0, "expected a column of numbers, got float"),
        (None, "expected a column of numbers, got NoneType"),
    ],
)
def test_refused_with_what_was_expected_and_what_came(values, message):
    with pytest.raises(InputError, match=message):
        as_numbers(values, "a")


def test_columns_of_data_frames():
    pandas, polars, arrow = map(pytest.importorskip, ("pandas", "polars", "pyarrow"))
    for column in (
        pandas.Series([1.0, None, 3.0]),
        pandas.Series([1, None, 3], dtype="Int64"),
        polars.Series([1, None, 3]),
        arrow.array([1, None, 3]),
        arrow.chunked_array([[1, None], [3]]),
    ):
        assert_array_equal(as_numbers(column, "a"), [1, NAN, 3])


def test_dates_with_a_time_zone():
    pandas = pytest.importorskip("pandas")
    stamps = pandas.Series(
        pandas.to_datetime(["2026-01-01 01:00+01:00", "2026-01-02 00:00Z"], utc=True)
    )
    assert_array_equal(as_numbers(stamps, "a"), [0, 1])
    zoned = stamps.dt.tz_convert("Europe/Berlin").astype(object)
    assert_array_equal(as_numbers(zoned, "a"), [0, 1])
