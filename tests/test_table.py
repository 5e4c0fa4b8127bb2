"""Reading files: the same numbers from every format, and clear words for every mishap."""

import datetime as dt
import io
import sys
from decimal import Decimal

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from vcei.errors import InputError
from vcei.table import Table

X = np.arange(12.0)
Y = X**2 - 3


def rows(separator, header=None):
    lines = [
        separator.join((f"{x!r}", f"{y!r}")) for x, y in zip(X.tolist(), Y.tolist(), strict=True)
    ]
    return "\n".join(([header] if header else []) + lines) + "\n"


@pytest.fixture
def write(tmp_path):
    def to_file(text, name="data.csv"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return to_file


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (rows(",", "a,b"), ("a", "b")),
        (rows(";", "a;b"), ("a", "b")),
        (rows("\t", "a\tb"), ("a", "b")),
        (rows(" | ", "a|b"), ("a", "b")),
        (rows(";", "a, b;c, d"), ("a, b", "c, d")),
        (rows(" ", "# a b"), ("a", "b")),
        (rows(",", "# a, b"), ("a", "b")),
        (rows(" ", "# made by hand\n\n#\n# a b"), ("a", "b")),
        (rows(",", "# made by hand\n# metres, days, years\na,b"), ("a", "b")),
        (rows(",", "# made by hand, in 2026, at home"), ("column 0", "column 1")),
        (rows("   "), ("column 0", "column 1")),
        (rows(",").replace("\n", "\r\n"), ("column 0", "column 1")),
        ("\ufeff" + rows(",", '"a","b"'), ("a", "b")),
        (rows("  ").replace("0.0  ", "   0.0  ", 1), ("column 0", "column 1")),
        ("\n\n" + rows(",", "a,b") + "\n\n", ("a", "b")),
    ],
)
def test_text_of_every_layout(write, text, names):
    pair = Table.read(write(text)).pair()
    assert (pair.x_name, pair.y_name) == names
    assert_allclose(pair.x, X)
    assert_allclose(pair.y, Y)


def test_parquet(tmp_path):
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    parquet.write_table(arrow.table({"name": ["k"] * 12, "a": X, "b": Y}), tmp_path / "d.parquet")
    pair = Table.read(tmp_path / "d.parquet").pair()
    assert (pair.x_name, pair.y_name) == ("a", "b")
    assert_allclose(pair.y, Y)


def test_parquet_types_that_are_numbers_in_all_but_name(tmp_path):
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    columns = {
        "price": arrow.array([None, *(Decimal(i) / 4 for i in range(12))]),
        "sold": arrow.array([None, *(i % 3 == 0 for i in range(12))]),
        "kept": arrow.array([dt.timedelta(hours=12 * i) for i in range(13)]),
        "sizes": arrow.array([[1.0, 2.0]] * 13),
    }
    parquet.write_table(arrow.table(columns), tmp_path / "d.parquet")
    table = Table.read(tmp_path / "d.parquet")
    pair = table.pair(drop_missing=True)
    assert (pair.x_name, pair.y_name) == ("price", "sold")
    assert_allclose(pair.x, np.arange(12) / 4)
    assert_allclose(pair.y, np.arange(12) % 3 == 0)
    assert_allclose(table.pair("kept", "price", drop_missing=True).x, np.arange(1, 13) / 2)
    with pytest.raises(InputError, match="'sizes' is not numeric: row 1 holds array"):
        table.pair("sizes")


def test_doubled_names_in_parquet(tmp_path):
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    parquet.write_table(arrow.table([X, Y], names=["a", "a"]), tmp_path / "d.parquet")
    table = Table.read(tmp_path / "d.parquet")
    with pytest.raises(InputError, match="2 columns are called 'a'"):
        table.pair()
    assert_allclose(table.pair("0", "1").y, Y)


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(rows(",", "a,b")))
    assert Table.read("-").pair().y_name == "b"


def test_content_that_is_not_on_disk_reads_as_the_file_would(write, tmp_path):
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    parquet.write_table(arrow.table({"a": X, "b": Y}), tmp_path / "d.parquet")
    for path in (write(rows(",", "a,b").replace("\n", "\r\n")), tmp_path / "d.parquet"):
        kept, dropped = Table.read(path), Table.of_bytes("dropped", path.read_bytes())
        assert dropped.names == kept.names
        assert_array_equal(dropped.columns, kept.columns)
    with pytest.raises(InputError, match="dropped: not a text file"):
        Table.of_bytes("dropped", b"\xff\xfe\x00")


def test_missing_cells_are_known_by_a_stated_list(write):
    tokens = ["", "NA", "n/a", "NaN", "null", "None"]
    text = "a,b\n" + "".join(f"{i},{token}\n" for i, token in enumerate(tokens))
    text += "".join(f"{i},{i * i}\n" for i in range(10, 24))
    pair = Table.read(write(text)).pair(drop_missing=True)
    assert pair.rows == 14
    assert "6 of 20 rows" in pair.notes[0]


def test_the_nameless_column_of_row_numbers_is_not_taken_for_data(write):
    text = '"","u","v"\n' + "".join(f'"{i + 1}",{x},{y}\n' for i, (x, y) in enumerate(zip(X, Y)))  # noqa: B905
    pair = Table.read(write(text)).pair()
    assert (pair.x_name, pair.y_name) == ("u", "v")


