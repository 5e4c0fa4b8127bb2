"""The engine of a device: what batches say, as records, and what batches do not know."""

import numpy as np
import pytest
from tiny import comparable, labelled

from vcei.answer import Direction
from vcei.bench import ByScore, ByVariation, Store, Task, run
from vcei.bench.device import device
from vcei.data.collections import LabelledPair
from vcei.errors import MissingExtraError, VceiError
from vcei.method import default


def task(number, rows, judge):
    rng = np.random.default_rng(number)
    x = rng.normal(size=rows)
    y = np.tanh(2 * x) + 0.2 * rng.normal(size=rows)
    pair = LabelledPair("waves", f"pair{number}", x, y, Direction.X_CAUSES_Y)
    return Task(pair, "default", judge)


def test_records_are_those_of_workers(store, tmp_path):
    from concurrent.futures import ThreadPoolExecutor

    judge = ByVariation(default())
    tasks = [task(number, rows, judge) for number, rows in enumerate((600, 600, 90, 600))]
    tasks.append(Task(labelled(9, rows=5), "default", judge))  # too few rows: a failure
    run(tasks, store, device(None))
    with Store(tmp_path / "threads.sqlite") as other:
        run(tasks, other, lambda: ThreadPoolExecutor(1))
        ours, theirs = comparable(store.records()), comparable(other.records())
    assert [one.key for one in ours] == [one.key for one in theirs]
    for one, two in zip(ours, theirs, strict=True):
        assert one.outcome.error == two.outcome.error
        assert one.outcome.answer == two.outcome.answer
        if one.outcome.score is not None:
            assert one.outcome.score == pytest.approx(two.outcome.score, abs=1e-6)
    assert sum(one.failed for one in ours) == 1


def test_other_methods_are_asked_pair_by_pair(store):
    from tiny import ThirdMoments

    run([Task(labelled(1), "cheap", ByScore(ThirdMoments()))], store, device(None))
    (record,) = store.records()
    assert not record.failed


def test_a_device_that_is_not_there():
    with pytest.raises((MissingExtraError, VceiError), match=r"needs torch|cannot use the device"):
        device("cuda:99")
