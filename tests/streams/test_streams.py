"""Files of any size: every way to the same rows gives the same pair, in bounded memory."""

import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from numpy.testing import assert_array_equal

import vcei
from vcei.draw import drawn
from vcei.errors import InputError
from vcei.pair import Pair
from vcei.streams import lines, read_pair, read_table
from vcei.streams import open as opening
from vcei.streams.lines import read_lines, spans_of
from vcei.streams.parts import find

ROWS, MOST = 5000, 300


@pytest.fixture
def numbers(rng):
    return rng.normal(size=ROWS), rng.exponential(size=ROWS)


@pytest.fixture
def files(numbers, tmp_path, monkeypatch):
    """Return one table in many forms."""
    monkeypatch.setattr(opening, "LARGE", 1000)
    monkeypatch.setattr(lines, "BLOCK", 777)  # lines and blocks end at different places
    x, y = numbers
    table = pa.table({"label": ["a"] * ROWS, "x": x, "y": y})
    pq.write_table(table, tmp_path / "one.parquet", row_group_size=999)
    folder = tmp_path / "parts"
    (folder / "deeper").mkdir(parents=True)
    (folder / "_SUCCESS").touch()
    for name, start, end in (
        ("a", 0, 10),
        ("b", 10, 10),
        ("deeper/c", 10, 4000),
        ("d", 4000, ROWS),
    ):
        pq.write_table(table.slice(start, end - start), folder / f"{name}.parquet")
    text = [f"a,{one!r},{other!r}" for one, other in zip(x.tolist(), y.tolist(), strict=True)]
    (tmp_path / "one.csv").write_text("label,x,y\n" + "\n".join(text))
    (tmp_path / "windows.csv").write_bytes(
        "\r\n\r\n".join(["# made", "label,x,y", *text, ""]).encode()
    )
    np.savetxt(tmp_path / "bare.txt", np.column_stack([x, y]), fmt="%.17g")
    return tmp_path


def test_the_draw_is_of_different_rows_and_even():
    rows = drawn(ROWS, MOST)
    assert len(np.unique(rows)) == MOST
    assert (np.diff(rows) > 0).all()
    assert_array_equal(drawn(5, 5), np.arange(5))
    # the mean of 10^4 draws of U(0, 1) has the standard error 0.0029
    assert abs(drawn(10**9, 10**4).mean() / 1e9 - 0.5) < 0.01


@pytest.mark.parametrize("name", ["one.parquet", "parts", "one.csv", "windows.csv", "bare.txt"])
def test_every_form_of_a_table_gives_the_rows_that_memory_gives(name, files, numbers):
    x, y = numbers
    if name == "parts":  # in the order of the names: deeper/c.parquet comes after d.parquet
        order = np.r_[0:10, 4000:ROWS, 10:4000]
        x, y = x[order], y[order]
    pair = read_pair(files / name, most=MOST)
    expected = Pair.of(x, y).draw(MOST)
    assert_array_equal(pair.x, expected.x)
    assert_array_equal(pair.y, expected.y)
    assert (
        pair.notes
        == expected.notes
        == (f"{MOST} of {ROWS} rows, drawn at random by their numbers",)
    )


def test_few_rows_are_all_read_and_nothing_is_said(files, numbers):
    for name in ("one.parquet", "one.csv", "bare.txt"):
        pair = read_pair(files / name, most=ROWS)
        assert_array_equal(pair.x, numbers[0])
        assert pair.notes == ()


def test_columns_are_chosen_by_name_and_by_index(files, numbers):
    for name in ("one.parquet", "one.csv"):
        pair = read_pair(files / name, "y", "1")
        assert (pair.x_name, pair.y_name) == ("y", "x")
        assert_array_equal(pair.x, numbers[1])
        with pytest.raises(InputError, match="no column 'z'"):
            read_pair(files / name, "z", most=MOST)


def test_a_name_that_comes_twice(tmp_path, numbers):
    path = tmp_path / "twice.parquet"
    pq.write_table(pa.table(list(numbers), names=["v", "v"]), path)
    pair = read_pair(path, "0", "1", most=MOST)
    assert_array_equal(pair.y, numbers[1][drawn(ROWS, MOST)])


