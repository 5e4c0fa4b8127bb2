"""The picture of a sample of which a column holds names, where no line can be drawn."""

from __future__ import annotations

import numpy as np

from vcei import figures
from vcei.arrays import Floats
from vcei.figures.canvas import BLUE
from vcei.kinds import Content
from vcei.pair import Pair
from vcei.report.pictures import WIDTH, Picture

MOST = 12
"""Groups that a picture tells apart."""

ROWS = 2000
"""Rows of a larger sample that are drawn as dots: the first ones in the pair's own order."""


def sample_of(pair: Pair) -> Picture | None:
    """Draw a sample of categories, or of categories and numbers.

    Parameters
    ----------
    pair
        The data.

    Returns
    -------
    Picture | None
        None for other kinds, and for more categories than the eye tells apart.
    """
    if _grouped(pair.x_content) and _grouped(pair.y_content):
        return _tables(pair)
    if _grouped(pair.x_content) and pair.y_content.is_scalar:
        return _strips(pair)
    if _grouped(pair.y_content) and pair.x_content.is_scalar:
        return _strips(pair.swap())
    return None


def _grouped(content: Content) -> bool:
    return content.is_coded and content.is_discrete and len(content.values) <= MOST


def _strips(pair: Pair) -> Picture:
    names = [str(value) for value in pair.x_content.values]
    figure = figures.new_figure(0.75 * WIDTH, 3.0)
    axes = figure.subplots()
    figures.draw_groups(axes, names, pair.x[:ROWS], pair.y[:ROWS], BLUE)
    figures.name_axes(axes, pair.x_name, pair.y_name)
    return Picture(
        "sample",
        "The data",
        f"Each dot is a row, a strip for each value of {pair.x_name}. The box holds the middle "
        "half of the strip, the line in it is the median.",
        f"Strips of {pair.y_name} for {len(names)} values of {pair.x_name}.",
        figure,
    )


def _tables(pair: Pair) -> Picture:
    figure = figures.new_figure(WIDTH, 3.0)
    for axes, one in zip(figure.subplots(1, 2), (pair, pair.swap()), strict=True):
        names = [[str(value) for value in c.values] for c in (one.x_content, one.y_content)]
        figures.draw_table(axes, names[0], names[1], _shares(one.x, one.y, *map(len, names)))
        figures.title(axes, figures.arrow(one.x_name, one.y_name))
        figures.name_axes(axes, one.x_name, one.y_name)
    return Picture(
        "sample",
        "The data",
        "For each value of the claimed cause, across, which percentage of its rows has which "
        "value of the effect.",
        f"Tables of {pair.y_name} given {pair.x_name}, and of {pair.x_name} given {pair.y_name}.",
        figure,
    )


def _shares(cause: Floats, effect: Floats, causes: int, effects: int) -> Floats:
    counts = np.zeros((effects, causes))
    np.add.at(counts, (effect.astype(int), cause.astype(int)), 1.0)
    return counts / np.maximum(counts.sum(axis=0), 1.0)
