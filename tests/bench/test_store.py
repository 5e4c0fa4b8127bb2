"""The store: what is written stays, and what cannot be written is said."""

import sqlite3
from dataclasses import replace

import pytest
from tiny import ThirdMoments, comparable, tasks

from vcei.bench import Store
from vcei.bench.store import StoreError
from vcei.bench.task import Outcome
from vcei.errors import InputError

DONE = Outcome("here", 0.5, 1.25, "x->y", "decided", 0.9)


def write_all(tasks, store):
    for task in tasks:
        store.write(task.record(DONE))


def test_records_come_back_as_they_were(store):
    records = [task.record(replace(DONE, score=0.1 + 0.2)) for task in tasks(3)]
    records.append(tasks(4)[3].record(Outcome("here", 0.5, error="ValueError: no")))
    for record in records:
        store.write(record)
    with Store(store.path) as again:
        assert again.records() == records


def test_a_key_has_one_record(store):
    (task,) = tasks(1)
    store.write(task.record(Outcome(error="lost")))
    store.write(task.record(DONE))
    assert store.records() == [task.record(DONE)]


def test_failures_can_be_left_out_of_the_keys(store):
    good, bad = tasks(2)
    store.write(good.record(DONE))
    store.write(bad.record(Outcome(error="lost")))
    assert store.keys() == {good.key, bad.key}
    assert store.keys(with_failures=False) == {good.key}


def test_a_board_holds_what_the_last_plan_asked_for(store):
    """Older settings stay in the store but are not mixed into the result."""
    old, new = tasks(3, ThirdMoments(pause=1e-9)), tasks(2)
    for plan in (old, new):
        store.plan(plan)
        write_all(plan, store)
    (board,) = store.boards()
    assert {record.key for record in board.records} == {task.key for task in new}
    assert len(store.records()) == 5


def test_a_board_says_what_is_missing(store):
    plan = tasks(3)
    store.plan(plan)
    store.write(plan[1].record(DONE))
    (board,) = store.boards()
    assert (len(board.records), board.missing) == (1, 2)


def test_two_runs_may_write_to_one_file(store):
    first, second = tasks(2)
    with Store(store.path) as other:
        store.write(first.record(DONE))
        other.write(second.record(DONE))
        assert store.keys() == other.keys() == {first.key, second.key}


def test_a_full_disk_is_explained_and_costs_nothing_written_before(store):
    first, *others = tasks(200)
    store.write(first.record(DONE))
    (pages,) = store.connection.execute("PRAGMA page_count").fetchone()
    store.connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match=r"full.*written before is safe.*Free some space.*goes on"):
        write_all(others, store)
    before = store.keys()
    with Store(store.path) as again:
        assert first.key in again.keys() == before
        again.write(others[-1].record(DONE))
        assert len(again.keys()) == len(before) + 1


def test_a_store_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match=r"no store.*vcei bench run --store"):
        Store(tmp_path / "none.sqlite", create=False)


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(StoreError, match=r"could not be opened.*folder exists"):
        Store(tmp_path / "none" / "bench.sqlite")


def test_a_file_that_is_no_store(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("x" * 5000)
    with pytest.raises(InputError, match=r"not a database.*choose another --store"):
        Store(path)
    assert path.read_text() == "x" * 5000


def test_a_store_of_another_program(tmp_path):
    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE things (name TEXT)")
    other.close()
    with pytest.raises(InputError, match=r"another program"):
        Store(path)


def test_a_store_of_a_newer_version(store):
    store.connection.execute("PRAGMA user_version = 99")
    with pytest.raises(InputError, match=r"schema 99; expected at most 1.*Upgrade"):
        Store(store.path)


def test_comparable_forgets_only_time_and_place():
    (task,) = tasks(1)
    assert comparable([task.record(DONE)])[0].outcome.score == DONE.score
