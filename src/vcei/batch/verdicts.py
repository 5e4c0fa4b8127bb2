"""Verdicts of the default method on hundreds of pairs at once, by a GPU where there is one.

Pairs of one length without ties make a batch: with the rows of each arrow in the order of its
cause, ranks, variations and the kernel of ranks are the same for all of them. Other pairs are
asked one by one; the verdicts are those of :func:`vcei.identify_pair`, to rounding.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import compress, islice
from typing import Any

import numpy as np

from vcei.arrays import Array, Floats, namespace, one_thread
from vcei.ask import identify_pair
from vcei.batch.curves import BatchCurves
from vcei.batch.fits import BatchFit, fit_many
from vcei.batch.noise import ManyImpacts, entropies, here, noise_impacts_many
from vcei.batch.splines import Places, heights
from vcei.dependence import SCORES, SCORES_TOLERANCE, Dependence, judged
from vcei.errors import InputError, require
from vcei.factor import factorize
from vcei.judgement import FARTHEST, sureness
from vcei.mechanisms import LocationScale
from vcei.method import VCEI, default
from vcei.odds import LOOKS, Odds, Varying
from vcei.odds.shapes import noise_shape, polynomials, shape
from vcei.odds.terms import ENTROPY, EVEN, HEAVY, KINDS, LEAST
from vcei.pair import Pair
from vcei.scaling import interquartile, normal_scores, quantile
from vcei.verdict import Evidence, Verdict

FEWEST = 40
"""Rows under the strongest variation, for as many knots."""

HERE, THERE = 32, 512
"""Pairs in a batch on NumPy, and on a device."""


def identify_many(
    pairs: Sequence[Pair], device: str | None = None, size: int | None = None, seed: int = 0
) -> list[Verdict]:
    """Decide which column of each pair drives the other, by the default method.

    Parameters
    ----------
    pairs
        Checked pairs.
    device
        What PyTorch calls it, such as ``cuda``; None works on NumPy.
    size
        How many pairs make a batch; each takes about six megabytes for a thousand rows. By
        default 512 on a device, where thousands are quicker still if they fit, and 32 on NumPy.
    seed
        Everything random is drawn from it.

    Returns
    -------
    list[Verdict]
        One for each pair, with costs and p-values; mechanisms are not kept.
    """
    if device is None:
        return identify_beside(pairs, np.zeros(1), size or HERE, seed)
    torch = require("torch", "gpu")
    like = torch.zeros(1, dtype=torch.float64, device=device)
    return identify_beside(pairs, like, size or THERE, seed)


def identify_beside(
    pairs: Sequence[Pair], like: Array, size: int = THERE, seed: int = 0
) -> list[Verdict]:
    """Decide pairs where an array is, and by its library: PyTorch, CuPy, NumPy.

    Parameters
    ----------
    pairs
        Checked pairs.
    like
        The array.
    size
        How many pairs make a batch.
    seed
        Everything random is drawn from it.

    Returns
    -------
    list[Verdict]
        One for each pair.
    """
    method = default()
    found: dict[int, Verdict] = {}
    groups: dict[int, list[int]] = {}
    for place, pair in enumerate(pairs):
        groups.setdefault(pair.rows if pair.is_numeric else 0, []).append(place)
    for members in groups.values():
        rest = iter(members)
        while chunk := list(islice(rest, size)):
            alike = suiting([pairs[place] for place in chunk], method, like)
            batch = list(compress(chunk, alike))
            found |= _found([(place, pairs[place]) for place in batch], method, seed, like)
    for place, pair in enumerate(pairs):
        if place not in found:
            found[place] = identify_pair(pair, method, seed)
    return [found[place] for place in range(len(pairs))]


def _found(
    batch: Sequence[tuple[int, Pair]], method: VCEI, seed: int, like: Array
) -> dict[int, Verdict]:
    """Return verdicts by place; where matrices are singular to rounding there are none."""
    if not batch:
        return {}
    places, pairs = zip(*batch, strict=True)
    try:
        verdicts = identify_alike(pairs, method, seed, like)
    except Exception as error:
        if type(error).__name__.endswith("LinAlgError"):  # each library has one of its own
            return {}
        raise
    known = zip(places, verdicts, strict=True)
    return {place: verdict for place, verdict in known if math.isfinite(verdict.score)}


def suiting(pairs: Sequence[Pair], method: VCEI, like: Array) -> list[bool]:
    """Tell which pairs can be a batch: of one length, not too long or short, and without ties.

    Parameters
    ----------
    pairs
        Pairs of one length, if they are numeric.
    method
        The default method.
    like
        An array where this is to be found out.

    Returns
    -------
    list[bool]
        One for each pair.
    """
    rows, odds = pairs[0].rows, method.criterion
    most = odds.part_rows if isinstance(odds, Odds) else 0
    strongest = min(strength.cap(rows) ** -1 for strength in method.strengths)
    if not pairs[0].is_numeric or rows > most or strongest < FEWEST:
        return [False] * len(pairs)
    xp = namespace(like)
    ordered = xp.sort(_columns(pairs, like), axis=1)
    middle, width = quantile(ordered, 0.5), interquartile(ordered)
    wild = xp.max(xp.abs(ordered - middle), axis=1) > FARTHEST * width[:, 0]
    tied = xp.min(ordered[:, 1:] - ordered[:, :-1], axis=1) <= 0
    calm = xp.reshape(xp.logical_not(xp.logical_or(wild, tied)), (-1, 2))
    return [bool(both) for both in here(xp.all(calm, axis=1))]


@one_thread()
def identify_alike(
    pairs: Sequence[Pair], method: VCEI, seed: int = 0, like: Array | None = None
) -> list[Verdict]:
    """Decide pairs of one length, without ties, in one batch.

    Parameters
    ----------
    pairs
        Pairs that :func:`suiting` says yes to.
    method
        The default method.
    seed
        For the record; nothing is random.
    like
        An array of the library, and on the device, that is to do the work; NumPy by default.

    Returns
    -------
    list[Verdict]
        One for each pair.
    """
    odds = method.criterion
    if not isinstance(odds, Odds) or not isinstance(method.mechanism, LocationScale):
        msg = f"Batches are for the default method; {method.name!r} came."
        raise InputError(msg)
    like = np.zeros(1) if like is None else like
    work = _Batch(
        pairs, method.mechanism, Varying(method.kernel, method.strengths, method.solver), like
    )
    costs, p_values, ratios = work.costs()
    tests = work.dependence()
    said = odds.contributions_many(costs[::2], costs[1::2])
    verdicts, settings = [], method.settings
    for place, pair in enumerate(pairs):
        arrows = [
            Evidence(float(ratios[i]), (), None, {}, costs=costs[i], p_value=float(p_values[i]))
            for i in (2 * place, 2 * place + 1)
        ]
        score = math.fsum(said[place].values())
        verdicts.append(
            Verdict.about(
                pair,
                score=score,
                confidence=sureness(score),
                evidence={"x->y": arrows[0], "y->x": arrows[1]},
                method=method.name,
                seed=seed,
                settings=settings,
                says=said[place],
                dependence=tests[place],
            )
        )
    return verdicts


class _Batch:
    """Both arrows of each pair, one after the other, the rows of each in the order of its cause."""

    def __init__(
        self, pairs: Sequence[Pair], mechanism: LocationScale, varying: Varying, like: Array
    ) -> None:
        self.xp, self.like, self.mechanism = namespace(like), like, mechanism
        self.rows = pairs[0].rows
        self.varying = varying.of(np.arange(float(self.rows)))
        xp, columns = self.xp, _columns(pairs, like)
        order = xp.argsort(columns, axis=1)
        ordered = xp.take_along_axis(columns, order, axis=1)
        middle, width = quantile(ordered, 0.5), interquartile(ordered)
        columns, ordered = (self._unit((one - middle) / width) for one in (columns, ordered))
        rank = xp.argsort(order, axis=1)
        other = xp.asarray([i ^ 1 for i in range(columns.shape[0])], device=like.device)
        self.cause = ordered
        self.effect = xp.take_along_axis(xp.take(columns, other, axis=0), order, axis=1)
        self.effect_rank = xp.take_along_axis(xp.take(rank, other, axis=0), order, axis=1)
        self.scores = self._there(normal_scores(np.arange(float(self.rows))))

    def costs(self) -> tuple[list[dict[str, float]], Floats, Floats]:
        """Return the costs of each arrow, the p-values of the impacts, and their mean ratios."""
        xp = self.xp
        heavy, ones = replace(self.mechanism, tails=HEAVY), xp.ones_like(self.cause)
        causes = {False: self.cause, True: self.scores[None, :]}
        curves = {key: self._curves(one, xp.ones_like(one)) for key, one in causes.items()}
        effects = {
            False: self.effect,
            True: xp.reshape(
                xp.take(self.scores, xp.reshape(self.effect_rank, (-1,)), axis=0), self.effect.shape
            ),
        }
        entropy = here(entropies(self.cause, ones))
        found: dict[str, Floats] = {ENTROPY: entropy}
        found |= {name: here(part) for name, part in shape(self.cause).items()}
        for look in LOOKS:
            effect = effects[look.ranked_effect]
            cause, curve = causes[look.ranked_cause], curves[look.ranked_cause]
            fit = fit_many(heavy, curve, effect).at(curve.knots, cause, effect)
            ratios = np.mean(self._impacts(fit.noise).ratios, axis=1)
            parts = (
                here(xp.mean(fit.log_scale, axis=1) + entropies(fit.noise, ones))
                + (0.0 if look.ranked_effect else entropy),
                np.log(np.maximum(ratios, LEAST)),
                self._shift(heavy, fit, cause, effect),
                -here(fit.log_likelihood) / self.rows,
                np.log(here(fit.location_degrees)),
                np.log(here(fit.scale_degrees)),
                np.log(EVEN + here(xp.std(fit.log_scale, axis=1))),
            )
            found |= {f"{kind}, {look.name}": part for kind, part in zip(KINDS, parts, strict=True)}
            plain = noise_shape(fit.noise) | polynomials(cause, effect)
            found |= {f"{kind}, {look.name}": here(part) for kind, part in plain.items()}
        tested = fit_many(self.mechanism, curves[False], self.effect)
        tested = tested.at(curves[False].knots, self.cause, self.effect)
        moved = self._impacts(tested.noise)
        every = [
            {name: float(values[i]) for name, values in found.items()} for i in range(len(entropy))
        ]
        return every, moved.p_values, np.mean(moved.ratios, axis=1)

    def dependence(self) -> list[Dependence]:
        """Return the test of independence of each pair, by the ranks of its columns."""
        xp, n = self.xp, self.rows
        scores = normal_scores(np.arange(float(n)))
        features = factorize(SCORES, scores, SCORES_TOLERANCE).features(scores)
        features = features - features.mean(axis=0)
        gram, sizes = features.T @ features, np.sum(features**2, axis=1)
        there = self._there(features)
        rank = xp.reshape(self.effect_rank[::2, :], (-1,))
        moved = xp.reshape(xp.take(there, rank, axis=0), (-1, n, features.shape[1]))
        cross = xp.matmul(xp.matrix_transpose(moved), there)
        statistics = here(xp.sum(cross**2, axis=(1, 2))) / n**2
        trace = float(np.trace(gram)) / (n - 1)
        square = float(np.sum(gram**2) - np.sum(sizes**2)) / (n * (n - 1))
        return [judged(float(one), n, trace**2, square**2) for one in statistics]

    def _impacts(self, noise: Array) -> ManyImpacts:
        weights = self._there(np.stack([one.weights for _, some in self.varying for one in some]))
        return noise_impacts_many(noise, weights[None, :, :], self.xp.ones_like(noise[:1, :]))

    def _shift(self, heavy: LocationScale, fit: BatchFit, cause: Array, effect: Array) -> Floats:
        """Return the mean log of how far the strongest variations move m, by refits."""
        xp, logs = self.xp, []
        for _, some in self.varying:
            weights = np.asarray(max(some, key=lambda variation: variation.mmd2).weights)
            there = np.flatnonzero(weights)
            rows = xp.asarray(there, device=self.like.device)
            part = xp.take(cause, rows, axis=1)
            counts = self._there(self.rows * weights[there])[None, :] + xp.zeros_like(part)
            curves = self._curves(part, counts)
            varied = fit_many(heavy, curves, xp.take(effect, rows, axis=1), fit.penalties)
            reach = heights(curves.knots, varied.coefficients, cause)
            size = float(np.sum((weights - 1.0 / self.rows) ** 2))
            moved = xp.mean(((reach - fit.location) / xp.exp(fit.log_scale)) ** 2, axis=1)
            moved = moved / (fit.location_degrees * size)
            logs.append(np.log(np.maximum(here(moved), LEAST)))
        return np.asarray(np.mean(logs, axis=0))

    def _curves(self, cause: Array, counts: Array) -> BatchCurves:
        return BatchCurves(Places.sorted(cause, self.mechanism.knots), counts)

    def _there(self, array: Any) -> Array:
        return self.xp.asarray(np.ascontiguousarray(array), device=self.like.device)

    def _unit(self, values: Array) -> Array:
        centred = values - self.xp.mean(values, axis=1)[:, None]
        return centred / self.xp.sqrt(self.xp.sum(centred**2, axis=1) / (self.rows - 1.0))[:, None]


def _columns(pairs: Sequence[Pair], like: Array) -> Array:
    """Return the columns of pairs one after the other, (2 B, n), where an array is."""
    columns = np.stack([column for pair in pairs for column in (pair.x, pair.y)])
    return namespace(like).asarray(columns, device=like.device)
