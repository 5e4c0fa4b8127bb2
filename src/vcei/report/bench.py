"""The report of a benchmark: how often methods are right, and whether they know when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vcei import figures
from vcei.bench import layout
from vcei.bench.reliability import Reliability, reliability
from vcei.bench.score import Decisions, accuracy_at_rates
from vcei.bench.store import Board
from vcei.bench.summary import Summary, summarize
from vcei.bench.task import Record
from vcei.errors import InputError
from vcei.report.page import Report, Table
from vcei.report.pictures import WIDTH, Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST = 8
"""Methods that a picture tells apart; of more, the best are drawn."""

ACROSS = 3
"""Collections side by side."""

DOUBTS = (
    "The collections are not like your data. Each is made in one way, and a method that suits it "
    "need not suit another.",
    "A method whose settings were chosen on these very collections: its figures flatter it.",
    "The intervals are those of chance alone: they hold for more pairs of the same kind.",
)


def render_bench(boards: Sequence[Board], command: str) -> str:
    """Return the report of a benchmark: one page that needs nothing else.

    Parameters
    ----------
    boards
        Results, as the store gives them.
    command
        What makes the page again.

    Returns
    -------
    str
        HTML.

    Raises
    ------
    InputError
        If nothing is recorded yet.
    """
    boards = _told_apart([board for board in boards if board.records])
    summaries = summarize(boards)
    if not summaries:
        msg = "There is no record yet to report on. Expected some; give vcei bench run first."
        raise InputError(msg)
    heading, *rows = layout.summary_rows(summaries, layout.Format.TABLE)
    return Report(
        question="How often are methods right about pairs whose truth is known?",
        sentence=_sentence(summaries),
        beside=_beside(summaries),
        doubts=DOUBTS,
        pictures=_pictures(boards, summaries),
        numbers=[Table("Shares in percent", heading, rows)],
        remarks=layout.remarks(summaries),
        again=command,
    ).html()


def _told_apart(boards: Sequence[Board]) -> list[Board]:
    """Name the seed beside the method where there are several."""
    if len({board.seed for board in boards}) < 2:
        return list(boards)
    return [replace(board, method=f"{board.method}, seed {board.seed}") for board in boards]


def _sentence(summaries: Sequence[Summary]) -> str:
    best, mean, collections = _ranked(summaries)[0]
    if collections == 1:
        where = next(one.collection for one in summaries if one.method == best)
        return f"{best} is right about {100 * mean:.1f} % of the pairs of {where}."
    return f"{best} is right about {100 * mean:.1f} % of the pairs, the mean of {collections} sets."


def _beside(summaries: Sequence[Summary]) -> list[str]:
    ranked = _ranked(summaries)
    if len(ranked) == 1:
        return ["A coin is right about 50 %."]
    others = ", ".join(f"{name} {100 * mean:.1f} %" for name, mean, _ in ranked[1:MOST])
    return [f"{len(ranked)} methods were measured; after it come {others}. A coin has 50 %."]


def _ranked(summaries: Sequence[Summary]) -> list[tuple[str, float, int]]:
    """Return methods with their mean accuracy and number of collections: most, then best, first."""
    shares: dict[str, list[float]] = {}
    for one in summaries:
        shares.setdefault(one.method, []).append(one.weighted_accuracy)
    found = [(name, float(np.mean(all_of)), len(all_of)) for name, all_of in shares.items()]
    return sorted(found, key=lambda one: (-one[2], -one[1]))


def _pictures(boards: Sequence[Board], summaries: Sequence[Summary]) -> list[Picture]:
    methods = [name for name, _, _ in _ranked(summaries)[:MOST]]
    left_out = len({one.method for one in summaries}) - len(methods)
    with figures.style():
        drawn = [_accuracies(summaries, methods, left_out), _rates(boards, methods)]
        found = {method: reliability(_records(boards, method)) for method in methods}
        sure = {method: one for method, one in found.items() if one is not None}
        return [*drawn, _reliability(sure)] if sure else drawn


def _records(boards: Sequence[Board], method: str) -> list[Record]:
    return [one for board in boards if board.method == method for one in board.records]


def _accuracies(summaries: Sequence[Summary], methods: Sequence[str], left_out: int) -> Picture:
    collections = list(dict.fromkeys(one.collection for one in summaries))
    known = {(one.method, one.collection): one for one in summaries}
    measured = {}
    for method in methods:
        ours = [known.get((method, name)) for name in collections]
        accuracy, low, high = (
            np.array([np.nan if one is None else getattr(one, part) for one in ours])
            for part in ("weighted_accuracy", "low", "high")
        )
        measured[method] = accuracy, low, high
    figure = figures.new_figure(WIDTH, 3.4)
    axes = figure.subplots()
    figures.draw_measured(axes, collections, measured)
    axes.set_ylabel("right, %")
    if len(collections) > 5:
        axes.tick_params(axis="x", rotation=35)
    _legend(figure, axes)
    more = f" Of {left_out + len(methods)} methods the best are drawn." if left_out else ""
    return Picture(
        "accuracy",
        "Accuracy",
        "Each mark is the share of right decisions, with the interval in which the true share lies "
        f"with 95 % certainty; the dashed line is a coin.{more}",
        f"Accuracy of {', '.join(methods)} on {', '.join(collections)}; the table below has the "
        "numbers.",
        figure,
    )


def _rates(boards: Sequence[Board], methods: Sequence[str]) -> Picture:
    collections = list(dict.fromkeys(board.collection for board in boards))
    figure, panels = _panels(len(collections), 2.2)
    for axes, name in zip(panels, collections, strict=False):
        there = {board.method: board for board in boards if board.collection == name}
        decided = {
            method: accuracy_at_rates(Decisions.of_records(there[method].records))
            for method in methods
            if method in there
        }
        figures.draw_decision_rates(axes, decided)
        figures.title(axes, name)
        axes.set(xlabel="", ylabel="")
    figure.supxlabel("share of the pairs decided, the surest first, %", fontsize=9)
    figure.supylabel("right among them, %", fontsize=9)
    _legend(figure, panels[0])
    return Picture(
        "rates",
        "Accuracy against decision rate",
        "A method may abstain where it is least sure. From left to right it decides more pairs, "
        "the surest first; a line that falls says that the method knows when it is right.",
        f"Accuracy of {', '.join(methods)} among the surest decisions, a panel for each of "
        f"{', '.join(collections)}.",
        figure,
    )


def _reliability(found: Mapping[str, Reliability]) -> Picture:
    figure, panels = _panels(len(found), 2.3)
    for axes, (method, one) in zip(panels, found.items(), strict=False):
        figures.draw_reliability(axes, one.said, one.right, one.low, one.high, one.counts)
        figures.title(axes, f"{method}: {100 * one.gap:.0f} points off")
        axes.set(xlabel="", ylabel="")
    figure.supxlabel("confidence, %", fontsize=9)
    figure.supylabel("right, %", fontsize=9)
    return Picture(
        "reliability",
        "Does confidence mean what it says?",
        "Each mark is a group of decisions of like confidence, the larger the more pairs, with "
        "the 95 % interval of the share that is right, over all collections. On the dashed line "
        "confidence is the probability of being right; the heading has the mean distance from it.",
        f"Share of right decisions against confidence, a panel for each of {', '.join(found)}.",
        figure,
    )


def _panels(count: int, height: float) -> tuple[Figure, list[Axes]]:
    """Return as many panels as asked for, at most three side by side, on common scales."""
    across = min(ACROSS, count)
    down = -(-count // across)
    figure = figures.new_figure(WIDTH if count > 1 else 0.6 * WIDTH, 0.9 + height * down)
    panels = figure.subplots(down, across, sharex=True, sharey=True, squeeze=False).ravel()
    for axes in panels[count:]:
        axes.set_axis_off()
    for axes in panels[max(0, count - across) : count]:
        axes.xaxis.set_tick_params(labelbottom=True)  # also above a panel that is not there
    return figure, list(panels)


def _legend(figure: Figure, axes: Axes) -> None:
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=min(4, len(labels)))
