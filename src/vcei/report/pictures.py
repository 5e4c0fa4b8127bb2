"""The pictures of a verdict, each with a sentence that says how to read it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vcei import figures
from vcei.answer import DECIDED
from vcei.errors import InputError
from vcei.figures.canvas import BLUE, ORANGE
from vcei.portrait import Portrait, Side, portray
from vcei.report.words import kinds_of
from vcei.verdict import Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from vcei.pair import Pair

WIDTH = 7.2
"""Width of a picture with a panel for each arrow, in inches."""

STROKES = ((BLUE, "-", "o"), (ORANGE, "--", "s"))
"""Colour, line and marker of x -> y and of y -> x, in every picture."""

SHOWN = 2
"""Which variation is shown by itself: the third, neither weak nor extreme."""


@dataclass(frozen=True)
class Picture:
    """A picture with what a reader needs.

    Attributes
    ----------
    name : str
        A word for files and anchors.
    title : str
        The heading.
    reading : str
        How to read it, in a sentence or two.
    alternative : str
        What it shows, for those who cannot see it.
    figure : Figure
        The drawing.
    """

    name: str
    title: str
    reading: str
    alternative: str
    figure: Figure


def pictures_of(verdict: Verdict, portrait: Portrait | None) -> list[Picture]:
    """Draw everything that can be shown about a verdict and what is seen in its data.

    Parameters
    ----------
    verdict
        The verdict.
    portrait
        What is seen in its data, if anything is.

    Returns
    -------
    list[Picture]
        The dial first.
    """
    with figures.style():
        drawn = [dial(verdict)]
        says = verdict.to_dict().get("says")
        if says:
            drawn.append(_terms(verdict, says))
        return drawn + [make(portrait) for make in PORTRAYED if portrait]


def portrait_of(verdict: Verdict, pair: Pair) -> tuple[Portrait | None, str]:
    """Measure what pictures show, and say what it was measured on or why there is none.

    Parameters
    ----------
    verdict
        The verdict.
    pair
        The data it is about.

    Returns
    -------
    tuple[Portrait | None, str]
        The portrait, if there is one, and a sentence.
    """
    if not pair.is_scalar:
        return None, "The mechanisms are not drawn: they are pictures of two columns of numbers."
    try:
        portrait = portray(pair, verdict.seed)
    except InputError as error:
        return None, f"The mechanisms are not drawn. {error}"
    rows = f"all {pair.rows:,} rows"
    if portrait.rows < pair.rows:
        rows = f"{portrait.rows:,} of {pair.rows:,} rows, drawn at random"
    return portrait, f"Location-scale mechanisms, fitted along both arrows to {rows}."


def dial(verdict: Verdict) -> Picture:
    """Draw the verdict as a dial of confidence.

    Parameters
    ----------
    verdict
        The verdict; its data are not needed.

    Returns
    -------
    Picture
        The dial.
    """
    with figures.style():
        figure = figures.new_figure(5.2, 2.5)
        draw_dial_of(verdict, figure.subplots())
    return Picture(
        "dial",
        "The verdict",
        "The needle leans to the better supported arrow; in the grey middle the answer is "
        "undecided.",
        f"A dial from {verdict.y} causes {verdict.x} on the left to {verdict.x} causes "
        f"{verdict.y} on the right. Confidence {verdict.confidence:.2f}: {verdict.sentence}",
        figure,
    )


def _terms(verdict: Verdict, says: Mapping[str, float]) -> Picture:
    kinds = kinds_of(says)
    figure = figures.new_figure(WIDTH, 1.1 + 0.32 * len(kinds))
    figures.draw_terms(figure.subplots(), kinds, verdict.x, verdict.y)
    words = ", ".join(f"{kind} {part:+.2f}" for kind, part in kinds.items())
    return Picture(
        "terms",
        "What the score adds up",
        "Each bar is what one kind of evidence says, as log odds: to the right for one arrow, to "
        "the left for the other. Bars on both sides mean that the evidence is at odds.",
        f"Bars of log odds for {verdict.x} causes {verdict.y}: {words}; their sum is "
        f"{verdict.score:+.2f}.",
        figure,
    )


def draw_dial_of(verdict: Verdict, axes: Axes) -> None:
    """Draw the dial of a verdict into Axes."""
    belief = verdict.confidence if verdict.score > 0 else 1 - verdict.confidence
    if verdict.score == 0:
        belief = 0.5
    figures.draw_dial(axes, verdict.x, verdict.y, belief, DECIDED)


def _mechanisms(portrait: Portrait) -> Picture:
    figure, panels = _side_by_side(portrait, 3.0)
    for axes, side, (colour, line, _) in panels:
        figures.draw_sample(axes, side.cause, side.effect)
        figures.draw_mechanism(axes, side.grid, side.location, side.scale, colour, line)
    return Picture(
        "mechanisms",
        "Both arrows fitted to the data",
        "Each dot is a row, the claimed cause always across. The line is the effect that the "
        "mechanism predicts, the bands hold one and two scales of its noise. A true mechanism "
        "leaves noise that looks alike everywhere along the line.",
        f"Scatter of {portrait.forward.cause_name} and {portrait.forward.effect_name}, "
        f"{portrait.rows} rows, with the fitted line and "
        "bands of either arrow, one panel for each.",
        figure,
    )


def _weights(portrait: Portrait) -> Picture:
    figure = figures.new_figure(WIDTH, 4.4)
    panels = figure.subplots(2, 2, sharex="col", height_ratios=(1, 2.4))
    place = min(SHOWN, len(portrait.forward.shares) - 1)
    for (above, below), side, (colour, _, _) in zip(panels.T, portrait.sides, STROKES, strict=True):
        figures.draw_marginal(above, side.cause, side.weights[place], colour)
        figures.draw_varied_sample(below, side.cause, side.effect, side.weights[place], colour)
        figures.title(above, figures.arrow(side.cause_name, side.effect_name))
        figures.name_axes(below, side.cause_name, side.effect_name)
    _legend_below(figure, panels[0, 0])
    share = portrait.forward.shares[place]
    return Picture(
        "variations",
        "The claimed cause, varied",
        "A variation weighs rows so that the claimed cause is distributed as differently as "
        f"possible. Shown is the one that lives on {100 * share:g} % of the rows: above, the "
        "cause as observed (grey) and varied (outline); below, the rows that it keeps are ringed.",
        f"For each arrow a histogram of the claimed cause as observed and varied, and a scatter "
        f"in which the {100 * share:g} % of the rows that the variation keeps are ringed.",
        figure,
    )


def _refits(portrait: Portrait) -> Picture:
    figure, panels = _side_by_side(portrait, 3.2)
    for axes, side, (colour, _, _) in panels:
        names = [f"{100 * share:g} % of the rows" for share in side.shares]
        varied = list(zip(names, side.varied, side.near, strict=True))
        figures.draw_sample(axes, side.cause, side.effect)
        figures.draw_refits(axes, side.grid, side.location, varied, colour)
        axes.set_ylim(*_room(side))
    _legend_below(figure, panels[0][0])
    return Picture(
        "refits",
        "How the mechanism moves when its cause is varied",
        "The thick line is the mechanism as observed, the others are fitted to the varied rows, "
        "the shorter the dashes the stronger the variation. Where a variation keeps no rows its "
        "line is thin, for there it is a guess. The mechanism of a true cause stays put.",
        "For each arrow the fitted line as observed and under "
        f"{len(portrait.forward.shares)} variations of the claimed cause.",
        figure,
    )


def _noise(portrait: Portrait) -> Picture:
    figure = figures.new_figure(WIDTH, 2.6)
    place = min(SHOWN, len(portrait.forward.shares) - 1)
    panels = figure.subplots(1, 2, sharex=True)
    for axes, side, (colour, _, _) in zip(panels, portrait.sides, STROKES, strict=True):
        figures.draw_noise_laws(axes, side.noise, side.weights[place], colour)
        figures.title(axes, figures.arrow(side.cause_name, side.effect_name))
    _legend_below(figure, panels[0])
    return Picture(
        "noise",
        "The noise that each mechanism leaves",
        "Varying a true cause does not change how its mechanism's noise is distributed: then the "
        "outline follows the grey.",
        "For each arrow a histogram of the mechanism's noise as observed and under a variation "
        "of the claimed cause.",
        figure,
    )


def _impacts(portrait: Portrait) -> Picture:
    figure = figures.new_figure(WIDTH, 2.9)
    panels = figure.subplots(1, 2, sharey=True)
    draw_impacts_of(portrait, panels)
    _legend_below(figure, panels[0])
    words = "; ".join(_in_words(side) for side in portrait.sides)
    return Picture(
        "impacts",
        "Impact against strength of the variation",
        "The fewer rows a variation lives on, the stronger it is. Impacts inside the grey band are "
        "what chance does to any noise; above it the mechanism feels that its cause was varied, "
        "which speaks against the arrow.",
        f"Impacts for {words}.",
        figure,
    )


def draw_impacts_of(portrait: Portrait, panels: Sequence[Axes]) -> None:
    """Draw the impacts along both arrows, each into its own Axes."""
    for axes, side, (colour, _, marker) in zip(panels, portrait.sides, STROKES, strict=True):
        harmless = side.harmless.mean(axis=0), np.quantile(side.harmless, 0.95, axis=0)
        figures.draw_against_harmless(axes, side.shares, side.impacts, harmless, colour, marker)
        figures.title(axes, figures.arrow(side.cause_name, side.effect_name))
    panels[0].set_ylabel("impact on the noise, MMD²")


PORTRAYED: tuple[Callable[[Portrait], Picture], ...] = (
    _mechanisms,
    _weights,
    _refits,
    _noise,
    _impacts,
)


def _side_by_side(
    portrait: Portrait, height: float
) -> tuple[Figure, list[tuple[Axes, Side, tuple[str, str, str]]]]:
    figure = figures.new_figure(WIDTH, height)
    panels = list(zip(figure.subplots(1, 2), portrait.sides, STROKES, strict=True))
    for axes, side, _ in panels:
        figures.title(axes, figures.arrow(side.cause_name, side.effect_name))
        figures.name_axes(axes, side.cause_name, side.effect_name)
    return figure, panels


def _legend_below(figure: Figure, axes: Axes) -> None:
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=len(labels))


def _room(side: Side) -> tuple[float, float]:
    """Return an extent that holds the sample: a line guessed far away must not shrink it."""
    low, high = side.effect.min(), side.effect.max()
    margin = 0.15 * (high - low)
    return low - margin, high + margin


def _in_words(side: Side) -> str:
    above = int(np.sum(side.impacts > np.quantile(side.harmless, 0.95, axis=0)))
    return (
        f"{side.cause_name} causes {side.effect_name}: {above} of {len(side.shares)} variations "
        "move the noise more than chance explains"
    )
