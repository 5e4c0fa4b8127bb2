"""GPI over whole collections, many pairs at once: too slow for a processor, made for a GPU.

    python benchmarks/gpi_collections.py --data DIR --out gpi.csv --device cuda

reads collections below DIR, writes what every pair cost in either direction to gpi.csv and the
settings with the time to gpi.json beside it. It may be stopped at any moment: the same command
goes on after the last whole batch. With ``--minutes`` descents that take longer than their share
end where they are, marked in the table.

Where the collections are too many files to carry to another machine, ``--pack pairs.npz`` puts
them into one, which ``--data pairs.npz`` reads there. That machine needs NumPy and, for
``--device``, PyTorch and array-api-compat.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np

from vcei._version import __version__
from vcei.pair import Pair
from vcei.peers.gpi import GPI, Costs

SYNTHETIC = ("SIM", "SIM-c", "SIM-ln", "SIM-G", "AN", "AN-s", "LS", "LS-s", "MN-U")
EVERY = 50
"""Rounds between two lines of progress."""


class Labelled(NamedTuple):
    """A pair and what is held to be the truth about it."""

    collection: str
    name: str
    truth: str
    x: np.ndarray
    y: np.ndarray


class Row(NamedTuple):
    """A line of the table: costs are in nats, rounds marked ``+`` were too few to converge."""

    collection: str
    pair: str
    truth: str
    score: str
    cause_xy: str
    effect_xy: str
    cause_yx: str
    effect_yx: str
    rounds_xy: str
    rounds_yx: str


@dataclass(frozen=True)
class Table:
    """The CSV file and the JSON file beside it."""

    path: Path
    settings: Mapping[str, object]

    @property
    def beside(self) -> Path:
        """The file of settings."""
        return self.path.with_suffix(".json")

    def begin(self) -> set[tuple[str, str]]:
        """Return the pairs that are there already, under the same settings."""
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.add([Row._fields])
            self.note({"settings": self.settings, "batches": []})
            return set()
        there = json.loads(self.beside.read_text())["settings"]
        if there != self.settings:
            sys.exit(f"{self.path} has other settings: {there}. Choose another --out.")
        with self.path.open(newline="") as file:
            return {(row["collection"], row["pair"]) for row in csv.DictReader(file)}

    def add(self, rows: Sequence[Sequence[str]], **batch: object) -> None:
        """Append rows, in one go, and note how they came about."""
        lines = "".join(",".join(row) + "\n" for row in rows)
        with self.path.open("a", newline="") as file:
            file.write(lines)
        if batch:
            told = json.loads(self.beside.read_text())
            self.note({**told, "batches": [*told["batches"], batch]})

    def note(self, told: Mapping[str, object]) -> None:
        """Rewrite the file of settings, whole or not at all."""
        new = self.beside.with_suffix(".new")
        new.write_text(json.dumps(told, indent=1) + "\n")
        new.replace(self.beside)


def rows(pairs: Sequence[Labelled], costs: Costs) -> Iterator[Row]:
    for i, pair in enumerate(pairs):
        steps = [
            f"{count}{'' if done else '+'}"
            for count, done in zip(costs.rounds[i], costs.converged[i], strict=True)
        ]
        parts = np.column_stack([costs.cause[i], costs.effect[i]]).ravel()
        numbers = [f"{value:.3f}" for value in (costs.score[i], *parts)]
        yield Row(pair.collection, pair.name, pair.truth, *numbers, *steps)


def read(data: Path, collections: Sequence[str]) -> list[Labelled]:
    """Read pairs from a folder of collections, or from a file that --pack made."""
    if data.suffix == ".npz":
        with np.load(data) as packed:
            return [pair for name in collections for pair in unpack(name, packed)]
    from vcei.data.collections import find_collections, load_collection

    found = find_collections(data)
    return [
        Labelled(name, pair.name, pair.truth.value, pair.x, pair.y)
        for name in collections
        for pair in load_collection(found[name])
    ]


def unpack(collection: str, packed: Mapping[str, np.ndarray]) -> Iterator[Labelled]:
    ends = np.cumsum(packed[f"{collection}/rows"])[:-1]
    x, y = (np.split(packed[f"{collection}/{side}"], ends) for side in "xy")
    names, truths = (packed[f"{collection}/{what}"] for what in ("names", "truths"))
    for name, truth, *columns in zip(names, truths, x, y, strict=True):
        yield Labelled(collection, str(name), str(truth), *columns)


def pack(pairs: Sequence[Labelled], file: Path) -> None:
    whole = {}
    for collection in dict.fromkeys(pair.collection for pair in pairs):
        mine = [pair for pair in pairs if pair.collection == collection]
        whole[f"{collection}/names"] = np.array([pair.name for pair in mine])
        whole[f"{collection}/truths"] = np.array([pair.truth for pair in mine])
        whole[f"{collection}/rows"] = np.array([len(pair.x) for pair in mine])
        whole[f"{collection}/x"] = np.concatenate([pair.x for pair in mine])
        whole[f"{collection}/y"] = np.concatenate([pair.y for pair in mine])
    np.savez_compressed(file, **whole)


def machine(device: str | None) -> dict[str, str]:
    """Return what did the descents."""
    if device is None:
        return {"device": "processor", "library": f"numpy {np.__version__}"}
    import torch

    name = torch.cuda.get_device_name(device) if device.startswith("cuda") else device
    return {"device": name, "library": f"torch {torch.__version__}"}


def peak(device: str | None) -> dict[str, float]:
    """Return how many GB of a GPU's memory a batch took at most, and begin anew."""
    if device is None or not device.startswith("cuda"):
        return {}
    import torch

    used = torch.cuda.max_memory_reserved(device)
    torch.cuda.empty_cache()
    torch.cuda.reset_peak_memory_stats(device)
    return {"gigabytes": round(used / 1e9, 1)}


