"""Tiny pairs and cheap methods; in a module of their own, so that workers find them."""

import os
import signal
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vcei.answer import Direction
from vcei.bench import ByScore, Task
from vcei.data.collections import LabelledPair


@dataclass(frozen=True)
class ThirdMoments:
    """Says that the more skewed column is the effect, with a little chance in it."""

    pause: float = 0.0

    def score(self, pair, rng):
        time.sleep(self.pause)
        return np.mean(pair.y**3) - np.mean(pair.x**3) + 1e-6 * rng.normal()


@dataclass(frozen=True)
class Refusing:
    """Fails on every pair."""

    def score(self, pair, rng):
        msg = f"{pair.rows} rows are\ntoo few"
        raise ValueError(msg)


@dataclass(frozen=True)
class Undefined:
    """Gives a score that is not a number."""

    def score(self, pair, rng):
        return np.nan


@dataclass(frozen=True)
class Poisoned:
    """Kills its worker on pairs of 13 rows."""

    def score(self, pair, rng):
        if pair.rows == 13:
            os.kill(os.getpid(), signal.SIGKILL)
        return ThirdMoments().score(pair, rng)


@dataclass(frozen=True)
class Stumbling:
    """Kills its worker on the first pair of 13 rows, and only then."""

    mark: str

    def score(self, pair, rng):
        if pair.rows == 13 and not Path(self.mark).exists():
            Path(self.mark).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return ThirdMoments().score(pair, rng)


def labelled(number, rows=12, collection="tiny", weight=1.0):
    """Return a pair with a skewed effect, the cause in either column."""
    rng = np.random.default_rng(number)
    cause, effect = rng.normal(size=rows), rng.exponential(size=rows)
    forward = bool(number % 2)
    return LabelledPair(
        collection=collection,
        name=f"pair{number:04d}",
        x=cause if forward else effect,
        y=effect if forward else cause,
        truth=Direction.X_CAUSES_Y if forward else Direction.Y_CAUSES_X,
        weight=weight,
    )


def among(innocent, guilty, scorer):
    """Return tasks of which one, in the middle, has 13 rows."""
    before, after = tasks(innocent, scorer), tasks(guilty, scorer, rows=13)
    return [*before[: guilty - 1], after[guilty - 1], *before[guilty:]]


def tasks(count, scorer=None, seed=0, rows=12):
    """Return tasks on tiny pairs."""
    judge = ByScore(scorer or ThirdMoments())
    return [Task(labelled(number, rows), "cheap", judge, seed) for number in range(1, count + 1)]


def comparable(records):
    """Return what must not depend on how records came about: all but machine and seconds."""
    return [
        replace(record, outcome=replace(record.outcome, machine=None, seconds=None))
        for record in records
    ]


def write_collection(folder, count, rows=12, weight=1.0):
    """Write pairs as the SIM collections are written."""
    folder.mkdir(parents=True)
    lines = []
    for number in range(1, count + 1):
        pair = labelled(number, rows)
        np.savetxt(folder / f"{pair.name}.txt", np.column_stack([pair.x, pair.y]))
        columns = "1 1 2 2" if pair.truth is Direction.X_CAUSES_Y else "2 2 1 1"
        lines.append(f"{number} {columns} {weight}\n")
    (folder / "pairmeta.txt").write_text("".join(lines))
    return folder
