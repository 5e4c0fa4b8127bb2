"""GPI on the nine synthetic collections, recorded once on a GPU: what the record must say."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.bench.published import published
from vcei.data.collections import find_collections, load_collection
from vcei.pair import Pair
from vcei.peers.gpi import GPI

FOLDER = Path(__file__).parents[2] / "benchmarks"
SYNTHETIC = ("SIM", "SIM-c", "SIM-ln", "SIM-G", "AN", "AN-s", "LS", "LS-s", "MN-U")


@pytest.fixture(scope="module")
def table():
    with (FOLDER / "gpi.csv").open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def beside():
    return json.loads((FOLDER / "gpi.json").read_text())


def accuracy(rows):
    return np.mean([(float(row["score"]) > 0) == (row["truth"] == "x->y") for row in rows])


def by_collection(table, name):
    return [row for row in table if row["collection"] == name]


def figures(method):
    return {one.collection: one.value for one in published() if one.method == method}


def test_every_pair_is_there_once(table):
    assert {row["collection"] for row in table} == set(SYNTHETIC)
    assert len({(row["collection"], row["pair"]) for row in table}) == len(table) == 900


def test_scores_are_what_the_other_direction_costs_more(table):
    for row in table:
        costs = [
            float(row[f"{what}_{way}"]) for way in ("yx", "xy") for what in ("cause", "effect")
        ]
        assert_allclose(float(row["score"]), sum(costs[:2]) - sum(costs[2:]), atol=2.5e-3)
        assert float(row["score"]) != 0


def test_nearly_all_descents_came_to_an_end(table, beside):
    """A ``+`` marks those that did not; none was cut short by the clock, only by its rounds."""
    rounds = [row[f"rounds_{way}"] for row in table for way in ("xy", "yx")]
    cut = [count for count in rounds if count.endswith("+")]
    assert set(cut) == {f"{beside['settings']['rounds']}+"}
    assert len(cut) < 0.05 * len(rounds)


@pytest.mark.parametrize("name", ["SIM", "SIM-c", "SIM-ln", "SIM-G"])
def test_accuracies_are_within_eight_points_of_the_published(table, name):
    """Another optimiser on another half of the rows than Tagasovska et al. 2020."""
    assert abs(accuracy(by_collection(table, name)) - figures("GPI")[name]) <= 0.08 + 1e-9


def test_the_figures_that_are_shown_are_those_of_the_table(table):
    shown = figures("gpi")
    assert list(shown) == list(SYNTHETIC)
    assert_allclose(list(shown.values()), [accuracy(by_collection(table, n)) for n in SYNTHETIC])


def test_settings_and_time_are_told(beside):
    known = beside["settings"]
    known = {name: known[name] for name in GPI.__dataclass_fields__}
    assert GPI(**known).rows == 500
    assert {batch["device"] for batch in beside["batches"]} == {"NVIDIA H200"}
    assert sum(batch["pairs"] for batch in beside["batches"]) == 900
    assert 400 < sum(batch["seconds"] for batch in beside["batches"]) < 420  # "seven minutes"


@pytest.mark.slow
def test_a_processor_comes_to_the_same(table, beside, data_dir):
    """One of the pairs whose descents were short: every cost to a hundredth of a nat."""
    name, pair = "SIM-ln", "pair0084"
    (row,) = [row for row in by_collection(table, name) if row["pair"] == pair]
    pairs = load_collection(find_collections(data_dir)[name])
    (found,) = [one for one in pairs if one.name == pair]
    known = {field: beside["settings"][field] for field in GPI.__dataclass_fields__}
    rng = np.random.default_rng(beside["settings"]["seed"])
    costs = GPI(**known).costs([Pair.of(found.x, found.y)], [rng])
    assert found.truth.value == row["truth"]
    assert_allclose(costs.score[0], float(row["score"]), atol=0.01)
    for side, way in enumerate(("xy", "yx")):
        assert_allclose(costs.cause[0, side], float(row[f"cause_{way}"]), atol=0.001)
        assert_allclose(costs.effect[0, side], float(row[f"effect_{way}"]), atol=0.01)
        assert abs(costs.rounds[0, side] - int(row[f"rounds_{way}"])) <= 3
