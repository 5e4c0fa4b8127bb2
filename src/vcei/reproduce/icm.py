"""fig:icm: models refitted on fresh draws move less in the causal direction.

The process is y = -x²ε/2 with x uniform on [-2.5, 2.5] and ε standard normal. Both regression
functions, E[y|x] and E[x|y], are zero: all that a curve shows is what the model made of its draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vcei import figures
from vcei.arrays import Floats, one_thread
from vcei.mechanisms import GaussianProcess
from vcei.reproduce.request import Request, Rows, number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDEST = 2.5
ROWS = 200
MODELS, MODELS_QUICK = 12, 6
REFERENCE = 2000
"""Rows of the draw on which the models are compared."""

GRID = 201


@dataclass(frozen=True)
class Direction:
    """What the models of one direction say.

    Attributes
    ----------
    inputs : Floats
        A grid of the input, (m,).
    predictions : Floats
        What each model predicts there, (models, m).
    instability : float
        Variance between the models' predictions, mean over the inputs of a fresh draw, as a share
        of the variance of the output: zero for models that do not move.
    """

    inputs: Floats
    predictions: Floats
    instability: float


@dataclass(frozen=True)
class Stability:
    """The numbers of fig:icm.

    Attributes
    ----------
    x : Floats
        The causes of one draw, (n,).
    y : Floats
        Its effects, (n,).
    directions : Mapping[str, Direction]
        ``causal`` and ``acausal``.
    """

    x: Floats
    y: Floats
    directions: Mapping[str, Direction]


def draw_sample(rows: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Draw from the process of the figure.

    Parameters
    ----------
    rows
        How many.
    rng
        The generator to draw with.

    Returns
    -------
    tuple[Floats, Floats]
        Causes and effects.
    """
    x = rng.uniform(-WIDEST, WIDEST, rows)
    return x, -0.5 * x**2 * rng.normal(size=rows)


@one_thread()
def compute(request: Request) -> Stability:
    """Fit both directions to fresh draws, again and again.

    Parameters
    ----------
    request
        What was asked for.

    Returns
    -------
    Stability
        Curves and instabilities.
    """
    rng = request.rng()
    x, y = draw_sample(REFERENCE, rng)
    draws = [draw_sample(ROWS, rng) for _ in range(MODELS_QUICK if request.quick else MODELS)]
    # beyond the outer hundredths of y there is next to nothing to learn from
    low, high = np.quantile(y, [0.01, 0.99])
    grids = np.linspace(-WIDEST, WIDEST, GRID), np.linspace(low, high, GRID)
    mechanism, causal, acausal = GaussianProcess(), [], []
    with request.follow(len(draws), "pairs of models") as advance:
        for causes, effects in draws:
            causal.append(mechanism.fit(causes, effects))
            acausal.append(mechanism.fit(effects, causes))
            advance()
    directions = {}
    for name, models, grid, (given, wanted) in (
        ("causal", causal, grids[0], (x, y)),
        ("acausal", acausal, grids[1], (y, x)),
    ):
        moved = np.var([model.predict(given) for model in models], axis=0).mean()
        curves = np.stack([model.predict(grid) for model in models])
        directions[name] = Direction(grid, curves, float(moved / np.var(wanted)))
    return Stability(*draws[0], directions)


def table(record: Stability) -> Rows:
    """Return the curves with the instability of their direction, and the sample.

    Parameters
    ----------
    record
        The numbers.

    Returns
    -------
    Rows
        The heading and the rows.
    """
    rows = [["panel", "model", "input", "output", "instability"]]
    for name, direction in record.directions.items():
        share = number(direction.instability)
        rows += [
            [name, str(model), number(at), number(said), share]
            for model, curve in enumerate(direction.predictions, start=1)
            for at, said in zip(direction.inputs, curve, strict=True)
        ]
    rows += [
        ["sample", "", number(x), number(y), ""] for x, y in zip(record.x, record.y, strict=True)
    ]
    return rows


def draw(record: Stability) -> Figure:
    """Draw causal models, the sample, and acausal models, from left to right.

    Parameters
    ----------
    record
        The numbers.

    Returns
    -------
    Figure
        Three panels.
    """
    figure = figures.new_figure(9, 3)
    left, middle, right = figure.subplots(1, 3)
    causal, acausal = record.directions["causal"], record.directions["acausal"]
    figures.draw_scatter(left, record.x, record.y, faint=True)
    figures.draw_curves(left, causal.inputs, causal.predictions)
    figures.draw_scatter(middle, record.x, record.y)
    figures.draw_scatter(right, record.y, record.x, faint=True)
    figures.draw_curves(right, acausal.inputs, acausal.predictions)
    titles = (
        f"{len(causal.predictions)} models of y given x (causal)\n"
        f"variance between them: {100 * causal.instability:.2g} % of y's",
        f"one draw of {len(record.x)} rows",
        f"{len(acausal.predictions)} models of x given y (acausal)\n"
        f"variance between them: {100 * acausal.instability:.2g} % of x's",
    )
    for axes, title, (across, up) in zip(
        (left, middle, right), titles, (("x", "y"), ("x", "y"), ("y", "x")), strict=True
    ):
        axes.set_title(title)
        axes.set_xlabel(across)
        axes.set_ylabel(up, rotation=0)
    return figure


def says(record: Stability) -> str:
    """Return what the figure shows, in a sentence."""
    causal, acausal = (100 * one.instability for one in record.directions.values())
    return (
        f"models on fresh draws vary by {causal:.2g} % of the output's variance along the causal "
        f"arrow, by {acausal:.2g} % against it"
    )
