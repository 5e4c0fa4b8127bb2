"""The coreset of a large sample: Tübingen pair 7 (rings and diameter of 4177 abalones)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

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
    rare : Index
        Numbers of the rows that the coreset keeps because they are rare.
    drawn : Index
        Numbers of the rows that it was filled up with.
    """

    x: Floats
    y: Floats
    rare: Index
    drawn: Index


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
    return Marked(known.x, known.y, *Coreset(SIZE).choose(pair, request.rng()))


def table(record: Marked) -> Rows:
    """Return a row for each row of the sample, and why the coreset keeps it, if it does.

    Parameters
    ----------
    record
        The numbers.

    Returns
    -------
    Rows
        The heading and the rows.
    """
    why = dict.fromkeys(record.rare.tolist(), "rare")
    why |= dict.fromkeys(record.drawn.tolist(), "drawn")
    rows = enumerate(zip(record.x, record.y, strict=True))
    body = [[str(i + 1), number(x), number(y), why.get(i, "")] for i, (x, y) in rows]
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
    kinds = {"drawn into the coreset": record.drawn, "kept as rare": record.rare}
    figures.draw_marked(axes, record.x, record.y, kinds)
    axes.set_xlabel("x: rings of the shell (age in years − 1.5)")
    axes.set_ylabel("y: diameter of the shell (200 mm)")
    figure.legend(loc="outside upper center", ncols=3, columnspacing=1.2, handletextpad=0.2)
    return figure


def says(record: Marked) -> str:
    """Return what the figure shows, in a sentence."""
    rare, drawn = len(record.rare), len(record.drawn)
    return f"the coreset has {rare + drawn} of {len(record.x)} rows, {rare} of them for being rare"
