r"""Many location-scale fits in one call, on arrays of any library: a hundred pairs are one batch.

What :mod:`vcei.mechanisms.location_scale` says of one sample is done here for a batch of them, the
first axis of every array. Rows of weight zero are not there, so that samples of different length
share a batch. On a GPU (PyTorch, CuPy) one call takes hundreds of pairs; on NumPy it gives what
single fits give, to rounding.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vcei.arrays import Array, namespace
from vcei.batch.curves import BatchCurves, BatchSmooth, WeightedBatch, times
from vcei.batch.splines import heights
from vcei.mechanisms.location_scale import (
    FINEST,
    SCALE_STEPS,
    SETTLED,
    STEEPEST,
    WIDEST,
    LocationScale,
)


@dataclass(frozen=True)
class BatchFit:
    """Location and scale of each sample, at its rows.

    Attributes
    ----------
    coefficients : Array
        Those of m, one for each B-spline, (B, k).
    scale_coefficients : Array
        Those of log s, (B, k).
    location : Array
        m at the rows, (B, n).
    log_scale : Array
        log s at the rows, (B, n).
    noise : Array
        (y - m)/s, (B, n).
    location_degrees : Array
        Degrees of freedom of m, (B,).
    scale_degrees : Array
        Degrees of freedom of log s, (B,).
    penalties : tuple[Array, Array]
        What bending costs m and log s, both (B,).
    log_likelihood : Array
        Of the sample under normal noise, (B,).
    """

    coefficients: Array
    scale_coefficients: Array
    location: Array
    log_scale: Array
    noise: Array
    location_degrees: Array
    scale_degrees: Array
    penalties: tuple[Array, Array]
    log_likelihood: Array

    def at(self, knots: Array, causes: Array, effects: Array) -> BatchFit:
        """Return the same fit as rows see it whose causes are not quite those it was fitted at.

        Parameters
        ----------
        knots
            The knots of the splines, (B, k + 4).
        causes
            The causes, (B, n), of which the fit took some for equal.
        effects
            The effects, (B, n).

        Returns
        -------
        BatchFit
            With location, log s and noise there.
        """
        location = heights(knots, self.coefficients, causes)
        log_scale = heights(knots, self.scale_coefficients, causes)
        noise = (effects - location) / namespace(effects).exp(log_scale)
        return replace(self, location=location, log_scale=log_scale, noise=noise)


def fit_many(
    mechanism: LocationScale,
    curves: BatchCurves,
    effects: Array,
    penalties: tuple[Array, Array] | tuple[None, None] = (None, None),
) -> BatchFit:
    """Fit location and scale to each of many samples; see :class:`LocationScale`.

    Parameters
    ----------
    mechanism
        The choices.
    curves
        The splines at the causes.
    effects
        The effects, (B, n).
    penalties
        Those of m and log s, (B,), of earlier fits; by default the likeliest.

    Returns
    -------
    BatchFit
        What :meth:`LocationScale.fit` or ``fit_like`` gives for each sample, at its rows.
    """
    return _Alternation(mechanism, curves, effects, penalties).result()


class _Alternation:
    """The two regressions in turn, as in :mod:`vcei.mechanisms.location_scale`."""

    def __init__(
        self,
        choices: LocationScale,
        curves: BatchCurves,
        effects: Array,
        penalties: tuple[Array, Array] | tuple[None, None],
    ) -> None:
        self.xp = namespace(effects)
        self.choices, self.effects, self.counts = choices, effects, curves.counts
        self.total = self.xp.sum(curves.counts, axis=1)
        self.curves, self.penalties = curves, penalties

    def result(self) -> BatchFit:
        xp, counts = self.xp, self.counts
        # of the same rows, location and scale have penalties of their own
        even = self.curves.plain
        plain = even if self.penalties[1] is None else self.curves.weighted(counts)
        finest = FINEST * self._mean((self.effects - self._mean(self.effects)) ** 2)
        finest = xp.where(finest > 0, finest, xp.full_like(finest, FINEST))
        weighted = even
        location = weighted.smooth(self.effects, self.penalties[0])
        squares = xp.maximum((self.effects - location.at_rows) ** 2, finest)
        log_square = xp.log(self._mean(squares)) + xp.zeros_like(squares)
        for turn in range(self.choices.rounds):
            if turn:
                emphasis = self._calm(squares / xp.exp(log_square)) / xp.exp(
                    log_square - self._mean(log_square)
                )
                weighted = self.curves.weighted(counts * emphasis)
                location = weighted.smooth(self.effects, self.penalties[0])
                squares = xp.maximum((self.effects - location.at_rows) ** 2, finest)
            bent, log_square = self._rescale(plain, squares, log_square)
        noise = squares / xp.exp(log_square)
        each = -0.5 * (float(np.log(2 * np.pi)) + log_square + noise)
        return BatchFit(
            coefficients=times(xp, self.curves.coefficients, location.coefficients),
            scale_coefficients=0.5 * times(xp, self.curves.coefficients, bent.coefficients),
            location=location.at_rows,
            log_scale=0.5 * bent.at_rows,
            noise=(self.effects - location.at_rows) / xp.exp(0.5 * bent.at_rows),
            location_degrees=weighted.degrees(location.penalty),
            scale_degrees=plain.degrees(bent.penalty),
            penalties=(location.penalty, bent.penalty),
            log_likelihood=xp.sum(counts * each, axis=1),
        )

    def _rescale(
        self, plain: WeightedBatch, squares: Array, log_square: Array
    ) -> tuple[BatchSmooth, Array]:
        """Take scoring steps of each log s² until it no longer changes."""
        kept, log_square, moving = self._step(plain, squares, log_square)
        for _ in range(SCALE_STEPS - 1):
            found, held, far = self._step(plain, squares, log_square)
            kept = kept.moved(found, moving)
            log_square = self.xp.where(moving[:, None], held, log_square)
            moving = self.xp.logical_and(moving, far)
        return kept, log_square

    def _step(
        self, plain: WeightedBatch, squares: Array, log_square: Array
    ) -> tuple[BatchSmooth, Array, Array]:
        """Return a scoring step of each log s², its values at the rows, and whether it was far."""
        xp, tails = self.xp, self.choices.tails
        variance = 2.0 if np.isinf(tails) else 2.0 * (tails + 3) / tails
        noise = squares / xp.exp(log_square)
        score = xp.clip(self._calm(noise) * noise - 1.0, -1.0, STEEPEST)
        found = plain.smooth(log_square + 0.5 * variance * score, self.penalties[1], variance)
        centre = self._mean(found.at_rows)
        held = xp.minimum(xp.maximum(found.at_rows, centre - WIDEST), centre + WIDEST)
        moved = xp.where(self.counts > 0, xp.abs(held - log_square), 0.0 * held)
        return found, held, xp.max(moved, axis=1) >= SETTLED

    def _calm(self, noise: Array) -> Array:
        """Return u, the share of a squared noise that counts."""
        tails = self.choices.tails
        return self.xp.ones_like(noise) if np.isinf(tails) else (tails + 1) / (tails + noise)

    def _mean(self, values: Array) -> Array:
        return (self.xp.sum(self.counts * values, axis=1) / self.total)[:, None]
