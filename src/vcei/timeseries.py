"""Time series: two long ones to a pair of windows, many of them to a summary graph.

A window holds the present and what came before it. If x drives y, x goes its own way: given its own
past, its present does not respond to variation of the past of y. Time settles what an equation of
the two presents cannot.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from vcei.any_kind import AnyKind
from vcei.arrays import Floats
from vcei.ask import identify_pair
from vcei.columns import as_numbers
from vcei.errors import InputError, require
from vcei.pair import MIN_ROWS, Pair
from vcei.scans.columns import choose, table_of

if TYPE_CHECKING:
    from vcei.verdict import Verdict

LENGTH = 5
"""Points in a window, if nothing is said: the present and four before it."""

CAVEATS = (
    "neighbouring windows depend on each other: confidences come from blocks of them",
    "arrows are found pair by pair: a third series that drives both, or one in between, makes them",
    "what happens faster than the series was sampled is not seen",
)
"""What a reader of a summary graph should know."""


def windows(values: Floats, length: int = LENGTH, stride: int = 1, delay: int = 1) -> Floats:
    """Cut a series into windows.

    Row i is ``v[s], v[s + delay], ..., v[s + (length - 1) delay]`` with ``s = i stride``.

    Parameters
    ----------
    values
        The series, (n,).
    length
        Points in a window, the last of them the present.
    stride
        Steps from one window to the next.
    delay
        Steps from one point of a window to the next.

    Returns
    -------
    Floats
        The windows, (rows, length).

    Raises
    ------
    InputError
        If a number is not a whole one above zero, or the series is shorter than one window.

    Examples
    --------
    >>> windows(np.arange(6.0), length=3, stride=2)
    array([[0., 1., 2.],
           [2., 3., 4.]])
    """
    for name, value, least in (("length", length, 2), ("stride", stride, 1), ("delay", delay, 1)):
        if int(value) != value or value < least:
            msg = f"Expected a whole number of at least {least} as {name}; {value!r} came."
            raise InputError(msg)
    span = (length - 1) * delay + 1
    if len(values) < span:
        msg = f"A window of {length} points {delay} apart spans {span} steps; {len(values)} came."
        raise InputError(msg)
    starts = np.arange(0, len(values) - span + 1, stride)
    return values[starts[:, None] + delay * np.arange(length)]


def series(
    x: Any,
    y: Any,
    length: int = LENGTH,
    stride: int = 1,
    delay: int = 1,
    difference: int = 0,
    names: tuple[str, str] = ("x", "y"),
) -> Pair:
    """Turn two long series, observed at the same times, into a pair of windows.

    Parameters
    ----------
    x
        The first series, one number at each time, in order.
    y
        The second series.
    length
        Points in a window: the present and what the past may matter by.
    stride
        Steps from one window to the next.
    delay
        Steps from one point of a window to the next.
    difference
        How often to take differences first, against trends.
    names
        Names of the series.

    Returns
    -------
    Pair
        Windows of both, at the same times; :func:`vcei.identify_pair` gives the verdict.

    Raises
    ------
    InputError
        If the series have gaps or are too short.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> x = rng.normal(size=300)
    >>> y = np.append(0, np.tanh(2 * x[:-1])) + 0.1 * rng.normal(size=300)
    >>> identify_pair(series(x, y)).direction.value
    'x->y'
    """
    columns = [_whole(values, name) for values, name in zip((x, y), names, strict=True)]
    if len(columns[0]) != len(columns[1]):
        msg = f"The series must be equally long; {len(columns[0])} and {len(columns[1])} came."
        raise InputError(msg)
    if int(difference) != difference or not 0 <= difference < len(columns[0]):
        msg = f"Expected how often to take differences, 0, 1 or 2; {difference!r} came."
        raise InputError(msg)
    steps = [np.diff(column, n=difference) for column in columns]
    cut = [windows(column, length, stride, delay) for column in steps]
    if len(cut[0]) < MIN_ROWS:
        msg = (
            f"These series give {len(cut[0])} windows of {length} points; expected at least "
            f"{MIN_ROWS}. Take longer series, shorter windows or a smaller stride."
        )
        raise InputError(msg)
    return Pair.of(cut[0], cut[1], *names, kind={"x": "window", "y": "window"})


def _whole(values: Any, name: str) -> Floats:
    numbers = as_numbers(values, name)
    gaps = np.flatnonzero(~np.isfinite(numbers))
    if len(gaps):
        msg = (
            f"Series {name!r} has {len(gaps)} missing or infinite values, the first at step "
            f"{gaps[0] + 1}. A gap breaks the order of time: fill it in, or take the part before "
            "or after it."
        )
        raise InputError(msg)
    return numbers


@dataclass(frozen=True)
class Drive:
    """Whether one series drives another.

    Attributes
    ----------
    cause : str
        The series whose past is varied.
    effect : str
        The series whose innovations may respond.
    response : float
        How far they move, where chance moves them by about 1.
    q_value : float
        The p-value of that, adjusted for the number of arrows asked about.
    confidence : float
        How stable the direction is between these two, from 0.5 to 1.
    """

    cause: str
    effect: str
    response: float
    q_value: float
    confidence: float


@dataclass(frozen=True)
class Summary:
    """The summary graph of several series.

    Attributes
    ----------
    names : tuple[str, ...]
        The series.
    drives : tuple[Drive, ...]
        Both directions of every pair.
    level : float
        False discovery rate at which a direction counts as an arrow.
    """

    names: tuple[str, ...]
    drives: tuple[Drive, ...]
    level: float

    @property
    def arrows(self) -> tuple[Drive, ...]:
        """The directions in which one series drives another, the strongest first."""
        found = [drive for drive in self.drives if drive.q_value <= self.level]
        return tuple(sorted(found, key=lambda drive: -drive.response))

    def to_networkx(self) -> Any:
        """Return the arrows as a networkx DiGraph, with their numbers as attributes."""
        graph = require("networkx", "scan").DiGraph()
        graph.add_nodes_from(self.names)
        for one in self.arrows:
            numbers = {key: value for key, value in vars(one).items() if isinstance(value, float)}
            graph.add_edge(one.cause, one.effect, kind="oriented", **numbers)
        return graph

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "series": list(self.names),
            "level": self.level,
            "arrows": [vars(drive) for drive in self.arrows],
            "all": [vars(drive) for drive in self.drives],
            "caveats": list(CAVEATS),
        }

    def to_json(self) -> str:
        """Return everything as one line of JSON."""
        return json.dumps(self.to_dict(), allow_nan=False, ensure_ascii=False)

    def __str__(self) -> str:
        if not self.arrows:
            lines = [f"No series drives another (false discovery rate {self.level:g})."]
        else:
            lines = [f"{len(self.arrows)} arrows (false discovery rate {self.level:g}):", ""]
        width = max((len(drive.cause) for drive in self.arrows), default=0)
        lines += [
            f"  {drive.cause:>{width}} -> {drive.effect:<{width}}  moved by {drive.response:.3g}, "
            f"q = {drive.q_value:.2g}, confidence {drive.confidence:.2f}"
            for drive in self.arrows
        ]
        return "\n".join([*lines, "", *(f"  note: {caveat}" for caveat in CAVEATS)])


def summary_graph(
    data: Any,
    columns: Sequence[str] | None = None,
    method: AnyKind | None = None,
    seed: int = 0,
    level: float = 0.05,
    on_pair: Callable[[Verdict], None] = lambda verdict: None,  # noqa: ARG005
    **choices: Any,
) -> Summary:
    """Ask about every pair of several series, and draw their summary graph.

    An arrow x -> y means that the past of x moves what is new in y. Arrows both ways are feedback.

    Parameters
    ----------
    data
        The series as the columns of a table, rows in the order of time: a path, a frame, a mapping
        from names to columns, or an array of two axes.
    columns
        Which of them; by default all of numbers that are not constant.
    method
        The choices.
    seed
        Everything random is drawn from it.
    level
        False discovery rate of the arrows, by Benjamini and Yekutieli.
    on_pair
        Called with the verdict of every pair.
    **choices
        Length, stride, delay and difference, as for :func:`series`.

    Returns
    -------
    Summary
        The graph.

    Raises
    ------
    InputError
        If there are fewer than two series.
    """
    found = choose(table_of(data), columns).values
    if len(found) < 2:
        msg = f"Expected at least two series of numbers that vary; {len(found)} came."
        raise InputError(msg)
    asked = AnyKind() if method is None else method
    verdicts = []
    for x, y in combinations(found, 2):
        pair = series(found[x], found[y], names=(x, y), **choices)
        verdicts.append(identify_pair(pair, asked, seed))
        on_pair(verdicts[-1])
    return Summary(tuple(found), _drives(verdicts), level)


def _drives(verdicts: Sequence[Verdict]) -> tuple[Drive, ...]:
    from scipy.stats import false_discovery_control

    # x drives y if y -> x fails: the past of x moves what y would do by itself
    found = [
        (cause, effect, verdict.evidence[failing], verdict.confidence)
        for verdict in verdicts
        for cause, effect, failing in (
            (verdict.x, verdict.y, "y->x"),
            (verdict.y, verdict.x, "x->y"),
        )
    ]
    p_values = [evidence.p_value for _, _, evidence, _ in found]
    adjusted = false_discovery_control(p_values, method="by")
    return tuple(
        Drive(cause, effect, evidence.criterion, float(q_value), confidence)
        for (cause, effect, evidence, confidence), q_value in zip(found, adjusted, strict=True)
    )
