"""The method for columns of any kind, and which of three measures judges an arrow.

- **Noise.** If two effects have a difference, the mechanism is a function plus noise, and
  variation of the cause must not move the law of the noise. A discrete cause may also scale it.
- **Impact.** If they have none (names, texts, series), the mechanism is the conditional embedding
  itself, and variation of the cause must not move it further than harmless variation does.
- **Admissible.** A mechanism into effects without differences holds whatever the data are, if it is
  free enough. Where it meets an arrow that could fail by its noise, it therefore gets the ratio
  that chance exceeds one time in twenty, and the other arrow decides. The same is true of few whole
  numbers as the effect of something that is not discrete.
- **Autonomy.** Windows of two long series have a past: what drives the other goes its own way, and
  variation of the other's past must not move its innovations.

All four are ratios to what chance does, so that arrows into different spaces can be compared.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vcei.any_kind.arrow import FINEST, LEVEL, Arrow, Side
from vcei.any_kind.method import AnyKind, Measure
from vcei.arrays import one_thread
from vcei.coreset import RandomRows
from vcei.dependence import Dependence, hsic
from vcei.following import followed
from vcei.kernels import Kernel
from vcei.kinds import Content, Kind
from vcei.pair import MIN_ROWS, Pair
from vcei.verdict import Evidence, Verdict, agreement

REPEAT_ROWS = 250
"""A repeat of the decision sees a random half of the rows, and at most this many."""

LINKED_ROWS = 1000
"""Dependence that so many rows do not show is too weak for an arrow."""

JUDGED = {
    Measure.NOISE: "is judged by its noise",
    Measure.IMPACT: "is judged by its embedding",
    Measure.MARGINAL: "is judged by what it predicts for all causes",
    Measure.TREND: "is judged by the trend of its embedding",
    Measure.ADMISSIBLE: "fits any data and is given what chance allows the other",
    Measure.AUTONOMY: "is judged by what is new in its cause",
}
"""How an arrow is judged, in words."""

BLOCK = 25
"""Rows of a window's neighbourhood that repeats take or leave together."""


@one_thread()
def identify_any_kind(pair: Pair, method: AnyKind, seed: int = 0) -> Verdict:
    """Decide which column of a checked pair drives the other, whatever their kinds.

    Parameters
    ----------
    pair
        The data.
    method
        The choices.
    seed
        Everything random is drawn from it.

    Returns
    -------
    Verdict
        The decision with its evidence.
    """
    standard = pair.standardize()
    order = standard.canonical()
    timed = standard.x_content.kind is standard.y_content.kind is Kind.WINDOW
    # rows of windows stay in time, for neighbours are taken or left together
    ordered = (standard.swap() if order.swapped else standard) if timed else order.pair
    main, *others = map(
        np.random.default_rng, np.random.SeedSequence(seed).spawn(1 + method.repeats)
    )
    sample = RandomRows(method.rows).draw(ordered, main)
    kernels = sample.x_content.settle(sample.x), sample.y_content.settle(sample.y)
    measures = _measures(sample, method)
    arrows = _arrows(sample, kernels, method)
    found = [arrow.evidence(m, main) for arrow, m in zip(arrows, measures, strict=True)]
    forward, backward = _bounded(found[0], found[1])
    score = 0.0 if order.symmetric else _score(forward.criterion, backward.criterion, measures)
    draw = _half_of_blocks if timed else _half
    rounds = followed(others)
    again = [_repeat(draw(sample, rng), kernels, method, measures, rng) for rng in rounds]
    linked = _dependence(sample, kernels)
    blind = _cannot_tell(forward, backward, linked)
    if order.swapped:
        forward, backward, measures = backward, forward, measures[::-1]
    return Verdict.about(
        pair,
        score=-score if order.swapped else score,
        confidence=0.5 if blind else agreement(score, again),
        evidence={"x->y": forward, "y->x": backward},
        method=method.name,
        seed=seed,
        settings=method.settings,
        notes=(*_drawn(sample, pair), _explained(pair, measures)),
        dependence=linked,
    )


def _bounded(forward: Evidence, backward: Evidence) -> tuple[Evidence, Evidence]:
    """Give an arrow that fits any data the ratio that chance allows the other one."""
    allowed = [part.hyperparameters["critical"] for part in (backward, forward)]
    judged = [part.hyperparameters["judged_by"] for part in (forward, backward)]
    first, second = (
        replace(part, criterion=bound) if by == Measure.ADMISSIBLE and bound else part
        for part, by, bound in zip((forward, backward), judged, allowed, strict=True)
    )
    return first, second


