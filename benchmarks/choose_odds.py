"""Choose the constants of the default method, on simulated pairs whose truth is known.

    python benchmarks/choose_odds.py draw --pairs 16000 --out costs.npz
    python benchmarks/choose_odds.py fit costs.npz

``draw`` makes pairs of all families of numeric cause and effect, half of them of 1000 rows and half
of 100 to 2000, and finds out what both arrows of each cost; with ``--minutes`` it stops in time.
``fit`` weighs the costs by logistic regression, writes src/vcei/odds/odds.json, and tells here and
in docs/default.md how often decisions on pairs that were held back are right, family by family, how
well the confidence is calibrated, and what pairs without an answer are called. The published
collections have no part.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

from rivals import replaced
from vcei._version import __version__
from vcei.answer import LEVEL, Answer, Direction, answer_of
from vcei.coreset import RandomParts
from vcei.data.simulate import GENERATORS
from vcei.dependence import hsic_of_ranks
from vcei.judgement import look, ready, sureness
from vcei.method import default
from vcei.odds.weights import CHOSEN, Odds, squash
from vcei.pair import Pair

PAGE = Path(__file__).parents[1] / "docs" / "default.md"
SEED = 20261119
FAMILIES = (
    *("SIM", "SIM-c", "SIM-ln", "SIM-G", "AN", "AN-s", "LS", "LS-s", "MN-U"),
    *(
        "post-nonlinear",
        "linear-non-gaussian",
        "varied",
        "varied",
        "varied",
        "natural",
        "natural",
        "natural",
    ),
)
"""What the constants are fitted to; the two wide families come three times as often."""

NO_ANSWER = ("independent", "linear-gaussian", "confounded")
"""Drawn as well, one for every seventeen others, to see what they are called."""

RIDGE = 1.0
"""Strength of the penalty on the weights, in units of pairs."""

FOLDS = 5
BOTH = (Direction.X_CAUSES_Y, Direction.Y_CAUSES_X)
"""The true arrow, and the other: as drawn, x is the cause."""


class Drawn(NamedTuple):
    """A simulated pair: its costs along the true arrow and against it."""

    family: str
    rows: int
    costs: dict[str, tuple[float, float]]
    p_values: tuple[float, float]
    independent: float


def draw(which: tuple[str, int]) -> Drawn:
    family, number = which
    rng = np.random.default_rng(
        [SEED, number, FAMILIES.index(family) if family in FAMILIES else 99]
    )
    rows = 1000 if rng.random() < 0.5 else round(np.exp(rng.uniform(np.log(100), np.log(2000))))
    cause, effect = GENERATORS[family](rng, rows)
    pair = Pair.of(cause, effect).standardize()
    parts = RandomParts(Odds().part_rows, Odds().parts).draw(pair, rng)
    parts = [ready(part, rng) for part in parts]
    along, against = look(parts, default()), look([part.swap() for part in parts], default())
    other = against.costs
    return Drawn(
        family,
        rows,
        {name: (cost, other[name]) for name, cost in along.costs.items()},
        (along.p_value, against.p_value),
        hsic_of_ranks(parts[0].x, parts[0].y).p_value,
    )


def wanted(pairs: int) -> Iterator[tuple[str, int]]:
    """Yield families in turn, each time with a number of its own."""
    turn = (*FAMILIES, None)  # in whose place one of those without an answer comes
    for place, family in enumerate(islice(cycle(turn), pairs)):
        other = NO_ANSWER[place // len(turn) % len(NO_ANSWER)]
        yield (family or other, place)


def draw_all(args: argparse.Namespace) -> None:
    begun, found = time.monotonic(), []
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    with ProcessPoolExecutor(args.jobs) as executor:
        ahead = wanted(args.pairs)
        while some := list(islice(ahead, 16 * args.jobs)):
            found += executor.map(draw, some, chunksize=4)
            print(f"{len(found)} of {args.pairs} pairs", file=sys.stderr, flush=True)
            if time.monotonic() - begun > 60 * args.minutes:
                break
    names = list(found[0].costs)
    np.savez_compressed(
        args.out,
        names=np.array(names),
        families=np.array([one.family for one in found]),
        rows=np.array([one.rows for one in found]),
        costs=np.array([[one.costs[name] for name in names] for one in found], dtype=np.float32),
        p_values=np.array([one.p_values for one in found]),
        independent=np.array([one.independent for one in found]),
    )


def weigh(terms: np.ndarray) -> np.ndarray:
    """Return the β of largest penalised likelihood, all pairs being labelled the true way.

    Newton's method for Σ log(1 + exp(-β't)) + RIDGE |β|²/2; no intercept, for it is odd.
    """
    beta = np.zeros(terms.shape[1])
    for _ in range(50):
        wrong = 1.0 / (1.0 + np.exp(terms @ beta))
        slope = RIDGE * beta - terms.T @ wrong
        curvature = terms.T @ ((wrong * (1 - wrong))[:, None] * terms)
        step = np.linalg.solve(curvature + RIDGE * np.eye(len(beta)), slope)
        beta -= step
        if np.max(np.abs(step)) < 1e-9:
            break
    return beta


def fit(args: argparse.Namespace) -> None:
    with np.load(args.costs) as drawn:
        names, families = [str(name) for name in drawn["names"]], drawn["families"]
        rows, p_values = drawn["rows"], drawn["p_values"]
        gaps = drawn["costs"][:, :, 1].astype(float) - drawn["costs"][:, :, 0]
        independent = drawn["independent"]
    known = np.isin(families, FAMILIES)
    sizes = np.median(np.abs(gaps[known]), axis=0)
    terms = squash(gaps / sizes)
    beta = weigh(terms[known])
    fold = np.random.default_rng(SEED).permutation(len(families)) % FOLDS
    log_odds = terms @ beta
    for this in range(FOLDS):
        rest = fold[known] != this
        held = known & (fold == this)
        log_odds[held] = terms[held] @ weigh(terms[known][rest])
    args.into.write_text(
        json.dumps(
            {
                "chosen by": "benchmarks/choose_odds.py",
                "vcei": __version__,
                "seed": SEED,
                "pairs": int(known.sum()),
                "families": sorted(set(FAMILIES)),
                "ridge": RIDGE,
                "terms": {
                    name: {"beta": round(float(b), 6), "sigma": float(f"{size:.6g}")}
                    for name, b, size in zip(names, beta, sizes, strict=True)
                },
            },
            indent=1,
        )
        + "\n"
    )
    tables = [
        *accuracies(families, rows, log_odds),
        "",
        *calibration(log_odds[known]),
        "",
        *answers(families, rows, log_odds, p_values, independent),
    ]
    print(*tables, sep="\n")
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(replaced(page, "chosen", "\n".join(tables)), encoding="utf-8")


def accuracies(families: np.ndarray, rows: np.ndarray, log_odds: np.ndarray) -> Iterator[str]:
    yield "| family | 1000 rows | other sizes |\n|---|---|---|"
    for family in dict.fromkeys(FAMILIES):
        mine = families == family
        right = [100 * np.mean(log_odds[mine & size] > 0) for size in (rows == 1000, rows != 1000)]
        yield f"| {family} | {right[0]:.1f} | {right[1]:.1f} |"


def calibration(log_odds: np.ndarray) -> Iterator[str]:
    confidence = 1.0 / (1.0 + np.exp(-np.abs(log_odds)))
    yield "| confidence | pairs | mean confidence | right |\n|---|---|---|---|"
    error = 0.0
    for low in np.arange(0.5, 1.0, 0.1):
        mine = (confidence >= low) & (confidence < low + 0.1 + (low > 0.85))
        said, true = confidence[mine].mean(), np.mean(log_odds[mine] > 0)
        error += mine.mean() * abs(said - true)
        yield f"| {low:.1f} to {low + 0.1:.1f} | {mine.sum()} | {said:.3f} | {true:.3f} |"
    yield f"\nExpected calibration error {error:.3f}."


def answers(
    families: np.ndarray,
    rows: np.ndarray,
    log_odds: np.ndarray,
    p_values: np.ndarray,
    independent: np.ndarray,
) -> Iterator[str]:
    names = (
        *(Answer.INDEPENDENT, Answer.NEITHER, Answer.DECIDED),
        *(Answer.NOT_IDENTIFIABLE, Answer.UNDECIDED),
    )
    arrows = [Direction.X_CAUSES_Y if one > 0 else Direction.Y_CAUSES_X for one in log_odds]
    moved = [
        {arrow.value: bool(p < LEVEL) for arrow, p in zip(BOTH, both, strict=True)}
        for both in p_values
    ]
    which = np.array(
        [
            answer_of(arrow, sureness(odds), these, alone)
            for arrow, odds, these, alone in zip(arrows, log_odds, moved, independent, strict=True)
        ]
    )
    yield "| family | " + " | ".join(names) + " |\n|---" + "|---" * len(names) + "|"
    for family in (*NO_ANSWER, *dict.fromkeys(FAMILIES)):
        mine = (families == family) & (rows == 1000)
        if not mine.any():
            continue
        shares = [f"{100 * np.mean(which[mine] == name):.0f}" for name in names]
        yield f"| {family} | " + " | ".join(shares) + " |"


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    verbs = parser.add_subparsers(required=True)
    drawing = verbs.add_parser("draw", help="simulate pairs and find out what they cost")
    drawing.add_argument("--pairs", type=int, default=16_000)
    drawing.add_argument("--minutes", type=float, default=np.inf)
    drawing.add_argument("--jobs", type=int, default=os.cpu_count())
    drawing.add_argument("--out", type=Path, default=Path("costs.npz"))
    drawing.set_defaults(run=draw_all)
    fitting = verbs.add_parser("fit", help="weigh the costs")
    fitting.add_argument("costs", type=Path)
    beside = Path(__file__).parents[1] / "src" / "vcei" / "odds" / CHOSEN
    fitting.add_argument("--into", type=Path, default=beside, help="where to (%(default)s)")
    fitting.set_defaults(run=fit)
    return parser.parse_args(given)


if __name__ == "__main__":
    args = arguments()
    args.run(args)
