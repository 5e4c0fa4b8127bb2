"""The coreset of a large sample: Tübingen pair 7 (rings and diameter of 4177 abalones)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vcei import figures
from vcei.arrays import Floats, one_thread
from vcei.coreset import Coreset, Index
from vcei.pair import Pair
from vcei.reproduce.request import Request, Rows, number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLLECTION, PAIR = "tuebingen", "pair0007"
SIZE = 100
"""The paper's M on this collection."""


@dataclass(frozen=True)
class Marked:
    """A sample and its coreset.

    Attributes
    ----------
    x : Floats
        The first column, (n,).
    y : Floats
        The second column, (n,).
    chosen : Index
        Numbers of the rows that the coreset keeps, increasing.
    """

    x: Floats
    y: Floats
    chosen: Index


@one_thread()
def compute(request: Request) -> Marked:
    """Draw the coreset of pair 7.

    Parameters
    ----------
    request
        What was asked for.

    Returns
    -------
    Marked
        All rows, and which of them were chosen.
    """
    known = request.pair(COLLECTION, PAIR)
    pair = Pair.of(known.x, known.y).standardize()
    drawn = Coreset(SIZE).draw(pair, request.rng())
    return Marked(known.x, known.y, rows_of(pair, drawn))


def rows_of(pair: Pair, drawn: Pair) -> Index:
    """Return which rows of a pair were drawn; of equal rows the first ones.

    Parameters
    ----------
    pair
        All rows.
    drawn
        Some of them.

    Returns
    -------
    Index
        Their numbers, increasing.
    """
    places: defaultdict[tuple[float, float], list[int]] = defaultdict(list)
    for row in reversed(range(pair.rows)):
        places[float(pair.x[row]), float(pair.y[row])].append(row)
    values = zip(drawn.x.tolist(), drawn.y.tolist(), strict=True)
    return np.array(sorted(places[value].pop() for value in values), dtype=np.intp)


def table(record: Marked) -> Rows:
    """Return a row for each row of the sample, and whether the coreset keeps it.

    Parameters
    ----------
    record
        The numbers.

    Returns
    -------
    Rows
        The heading and the rows.
    """
    chosen = set(record.chosen.tolist())
    rows = enumerate(zip(record.x, record.y, strict=True))
    body = [[str(i + 1), number(x), number(y), str(int(i in chosen))] for i, (x, y) in rows]
    return [["row", "x", "y", "in_coreset"], *body]


def draw(record: Marked) -> Figure:
    """Draw all rows in grey and those of the coreset marked.

    Parameters
    ----------
    record
        The numbers.

    Returns
    -------
    Figure
        One panel.
    """
    figure = figures.new_figure(5, 3.6)
    axes = figure.subplots()
    figures.draw_marked(axes, record.x, record.y, record.chosen)
    axes.set_xlabel("x: rings of the shell (age in years − 1.5)")
    axes.set_ylabel("y: diameter of the shell (200 mm)")
    figure.legend(loc="outside upper center", ncols=2)
    return figure


def says(record: Marked) -> str:
    """Return what the figure shows, in a sentence."""
    return f"the coreset keeps {len(record.chosen)} of {len(record.x)} rows"