def _dependence(sample: Pair, kernels: tuple[Kernel, Kernel]) -> Dependence | None:
    """Test whether anything links the columns; windows of one series are never independent."""
    if sample.x_content.kind is sample.y_content.kind is Kind.WINDOW:
        return None
    few = sample.take(slice(None, None, -(-sample.rows // LINKED_ROWS)))
    return hsic(few.x, few.y, *kernels, tolerance=1e-4)


def _cannot_tell(forward: Evidence, backward: Evidence, linked: Dependence | None) -> bool:
    """Whether both arrows could fail by their noise and neither does, or nothing is linked."""
    both_hold = forward.moved is False and backward.moved is False
    return both_hold or (linked is not None and linked.p_value >= LEVEL)


def _drawn(sample: Pair, pair: Pair) -> list[str]:
    if sample.rows == pair.rows:
        return []
    return [f"judged on {sample.rows} of {pair.rows} rows, drawn at random"]


def _explained(pair: Pair, measures: tuple[Measure, Measure]) -> str:
    arrows = ((pair.x_name, pair.y_name), (pair.y_name, pair.x_name))
    said = [
        f"{cause} -> {effect} {JUDGED[measure]}"
        for (cause, effect), measure in zip(arrows, measures, strict=True)
    ]
    return f"{said[0]}, {said[1]}; chance moves what holds by about 1"


def _score(forward: float, backward: float, measures: tuple[Measure, Measure]) -> float:
    """Compare two ratios by their logarithms, and two slopes by their difference."""
    if Measure.TREND in measures:
        return backward - forward
    return float(np.log(max(backward, FINEST)) - np.log(max(forward, FINEST)))


def _measures(pair: Pair, method: AnyKind) -> tuple[Measure, Measure]:
    """Return what x -> y and y -> x are judged by."""
    x, y = pair.x_content, pair.y_content
    if method.measure is not None:
        return method.measure, method.measure
    if x.kind is y.kind is Kind.WINDOW:
        return Measure.AUTONOMY, Measure.AUTONOMY
    noisy = _has_noise(x, y), _has_noise(y, x)
    if not any(noisy):
        return Measure.IMPACT, Measure.IMPACT
    forward, backward = (Measure.NOISE if has else Measure.ADMISSIBLE for has in noisy)
    return forward, backward


def _has_noise(cause: Content, effect: Content) -> bool:
    """Whether a function of the cause plus noise is a restriction worth testing."""
    return effect.has_differences and (cause.is_discrete or not effect.is_discrete)


def _arrows(pair: Pair, kernels: tuple[Kernel, Kernel], method: AnyKind) -> tuple[Arrow, Arrow]:
    x = Side(pair.x, pair.x_content, kernels[0])
    y = Side(pair.y, pair.y_content, kernels[1])
    return Arrow(x, y, method), Arrow(y, x, method)


def _half(pair: Pair, rng: np.random.Generator) -> Pair:
    return RandomRows(min(REPEAT_ROWS, pair.rows // 2)).draw(pair, rng)


def _half_of_blocks(pair: Pair, rng: np.random.Generator) -> Pair:
    """Draw blocks of neighbouring rows: windows of one series depend on their neighbours."""
    starts = np.arange(0, pair.rows, BLOCK)
    count = max(1, min(REPEAT_ROWS, pair.rows // 2) // BLOCK)
    chosen = np.sort(rng.choice(starts, min(count, len(starts)), replace=False))
    rows = np.concatenate([np.arange(s, min(s + BLOCK, pair.rows)) for s in chosen])
    return pair.take(rows)


def _repeat(
    part: Pair,
    kernels: tuple[Kernel, Kernel],
    method: AnyKind,
    measures: tuple[Measure, Measure],
    rng: np.random.Generator,
) -> float:
    """Return the score of some rows; a tie where they are too few or do not vary."""
    if part.rows < MIN_ROWS or any(np.all(v == v[0]) for v in (part.x, part.y)):
        return 0.0
    arrows = _arrows(part, kernels, method)
    found = [arrow.judge(m, rng) for arrow, m in zip(arrows, measures, strict=True)]
    forward, backward = _bounded(found[0], found[1])
    return _score(forward.criterion, backward.criterion, measures)
