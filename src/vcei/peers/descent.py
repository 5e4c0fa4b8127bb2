"""L-BFGS for many problems at once, each with a step, a memory and an end of its own.

Every round evaluates one point ``u + t p`` of every problem that still runs. It is accepted if it
falls, ``C(u + t p) ≤ C(u) + c₁ t ∇C(u)ᵀp``, and has bent enough, ``∇C(u + t p)ᵀp ≥ c₂ ∇C(u)ᵀp``,
or a longer step is known not to fall; then ``p = -H ∇C`` follows with H from the last few steps. If
it does not fall, the next round tries a shorter t, where a parabola has its minimum; if it falls
without bending, a longer one. So no problem waits for the line search of another. Points where
cost or gradient is not finite do not fall: that is how an objective fences itself in.

A problem has converged when it gains less than a share ``tolerance`` of its cost in each of a few
accepted steps in a row, or when not even the steepest descent finds a point that falls. Problems
that have converged leave the batch.

Source: Nocedal, Wright: Numerical Optimization, 2006, algorithms 3.1, 3.5 and 7.4.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Protocol, Self

from vcei.arrays import Array, namespace

SUFFICIENT, CURVATURE = 1e-4, 0.9
"""c₁ and c₂."""

LONGEST = 2.0
"""No unknown moves farther in the first trial of a step."""

GROWTH = 4.0
"""How much longer the next trial is after a step that fell without bending."""

TRIALS = 20
"""How many trials a step may take; then all memory is dropped, and at last the problem ends."""

PATIENCE = 3
"""How many steps in a row must gain next to nothing."""

CROWD = 0.9
"""The batch is made smaller when no more than this share of it still runs."""

PARALLEL = 1e-10
"""A step is remembered if cost and slope changed along it by more than this, as a cosine."""


class Objective(Protocol):
    """The costs of a batch of problems."""

    def __call__(self, unknowns: Array) -> tuple[Array, Array]:
        """Return costs, (problems,), and gradients, (problems, d), at one point each."""
        ...

    def take(self, which: Array) -> Self:
        """Return the costs of the problems at some indices."""
        ...


Watch = Callable[[int, int], bool]
"""Is told after every round how many there have been and how many problems still run; says
whether to stop all the same."""


@dataclass(frozen=True)
class Found:
    """Where the problems ended.

    Attributes
    ----------
    point : Array
        The unknowns, (problems, d).
    cost : Array
        Their costs, (problems,).
    rounds : Array
        How many evaluations each took, (problems,).
    converged : Array
        False where the descent was over before, (problems,).
    """

    point: Array
    cost: Array
    rounds: Array
    converged: Array


@dataclass(frozen=True)
class Descent:
    """How to descend.

    Attributes
    ----------
    rounds : int
        Most evaluations for one problem.
    tolerance : float
        Gains below this share of the cost (of one, if the cost is smaller) count as none.
    memory : int
        How many steps each problem remembers.
    """

    rounds: int = 500
    tolerance: float = 1e-7
    memory: int = 30

    def __call__(self, objective: Objective, start: Array, watch: Watch | None = None) -> Found:
        """Descend from one point of every problem.

        Parameters
        ----------
        objective
            The costs.
        start
            Where to begin, (problems, d); the costs there must be finite.
        watch
            Is told after every round; may stop the descent.

        Returns
        -------
        Found
            The points reached, in the order of the problems.
        """
        xp = namespace(start)
        state, ended = _State.begin(objective, start, self.memory), []
        for count in range(2, self.rounds + 1):
            state = state.round(objective, self.tolerance)
            running = int(xp.sum(xp.astype(state.running, xp.int64)))
            stopped = watch is not None and watch(count, running)
            if stopped or running == 0:
                break
            if running <= CROWD * state.cost.shape[0]:
                ended.append(state.take(xp.nonzero(~state.running)[0]))
                going = xp.nonzero(state.running)[0]
                state, objective = state.take(going), objective.take(going)
        return _gather([*ended, state])


@dataclass(frozen=True)
class _State:
    """Where a batch has come to; every field has the problems as its first axis.

    ``trials`` of the current step have failed, and low and high are the steps between which the
    next one lies; ``idle`` steps in a row gained nothing; ``moves`` and ``turns`` are the last
    changes of point and gradient, (problems, memory, d), newest first, and ``bends`` one over
    their products, zero where there is none.
    """

    index: Array
    rounds: Array
    running: Array
    point: Array
    cost: Array
    gradient: Array
    direction: Array
    slope: Array
    step: Array
    low: Array
    high: Array
    trials: Array
    idle: Array
    moves: Array
    turns: Array
    bends: Array

    @classmethod
    def begin(cls, objective: Objective, start: Array, memory: int) -> _State:
        xp = namespace(start)
        cost, gradient = objective(start)
        index = xp.arange(start.shape[0], dtype=xp.int64, device=start.device)
        none, never = xp.zeros_like(cost), xp.zeros_like(index)
        empty = xp.stack([xp.zeros_like(start)] * memory, axis=1)
        state = cls(
            index=index,
            rounds=never + 1,
            running=never == 0,
            point=start,
            cost=cost,
            gradient=gradient,
            direction=gradient,
            slope=none,
            step=none,
            low=none,
            high=none,
            trials=never,
            idle=never,
            moves=empty,
            turns=empty,
            bends=empty[:, :, 0],
        )
        return state.turn(state.running)

    def round(self, objective: Objective, tolerance: float) -> _State:
        """Try one point of each problem."""
        xp = namespace(self.cost)
        point = self.point + self.step[:, None] * self.direction
        cost, gradient = objective(point)
        slope = _product(gradient, self.direction)
        falls = xp.isfinite(cost) & xp.isfinite(slope)
        falls = falls & (cost <= self.cost + SUFFICIENT * self.step * self.slope)
        bent = (slope >= CURVATURE * self.slope) | xp.isfinite(self.high)
        accepted = self.running & falls & bent
        stuck = self.running & ~accepted & (self.trials + 1 >= TRIALS)
        hopeless = stuck & ~xp.any(self.bends > 0, axis=-1)

        size = xp.abs(self.cost)
        gained = self.cost - cost > tolerance * xp.where(size > 1, size, 1.0)
        idle = xp.where(accepted, xp.where(gained, 0, self.idle + 1), self.idle)
        state = self.narrow(falls, cost).remember(accepted, point, gradient)
        state = replace(
            state,
            rounds=self.rounds + xp.astype(self.running, self.rounds.dtype),
            running=self.running & (idle < PATIENCE) & ~hopeless,
            cost=xp.where(accepted, cost, self.cost),
            trials=self.trials + 1,
            idle=idle,
            bends=xp.where(stuck[:, None], 0.0, state.bends),
        )
        return state.turn(accepted | stuck)

    def narrow(self, falls: Array, cost: Array) -> _State:
        """Choose the next step along the same direction."""
        xp = namespace(self.cost)
        low, high = xp.where(falls, self.step, self.low), xp.where(falls, self.high, self.step)
        above = cost - self.cost - self.step * self.slope
        known = xp.isfinite(above) & (above > 0)
        lowest = xp.where(known, -0.5 * self.slope * self.step**2, 0.0)
        lowest = lowest / xp.where(known, above, 1.0)
        width = high - low
        lowest = xp.minimum(xp.maximum(lowest, low + 0.1 * width), low + 0.5 * width)
        return replace(
            self, low=low, high=high, step=xp.where(xp.isfinite(high), lowest, GROWTH * self.step)
        )

    def remember(self, accepted: Array, point: Array, gradient: Array) -> _State:
        """Move to the accepted points."""
        xp = namespace(self.cost)
        there = accepted[:, None]
        point = xp.where(there, point, self.point)
        gradient = xp.where(there, gradient, self.gradient)
        move, turn = point - self.point, gradient - self.gradient
        product = _product(move, turn)
        sizes = xp.sqrt(_product(move, move) * _product(turn, turn))
        curved = product > PARALLEL * sizes  # never where nothing was accepted
        bend = 1.0 / xp.where(curved, product, 1.0)

        def pushed(newest: Array, others: Array) -> Array:
            known = xp.concat([newest[:, None, ...], others[:, :-1, ...]], axis=1)
            return xp.where(xp.reshape(curved, (-1,) + (1,) * (others.ndim - 1)), known, others)

        return replace(
            self,
            point=point,
            gradient=gradient,
            moves=pushed(move, self.moves),
            turns=pushed(turn, self.turns),
            bends=pushed(bend, self.bends),
        )

    def turn(self, which: Array) -> _State:
        """Choose a new direction, and its first step."""
        xp = namespace(self.cost)
        direction = -self.curved_gradient()
        slope = _product(direction, self.gradient)
        length = xp.sqrt(_product(self.gradient, self.gradient))
        steepest = -self.gradient / xp.where(length > 1, length, 1.0)[:, None]
        direction = xp.where((slope < 0)[:, None], direction, steepest)
        slope = _product(direction, self.gradient)
        farthest = xp.max(xp.abs(direction), axis=-1)
        step = xp.where(farthest > LONGEST, LONGEST / xp.where(farthest > 0, farthest, 1.0), 1.0)
        return replace(
            self,
            direction=xp.where(which[:, None], direction, self.direction),
            slope=xp.where(which, slope, self.slope),
            step=xp.where(self.running, xp.where(which, step, self.step), 0.0),
            low=xp.where(which, 0.0, self.low),
            high=xp.where(which, xp.inf, self.high),
            trials=xp.where(which, 0, self.trials),
        )

    def curved_gradient(self) -> Array:
        """Return H ∇C by the two loops of algorithm 7.4; zero where nothing is remembered."""
        xp = namespace(self.cost)
        known, shares, result = range(self.bends.shape[1]), [], self.gradient
        for i in known:
            share = self.bends[:, i] * _product(self.moves[:, i, :], result)
            result = result - share[:, None] * self.turns[:, i, :]
            shares.append(share)
        newest = _product(self.turns[:, 0, :], self.turns[:, 0, :]) * self.bends[:, 0]
        scale = xp.where(newest > 0, 1.0 / xp.where(newest > 0, newest, 1.0), 0.0)
        result = scale[:, None] * result
        for i in reversed(known):
            share = shares[i] - self.bends[:, i] * _product(self.turns[:, i, :], result)
            result = result + share[:, None] * self.moves[:, i, :]
        return result

    def take(self, which: Array) -> _State:
        xp = namespace(self.cost)
        parts = {f.name: xp.take(getattr(self, f.name), which, axis=0) for f in fields(self)}
        return _State(**parts)


def _gather(states: list[_State]) -> Found:
    xp = namespace(states[0].cost)
    order = xp.argsort(xp.concat([state.index for state in states]))

    def whole(name: str) -> Array:
        return xp.take(xp.concat([getattr(state, name) for state in states]), order, axis=0)

    return Found(whole("point"), whole("cost"), whole("rounds"), ~whole("running"))


def _product(left: Array, right: Array) -> Array:
    return namespace(left).sum(left * right, axis=-1)
