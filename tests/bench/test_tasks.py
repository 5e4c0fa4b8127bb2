"""Keys and outcomes of tasks; suites."""

from dataclasses import replace

import numpy as np
import pytest
from tiny import Refusing, ThirdMoments, Undefined, labelled, tasks, write_collection

from vcei.answer import Direction
from vcei.bench import PAPER, ByScore, ByVariation, Task, named_judge, tasks_of
from vcei.bench.task import perform
from vcei.errors import InputError
from vcei.method import default


def key(**changes):
    pair = replace(labelled(1), **changes.pop("pair", {}))
    asked = {"method": "cheap", "judge": ByScore(ThirdMoments()), "seed": 0, **changes}
    return Task(pair, **asked).key


@pytest.mark.parametrize(
    "changes",
    [
        {"pair": {"collection": "other"}},
        {"pair": {"name": "other"}},
        {"pair": {"x": np.nextafter(labelled(1).x, 9)}},
        {"pair": {"x": labelled(1).y, "y": labelled(1).x}},
        {"pair": {"truth": Direction.Y_CAUSES_X}},
        {"pair": {"weight": 0.5}},
        {"method": "other"},
        {"judge": ByScore(ThirdMoments(pause=1.0))},
        {"seed": 1},
    ],
    ids=str,
)
def test_whatever_the_outcome_depends_on_changes_the_key(changes):
    assert key(**changes) != key()


def test_the_version_changes_the_key(monkeypatch):
    before = key()
    monkeypatch.setattr("vcei.bench.task.__version__", "0.0.0")
    assert key() != before


def test_the_key_is_the_same_in_any_process_and_for_any_layout_of_the_numbers():
    strided = np.column_stack([labelled(1).x, labelled(1).y])[:, 0]
    assert not strided.flags["C_CONTIGUOUS"]
    assert key(pair={"x": strided}) == key()
    assert len(key()) == 64


def test_an_outcome_says_what_the_method_said():
    pair = labelled(1)
    outcome = perform(ByScore(ThirdMoments()), pair.x, pair.y, seed=3)
    assert outcome.score > 0
    assert (outcome.direction, outcome.answer, outcome.error) == ("x->y", "decided", None)
    assert outcome.seconds > 0


def test_swapping_the_columns_swaps_every_decision():
    judge = ByVariation(default(repeats=0))
    for number in (1, 2):
        pair = labelled(number, rows=40)
        there, back = (perform(judge, *both, 0) for both in ((pair.x, pair.y), (pair.y, pair.x)))
        assert there.score == -back.score
        assert {there.direction, back.direction} == {"x->y", "y->x"}


@pytest.mark.parametrize(
    ("scorer", "error"),
    [
        (Refusing(), "ValueError: 12 rows are too few"),
        (Undefined(), "SolverError: The score is not a number"),
    ],
)
def test_a_failure_is_an_outcome(scorer, error):
    (task,) = tasks(1, scorer)
    record = task.record(perform(task.judge, task.pair.x, task.pair.y, 0))
    assert record.outcome.error.startswith(error)
    assert record.failed
    assert not record.correct


def test_unusable_columns_are_an_outcome():
    outcome = perform(ByScore(ThirdMoments()), np.ones(12), np.arange(12.0), 0)
    assert outcome.error.startswith("InputError: Column 'x' is constant")


METHODS = ["paper", "default"]


def test_a_suite_gives_a_list_for_each_collection_and_method(tmp_path):
    write_collection(tmp_path / "SIM", 3)
    write_collection(tmp_path / "below" / "other", 2, weight=0.25)
    groups = list(tasks_of(["other", "SIM", "other"], METHODS, tmp_path, seed=5))
    shape = [(group[0].pair.collection, group[0].method, len(group)) for group in groups]
    two, three = [("other", m, 2) for m in METHODS], [("SIM", m, 3) for m in METHODS]
    assert shape == two + three
    assert {task.seed for group in groups for task in group} == {5}
    assert groups[0][0].pair.weight == 0.25


def test_the_paper_works_on_200_rows_of_the_sim_collections_and_on_100_of_others():
    rows = {name: named_judge("paper", name).method.rows.size for name in PAPER}
    assert rows == {name: 200 if name.startswith("SIM") else 100 for name in PAPER}


def test_a_collection_that_is_not_there(tmp_path):
    write_collection(tmp_path / "here", 1)
    with pytest.raises(InputError, match=r"No collection 'AN' below .*found there: here"):
        list(tasks_of(["here", "AN"], ["default"], tmp_path))


def test_a_method_that_is_not_there(tmp_path):
    write_collection(tmp_path / "here", 1)
    with pytest.raises(InputError, match="no method 'oracle'"):
        list(tasks_of(["here"], ["oracle"], tmp_path))


@pytest.mark.slow
def test_the_paper_suite_is_999_pairs_and_tuebingen_weighs_35_498(data_dir):
    groups = list(tasks_of(["paper"], ["paper"], data_dir))
    assert [group[0].pair.collection for group in groups] == list(PAPER)
    assert [len(group) for group in groups] == [100] * 9 + [99]
    assert f"{sum(task.pair.weight for task in groups[-1]):.3f}" == "35.498"


def test_a_selection_of_the_tuebingen_pairs(data_dir):
    (tasks,) = tasks_of(["tuebingen:multivariate"], ["any-kind"], data_dir)
    assert [task.pair.name[-3:] for task in tasks] == ["052", "053", "054", "055", "071", "105"]
    assert {task.pair.collection for task in tasks} == {"tuebingen:multivariate"}
    judge, vectors = tasks[3].judge, tasks[3].pair
    assert perform(judge, vectors.x, vectors.y, 0).error is None
    refused = perform(named_judge("cds", "tuebingen"), vectors.x, vectors.y, 0)
    assert "takes two columns of numbers; 'x' is a vector" in refused.error
