"""Do our simulators resemble the published collections? Simple methods must score alike on both.

    python benchmarks/resemblance.py --data DIR

reads the nine published synthetic collections below DIR, draws as many pairs of as many rows from
our simulators, scores four methods of a few lines each on both, and writes the table into
docs/simulators.md. It takes about four minutes of one processor.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from scipy.stats import binomtest, fisher_exact

from vcei.answer import Direction
from vcei.data.collections import find_collections, load_collection
from vcei.data.simulate import GENERATORS
from vcei.data.simulate.write import draw_pairs

PAGE = Path(__file__).parents[1] / "docs" / "simulators.md"
BEGIN, END = "<!-- resemblance: begin -->", "<!-- resemblance: end -->"
PUBLISHED = tuple(islice(GENERATORS, 9))
LEVEL = 0.95

Pair = tuple[np.ndarray, np.ndarray, bool]
"""The columns, and whether the first drives the second."""


def slope(x, y):
    """Return ``mean log|dy/dx|`` over neighbours in x, leaving out steps of zero."""
    order = np.argsort(x, kind="stable")
    dx, dy = np.abs(np.diff(x[order])), np.abs(np.diff(y[order]))
    real = (dx > 0) & (dy > 0)
    return np.mean(np.log(dy[real] / dx[real]))


def unit(values):
    return (values - values.min()) / np.ptp(values)


def standard(values):
    return (values - values.mean()) / values.std(ddof=1)


def igci(scale):
    """Information-geometric inference (Janzing et al., 2012), slope estimator, one reference."""

    def score(x, y):
        a, b = scale(x), scale(y)
        return slope(b, a) - slope(a, b)

    return score


def cubic_error(x, y):
    """Regression error (Blöbaum et al., 2018): a cubic misses the effect by less, on [0, 1]."""
    a, b = unit(x), unit(y)

    def error(cause, effect):
        powers = np.vander(cause, 4)
        return np.mean((effect - powers @ np.linalg.lstsq(powers, effect)[0]) ** 2)

    return error(b, a) - error(a, b)


def variance(x, y):
    """Take the column of larger variance for the cause: it reads the scales and nothing else."""
    return x.var() - y.var()


METHODS: Mapping[str, Callable[[np.ndarray, np.ndarray], float]] = {
    "IGCI, uniform": igci(unit),
    "IGCI, Gaussian": igci(standard),
    "cubic error": cubic_error,
    "larger variance": variance,
}


@dataclass(frozen=True)
class Share:
    """How many of so many decisions were right."""

    right: int
    total: int

    def __str__(self) -> str:
        interval = binomtest(self.right, self.total).proportion_ci(LEVEL, method="exact")
        percent = 100 * self.right / self.total
        return f"{percent:.0f} ({100 * interval.low:.0f}-{100 * interval.high:.0f})"

    def p_value(self, other: Share) -> float:
        """Fisher's exact test that both have the same chance of being right."""
        table = [[part.right, part.total - part.right] for part in (self, other)]
        return float(fisher_exact(table).pvalue)


def shares(pairs: Sequence[Pair]) -> dict[str, Share]:
    """Score every method; a tie or a failure counts as wrong."""
    right = {
        method: sum(score(x, y) * (1 if forward else -1) > 0 for x, y, forward in pairs)
        for method, score in METHODS.items()
    }
    return {method: Share(int(count), len(pairs)) for method, count in right.items()}


def published_pairs(path: Path) -> Iterator[Pair]:
    for pair in load_collection(path):
        yield pair.x, pair.y, pair.truth is Direction.X_CAUSES_Y


def our_pairs(name: str, pairs: int, rows: int, seed: int) -> Iterator[Pair]:
    for drawn in draw_pairs(GENERATORS[name], pairs, rows, seed):
        yield drawn.first, drawn.second, drawn.cause_first


def compare(data: Path, seed: int) -> str:
    """Return the table and the sentence below it."""
    found = find_collections(data)
    head = [
        "collection",
        *(f"{method}: {whose}" for method in METHODS for whose in ("pub.", "ours")),
    ]
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    values = []
    for name in PUBLISHED:
        theirs = list(published_pairs(found[name]))
        ours = list(our_pairs(name, len(theirs), len(theirs[0][0]), seed))
        cells = []
        for one, other in zip(shares(theirs).values(), shares(ours).values(), strict=True):
            values.append(one.p_value(other))
            cells += [str(one), str(other)]
        lines.append("| " + " | ".join([name, *cells]) + " |")
        print(lines[-1], flush=True)
    low = sum(value < 1 - LEVEL for value in values)
    return "\n".join(lines) + (
        f"\n\nSeed {seed}. Of the {len(values)} comparisons {low} differ at the 5 % level by "
        f"Fisher's exact test; up to {len(values) / 20:.0f} would be expected of exact simulators. "
        f"The smallest p-value is {min(values):.2g}, times {len(values)} comparisons "
        f"{min(1.0, min(values) * len(values)):.2g}."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=os.environ.get("VCEI_DATA_DIR"))
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.data is None:
        parser.error("say where the published collections are: --data DIR or VCEI_DATA_DIR")
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    table = compare(given.data, given.seed)
    PAGE.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
