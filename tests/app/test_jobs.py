"""Jobs: work in another process, watched, stopped, and limited."""

import os
import time

import numpy as np
import pytest

from vcei.app.asking import Choices, Identify
from vcei.app.jobs import Job, State
from vcei.app.limits import MEGABYTE
from vcei.errors import InputError
from vcei.table import Table

MEMORY = 2000 * MEGABYTE


class Count:
    def __call__(self, tell):
        for i in range(3):
            tell("Counting", i + 1, 3)
        return os.getpid()


class Refuse:
    def __call__(self, tell):
        raise InputError("not this")


class Fall:
    def __call__(self, tell):
        return 1 / 0


class Eat:
    def __call__(self, tell):
        return len(bytearray(2 * MEMORY))


class Die:
    def __call__(self, tell):
        os._exit(9)


class Sleep:
    def __call__(self, tell):
        tell("Sleeping", 0, 0)
        time.sleep(60)


def ended(task):
    job = Job(task, MEMORY)
    job.wait()
    return job


def test_work_happens_elsewhere_and_tells_how_it_goes():
    job = ended(Count())
    assert (job.state, job.step) == (State.DONE, ("Counting", 3, 3))
    assert job.result != os.getpid()


@pytest.mark.parametrize(
    ("task", "words"),
    [
        (Refuse(), "^not this$"),
        (Fall(), "ZeroDivisionError: division by zero"),
        (Eat(), "more than the 2000 MB of memory"),
        (Die(), "exit code 9"),
    ],
)
def test_every_failure_is_put_in_words(task, words):
    import re

    job = ended(task)
    assert (job.state, job.result) == (State.FAILED, None)
    assert re.search(words, job.error)


def test_a_question_tells_how_far_it_is():
    heard = []
    rows = np.arange(40.0)
    table = Table("t.csv", ("a", "b"), (rows, rows**2 % 17))
    asked = Identify.of(table, 0, 1, Choices("igci-uniform", 0, drop_missing=False), {})
    asked(lambda *told: heard.append(told))
    step = "Weighing a against b on 40 rows"
    first, *rounds, last = heard
    total = rounds[0][2]
    assert total > 1
    assert (first, last) == ((step,), ("Drawing the pictures",))
    assert rounds == [(step, done, total) for done in range(total + 1)]


def test_work_can_be_stopped():
    job = Job(Sleep(), MEMORY)
    while job.step[0] != "Sleeping":
        time.sleep(0.01)
    job.stop()
    assert job.state is State.STOPPED
    assert job.seconds < 50
    job.stop()