def test_patterns_and_addresses(files):
    one = f"file://{files}/parts/[ad].parquet"
    assert find(one) == [f"file://{files}/parts/{name}.parquet" for name in "ad"]
    assert find(str(files / "parts" / "?.parquet")) == [
        str(files / "parts" / f"{name}.parquet") for name in "abd"
    ]
    assert read_table(one, most=10**6).columns[0].shape == (1010,)


def test_parts_that_do_not_belong_together(files):
    pq.write_table(pa.table({"x": [1.0]}), files / "parts" / "e.parquet")
    with pytest.raises(InputError, match="has the columns x; .* Expected parts of one table"):
        read_pair(files / "parts")


@pytest.mark.parametrize("name", ["nothing.parquet", "empty"])
def test_nothing_there(name, tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=r"no (Parquet )?file"):
        read_pair(tmp_path / name)


def test_a_broken_part_is_named(files):
    (files / "parts" / "d.parquet").write_bytes(b"PAR1 and no more")
    with pytest.raises(InputError, match=r"d\.parquet: not a readable Parquet file"):
        read_pair(files / "parts")


def test_missing_values_among_the_drawn_rows(tmp_path, numbers):
    x, y = numbers
    x[drawn(ROWS, MOST)[5]] = np.nan
    pq.write_table(pa.table({"x": x, "y": y}), tmp_path / "holes.parquet")
    with pytest.raises(InputError, match=r"first in row 6\..*among the 300 of 5000 rows"):
        read_pair(tmp_path / "holes.parquet", most=MOST)
    kept = read_pair(tmp_path / "holes.parquet", most=MOST, drop_missing=True)
    assert kept.rows == MOST - 1


@pytest.mark.parametrize("text", [b"", b"\n", b"\r\n", b"a", b"a\n\nbc\r\n\r\nd", b"\na\r"])
def test_lines_are_those_of_python(text):
    found = [text[start:end] for start, end in spans_of(text)]
    assert found == [line for line in text.replace(b"\r", b"").split(b"\n") if line]


def test_lines_of_no_table(tmp_path):
    path = tmp_path / "latin.csv"
    path.write_bytes(b"a,b\n" + b"1,\xff\n" * 10)
    with pytest.raises(InputError, match="not a text file in UTF-8"):
        read_lines(path, 5)


def test_identify_draws_the_same_rows_of_what_is_in_memory(files, numbers, monkeypatch):
    monkeypatch.setattr("vcei.ask.MOST_ROWS", MOST)
    here = vcei.identify(*numbers, method="igci-uniform")
    there = vcei.identify_pair(read_pair(files / "one.parquet", most=MOST), "igci-uniform")
    assert here.to_json() == there.to_json()


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_the_same_rows_from_a_dask_cluster(files, numbers):
    pytest.importorskip("distributed", reason="Dask needs the extra distributed")
    from vcei.bench.engines import dask

    there = read_pair(files / "parts", most=MOST, engine=dask(jobs=2))
    here = read_pair(files / "parts", most=MOST)
    assert_array_equal(there.x, here.x)
    assert_array_equal(there.y, here.y)
    with pytest.raises(InputError, match="Workers read parts of Parquet"):
        read_pair(files / "one.csv", engine=dask(jobs=1))


@pytest.mark.slow
def test_memory_does_not_grow_with_the_file(tmp_path, rng):
    """A file of 64 MB, in a process that may not hold half as much more than it needs to start."""
    path = tmp_path / "large.csv"
    block = "".join(f"{one!r},{other!r}\n" for one, other in rng.normal(size=(10**4, 2)).tolist())
    with path.open("w") as file:
        file.write("x,y\n")
        while file.tell() < 2**26:
            file.write(block)
    code = (
        "import sys, resource\n"
        "from vcei.streams import read_pair\n"
        "read_pair(sys.argv[1], most=100)\n"
        "start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "read_pair(sys.argv[2], most=1000)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - start)"
    )
    small = tmp_path / "small.csv"
    small.write_text("x,y\n" + block)
    done = subprocess.run(
        [sys.executable, "-c", code, small, path], capture_output=True, text=True, check=False
    )
    unit = 1 if sys.platform == "darwin" else 2**10
    assert done.returncode == 0, done.stderr
    grown = int(done.stdout) * unit
    assert grown < 2**26  # whole, it takes 64 MB as bytes, as much as text, and 27 MB as numbers