def accuracies(file: Path) -> Iterator[str]:
    """Yield a line for each collection: how often the forced decision is right."""
    with file.open(newline="") as lines:
        table = list(csv.DictReader(lines))
    for collection in dict.fromkeys(row["collection"] for row in table):
        mine = [row for row in table if row["collection"] == collection]
        right = [float(row["score"]) * (1 if row["truth"] == "x->y" else -1) > 0 for row in mine]
        enough = [not row[f"rounds_{side}"].endswith("+") for row in mine for side in ("xy", "yx")]
        yield (
            f"{collection:8} {np.mean(right):6.1%} of {len(mine)} pairs right, "
            f"{np.mean(enough):6.1%} of descents converged"
        )


@dataclass(frozen=True)
class Clock:
    """Tells how a batch gets on, and stops its descents where there is no more time for it."""

    seconds: float
    begun: float = field(default_factory=time.perf_counter)

    @property
    def passed(self) -> float:
        """Seconds since the batch began."""
        return time.perf_counter() - self.begun

    def watch(self, count: int, running: int) -> bool:
        """Print a line now and then."""
        over = self.passed > self.seconds
        if count % EVERY == 0 or running == 0 or over:
            print(f"  round {count}: {running} run, {self.passed:.0f} s", flush=True)
        return over


def measure(pairs: Sequence[Labelled], method: GPI, args: argparse.Namespace, table: Table) -> None:
    """Score batch after batch, each with its share of the time that is left."""
    whole = Clock(60 * args.minutes)
    # spawned: a process that holds a GPU must not fork
    with ProcessPoolExecutor(args.workers, mp_context=get_context("spawn")) as executor:
        for first in range(0, len(pairs), args.batch):
            batch = pairs[first : first + args.batch]
            left = whole.seconds - whole.passed
            clock = Clock(left * len(batch) / (len(pairs) - first))
            costs = method.costs(
                [Pair.of(pair.x, pair.y) for pair in batch],
                [np.random.default_rng(args.seed) for _ in batch],
                device=args.device,
                executor=executor,
                watch=clock.watch,
            )
            report = {"pairs": len(batch), "seconds": round(clock.passed, 1), **peak(args.device)}
            table.add(list(rows(batch, costs)), **report, **machine(args.device))
            print(f"{first + len(batch)} of {len(pairs)} pairs; batch: {report}", flush=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--data", type=Path, required=True, help="folder of collections, or a file of --pack")
    add("--out", type=Path, default=Path("gpi.csv"), help="the table (%(default)s)")
    add("--pack", type=Path, help="only put the collections into this file")
    add("--collections", nargs="+", default=SYNTHETIC, help="which (the nine synthetic ones)")
    add("--limit", type=int, help="only the first so many pairs of each")
    add("--device", help="where PyTorch works, such as cuda; without it NumPy, on the processor")
    add("--batch", type=int, default=450, help="pairs at once (%(default)s)")
    add("--workers", type=int, default=os.cpu_count(), help="processes for mixtures (%(default)s)")
    add("--minutes", type=float, default=np.inf, help="stop descents that do not fit into so long")
    add("--rows", type=int, default=500, help="rows of a pair (%(default)s)")
    add("--rounds", type=int, default=3000, help="most evaluations (%(default)s)")
    add("--tolerance", type=float, default=GPI.tolerance, help="of the descent (%(default)s)")
    add("--barrier", type=float, default=GPI.barrier, help="for decreasing f (%(default)s)")
    add("--flat", action="store_true", help="no priors of s, l and r")
    add("--seed", type=int, default=0, help="draws the rows (%(default)s)")
    return parser.parse_args()


def main() -> None:
    args = arguments()
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # for the workers
    pairs = [pair for name in args.collections for pair in read(args.data, [name])[: args.limit]]
    if args.pack:
        pack(pairs, args.pack)
        return
    method = GPI(args.rows, args.rounds, args.tolerance, args.barrier, not args.flat)
    table = Table(args.out, {"vcei": __version__, **asdict(method), "seed": args.seed})
    done = table.begin()
    measure([one for one in pairs if (one.collection, one.name) not in done], method, args, table)
    print(*accuracies(args.out), sep="\n")


if __name__ == "__main__":
    main()
