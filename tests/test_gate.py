"""The gate for any kind: what columns are taken for, what they become, what is refused."""

import datetime as dt

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from vcei.errors import InputError
from vcei.gate import read_column
from vcei.kernels import GlobalAlignment, Spectrum
from vcei.kinds import Kind
from vcei.pair import Pair

NAN = float("nan")
ROWS = np.arange(30.0)
NAMES = ["red", "green", "blue"] * 10


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (ROWS + 0.5, "number"),
        (ROWS, "number"),
        (ROWS % 3, "whole"),
        (ROWS % 3 / 3, "number"),
        ((ROWS % 3).astype(int).tolist(), "whole"),
        ([True, False] * 15, "category"),
        (NAMES, "category"),
        (np.array(NAMES), "category"),
        ([f"code{i}" for i in range(30)], "string"),
        ([f"words and {i}" for i in range(30)], "text"),
        (np.ones((30, 3)), "vector"),
        ([[i, 1.0] for i in range(30)], "vector"),
        ([np.arange(5.0)] * 30, "series"),
        ([list(range(2 + i)) for i in range(30)], "series"),
        (np.ones((30, 4, 2)), "series"),
        ([dt.date(2026, 1, 1)] * 30, "date"),
        ({"a": ROWS, "b": ROWS}, "vector"),
        ({"a": ROWS, "b": NAMES}, "record"),
        ({"a": NAMES}, "category"),
    ],
)
def test_what_a_column_is_taken_for(values, kind):
    assert read_column(values, "a")[1].kind.value == kind


def test_categories_become_codes_in_the_order_of_their_names():
    codes, content = read_column(["b", None, "a", "b"] * 5, "a", "category")
    assert_array_equal(codes[:4], [1, NAN, 0, 1])
    assert content.values == ("a", "b")


def test_ordered_names_become_codes_in_the_order_given():
    codes, content = read_column(["low", "high"], "a", "ordered:low,middle,high")
    assert_array_equal(codes, [0, 2])
    assert content.words == "an ordered category of 3 levels"


def test_angles_become_points_on_a_circle():
    points, _ = read_column([0, 90, 450, None], "a", "angle:360")
    assert_allclose(points, [[1, 0], [0, 1], [0, 1], [NAN, NAN]], atol=1e-12)


def test_series_are_told_apart_and_one_with_a_gap_is_missing():
    series = [np.array([1.0, 2.0]), np.array([1.0, 2.0, 3.0]), [1.0, 2.0], None, [1.0, NAN]]
    codes, content = read_column(series, "a", "series")
    assert_array_equal(codes, [0, 1, 0, NAN, NAN])
    assert [len(value) for value in content.values] == [2, 3]


def test_a_record_has_its_parts_side_by_side():
    points, content = read_column({"size": ROWS, "hue": NAMES}, "a")
    assert points.shape == (30, 2)
    assert content.words == "a record of number, category"
    settled = content.settle(content.standardize(points))
    gram = settled(content.standardize(points), content.standardize(points))
    assert gram[0, 1] == 0 < gram[0, 3]  # another hue, the same hue


def test_data_frames():
    pandas, polars, arrow = map(pytest.importorskip, ("pandas", "polars", "pyarrow"))
    ordered = pandas.Categorical(NAMES, ["red", "green", "blue"], ordered=True)
    frame = pandas.DataFrame({"grade": ordered, "hue": NAMES, "size": ROWS, "width": ROWS})
    assert read_column(frame["grade"], "a")[1].kind is Kind.ORDERED
    assert_array_equal(read_column(frame["grade"], "a")[0][:3], [0, 1, 2])
    assert read_column(frame["hue"], "a")[1].kind is Kind.CATEGORY
    assert read_column(frame[["size", "width"]], "a")[1].kind is Kind.VECTOR
    assert read_column(frame[["size", "hue"]], "a")[1].kind is Kind.RECORD
    assert read_column(frame[["hue"]], "a")[1].kind is Kind.CATEGORY
    other = polars.DataFrame({"hue": NAMES, "size": ROWS})
    assert read_column(other["hue"].cast(polars.Categorical), "a")[1].kind is Kind.CATEGORY
    assert read_column(other, "a")[1].kind is Kind.RECORD
    assert read_column(arrow.array(NAMES).dictionary_encode(), "a")[1].kind is Kind.CATEGORY
    assert read_column(arrow.table({"p": ROWS, "q": ROWS}), "a")[1].kind is Kind.VECTOR


