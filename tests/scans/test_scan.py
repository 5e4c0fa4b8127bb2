"""Scans: which pairs are asked, which are called dependent, and that nothing else matters."""

import json
import subprocess
import sys
from itertools import combinations

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy.stats import false_discovery_control

import vcei
from vcei.bench import Store
from vcei.errors import InputError
from vcei.scans.judges import adjusted
from vcei.scans.scan import carry_out, estimate, in_process
from vcei.scans.survey import Survey

QUICK = "igci-uniform"


def test_finds_the_dependent_pairs_and_no_other(table):
    found = vcei.scan(table, method=QUICK)
    assert {(one.x, one.y) for one in found.dependent} == {("a", "b"), ("a", "c"), ("b", "c")}
    assert [(one.x, one.y) for one in found.findings] == list(combinations("abcde", 2))
    assert set(map(frozenset, found.graph.edges)) == {
        frozenset(pair) for pair in ("ab", "ac", "bc")
    }


def test_says_of_each_arrow_what_identify_says(table):
    found = vcei.scan(table, columns=["b", "c"], seed=3)
    (one,) = found.findings
    alone = vcei.identify(table["b"], table["c"], seed=3)
    assert (one.score, one.confidence) == (alone.score, alone.confidence)
    assert (one.direction, one.answer) == (alone.direction, alone.answer)
    assert found.graph.edges[one.arrow]["score"] == abs(alone.score)


@pytest.mark.parametrize(
    "wrap",
    [pd.DataFrame, pl.DataFrame, pa.table, lambda table: np.column_stack(list(table.values()))],
    ids=["pandas", "polars", "Arrow", "array"],
)
def test_a_table_of_any_kind(wrap, table):
    expected = [one.p_value for one in vcei.scan(table, method=QUICK).findings]
    assert [one.p_value for one in vcei.scan(wrap(table), method=QUICK).findings] == expected


def test_the_order_of_rows_and_units_do_not_matter(table, rng):
    order = rng.permutation(200)
    moved = {name: 4.0 * column[order] - 1.0 for name, column in table.items()}
    one, other = (vcei.scan(each, method="bicam") for each in (table, moved))
    np.testing.assert_allclose(
        [found.p_value for found in one.findings], [found.p_value for found in other.findings], 1e-6
    )
    assert one.graph.edges == other.graph.edges


def test_only_pairs_with_the_target(table):
    found = vcei.scan(table, target="c", method=QUICK)
    assert [(one.x, one.y) for one in found.findings] == [
        ("a", "c"),
        ("b", "c"),
        ("c", "d"),
        ("c", "e"),
    ]
    among = vcei.scan(table, target="c", columns=["0", "1"], method=QUICK)
    assert [(one.x, one.y) for one in among.findings] == [("a", "c"), ("b", "c")]


def test_columns_that_cannot_be_paired_are_left_out_and_named(table):
    odd = {**table, "flat": np.ones(200), "word": np.array(["yes", "no"] * 100)}
    found = vcei.scan(odd, target="a", method=QUICK)
    assert found.left_out == {"flat": "constant", "word": "not a column of numbers"}
    assert "left out: 'flat' (constant)" in str(found)
    with pytest.raises(InputError, match="'word' is not numeric"):
        vcei.scan(odd, columns=["a", "word"])


def test_missing_values_are_refused_or_dropped_pair_by_pair(table):
    table["a"][:20], table["b"][10:40] = np.nan, np.inf
    with pytest.raises(InputError, match=r"in 'a' \(20\), 'b' \(30\). Expected finite"):
        vcei.scan(table)
    found = vcei.scan(table, method=QUICK, drop_missing=True)
    assert [one.rows for one in found.findings[:5]] == [160, 180, 180, 180, 170]


def test_a_failing_pair_does_not_stop_the_others(table):
    few = {name: column[:30] for name, column in table.items()}
    few["a"] = np.where(np.arange(30) < 5, few["a"], np.nan)
    found = vcei.scan(few, method=QUICK, drop_missing=True)
    assert "at least 10 rows; 5 came" in found.findings[0].error
    assert not found.findings[0].dependent
    assert found.findings[4].error is None


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"level": 1.0}, "between 0 and 1"),
        ({"target": "z"}, "no column 'z'"),
        ({"columns": ["a"]}, "Expected two columns of numbers that vary; found 'a'"),
        ({"skeleton": "x.dot", "target": "a"}, "leave out columns and target"),
        ({"method": "oracle"}, "no method 'oracle'"),
    ],
)
def test_what_cannot_be_asked_is_refused(choices, message, table):
    with pytest.raises(InputError, match=message):
        vcei.scan(table, **choices)


