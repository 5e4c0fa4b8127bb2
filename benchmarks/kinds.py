"""Write the tables of docs/kinds.md: accuracy on simulated kinds, and a large table's cost.

Every pair is drawn from a seed of its own, on which no setting was chosen. Rivals get the numbers
that they accept; where they accept none, the cell says so.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from scipy.stats import binomtest, f

import vcei
import vcei.timeseries
from vcei.any_kind import AnyKind
from vcei.data.simulate import GENERATORS
from vcei.pair import Pair

PAGE = Path(__file__).parents[1] / "docs" / "kinds.md"
RIVALS = ("cds", "anm", "igci-uniform", "igci-gaussian", "reci")
CELLS = ["family", "kinds", "any-kind", *RIVALS, "linear Granger"]
LARGE = 100_000


def discrete_cycle(rng, rows):
    """Draw Y = f(X) + N on a cycle of 5 to 9 places: Peters et al. 2011, their cyclic model."""
    size = int(rng.integers(5, 10))
    x = rng.choice(size, rows, p=rng.dirichlet(np.full(size, 2.0)))
    noise = rng.choice([-1, 0, 1], rows, p=rng.dirichlet(np.full(3, 2.0)))
    return x.astype(float), ((rng.permutation(size)[x] + noise) % size).astype(float), size


@dataclass(frozen=True)
class Family:
    """Simulated pairs, and what is said of their kinds."""

    name: str
    draw: Callable
    kinds: Callable[[int], Mapping[str, str]] = lambda _: {}
    said: str = "inferred"
    rivals: tuple[str, ...] = field(default=RIVALS)
    is_series: bool = False

    def columns(self, rng, rows):
        """Return cause, effect and the length of the cycle, where there is one."""
        return (*self.draw(rng, rows), 0)[:3]


FAMILIES = [
    Family("discrete-cause", GENERATORS["discrete-cause"]),
    Family(
        "discrete-cause", GENERATORS["discrete-cause"], lambda _: {"x": "category"}, "x category"
    ),
    Family(
        "discrete-effect", GENERATORS["discrete-effect"], lambda _: {"y": "category"}, "y category"
    ),
    Family("discrete-both", GENERATORS["discrete-both"]),
    Family(
        "discrete-both",
        GENERATORS["discrete-both"],
        lambda _: {"x": "category", "y": "category"},
        "both category",
    ),
    Family(
        "discrete-cycle",
        discrete_cycle,
        lambda size: {"x": f"angle:{size}", "y": f"angle:{size}"},
        "both angle",
    ),
    Family("vector", GENERATORS["vector"], rivals=()),
    Family("time-series", GENERATORS["time-series"], said="windows", is_series=True),
]


def granger(x, y, lags=4):
    """Return the difference of the log p-values of linear Granger causality."""

    def log_p_value(cause, effect):
        past = vcei.timeseries.windows(effect, lags + 1)[:, :-1]
        other = vcei.timeseries.windows(cause, lags + 1)[:, :-1]
        now, one = effect[lags:], np.ones((len(past), 1))
        small, large = np.hstack([one, past]), np.hstack([one, past, other])
        left = [np.linalg.lstsq(a, now, rcond=None)[1][0] for a in (small, large)]
        free = len(now) - large.shape[1]
        return f.logsf((left[0] - left[1]) / lags / (left[1] / free), lags, free)

    return log_p_value(y, x) - log_p_value(x, y)


def scores(family, rng, rows):
    """Return the score of every method that takes the pair; the first column is the cause."""
    x, y, size = family.columns(rng, rows)
    ask = AnyKind(repeats=0)
    if family.is_series:
        found = {"any-kind": vcei.identify_pair(vcei.series(x, y), ask).score}
        found["linear Granger"] = granger(x, y)
    else:
        found = {"any-kind": vcei.identify(x, y, ask, kind=family.kinds(size)).score}
    for rival in family.rivals:
        pair = Pair.of(x, y, kind={"x": "number", "y": "number"})
        found[rival] = vcei.identify_pair(pair, rival).score
    return found


def accuracies(family, pairs, rows, seed):
    """Return accuracy in percent with its 95 % Clopper-Pearson interval, for each method."""
    right: dict[str, int] = {}
    for number in range(pairs):
        rng = np.random.default_rng([seed, number])
        for method, score in scores(family, rng, rows).items():
            right[method] = right.get(method, 0) + int(score > 0)
    shown = {}
    for method, count in right.items():
        interval = binomtest(count, pairs).proportion_ci(0.95, method="exact")
        low, high = 100 * interval.low, 100 * interval.high
        shown[method] = f"{100 * count / pairs:.0f} ({low:.0f}-{high:.0f})"
    return shown


def table(pairs, rows, seed):
    """Return the table of accuracies."""
    lines = ["| " + " | ".join(CELLS) + " |", "|---" * len(CELLS) + "|"]
    for family in FAMILIES:
        shown = accuracies(family, pairs, rows, seed)
        cells = [family.name, family.said, *(shown.get(method, "-") for method in CELLS[2:])]
        lines.append("| " + " | ".join(cells) + " |")
        print(lines[-1], flush=True)
    return "\n".join(lines)


def large(seed):
    """Return what a verdict on a large table of a category and a number costs."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 8, LARGE)
    income = rng.normal(size=8)[codes] + 0.4 * rng.normal(size=LARGE)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "people.csv")
        rows = zip(codes.tolist(), income.tolist(), strict=True)
        path.write_text("trade,income\n" + "\n".join(f"trade {c},{v!r}" for c, v in rows))
        start = time.perf_counter()
        command = [sys.executable, "-m", "vcei", "identify", str(path), "--x", "0", "--y", "1"]
        subprocess.run(command, check=True, capture_output=True)
        took = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    cost = f"{took:.1f} s and {peak:.0f} MB, from file to verdict"
    return f"{LARGE} rows of a category against a number: {cost}."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--rows", type=int, default=500)
    parser.add_argument("--seed", type=int, default=2026)
    given = parser.parse_args()
    written = (
        f"{table(given.pairs, given.rows, given.seed)}\n\n{given.pairs} pairs of {given.rows} "
        f"rows, seed {given.seed}. {large(given.seed)}"
    )
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split("<!-- kinds: begin -->")
    after = rest.split("<!-- kinds: end -->")[1]
    marked = f"<!-- kinds: begin -->\n{written}\n<!-- kinds: end -->"
    PAGE.write_text(f"{before}{marked}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
