"""A descent of many problems: minima that are known, and none disturbs another."""

from dataclasses import dataclass, field

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.arrays import namespace
from vcei.peers.descent import Descent


@dataclass
class Bowls:
    """½ (u - c)' D (u - c), D diagonal; counts how often it was asked."""

    centre: object
    bend: object
    calls: list = field(default_factory=list)

    def __call__(self, unknowns):
        self.calls.append(unknowns.shape[0])
        away = unknowns - self.centre
        xp = namespace(unknowns)
        return 0.5 * xp.sum(self.bend * away**2, axis=-1), self.bend * away

    def take(self, which):
        xp = namespace(self.centre)
        parts = (xp.take(part, which, axis=0) for part in (self.centre, self.bend))
        return Bowls(*parts, calls=self.calls)


class Banana:
    """Rosenbrock's function, its minimum at (1, 1) behind a bend."""

    def __call__(self, unknowns):
        u, v = unknowns.T
        gradient = np.stack([-2 * (1 - u) - 400 * u * (v - u**2), 200 * (v - u**2)], axis=-1)
        return (1 - u) ** 2 + 100 * (v - u**2) ** 2, gradient

    def take(self, which):
        return self


class Fence:
    """u - log u, with nothing to the left of zero; its minimum is at one."""

    def __call__(self, unknowns):
        (u,) = unknowns.T
        inside = u > 0
        safe = np.where(inside, u, 1.0)
        return np.where(inside, u - np.log(safe), np.inf), (1 - 1 / safe)[:, None]

    def take(self, which):
        return self


@pytest.fixture
def bowls(rng):
    """Return four bowls, each steeper in one direction than in another."""
    return Bowls(rng.normal(size=(4, 6)), np.exp(rng.uniform(-2, 4, size=(4, 6))))


def test_finds_the_bottom_of_every_bowl(bowls):
    found = Descent(tolerance=1e-14)(bowls, np.zeros((4, 6)))
    assert np.all(found.converged)
    assert_allclose(found.point, bowls.centre, atol=1e-5)
    assert_allclose(found.cost, 0.0, atol=1e-9)


def test_goes_round_a_bend():
    found = Descent(tolerance=1e-12)(Banana(), np.array([[-1.2, 1.0], [3.0, -2.0]]))
    assert_allclose(found.point, 1.0, atol=1e-4)


def test_respects_a_fence():
    """From 5 the first step, of length 0.8, stays inside; from 0.01 the slope is 99."""
    found = Descent(tolerance=1e-14)(Fence(), np.array([[5.0], [0.01], [1.0]]))
    assert_allclose(found.point, 1.0, atol=1e-5)
    assert_allclose(found.cost, 1.0)


def test_a_problem_does_not_notice_the_others(bowls):
    """The easy one, at its minimum from the start, leaves at once; the others go on."""
    start = np.zeros((4, 6))
    start[2] = bowls.centre[2]
    together = Descent()(bowls, start)
    assert together.rounds[2] == min(together.rounds) < max(together.rounds)
    for i in range(4):
        alone = Descent()(bowls.take(np.array([i])), start[[i]])
        assert_allclose(alone.point[0], together.point[i], rtol=1e-9, atol=1e-12)
        assert alone.rounds[0] == together.rounds[i]


def test_evaluates_once_a_round_and_only_what_still_runs(bowls):
    found = Descent()(bowls, np.zeros((4, 6)))
    assert len(bowls.calls) == max(found.rounds)
    assert sum(bowls.calls) >= sum(found.rounds)
    assert bowls.calls[-1] < bowls.calls[0]


def test_too_few_rounds_are_told(bowls):
    found = Descent(rounds=3)(bowls, np.zeros((4, 6)))
    assert not np.any(found.converged)
    assert np.all(found.rounds == 3)


def test_a_watch_may_stop_it(bowls):
    seen = []

    def watch(count, running):
        seen.append((count, running))
        return count == 4

    found = Descent()(bowls, np.zeros((4, 6)), watch)
    assert seen == [(2, 4), (3, 4), (4, 4)]
    assert not np.any(found.converged)
    start = Bowls(bowls.centre, bowls.bend)(np.zeros((4, 6)))[0]
    assert np.all(found.cost < start)


def test_runs_on_any_array(bowls):
    strict = pytest.importorskip("array_api_strict")
    ours = Descent()(bowls, np.zeros((4, 6)))
    theirs = Descent()(
        Bowls(strict.asarray(bowls.centre), strict.asarray(bowls.bend)),
        strict.asarray(np.zeros((4, 6))),
    )
    assert_allclose(np.asarray(theirs.point), ours.point, rtol=1e-9)
    assert np.array_equal(np.asarray(theirs.rounds), ours.rounds)
