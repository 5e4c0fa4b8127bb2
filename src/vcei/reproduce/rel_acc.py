"""fig:rel_acc: accuracy of the paper's method on the ten collections, beside published baselines.

Goes through the benchmark: every pair is recorded when it is done, and a second call does only
what is missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vcei import figures
from vcei.bench.published import published
from vcei.bench.suite import PAPER
from vcei.bench.summary import Summary
from vcei.figures import Baseline
from vcei.reproduce.request import Request, Rows, number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from vcei.bench.task import Task

METHOD = "paper"
STORE = "rel_acc.sqlite"
QUICK_PAIRS = 5
BASELINES: Mapping[str, str] = {
    "biCAM": "biCAM",
    "IGCI-u": "IGCI, uniform",
    "IGCI-g": "IGCI, Gaussian",
    "bQCD m=3": "bQCD",
    "Sloppy": "Sloppy",
    "GPI": "GPI",
}
"""The paper's baselines as bench/published.toml has them, and what the legend calls them.

The paper does not say which IGCI it shows, hence both; of bQCD it is its authors' default.
"""


@dataclass(frozen=True)
class Accuracies:
    """The numbers of fig:rel_acc.

    Attributes
    ----------
    ours : tuple[Summary, ...]
        One for each collection that was found.
    baselines : tuple[Baseline, ...]
        Published accuracies.
    quick : bool
        Whether only some pairs of each collection were judged.
    """

    ours: tuple[Summary, ...]
    baselines: tuple[Baseline, ...]
    quick: bool

    @property
    def absent(self) -> list[str]:
        """Those of the ten collections that were not found."""
        found = {one.collection for one in self.ours}
        return [name for name in PAPER if name not in found]


def compute(request: Request) -> Accuracies:
    """Judge every pair, or a few of each collection, as far as that is not recorded yet.

    Parameters
    ----------
    request
        What was asked for.

    Returns
    -------
    Accuracies
        Ours and theirs.
    """
    from vcei.bench import engines
    from vcei.bench.run import run, to_do
    from vcei.bench.store import Store
    from vcei.bench.summary import summarize

    engine = engines.local(request.jobs)
    names = [name for name in PAPER if name in request.collections]
    request.out.mkdir(parents=True, exist_ok=True)
    with Store(request.out / STORE) as store:
        tasks = planned(names, request)
        for group in tasks:
            store.plan(group)
        missing = to_do([task for group in tasks for task in group], store)
        with request.follow(len(missing), "pairs") as advance:
            run(missing, store, engine, 4 * request.jobs, lambda _: advance())
        wanted = [
            board
            for board in store.boards()
            if (board.method, board.seed) == (METHOD, request.seed) and board.collection in names
        ]
    return Accuracies(tuple(summarize(wanted)), baselines(), request.quick)


def planned(names: Sequence[str], request: Request) -> list[list[Task]]:
    """Return the tasks of each collection; if in a hurry, a few pairs from all over it.

    Parameters
    ----------
    names
        Collections that are there.
    request
        What was asked for.

    Returns
    -------
    list[list[Task]]
        One list a collection.
    """
    from vcei.bench.suite import tasks_of

    assert request.data is not None, "a collection was found, so there is a folder"
    groups = []
    with request.follow(len(names), "collections to read") as advance:
        for group in tasks_of(names, [METHOD], request.data, request.seed):
            count = min(QUICK_PAIRS if request.quick else len(group), len(group))
            # neighbours often come from one source: take the few from all over the collection
            places = np.linspace(0, len(group) - 1, count).round().astype(int)
            groups.append([group[place] for place in places])
            advance()
    return groups


def baselines() -> tuple[Baseline, ...]:
    """Return the paper's baselines, weighted accuracies as published.

    Returns
    -------
    tuple[Baseline, ...]
        In the paper's order.
    """
    known = [one for one in published() if one.weighted]
    return tuple(
        Baseline(name, {one.collection: one.value for one in known if one.method == method})
        for method, name in BASELINES.items()
    )


def table(record: Accuracies) -> Rows:
    """Return a row for each method and collection, shares from 0 to 1.

    Parameters
    ----------
    record
        The numbers.

    Returns
    -------
    Rows
        The heading and the rows.
    """
    note = f"quick: at most {QUICK_PAIRS} pairs a collection" if record.quick else "all pairs"
    rows = [["collection", "method", "weighted_accuracy", "low", "high", "pairs", "note"]]
    for one in record.ours:
        shares = [number(share) for share in (one.weighted_accuracy, one.low, one.high)]
        rows.append([one.collection, f"VCEI ({one.method})", *shares, str(one.pairs), note])
    for baseline in record.baselines:
        rows += [
            [name, baseline.name, number(value), "", "", "", "published"]
            for name, value in baseline.accuracy.items()
            if name in PAPER
        ]
    return rows


def draw(record: Accuracies) -> Figure:
    """Draw accuracies, a column for each collection.

    Parameters
    ----------
    record
        The numbers.

    Returns
    -------
    Figure
        One panel.
    """
    figure = figures.new_figure(9, 4)
    axes = figure.subplots()
    values = np.array([(one.weighted_accuracy, one.low, one.high) for one in record.ours]).T
    names = [one.collection for one in record.ours]
    ours = ("VCEI, with 95 % interval", values[0], values[1], values[2])
    figures.draw_accuracies(axes, names, ours, record.baselines)
    labels = [f"{one.collection}\n{one.pairs} pairs" for one in record.ours]
    axes.set_xticks(range(len(labels)), labels)
    axes.set_ylabel("accuracy, forced decisions (%)")
    notes = []
    if record.quick:
        notes.append("Quick look: VCEI on few pairs of each collection; baselines on all.")
    if record.absent:
        notes.append(f"Not found: {', '.join(record.absent)}.")
    axes.set_xlabel(" ".join(["Baselines as published; dashed: chance.", *notes]))
    figure.legend(loc="outside upper center", ncols=len(record.baselines) + 1)
    return figure


def says(record: Accuracies) -> str:
    """Return what the figure shows, in a sentence."""
    mean = np.mean([one.weighted_accuracy for one in record.ours])
    pairs, failed = (
        sum(getattr(one, name) for one in record.ours) for name in ("pairs", "failures")
    )
    quick = ", a quick look" if record.quick else ""
    absent = f"; not found: {', '.join(record.absent)}" if record.absent else ""
    return (
        f"mean accuracy {100 * mean:.1f} % on {len(record.ours)} collections, {pairs} pairs"
        f"{quick}, {failed} failed{absent}"
    )
