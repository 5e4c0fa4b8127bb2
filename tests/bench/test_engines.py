"""Real worker processes: the same records from any engine, and deaths in the middle of a run."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from tiny import Poisoned, Stumbling, ThirdMoments, among, comparable, tasks

from vcei.bench import Store, run
from vcei.bench.engines import EngineError, dask, local
from vcei.errors import InputError

DRIVER = """
import os, time
from vcei.bench.engines import local
with local(1)() as pool:
    print(pool.submit(os.getpid).result(), flush=True)
    time.sleep(100)
"""


def records_of(engine, asked, path):
    with Store(path) as store:
        run(asked, store, engine, in_hand=4)
        return comparable(store.records())


@pytest.fixture
def loky():
    return pytest.importorskip("loky", reason="worker processes need the extra bench")


@pytest.fixture
def distributed():
    return pytest.importorskip("distributed", reason="Dask needs the extra distributed")


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_number_of_workers_does_not_matter(loky, jobs, tmp_path):
    asked = tasks(12)
    expected = records_of(lambda: ThreadPoolExecutor(1), asked, tmp_path / "threads.sqlite")
    assert records_of(local(jobs), asked, tmp_path / "local.sqlite") == expected


@pytest.mark.slow
def test_workers_have_one_thread(loky):
    with local(1)() as pool:
        assert pool.submit(os.getenv, "OMP_NUM_THREADS").result() == "1"
        assert pool.submit(os.getenv, "OPENBLAS_NUM_THREADS").result() == "1"


@pytest.mark.slow
def test_workers_end_with_a_driver_that_is_killed(loky):
    """Its output is at an end only when all that could write to it have ended."""
    command = [sys.executable, "-c", DRIVER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as driver:
        assert int(driver.stdout.readline()) != driver.pid
        driver.kill()
        assert driver.communicate(timeout=60) == ("", None)


@pytest.mark.slow
def test_a_pair_that_kills_every_worker_takes_no_other_with_it(loky, tmp_path):
    asked = among(8, 4, Poisoned())
    records = records_of(local(1), asked, tmp_path / "local.sqlite")
    assert {record.pair: record.outcome.error for record in records} == {
        task.pair.name: None for task in asked
    } | {asked[3].pair.name: "Lost 3 times: its worker died."}


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_dask_cluster_of_two_workers_one_of_which_is_killed(distributed, tmp_path):
    """On this machine only, and not one record is missing or different."""
    mark = tmp_path / "killed"
    asked = among(40, 20, Stumbling(str(mark)))
    records = records_of(dask(jobs=2), asked, tmp_path / "dask.sqlite")
    assert mark.exists()
    # the mark is there, so now no worker dies
    expected = records_of(lambda: ThreadPoolExecutor(1), asked, tmp_path / "threads.sqlite")
    assert records == expected
    assert not any(record.failed for record in records)


@pytest.mark.filterwarnings("default")
def test_a_scheduler_that_does_not_answer(distributed, store):
    import dask as settings

    # nothing listens on the port reserved for discarding
    with (
        settings.config.set({"distributed.comm.timeouts.connect": "1s"}),
        pytest.raises(EngineError, match=r"No Dask scheduler answers at 'tcp://127\.0\.0\.1:9'"),
    ):
        run(tasks(1, ThirdMoments()), store, dask("tcp://127.0.0.1:9"))


def test_no_workers_are_refused():
    with pytest.raises(InputError, match="at least one job; 0 came"):
        local(0)
