"""Choose the constants of the default method, on simulated pairs whose truth is known.

    python benchmarks/choose_odds.py draw --pairs 40000 --out costs.npz
    python benchmarks/choose_odds.py draw --pairs 10000 --first 40000 --rows 20 100 --out short.npz
    python benchmarks/choose_odds.py fit costs.npz short.npz

``draw`` makes pairs of all families of numeric cause and effect, half of them of 1000 rows and half
of 100 to 2000 unless told otherwise, and finds out what both arrows of each cost; with
``--minutes`` it stops in time.
``fit`` fits the weights of the costs (PyTorch does), writes src/vcei/odds/odds.json, and tells here
and in docs/default.md how often decisions on pairs that were held back are right, family by
family, how well the confidence is calibrated, and what pairs without an answer are called. The
published collections have no part.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rivals import replaced
from vcei._version import __version__
from vcei.answer import LEVEL, Answer, Direction, answer_of
from vcei.coreset import RandomParts
from vcei.data.simulate import GENERATORS
from vcei.dependence import hsic_of_ranks
from vcei.errors import require
from vcei.judgement import look, ready, sureness
from vcei.method import default
from vcei.odds.weights import CHOSEN, Odds, Weights, squash
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
"""Drawn as well: confidence is to be low where nothing can be known."""

USUAL = (100, 2000)
"""Rows of the half of the pairs that have not 1000."""

KIN = (
    *(("SIM", "SIM-c", "SIM-ln", "SIM-G"), ("AN", "AN-s", "LS", "LS-s", "MN-U")),
    *((family,) for family in ("post-nonlinear", "linear-non-gaussian", "varied", "natural")),
)
"""Families that are much alike: held back together, they tell how unknown ones would fare."""

HIDDEN, ROUNDS, BATCH, RATE, DECAY = 48, 15, 256, 3e-3, 0.5
"""Size of the network that gives the weights, and how it is trained."""

DIGITS = 4
"""Decimals of the constants."""

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


def draw(which: tuple[str, int], between: Sequence[int] | None = None) -> Drawn:
    family, number = which
    rng = np.random.default_rng(
        [SEED, number, FAMILIES.index(family) if family in FAMILIES else 99]
    )
    even = rng.random() < 0.5 and not between
    rows = 1000 if even else round(np.exp(rng.uniform(*np.log(between or USUAL))))
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


def wanted(pairs: int, first: int = 0) -> Iterator[tuple[str, int]]:
    """Yield families in turn, each time with a number of its own."""
    turn = cycle((*FAMILIES, *NO_ANSWER))
    return ((family, number) for number, family in islice(enumerate(turn), first, first + pairs))


def draw_all(args: argparse.Namespace) -> None:
    begun, found = time.monotonic(), []
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    with ProcessPoolExecutor(args.jobs) as executor:
        ahead = wanted(args.pairs, args.first)
        while some := list(islice(ahead, 16 * args.jobs)):
            found += executor.map(partial(draw, between=args.rows), some, chunksize=4)
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


class Known(NamedTuple):
    """Drawn pairs, x being the cause of all that have one."""

    costs: tuple[str, ...]
    families: np.ndarray
    rows: np.ndarray
    forward: np.ndarray
    backward: np.ndarray
    p_values: np.ndarray
    independent: np.ndarray

    @classmethod
    def read(cls, paths: Sequence[Path]) -> Known:
        """Take what draws have found."""
        drawn = [np.load(path) for path in paths]
        whole = {name: np.concatenate([one[name] for one in drawn]) for name in drawn[0].files}
        costs = whole["costs"].astype(np.float64)
        return cls(
            tuple(map(str, drawn[0]["names"])),
            whole["families"],
            whole["rows"],
            costs[:, :, 0],
            costs[:, :, 1],
            whole["p_values"],
            whole["independent"],
        )

    @property
    def answerable(self) -> np.ndarray:
        """Which pairs have an answer."""
        return np.isin(self.families, FAMILIES)


def weigh(known: Known, which: np.ndarray) -> Weights:
    """Fit the weights to some of the pairs, by likelihood.

    The truth of all pairs is x -> y, but those without an answer count half as often either way.
    """
    torch = require("torch", "gpu")
    torch.set_num_threads(1)
    forward, backward = known.forward[which], known.backward[which]
    answerable = known.answerable[which]
    usual = units(known.costs, forward[answerable], backward[answerable])
    differences = squash((backward - forward) / usual.sigma)
    case = usual.case(forward, backward, differences)
    q, c = (torch.tensor(one, dtype=torch.float32) for one in (differences, case))
    parts = train(torch, q, c, torch.tensor(answerable))
    arrays = (np.round(part.detach().double().numpy(), DIGITS) for part in parts)
    names = ("inner", "inner_bias", "outer", "outer_bias")
    return replace(usual, **dict(zip(names, arrays, strict=True)))


def units(costs: tuple[str, ...], forward: np.ndarray, backward: np.ndarray) -> Weights:
    """Return weights that know what is usual, and say nothing."""
    gaps, means = np.abs(backward - forward), 0.5 * (forward + backward)
    low, high = np.quantile(means, [0.16, 0.84], axis=0)
    figures = (np.median(gaps, axis=0), np.median(means, axis=0), (high - low) / 2)
    sigma, centre, width = ([float(f"{one:.6g}") for one in each] for each in figures)
    none = np.zeros((0, 2 * len(costs)))
    return Weights(
        *("", costs, np.array(sigma), np.array(centre), np.array(width)),
        *(none, none[:, 0], none[:, : len(costs)].T, np.zeros(len(costs))),
    )


def train(torch: Any, q: Any, c: Any, answerable: Any) -> list[Any]:
    """Return W, a, V and b after some rounds of AdamW over all pairs."""
    torch.manual_seed(SEED)
    inner = torch.nn.Linear(c.shape[1], HIDDEN)
    outer = torch.nn.Linear(HIDDEN, q.shape[1])
    torch.nn.init.zeros_(outer.weight)
    torch.nn.init.constant_(outer.bias, 0.1)
    parts = [inner.weight, inner.bias, outer.weight, outer.bias]
    steps, odds_against = len(q) // BATCH, torch.nn.functional.softplus
    optimizer = torch.optim.AdamW(parts, lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, RATE, total_steps=ROUNDS * steps, pct_start=0.1
    )
    for _ in range(ROUNDS):
        order = torch.randperm(len(q))
        for step in range(steps):
            some = order[step * BATCH : (step + 1) * BATCH]
            log_odds = (outer(torch.tanh(inner(c[some]))) * q[some]).sum(1)
            either = 0.5 * (odds_against(-log_odds) + odds_against(log_odds))
            loss = torch.where(answerable[some], odds_against(-log_odds), either).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    return parts


def held_back(known: Known, parts: Iterable[np.ndarray]) -> np.ndarray:
    """Return the log odds of pairs, each by weights that did not see its part."""
    log_odds = np.full(len(known.rows), np.nan)
    for part in parts:
        said = weigh(known, ~part).say(known.forward[part], known.backward[part])
        log_odds[part] = np.sum(said, axis=1)
    return log_odds


def fit(args: argparse.Namespace) -> None:
    known = Known.read(args.costs)
    weights = weigh(known, np.ones(len(known.rows), dtype=bool))
    arrays = ("sigma", "centre", "width", "inner", "inner_bias", "outer", "outer_bias")
    record = {
        "chosen by": "benchmarks/choose_odds.py",
        "vcei": __version__,
        "seed": SEED,
        "pairs": len(known.rows),
        "families": sorted({*FAMILIES, *NO_ANSWER}),
        "costs": weights.costs,
        **{name: getattr(weights, name).round(DIGITS + 2).tolist() for name in arrays},
    }
    lines = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in record.items())
    args.into.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    fold = np.random.default_rng(SEED).permutation(len(known.rows)) % FOLDS
    log_odds = held_back(known, [fold == this for this in range(FOLDS)])
    strange = held_back(known, [np.isin(known.families, kin) for kin in KIN])
    tables = [
        *accuracies(known, log_odds, strange),
        "",
        *calibration(log_odds[known.answerable], strange[known.answerable]),
        "",
        *answers(known, log_odds),
    ]
    print(*tables, sep="\n")
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(replaced(page, "chosen", "\n".join(tables)), encoding="utf-8")


def accuracies(known: Known, log_odds: np.ndarray, strange: np.ndarray) -> Iterator[str]:
    yield (
        "| family | 1000 rows | 100 to 2000 | 20 to 100 | 1000 rows, its kin unknown |\n"
        "|---|---|---|---|---|"
    )
    whole, short = known.rows == 1000, known.rows < USUAL[0]
    parts = ((log_odds, whole), (log_odds, ~whole & ~short), (log_odds, short), (strange, whole))
    for family in dict.fromkeys(FAMILIES):
        mine = known.families == family
        right = [f"{100 * np.mean(odds[mine & size] > 0):.1f}" for odds, size in parts]
        yield f"| {family} | {' | '.join(right)} |"


def calibration(log_odds: np.ndarray, strange: np.ndarray) -> Iterator[str]:
    yield (
        "| confidence | pairs | mean confidence | right | pairs, their kin unknown | right |\n"
        "|---|---|---|---|---|---|"
    )
    errors = np.zeros(2)
    for low in np.arange(0.5, 1.0, 0.1):
        cells = [f"{low:.1f} to {low + 0.1:.1f}"]
        for place, odds in enumerate((log_odds, strange)):
            confidence = 1.0 / (1.0 + np.exp(-np.abs(odds)))
            mine = (confidence >= low) & (confidence < low + 0.1 + (low > 0.85))
            said, true = confidence[mine].mean(), np.mean(odds[mine] > 0)
            errors[place] += mine.mean() * abs(said - true)
            cells += [str(mine.sum()), *([f"{said:.3f}"] if place == 0 else []), f"{true:.3f}"]
        yield f"| {' | '.join(cells)} |"
    yield f"\nExpected calibration error {errors[0]:.3f}; {errors[1]:.3f} of pairs of unknown kin."


def answers(known: Known, log_odds: np.ndarray) -> Iterator[str]:
    """Yield what pairs of 1000 rows are called, and what shorter ones without an answer are."""
    names = (
        *(Answer.INDEPENDENT, Answer.NEITHER, Answer.DECIDED),
        *(Answer.NOT_IDENTIFIABLE, Answer.UNDECIDED),
    )
    arrows = [Direction.X_CAUSES_Y if one > 0 else Direction.Y_CAUSES_X for one in log_odds]
    moved = [
        {arrow.value: bool(p < LEVEL) for arrow, p in zip(BOTH, both, strict=True)}
        for both in known.p_values
    ]
    each = zip(arrows, log_odds, moved, known.independent, strict=True)
    which = np.array([answer_of(arrow, sureness(odds), *tests) for arrow, odds, *tests in each])
    yield "| family | rows | " + " | ".join(names) + " |\n|---|---" + "|---" * len(names) + "|"
    sizes = {
        "1000": known.rows == 1000,
        "100 to 500": (known.rows >= 100) & (known.rows <= 500),
        "20 to 100": known.rows < 100,
    }
    wanted = [(family, size) for size in sizes for family in NO_ANSWER]
    for family, size in (*wanted, *((family, "1000") for family in dict.fromkeys(FAMILIES))):
        mine = (known.families == family) & sizes[size]
        shares = [f"{100 * np.mean(which[mine] == name):.0f}" for name in names]
        yield f"| {family} | {size} | " + " | ".join(shares) + " |"


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    verbs = parser.add_subparsers(required=True)
    drawing = verbs.add_parser("draw", help="simulate pairs and find out what they cost")
    drawing.add_argument("--pairs", type=int, default=40_000)
    drawing.add_argument("--first", type=int, default=0, help="number of the first pair")
    drawing.add_argument(
        "--rows", type=int, nargs=2, metavar=("LEAST", "MOST"), help="of all pairs"
    )
    drawing.add_argument("--minutes", type=float, default=np.inf)
    drawing.add_argument("--jobs", type=int, default=os.cpu_count())
    drawing.add_argument("--out", type=Path, default=Path("costs.npz"))
    drawing.set_defaults(run=draw_all)
    fitting = verbs.add_parser("fit", help="weigh the costs")
    fitting.add_argument("costs", type=Path, nargs="+")
    beside = Path(__file__).parents[1] / "src" / "vcei" / "odds" / CHOSEN
    fitting.add_argument("--into", type=Path, default=beside, help="where to (%(default)s)")
    fitting.set_defaults(run=fit)
    return parser.parse_args(given)


if __name__ == "__main__":
    args = arguments()
    args.run(args)
