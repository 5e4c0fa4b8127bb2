"""``vcei data``: what it lists, and what it says when it cannot fetch."""

import json

import pytest
from click.testing import CliRunner

from vcei.cli.data import command
from vcei.data.registry import published
from vcei.errors import InputError, VceiError


def run(*arguments, **environment):
    result = CliRunner().invoke(command, [*map(str, arguments)], env=environment)
    if isinstance(result.exception, VceiError):
        raise result.exception
    return result


@pytest.fixture
def own(tmp_path):
    """Return a folder with one collection that nobody published."""
    folder = tmp_path / "data" / "below" / "mine"
    folder.mkdir(parents=True)
    (folder / "pairmeta.txt").write_text("0001 1 1 2 2 0.5\n0002 1 1 2 2 0.25\n")
    for name in ("pair0001.txt", "pair0002.txt"):
        (folder / name).write_text("1 2\n3 4\n")
    return tmp_path / "data"


def listed(*arguments, **environment):
    records = json.loads(run("list", "--json", *arguments, **environment).output)
    return {record["collection"]: record for record in records}


def test_published_collections_are_listed_without_any_data(tmp_path):
    records = listed("--cache", tmp_path / "none", VCEI_DATA_DIR="")
    assert list(records) == list(published())
    assert all(record["path"] is None for record in records.values())
    assert records["tuebingen"]["weight"] == 38.998
    assert "Mooij" in records["SIM"]["citation"]


@pytest.mark.parametrize("how", ["option", "variable", "cache"])
def test_own_collections_are_found(own, tmp_path, how):
    none = tmp_path / "none"
    records = {
        "option": lambda: listed("--data", own, "--cache", none),
        "variable": lambda: listed("--cache", none, VCEI_DATA_DIR=str(own)),
        "cache": lambda: listed("--cache", own),
    }[how]()
    mine = records["mine"]
    assert (mine["pairs"], mine["weight"]) == (2, 0.75)
    assert mine["path"] == str(own / "below" / "mine")


def test_a_copy_that_differs_is_said_to_differ(own, tmp_path):
    (own / "below" / "mine").rename(own / "SIM")
    assert listed("--data", own, "--cache", tmp_path / "none")["SIM"]["as_published"] is False
    table = run("list", "--data", own, "--cache", tmp_path / "none").output
    assert f"{own / 'SIM'} (differs from the published files)" in table
    assert "not here; vcei data fetch AN\n" in table
    assert "not here; fetch by hand" in table


def test_the_published_copies_are_said_to_be_so(data_dir, tmp_path):
    records = listed("--data", data_dir, "--cache", tmp_path)
    with_checksums = [name for name, known in published().items() if known.checksums]
    assert [name for name in with_checksums if records[name]["as_published"] is not True] == []


def test_a_wrong_folder_is_refused(tmp_path):
    with pytest.raises(InputError, match="expected one that holds collections"):
        run("list", "--data", tmp_path / "none")


class TestFetch:
    @pytest.fixture(autouse=True)
    def needs_pooch(self):
        pytest.importorskip("pooch")

    @pytest.fixture
    def fetched(self, monkeypatch):
        """Fetch nothing, but remember what was asked for."""
        asked = []

        def pretend(collection, cache, progress):
            asked.append(collection.name)
            progress("pair0001.txt", 1, 1)
            return cache / collection.name

        monkeypatch.setattr("vcei.data.fetch.fetch_collection", pretend)
        return asked

    def test_names_are_fetched_into_the_cache(self, fetched, tmp_path):
        output = run("fetch", "sim", "AN-s", "--cache", tmp_path).output
        assert fetched == ["SIM", "AN-s"]
        assert f"AN-s: 101 files as published in {tmp_path / 'AN-s'}" in output
        assert "cite: Tagasovska" in output

    def test_all_are_those_with_checksums(self, fetched, tmp_path):
        run("fetch", "all", "--cache", tmp_path)
        assert fetched == [name for name, known in published().items() if known.checksums]

    def test_an_unknown_name_stops_before_anything_is_fetched(self, fetched, tmp_path):
        with pytest.raises(InputError, match="no published collection 'SIMM'"):
            run("fetch", "SIM", "SIMM", "--cache", tmp_path)
        assert fetched == []

    def test_a_name_is_needed(self):
        assert run("fetch").exit_code == 2
