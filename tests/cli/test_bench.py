"""``vcei bench`` as a person uses it."""

import csv
import json

import numpy as np
import pytest
from click.testing import CliRunner

from vcei.cli.bench import command
from vcei.errors import InputError

pytest.importorskip("loky", reason="vcei bench needs the extra bench")


@pytest.fixture
def threads(monkeypatch):
    """Let threads take the place of worker processes: as good here, and quicker to start."""
    from concurrent.futures import ThreadPoolExecutor

    monkeypatch.setattr("vcei.bench.engines.local", lambda jobs: lambda: ThreadPoolExecutor(jobs))


@pytest.fixture
def quick(monkeypatch):
    """Let the method be a quick one."""
    from vcei.bench import ByVariation
    from vcei.method import default

    def named_judge(method, collection):
        return ByVariation(default(name=method, repeats=0))

    monkeypatch.setattr("vcei.bench.suite.named_judge", named_judge)


@pytest.fixture
def collections(tmp_path, rng):
    """Write two collections: ``deep/parabolas`` of six pairs, and ``broken`` with a constant."""
    write(tmp_path / "deep" / "parabolas", 6, rng)
    broken = write(tmp_path / "broken", 2, rng)
    np.savetxt(broken / "pair0002.txt", np.column_stack([np.ones(40), np.arange(40)]))
    return tmp_path


def write(folder, count, rng):
    folder.mkdir(parents=True)
    for number in range(1, count + 1):
        x = rng.uniform(-1, 1, 40)
        np.savetxt(
            folder / f"pair{number:04d}.txt", np.column_stack([x, x**2 + 0.1 * rng.normal(size=40)])
        )
    (folder / "pairmeta.txt").write_text("".join(f"{n} 1 1 2 2 0.5\n" for n in range(1, count + 1)))
    return folder


def bench(*arguments):
    return CliRunner().invoke(command, [str(one) for one in arguments], catch_exceptions=False)


def run(collections, suite="parabolas", *more):
    store = collections / "bench.sqlite"
    options = ("--data", collections, "--suite", suite, "--method", "default", "--store", store)
    return store, bench("run", *options, *more)


def test_run_then_show(threads, quick, collections):
    store, first = run(collections)
    assert first.exit_code == 0
    assert first.stderr.startswith("6 pairs asked for, 6 to do.\n")
    assert "6 of 6 done" in first.stderr
    assert f"vcei bench show --store {store}" in first.stderr
    assert run(collections)[1].stderr.startswith("6 pairs asked for, 0 to do.\n")
    shown = bench("show", "--store", store).stdout.splitlines()
    assert shown[1].split()[:4] == ["parabolas", "default", "6", "0"]
    assert "parabolas: 6 pairs, total weight 3.000" in shown


def test_a_page_for_those_who_read_no_terminal(threads, quick, collections):
    pytest.importorskip("jinja2", reason="reports need the extra report")
    store, _ = run(collections)
    page = collections / "page.html"
    done = bench("show", "--store", store, "--report", page, "--quiet")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("collection")
    assert "Percent." not in done.stdout
    text = page.read_text(encoding="utf-8")
    assert "of the pairs of parabolas.</h1>" in text
    assert f"vcei bench show --store {store} --report {page}" in text


def test_the_same_numbers_in_every_form(threads, quick, collections):
    store, _ = run(collections)
    (record,) = json.loads(bench("show", "--store", store, "--json").stdout)
    (row,) = csv.DictReader(bench("show", "--store", store, "--format", "csv").stdout.splitlines())
    assert float(row["weighted_accuracy"]) == record["weighted_accuracy"]
    assert 0 <= record["low"] <= record["weighted_accuracy"] <= record["high"] <= 1
    markdown = bench("show", "--store", store, "--format", "markdown").stdout.splitlines()
    assert f"{100 * record['accuracy']:.1f}" in markdown[2].split()


def test_a_failed_pair_is_told_and_counts_as_wrong(threads, quick, collections):
    store, ran = run(collections, "broken")
    assert ran.exit_code == 0
    assert "1 pairs failed, which counts as wrong. The first: default on broken" in ran.stderr
    assert "is constant" in ran.stderr
    (record,) = json.loads(bench("show", "--store", store, "--json").stdout)
    assert (record["pairs"], record["failures"]) == (2, 1)
    assert record["accuracy"] <= 0.5
    assert "0 to do" in run(collections, "broken")[1].stderr
    assert "1 to do" in run(collections, "broken", "--retry")[1].stderr


def test_another_seed_is_another_line(threads, quick, collections):
    store, _ = run(collections)
    assert "6 to do" in run(collections, "parabolas", "--seed", 1)[1].stderr
    records = json.loads(bench("show", "--store", store, "--json").stdout)
    assert [record["seed"] for record in records] == [0, 1]


def test_the_folder_may_come_from_the_environment(threads, quick, collections, monkeypatch):
    monkeypatch.setenv("VCEI_DATA_DIR", str(collections))
    store = collections / "bench.sqlite"
    ran = bench("run", "--suite", "parabolas", "--method", "default", "--store", store)
    assert ran.exit_code == 0


def test_what_was_fetched_is_found_without_a_folder(threads, quick, tmp_path, rng, monkeypatch):
    monkeypatch.setattr("vcei.data.registry.cache_folder", lambda: tmp_path / "cache")
    monkeypatch.delenv("VCEI_DATA_DIR", raising=False)
    asked = ("run", "--suite", "mine", "--method", "default", "--store", tmp_path / "b.sqlite")
    refused = bench(*asked)
    assert refused.exit_code == 2
    assert "Missing option '--data'" in refused.stderr
    write(tmp_path / "cache" / "mine", 2, rng)
    assert bench(*asked).stderr.startswith("2 pairs asked for, 2 to do.\n")


def test_published_figures_stand_beside_ours(threads, quick, tmp_path, rng):
    write(tmp_path / "AN", 2, rng)
    store, _ = run(tmp_path, "AN")
    shown = bench("show", "--store", store, "--published").stdout
    lines = [line.split() for line in shown.splitlines()]
    assert ["bQCD", "m=3", "100", "Tagasovska", "2020"] in lines
    assert "Distinguishing Cause from Effect Using Quantiles" in shown
    records = json.loads(bench("show", "--store", store, "--published", "--json").stdout)
    assert {"GPI", "default"} <= {record["method"] for record in records}


def test_what_cannot_be_done_is_said_before_anything_is_computed(collections):
    with pytest.raises(InputError, match=r"No collection 'AN'.*broken, parabolas"):
        run(collections, "AN")
    with pytest.raises(InputError, match=r"no method 'oracle'"):
        run(collections, "parabolas", "--method", "oracle")
    with pytest.raises(InputError, match="There is no store"):
        bench("show", "--store", collections / "none.sqlite")
    assert run(collections, " , ")[1].exit_code == 2
    assert "--engine dask" in run(collections, "parabolas", "--address", "tcp://a:1")[1].stderr
