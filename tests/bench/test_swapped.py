"""Exchanging the two columns of every pair exchanges every decision, and changes no accuracy."""

from dataclasses import replace

import pytest

from vcei.answer import Direction
from vcei.bench import PAPER, ByVariation, Task, named_judge, summarize
from vcei.bench.store import Board
from vcei.bench.task import perform
from vcei.data.collections import LabelledPair, find_collections, load_collection
from vcei.data.simulate import GENERATORS
from vcei.data.simulate.write import draw_pairs
from vcei.method import default, paper

OPPOSITE = {"x->y": "y->x", "y->x": "x->y", "tie": "tie"}
METHODS = {"default": default(repeats=2), "paper": paper(50, repeats=2)}


def swapped(pair):
    truth = Direction(OPPOSITE[pair.truth.value])
    return replace(pair, x=pair.y, y=pair.x, truth=truth)


def simulated(name, count):
    for number, drawn in enumerate(draw_pairs(GENERATORS[name], count, 120, seed=3)):
        truth = Direction.X_CAUSES_Y if drawn.cause_first else Direction.Y_CAUSES_X
        yield LabelledPair("own", f"pair{number}", drawn.first, drawn.second, truth)


def judge_of(method):
    return ByVariation(METHODS[method]) if method in METHODS else named_judge(method, "own")


def records(judge, pairs):
    tasks = [Task(pair, "method", judge) for pair in pairs]
    return tuple(task.record(perform(judge, task.pair.x, task.pair.y, task.seed)) for task in tasks)


@pytest.mark.parametrize("name", ["SIM", "AN", "MN-U", "discrete-both", "linear-gaussian"])
@pytest.mark.parametrize("method", ["default", "paper", "igci-uniform"])
def test_of_simulated_pairs(method, name):
    pairs = list(simulated(name, 4))
    ones = records(judge_of(method), pairs)
    others = records(judge_of(method), map(swapped, pairs))
    for one, other in zip(ones, others, strict=True):
        assert not one.failed
        assert other.outcome.score == -one.outcome.score
        assert other.outcome.direction == OPPOSITE[one.outcome.direction]
        assert other.outcome.confidence == one.outcome.confidence
    accuracies = [
        summary.weighted_accuracy
        for found in (ones, others)
        for summary in summarize([Board("own", "method", 0, found, 0)])
    ]
    assert accuracies[0] == accuracies[1]


def test_is_not_true_of_whatever_is_called_a_method():
    """The first column always: what the test above must be able to catch."""
    pairs = list(simulated("AN", 2))
    ones = records(judge_of("always-x"), pairs)
    others = records(judge_of("always-x"), map(swapped, pairs))
    assert [one.outcome.direction for one in ones] == [one.outcome.direction for one in others]


@pytest.mark.parametrize("name", PAPER)
def test_of_published_pairs(name, data_dir):
    pairs = load_collection(find_collections(data_dir)[name])
    few = [pair for pair in pairs[::33] if len(pair.x) <= 2000]
    judge = ByVariation(paper(repeats=0, strengths=()))
    ones, others = records(judge, few), records(judge, map(swapped, few))
    assert [one.outcome.score for one in ones] == [-one.outcome.score for one in others]
    assert any(one.outcome.score for one in ones)
