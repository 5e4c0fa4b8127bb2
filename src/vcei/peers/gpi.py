r"""GPI-MML: a Gaussian process with the noise as a second input, and the length of the cause.

    score = (DL(y) + C(x | y)) - (DL(x) + C(y | x))

DL is the minimal message length of a column under a mixture of normal distributions
(:mod:`vcei.peers.mixture`), C what the effect costs given the cause and a latent noise
(:mod:`vcei.peers.latent_noise`), both in nats: what explains the pair in fewer is the direction.
C is the lowest that a descent finds from ``s = 10, l = 10, r = 100`` and the residuals of an
ordinary regression.

Mooij, Stegle, Janzing, Zhang, Schölkopf: Probabilistic latent variable models for distinguishing
between cause and effect, NIPS 2010. There a pair of more than 500 rows is cut to 500, and conjugate
gradients take up to 10 000 steps; priors and barrier are those of their experiments.

A round costs O(rows³) for each direction, and some hundred rounds are needed. 200 rows take a few
seconds a pair on one processor; 500 rows want a GPU, and many pairs at once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vcei.arrays import Array, Floats, namespace
from vcei.errors import InputError, require
from vcei.pair import MIN_ROWS, Pair
from vcei.peers.descent import Descent, Watch
from vcei.peers.latent_noise import LatentNoise
from vcei.peers.mixture import shortest_mixture
from vcei.peers.smooth_start import residuals
from vcei.scaling import to_unit_variance

START = tuple(math.log(value) for value in (10.0, 10.0, 100.0))
"""Where log s, log l and log r begin."""

DECIMALS = 9
"""Of the standardised columns."""


@dataclass(frozen=True)
class Costs:
    """What pairs cost in either direction, in nats; column 0 is x -> y, column 1 is y -> x.

    Attributes
    ----------
    cause : Floats
        DL of the cause, (pairs, 2).
    effect : Floats
        C of the effect given the cause, (pairs, 2).
    rounds : npt.NDArray[np.int64]
        How many evaluations the descents took, (pairs, 2).
    converged : npt.NDArray[np.bool_]
        Whether they came to an end of their own, (pairs, 2).
    """

    cause: Floats
    effect: Floats
    rounds: npt.NDArray[np.int64]
    converged: npt.NDArray[np.bool_]

    @property
    def score(self) -> Floats:
        """How much more y -> x costs than x -> y, (pairs,)."""
        total = self.cause + self.effect
        return total[:, 1] - total[:, 0]


@dataclass(frozen=True)
class GPI:
    """Gaussian-process inference with latent noise.

    Attributes
    ----------
    rows : int
        Of longer pairs, so many rows are drawn.
    rounds : int
        Most evaluations of the cost, for each direction.
    tolerance : float
        Steps that gain less than this share of the cost end the descent.
    barrier : float
        How steeply functions that do not grow with the noise are punished.
    priors : bool
        Whether s, l and r have the Gamma priors of the publication's experiments, or flat ones.
    """

    rows: int = 200
    rounds: int = 500
    tolerance: float = 1e-7
    barrier: float = 100.0
    priors: bool = True

    def __post_init__(self) -> None:
        if self.rows < MIN_ROWS:
            msg = f"Expected at least {MIN_ROWS} rows to fit GPI to; {self.rows} came."
            raise InputError(msg)

    def score(self, pair: Pair, rng: np.random.Generator) -> float:
        """Return how many nats y -> x costs more than x -> y."""
        return float(self.costs([pair], [rng]).score[0])

    def costs(
        self,
        pairs: Sequence[Pair],
        rngs: Sequence[np.random.Generator],
        device: str | None = None,
        executor: Executor | None = None,
        watch: Watch | None = None,
    ) -> Costs:
        """Return the costs of many pairs, those of equal length all at once.

        Parameters
        ----------
        pairs
            The data.
        rngs
            For each pair, what its rows are drawn with.
        device
            Where PyTorch shall do the descents, such as ``cuda``; with NumPy if None.
        executor
            Does the mixtures, a column at a time and beside the descents; one after the other
            here if None.
        watch
            Is told after every round of the descents; may stop them.

        Returns
        -------
        Costs
            In the order of the pairs.
        """
        drawn = [_Drawn.of(pair, self.rows, rng) for pair, rng in zip(pairs, rngs, strict=True)]
        lengths = (executor.map if executor else map)(
            _length, [column for one in drawn for column in one.columns]
        )
        effect, rounds, converged = self._descend([one.columns for one in drawn], device, watch)
        cause = np.fromiter(lengths, dtype=np.float64).reshape(-1, 2)
        sides = np.array([one.sides for one in drawn])
        parts: tuple[Array, ...] = (cause, effect, rounds, converged)
        return Costs(*(np.take_along_axis(part, sides, axis=1) for part in parts))

    def _descend(
        self, samples: Sequence[Floats], device: str | None, watch: Watch | None
    ) -> tuple[Floats, npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        """Return C, the rounds it took and whether that was enough, (pairs, 2) each."""
        effect = np.empty((len(samples), 2))
        rounds, converged = np.empty(effect.shape, np.int64), np.empty(effect.shape, np.bool_)
        sizes = np.array([sample.shape[1] for sample in samples])
        for size in np.unique(sizes):
            group = np.flatnonzero(sizes == size)
            causes = np.stack([sample for sample in samples if sample.shape[1] == size])
            x, y = (side.reshape(-1, size) for side in (causes, causes[:, [1, 0]]))
            cost = LatentNoise(_on(device, x), _on(device, y), self.barrier, self.priors)
            found = Descent(self.rounds, self.tolerance)(cost, _start(cost.x, cost.y), watch)
            for part, values in (
                (effect, found.cost),
                (rounds, found.rounds),
                (converged, found.converged),
            ):
                part[group] = _to_numpy(values).reshape(-1, 2)
        return effect, rounds, converged


@dataclass(frozen=True)
class _Drawn:
    """What of a pair is looked at: (2, rows), and which of the two costs comes first."""

    columns: Floats
    sides: tuple[int, int]

    @classmethod
    def of(cls, pair: Pair, rows: int, rng: np.random.Generator) -> _Drawn:
        order = pair.standardize().canonical()
        chosen = np.sort(rng.permutation(pair.rows)[:rows])
        columns = (order.pair.x[chosen], order.pair.y[chosen])
        for name, values in zip((order.pair.x_name, order.pair.y_name), columns, strict=True):
            if np.all(values == values[0]):
                msg = (
                    f"Column {name!r} is constant in the {len(values)} rows that were drawn; "
                    "expected different values. Draw more with GPI(rows=...)."
                )
                raise InputError(msg)
        sides = (0, 0) if order.symmetric else (1, 0) if order.swapped else (0, 1)
        # what rounding does to other units is rounded off: a descent would amplify it
        return cls(np.round([to_unit_variance(values) for values in columns], DECIMALS), sides)


def _start(x: Array, y: Array) -> Array:
    xp = namespace(x)
    scales = xp.stack([xp.full_like(x[:, 0], value) for value in START], axis=-1)
    return xp.concat([scales, residuals(x, y)], axis=-1)


def _length(column: Floats) -> float:
    return shortest_mixture(column).length


def _on(device: str | None, values: Floats) -> Array:
    return values if device is None else require("torch", "gpu").asarray(values, device=device)


def _to_numpy(values: Array) -> npt.NDArray[np.generic]:
    return np.asarray(values.cpu() if hasattr(values, "cpu") else values)
