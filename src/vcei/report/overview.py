"""A verdict at a glance: one figure, and the card that a notebook shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcei import figures
from vcei.report.page import Image, fill
from vcei.report.pictures import (
    STROKES,
    WIDTH,
    dial,
    draw_dial_of,
    draw_impacts_of,
    pictures_of,
    portrait_of,
)
from vcei.report.words import sureness
from vcei.verdict import Verdict

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from vcei.pair import Pair


def overview(verdict: Verdict, pair: Pair) -> Figure:
    """Draw the dial, both mechanisms, and the impacts of variations on them.

    Of columns that are not numbers the dial alone.

    Parameters
    ----------
    verdict
        The verdict.
    pair
        The data it is about.

    Returns
    -------
    Figure
        To show or to save.
    """
    portrait, _ = portrait_of(verdict, pair)
    if portrait is None:
        return dial(verdict).figure
    with figures.style():
        figure = figures.new_figure(WIDTH, 7.6)
        panels = figure.subplot_mosaic(
            [["dial", "dial"], ["f", "b"], ["fi", "bi"]], height_ratios=(1, 1.25, 0.85)
        )
        draw_dial_of(verdict, panels["dial"])
        figures.title(panels["dial"], figures.label(verdict.sentence, 72), "center")
        for name, side, (colour, line, _) in zip("fb", portrait.sides, STROKES, strict=True):
            axes = panels[name]
            figures.draw_sample(axes, side.cause, side.effect)
            figures.draw_mechanism(axes, side.grid, side.location, side.scale, colour, line)
            figures.name_axes(axes, side.cause_name, side.effect_name)
            figures.title(axes, figures.arrow(side.cause_name, side.effect_name))
        panels["bi"].sharey(panels["fi"])
        draw_impacts_of(portrait, (panels["fi"], panels["bi"]))
    return figure


def card(verdict: Verdict) -> str:
    """Return a verdict as a notebook shows it.

    Parameters
    ----------
    verdict
        The verdict; pictures are there if it holds its data.

    Returns
    -------
    str
        A piece of HTML that needs nothing else.
    """
    portrait = portrait_of(verdict, verdict.pair)[0] if verdict.pair else None
    shown = ("dial", "mechanisms")
    drawn = [one for one in pictures_of(verdict, portrait) if one.name in shown]
    return fill(
        "card.html",
        sentence=verdict.sentence,
        sureness=sureness(verdict),
        pictures=[Image.of(one, on_white=True) for one in drawn],
        rows=verdict.rows,
        method=verdict.method,
        seed=verdict.seed,
    )
