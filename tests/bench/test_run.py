"""The driver: what it records, what it leaves alone, and what it survives."""

import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from interruptible import everything
from tiny import Refusing, ThirdMoments, comparable, tasks, write_collection

from vcei.bench import Store, run
from vcei.bench.run import to_do
from vcei.bench.store import StoreError


def threads():
    return ThreadPoolExecutor(2)


def test_every_task_is_recorded_as_soon_as_it_is_done(store):
    noticed = []

    def notice(record):
        assert {record.key} <= store.keys()
        noticed.append(record)

    asked = tasks(20)
    run(asked, store, threads, in_hand=3, on_record=notice)
    assert {record.key for record in noticed} == {task.key for task in asked}
    assert comparable(store.records()) == comparable(sorted(noticed, key=lambda one: one.pair))


def test_only_what_is_missing_is_done(store):
    asked = tasks(5)
    run(asked[:3], store, threads)
    assert [task.key for task in to_do(asked, store)] == [task.key for task in asked[3:]]


def test_what_has_changed_is_done_again(store):
    run(tasks(5), store, threads)
    assert not to_do(tasks(5), store)
    assert len(to_do(tasks(5, seed=1), store)) == 5
    assert len(to_do(tasks(5, ThirdMoments(pause=1e-9)), store)) == 5


def test_a_task_asked_for_twice_is_done_once(store):
    assert len(to_do(tasks(5) + tasks(5), store)) == 5


def test_a_failing_pair_is_recorded_and_not_tried_again_unless_asked(store):
    asked = tasks(3, Refusing())
    run(asked, store, threads)
    assert [record.outcome.error for record in store.records()] == [
        "ValueError: 12 rows are too few"
    ] * 3
    assert not to_do(asked, store)
    assert len(to_do(asked, store, retry=True)) == 3


def test_the_seed_alone_decides_what_is_drawn(store):
    """Neither the order of the tasks nor the number of workers matters."""
    run(tasks(12), store, threads)
    with Store(store.path.with_name("other.sqlite")) as other:
        run(tasks(12)[::-1], other, lambda: ThreadPoolExecutor(1), in_hand=1)
        assert comparable(other.records()) == comparable(store.records())


def test_a_store_that_cannot_be_written_stops_the_run(store):
    (pages,) = store.connection.execute("PRAGMA page_count").fetchone()
    store.connection.execute(f"PRAGMA max_page_count = {pages}")
    asked, pools = tasks(300), []

    def pool():
        pools.append(ThreadPoolExecutor(2))
        return pools[-1]

    with pytest.raises(StoreError, match="full"):
        run(asked, store, pool, in_hand=8)
    assert len(pools) == 1
    store.connection.execute("PRAGMA max_page_count = 100000")
    left = to_do(asked, store)
    assert 0 < len(left) < 300
    run(left, store, pool)
    assert {record.key for record in store.records()} == {task.key for task in asked}


class Fragile(Executor):
    """Works at once, and breaks for good on the task that holds a certain column."""

    def __init__(self, poison):
        self.poison = poison
        self.broken = False

    def submit(self, function, judge, x, y, seed):
        if self.broken:
            raise BrokenExecutor
        future = Future()
        self.broken = x is self.poison
        if self.broken:
            future.set_exception(BrokenExecutor("a worker died"))
        else:
            future.set_result(function(judge, x, y, seed))
        return future


def test_what_a_broken_pool_lost_is_done_in_a_new_one_but_not_for_ever(store):
    asked, pools = tasks(10), []

    def pool():
        pools.append(Fragile(asked[3].pair.x))
        return pools[-1]

    run(asked, store, pool, in_hand=4)
    failed = [record for record in store.records() if record.failed]
    assert [record.key for record in failed] == [asked[3].key]
    assert failed[0].outcome.error == "Lost 3 times: its worker died."
    assert len(store.records()) == 10
    assert sum(one.broken for one in pools) == 3


class Recording(ThreadPoolExecutor):
    """Notes how many tasks are in its hands at most."""

    most = 0

    def __init__(self):
        super().__init__(2)
        self.now = 0

    def submit(self, *task):
        self.now += 1
        Recording.most = max(Recording.most, self.now)
        future = super().submit(*task)
        future.add_done_callback(lambda _: self._landed())
        return future

    def _landed(self):
        self.now -= 1


def test_no_more_than_so_many_are_with_the_workers(store):
    run(tasks(30, ThirdMoments(pause=1e-3)), store, Recording, in_hand=5)
    assert 2 <= Recording.most <= 5


@pytest.mark.slow
def test_ten_times_killed_at_random_ends_with_the_records_of_an_uninterrupted_run(
    tmp_path, store, rng
):
    folder = write_collection(tmp_path / "tiny", 300)
    script = Path(__file__).with_name("interruptible.py")
    killed = tmp_path / "killed.sqlite"
    command = [sys.executable, str(script), str(folder), str(killed)]
    for lines in rng.integers(1, 29, 10):
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            for _ in range(lines):
                assert process.stdout.readline()
            time.sleep(rng.uniform(0, 0.03))
            assert process.poll() is None
            process.kill()
    with Store(killed) as half:
        assert 10 <= len(half.keys()) < 300
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    run(everything(folder), store, lambda: ThreadPoolExecutor(16))
    with Store(killed) as ended:
        assert comparable(ended.records()) == comparable(store.records())
        assert len(ended.records()) == 300


@pytest.mark.slow
def test_a_disk_that_is_full_ends_with_the_records_of_an_uninterrupted_run(tmp_path, store):
    """The limit on the size of a file is the system's own, as a full disk is."""
    resource = pytest.importorskip("resource", reason="limits on files are a matter of Unix")
    folder = write_collection(tmp_path / "tiny", 60)
    script, limited = Path(__file__).with_name("interruptible.py"), tmp_path / "limited.sqlite"
    command = [sys.executable, str(script), str(folder), str(limited)]
    size = 200_000

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    full = subprocess.run(command, preexec_fn=limit, capture_output=True, text=True, check=False)
    assert full.returncode != 0
    assert "Every record written before is safe. Free some space" in full.stderr
    told = full.stdout.split()
    with Store(limited) as half:
        kept = {record.pair for record in half.records()}
    assert set(told) <= kept
    assert 1 <= len(kept) < 60
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    run(everything(folder), store, lambda: ThreadPoolExecutor(16))
    with Store(limited) as ended:
        assert comparable(ended.records()) == comparable(store.records())


def test_the_score_of_a_stored_record_is_the_number_that_was_computed(store):
    (task,) = tasks(1)
    run([task], store, threads)
    expected = task.judge.scorer.score(_standardised(task), np.random.default_rng(0))
    assert store.records()[0].outcome.score == expected


def _standardised(task):
    from vcei.pair import Pair

    return Pair.of(task.pair.x, task.pair.y).standardize()
