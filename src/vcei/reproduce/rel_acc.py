"""fig:rel_acc: accuracy of the paper's method and its rivals on the ten collections.

Goes through the benchmark: every pair is recorded when it is done, and a second call does only
what is missing. Published accuracies stand beside those measured here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vcei import figures
from vcei.bench.published import published
from vcei.bench.suite import PAPER
from vcei.bench.summary import Summary
from vcei.catalogue import named
from vcei.errors import MissingExtraError
from vcei.figures import Rival
from vcei.reproduce.request import Request, Rows, number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from vcei.bench.task import Task

METHOD = "paper"
STORE = "rel_acc.sqlite"
QUICK_PAIRS = 5

RIVALS = (
    ("biCAM", "bicam", "biCAM"),
    ("IGCI, uniform", "igci-uniform", "IGCI-u"),
    ("IGCI, Gaussian", "igci-gaussian", "IGCI-g"),
    ("bQCD", "bqcd", "bQCD m=3"),
    ("Sloppy", "sloppy", "Sloppy"),
    ("GPI", "gpi", "GPI"),
)
"""The paper's rivals: what the legend calls them, our method, and its name in published.toml.

The paper does not say which IGCI it shows, hence both; of bQCD it is its authors' default.
"""

TOO_SLOW = ("gpi",)
"""Not measured here: hours on a processor. Its accuracies come from a run on a GPU."""


@dataclass(frozen=True)
class Accuracies:
    """The numbers of fig:rel_acc.

    Attributes
    ----------
    here : tuple[Summary, ...]
        One for each method and each collection that was found.
    rivals : tuple[Rival, ...]
        The other methods, as measured here and as published.
    quick : bool
        Whether only some pairs of each collection were judged.
    left_out : tuple[str, ...]
        Why some rivals were not measured.
    """

    here: tuple[Summary, ...]
    rivals: tuple[Rival, ...]
    quick: bool
    left_out: tuple[str, ...] = ()

    @property
    def ours(self) -> list[Summary]:
        """How the paper's method did, a summary for each collection."""
        return [one for one in self.here if one.method == METHOD]

    @property
    def absent(self) -> list[str]:
        """Those of the ten collections that were not found."""
        found = {one.collection for one in self.here}
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
    methods, left_out = available()
    request.out.mkdir(parents=True, exist_ok=True)
    with Store(request.out / STORE) as store:
        tasks = planned(names, methods, request)
        for group in tasks:
            store.plan(group)
        missing = to_do([task for group in tasks for task in group], store)
        with request.follow(len(missing), "pairs") as advance:
            run(missing, store, engine, 4 * request.jobs, lambda _: advance())
        wanted = [
            board
            for board in store.boards()
            if board.method in methods and board.seed == request.seed and board.collection in names
        ]
    here = tuple(summarize(wanted))
    return Accuracies(here, rivals(here), request.quick, left_out)


def available() -> tuple[list[str], tuple[str, ...]]:
    """Return the methods that can be measured here, and why the others cannot.

    Returns
    -------
    tuple[list[str], tuple[str, ...]]
        Names, the paper's method first; sentences.
    """
    methods, left_out = [METHOD], []
    for label, method, _ in RIVALS:
        if method in TOO_SLOW:
            continue
        try:
            named(method)
        except MissingExtraError as error:
            left_out.append(f"{label} was not measured. {error}")
            continue
        methods.append(method)
    return methods, tuple(left_out)


def planned(names: Sequence[str], methods: Sequence[str], request: Request) -> list[list[Task]]:
    """Return the tasks of each collection; if in a hurry, a few pairs from all over it.

    Parameters
    ----------
    names
        Collections that are there.
    methods
        Methods to measure.
    request
        What was asked for.

    Returns
    -------
    list[list[Task]]
        One list a collection and method.
    """
    from vcei.bench.suite import tasks_of

    assert request.data is not None, "a collection was found, so there is a folder"
    groups = []
    with request.follow(len(names) * len(methods), "collections to read") as advance:
        for group in tasks_of(names, methods, request.data, request.seed):
            count = min(QUICK_PAIRS if request.quick else len(group), len(group))
            # neighbours often come from one source: take the few from all over the collection
            places = np.linspace(0, len(group) - 1, count).round().astype(int)
            groups.append([group[place] for place in places])
            advance()
    return groups


def rivals(here: Sequence[Summary]) -> tuple[Rival, ...]:
    """Return the paper's rivals, weighted accuracies as measured and as published.

    Parameters
    ----------
    here
        What was measured.

    Returns
    -------
    tuple[Rival, ...]
        In the paper's order.
    """
    known = [one for one in published() if one.weighted]

    def accuracies(method: str) -> dict[str, float]:
        return {one.collection: one.value for one in known if one.method == method}

    measured = {
        method: {one.collection: one.weighted_accuracy for one in here if one.method == method}
        for _, method, _ in RIVALS
    }
    return tuple(
        Rival(label, measured[method] or accuracies(method), accuracies(source))
        for label, method, source in RIVALS
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
    for one in record.here:
        shares = [number(share) for share in (one.weighted_accuracy, one.low, one.high)]
        rows.append([one.collection, one.method, *shares, str(one.pairs), note])
    measured = {one.method for one in record.here}
    for rival, (_, method, _) in zip(record.rivals, RIVALS, strict=True):
        told = {"recorded": {} if method in measured else rival.here, "published": rival.published}
        rows += [
            [name, rival.name, number(value), "", "", "", note]
            for note, values in told.items()
            for name, value in values.items()
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
    figure = figures.new_figure(9, 4.2)
    axes = figure.subplots()
    values = np.array([(one.weighted_accuracy, one.low, one.high) for one in record.ours]).T
    names = [one.collection for one in record.ours]
    ours = ("VCEI, with 95 % interval", values[0], values[1], values[2])
    figures.draw_accuracies(axes, names, ours, record.rivals)
    axes.set_xticks(
        range(len(names)), [f"{one.collection}\n{one.pairs} pairs" for one in record.ours]
    )
    axes.set_ylabel("accuracy, forced decisions (%)")
    notes = ["Full: measured here; hollow: as published; dashed: chance."]
    if record.quick:
        notes.append("Quick look: few pairs of each collection.")
    if record.absent:
        notes.append(f"Not found: {', '.join(record.absent)}.")
    axes.set_xlabel(" ".join(notes))
    *others, own = zip(*axes.get_legend_handles_labels(), strict=True)  # bars come last there
    handles, labels = zip(own, *others, strict=True)
    figure.legend(handles, labels, loc="outside upper center", ncols=len(labels))
    return figure


def says(record: Accuracies) -> str:
    """Return what the figure shows, in a sentence."""
    mean = np.mean([one.weighted_accuracy for one in record.ours])
    pairs, failed = (
        sum(getattr(one, part) for one in record.here) for part in ("pairs", "failures")
    )
    quick = ", a quick look" if record.quick else ""
    absent = f"; not found: {', '.join(record.absent)}" if record.absent else ""
    methods = len({one.method for one in record.here})
    return " ".join(
        [
            f"mean accuracy of VCEI {100 * mean:.1f} % on {len(record.ours)} collections; "
            f"{methods} methods, {pairs} judgements{quick}, {failed} failed{absent}",
            *record.left_out,
        ]
    )
