"""Benchmarks: suites of labelled pairs, runs that can be stopped at any moment, and scores."""

from vcei.bench.judge import ByScore, ByVariation, Judge, Judgement, named_judge
from vcei.bench.run import run
from vcei.bench.store import Store
from vcei.bench.suite import PAPER, tasks_of
from vcei.bench.summary import Summary, summarize
from vcei.bench.task import Record, Task

__all__ = [
    "PAPER",
    "ByScore",
    "ByVariation",
    "Judge",
    "Judgement",
    "Record",
    "Store",
    "Summary",
    "Task",
    "named_judge",
    "run",
    "summarize",
    "tasks_of",
]
