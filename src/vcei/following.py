"""Following: whoever waits for long work may be told how far it is, without a parameter for it.

The command line draws its bars so. In a notebook any bar will do, such as that of rich::

    with Progress() as bar:
        task = bar.add_task("Weighing")
        with following(lambda done, total: bar.update(task, completed=done, total=total)):
            verdict = vcei.identify(x, y, "gpi")
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias, TypeVar

Step = TypeVar("Step")

Tell: TypeAlias = Callable[[int, int], None]
"""Is told how many steps are done, and of how many."""

_listener: ContextVar[Tell | None] = ContextVar("listener", default=None)


@contextmanager
def following(tell: Tell) -> Iterator[None]:
    """Be told how far the work inside is.

    Parameters
    ----------
    tell
        Is called before the first step and after each.

    Yields
    ------
    None
        Work inside.

    Examples
    --------
    >>> with following(lambda done, total: print(done, "of", total)):
    ...     squares = [number**2 for number in followed([1, 2])]
    0 of 2
    1 of 2
    2 of 2
    """
    before = _listener.set(tell)
    try:
        yield
    finally:
        _listener.reset(before)


def followed(steps: Sequence[Step]) -> Iterator[Step]:
    """Yield steps one by one, and tell whoever follows how many are done.

    Parameters
    ----------
    steps
        What is to be done.

    Yields
    ------
    Step
        The next one.
    """
    tell = _listener.get() or (lambda _done, _total: None)
    tell(0, len(steps))
    for done, step in enumerate(steps, start=1):
        yield step
        tell(done, len(steps))