def test_something_that_is_no_table():
    with pytest.raises(InputError, match="Expected a table"):
        vcei.scan(7)
    with pytest.raises(InputError, match="same number of rows"):
        vcei.scan({"a": np.arange(20.0), "b": np.arange(19.0)})


def test_adjusted_p_values(rng):
    """The oracle is SciPy for many; by hand, m = 2: q = 2 (1 + 1/2) p / 1 and 3 p / 2."""
    np.testing.assert_allclose(adjusted(np.log([0.01, 0.1])), [0.03, 0.15])
    p = rng.uniform(size=50) ** 3
    np.testing.assert_allclose(adjusted(np.log(p)), false_discovery_control(p, method="by"))
    assert adjusted([-1e6, None]).tolist() == [0.0, 1.0]


@pytest.mark.slow
def test_independent_columns_are_seldom_called_dependent(rng):
    """Of 45 pairs, at a rate of 5 %, one or more false calls come in at most 5 % of tables."""
    tables = (
        {str(i): column for i, column in enumerate(rng.normal(size=(10, 60)))} for _ in range(8)
    )
    false = [len(vcei.scan(table, method=QUICK).dependent) for table in tables]
    assert sum(count > 0 for count in false) <= 2  # three or more: once in 170 times


def test_the_estimate_is_of_work_that_is_kept(table, store):
    survey = Survey.of(table, method=QUICK)
    first = estimate(survey, store)
    assert len(store.keys()) == 2
    assert 0 < first.tests < first.most
    found = carry_out(survey, store, in_process)
    assert len(store.keys()) == 10 + 3
    again = estimate(survey, store)
    assert again.most == 0
    assert len(store.keys()) == 10 + 3
    assert carry_out(survey, store, None).to_json() == found.to_json()


def vcei_scan(*arguments):
    return [sys.executable, "-m", "vcei", "scan", *map(str, arguments), "--method", QUICK]


@pytest.fixture
def file(tmp_path, rng):
    """Write a table of 12 columns, all of them dependent."""
    columns = np.sin(rng.uniform(-1, 1, 300)[:, None] * np.arange(1, 13)) + 0.3 * rng.normal(
        size=(300, 12)
    )
    path = tmp_path / "table.csv"
    np.savetxt(path, columns, delimiter=",", header=",".join("abcdefghijkl"), comments="")
    return path


@pytest.mark.slow
def test_killed_twice_ends_with_the_bytes_of_an_uninterrupted_scan(file, tmp_path):
    pytest.importorskip("loky", reason="worker processes need the extra scan")
    store, seen = tmp_path / "killed.sqlite", 0
    command = vcei_scan(file, "--store", store, "--jobs", 2, "--json")
    for phase in ("Testing", "Orienting"):
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            while not process.stderr.readline().startswith(phase):
                assert process.poll() is None
            for _ in range(2):
                assert " of " in process.stderr.readline()
            process.kill()
        with Store(store) as half:
            assert seen < len(half.keys()) < 2 * 66
            seen = len(half.keys())
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ended.stdout == vcei.scan(file, method=QUICK).to_json() + "\n"
    with Store(store) as whole:
        assert len(whole.keys()) > seen


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_the_same_graph_on_a_dask_cluster(table):
    pytest.importorskip("distributed", reason="Dask needs the extra distributed")
    from vcei.bench.engines import dask

    there = vcei.scan(table, method=QUICK, engine=dask(jobs=2))
    assert there.to_json() == vcei.scan(table, method=QUICK).to_json()


@pytest.mark.slow
def test_the_command(file, tmp_path):
    graph, page = tmp_path / "out.json", tmp_path / "out.html"
    asked = "--columns", "a,b,2", "--store", tmp_path / "s.sqlite"
    command = vcei_scan(file, *asked, "--graph", graph, "--report", page)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("3 of 3 pairs are dependent (false discovery rate 5 %)")
    assert "3 pairs of 3 columns; tests take about" in done.stderr
    assert {node["id"] for node in json.loads(graph.read_text())["nodes"]} == set("abc")
    again = f"--columns a,b,2 --method {QUICK} --level 0.05 --seed 0"
    assert again in page.read_text(encoding="utf-8")
    wrong = subprocess.run(
        [*command, "--graph", "out.png"], capture_output=True, text=True, check=False
    )
    assert wrong.returncode == 2
    assert "ends in .graphml, .dot, .json; 'out.png' came" in wrong.stderr