TEXT = "name,a,b,3\n" + "".join(f"k,{i},{i * i},{-i}\n" for i in range(12))


@pytest.mark.parametrize(
    ("x", "y", "names"),
    [
        (None, None, ("a", "b")),
        ("b", None, ("b", "a")),
        (None, "a", ("b", "a")),
        ("2", "1", ("b", "a")),
        ("3", "a", ("3", "a")),  # a name goes before an index
    ],
)
def test_columns_by_name_or_index(write, x, y, names):
    pair = Table.read(write(TEXT)).pair(x, y)
    assert (pair.x_name, pair.y_name) == names


def test_dates_are_taken_when_asked_for_but_not_by_default(write):
    days = np.datetime64("2026-01-01") + np.arange(12)
    text = "when,a,b\n" + "".join(f"{d},{i},{i * i}\n" for i, d in enumerate(days))
    table = Table.read(write(text))
    assert table.pair().x_name == "a"
    assert_allclose(table.pair("when", "b").x, X)


def test_times_with_a_zone_are_moved_to_one(write):
    text = "when,a\n" + "".join(f"2026-01-{d:02d}T01:00+01:00,{d}\n" for d in range(1, 13))
    assert_allclose(Table.read(write(text)).pair("when", "a").x, X)


@pytest.mark.parametrize("words", [("true", "false"), ("True", "FALSE")])
def test_truths_are_ones_and_zeros(write, words):
    text = "yes,a\n" + "".join(f"{words[i % 2]},{i}\n" for i in range(12)) + ",7\n"
    assert_allclose(Table.read(write(text)).pair(drop_missing=True).x, [1, 0] * 6)


@pytest.mark.parametrize(
    ("text", "choice", "message"),
    [
        ("", {}, "the file is empty"),
        (" \n\n", {}, "the file is empty"),
        ("a,b\n", {}, "has a header but no rows"),
        (TEXT, {"x": "c"}, "no column 'c'. Expected a name or an index from 0 to 3; the columns"),
        (TEXT, {"x": "7"}, "no column '7'"),
        (TEXT, {"x": "name"}, "'name' is constant: all 12 values are 'k'"),
        (TEXT, {"x": "a", "y": "1"}, "x and y are the same column, 'a'"),
        ("a\n1\n2\n", {}, "expected two numeric columns, found 1 among 'a'"),
        (
            "a,b\n1,x\n2,y\n",
            {},
            "found 1 among 'a', 'b'. Column 'b' is not numeric: row 1 holds 'x'",
        ),
        ("a,b\n1,2\n2,oops\n", {}, "row 2 holds 'oops'"),
        ("a,b\n1,2+1j\n2,1\n", {}, "'b' holds complex numbers"),
        ("a,b\n1,2026-01-01\n", {}, "'b' holds times, which are taken if you name it"),
        ("a;b\n1;2,5\n3;4,5\n", {}, "row 1 holds '2,5'.*with a decimal point, not a comma"),
        ("a,b\n1,2\n3\n", {}, "line 3 has 1 cells, the first line 2"),
        ("a x,b\n1,2\n3\n", {}, "line 3 has 1 cells, the first line 2"),
        ("# units\n\na,b\n1,2\n3\n", {}, "line 5 has 1 cells, the first line 2"),
        ("a,b\n1,2,\n3,4,\n", {}, "line 2 has 3 cells, the first line 2"),
        ("# nothing else\n", {}, "has a header but no rows"),
        ('{"a": [1, 2]}', {}, "not a table of text.*export or save the data"),
        (b"PK\3\4" + bytes(50), {}, "not a table of text.*export or save the data"),
        (rows(",", "a,a"), {}, "2 columns are called 'a'. Choose by index instead: 0, 1"),
        (rows(",", "a,a"), {"x": "a"}, "2 columns are called 'a'"),
        (b"\xff\xfe\x00a,b", {}, "not a text file in UTF-8"),
    ],
)
def test_mishaps_are_explained(write, text, choice, message):
    with pytest.raises(InputError, match=message):
        Table.read(write(text)).pair(**choice)


def test_doubled_names_can_be_told_apart_by_index(write):
    pair = Table.read(write(rows(",", "a,a"))).pair("0", "1")
    assert (pair.x_name, pair.y_name) == ("a (column 0)", "a (column 1)")


@pytest.mark.parametrize("name", ["none.csv", "none.parquet"])
def test_a_file_that_is_not_there(tmp_path, name):
    with pytest.raises(InputError, match=f"no file .*{name}"):
        Table.read(tmp_path / name)


def test_a_folder(tmp_path):
    with pytest.raises(InputError, match="is a folder; expected a file"):
        Table.read(tmp_path)


def test_a_parquet_file_that_is_none(write):
    pytest.importorskip("pyarrow")
    with pytest.raises(InputError, match="not a readable Parquet file"):
        Table.read(write("no parquet", "d.parquet"))


def test_without_pyarrow_the_extra_is_named(write, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(ImportError, match=r"pip install 'vcei\[io\]'"):
        Table.read(write("x", "d.parquet"))