@pytest.mark.parametrize(
    ("values", "kind", "message"),
    [
        (ROWS, "colour", "no kind 'colour'; expected one of number, whole"),
        (ROWS + 0.5, "whole", "expected whole numbers, 0.5 came"),
        (ROWS, "angle:0", "length of a full turn, as in angle:360"),
        (ROWS, "angle:x", "length of a full turn"),
        (ROWS, "vector:3", "takes no '3' after a colon"),
        (NAMES, "ordered", "say the order of its names, as in ordered:low,middle,high"),
        (NAMES, "ordered:red,green", "'blue' is not among its levels red, green"),
        (NAMES, "number", "not numeric: row 1 holds 'red'.*for example category"),
        (NAMES, "vector", "not numeric: row 1 holds 'red'"),
        (NAMES, "angle", "not numeric"),
        (NAMES, "series", "row 1 is no series of numbers"),
        (["a", " ", "b"], None, "row 2 is an empty text. Give None for a missing value"),
        ([["a"], {"b": 1}], "category", r"row 1 holds a list, which cannot be a name"),
        ([object()] * 12, None, r"row 1 holds <object"),
        ([[1.0, 2.0], [1.0]], "series", "row 2 has shape"),
        ([[[1.0, 2.0]] * 2, [1.0, 2.0]], "series", "row 2 has 1 channels, not 2"),
        (np.ones((5, 1)), "window", "a past and a present"),
        (ROWS, "record", "expected a frame or a mapping"),
        ({"a": [1.0], "b": NAMES}, "record", "same number of rows"),
        ("text", "category", "expected a column of values, got str"),
        (["1,5", "2,5"], None, "decimal point, not a comma"),
    ],
)
def test_refused_with_what_was_expected_and_what_came(values, kind, message):
    with pytest.raises(InputError, match=message):
        read_column(values, "a", kind)


@pytest.mark.parametrize(
    ("x", "choice", "message"),
    [
        (["red"] * 30, {}, "'x' is constant: all 30 values are 'red'"),
        (NAMES, {"kernel": {"x": GlobalAlignment()}, "kind": {"x": "number"}}, "compare a number"),
        (NAMES, {"kind": {"z": "number"}}, r"Say the kind of x or y, as in kind=\{'x'"),
        (NAMES, {"kernel": Spectrum()}, "Say the kernel of x or y"),
    ],
)
def test_pairs_refuse_mismatched_kinds(x, choice, message):
    with pytest.raises(InputError, match=message):
        Pair.of(x, ROWS, **choice)


def test_kernels_of_values_do_not_fit_numbers():
    content = read_column(ROWS, "a")[1]
    with pytest.raises(InputError, match="Spectrum compares values that are no numbers"):
        content.by(Spectrum()).settle(ROWS)


def test_pairs_say_what_columns_were_taken_for_unless_told():
    assert Pair.of(NAMES, ROWS).notes == ("column 'x' was taken for a category of 3 levels",)
    assert Pair.of(NAMES, ROWS, kind={"x": "category"}).notes == ()


def test_missing_rows_go_by_one_rule():
    pair = Pair.of([None, *NAMES[1:]], np.column_stack([ROWS, ROWS]), drop_missing=True)
    assert pair.rows == 29
    with pytest.raises(InputError, match="'x' has 1 missing"):
        Pair.of([None, *NAMES[1:]], ROWS)


def test_canonical_order_does_not_depend_on_rows_or_columns(rng):
    vectors, order = rng.normal(size=(30, 2)), rng.permutation(30)
    one = Pair.of(NAMES, vectors).standardize().canonical()
    names = [NAMES[i] for i in order]
    other = Pair.of(vectors[order], names).standardize().canonical()
    assert one.swapped != other.swapped
    assert_array_equal(one.pair.x, other.pair.x)
    assert_array_equal(one.pair.y, other.pair.y)


def test_a_users_comparison_makes_any_object_a_value():
    pair = Pair.of(
        [{i} for i in range(30)], ROWS, kernel={"x": lambda xs, zs: np.eye(len(xs), len(zs))}
    )
    assert pair.x_content.kind is Kind.OBJECT
    assert len(pair.x_content.values) == 30
