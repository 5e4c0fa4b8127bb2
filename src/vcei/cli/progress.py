"""Progress: a bar with the time that remains for a person, a few lines for a file, on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

import click

QUIET = "vcei.quiet"


def _remember(ctx: click.Context, param: click.Parameter, value: bool) -> None:  # noqa: ARG001
    ctx.meta[QUIET] = value


quiet_option = click.option(
    "--quiet",
    "-q",
    is_flag=True,
    expose_value=False,
    callback=_remember,
    help="Only the answer: no progress, no remarks.",
)


def is_quiet() -> bool:
    """Return whether nothing but the answer is wanted."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(QUIET))


def remark(text: str) -> None:
    """Say something beside the answer, unless nobody wants to know."""
    if not is_quiet():
        click.echo(text, err=True)


class Meter:
    """How far some work is: called after each step, or told where it is.

    Parameters
    ----------
    show
        Shows how much is done, and of how much, None where that is not known.
    total
        How many steps there are, if that is known.
    """

    def __init__(self, show: Callable[[int, int | None], None], total: int | None) -> None:
        self.show = show
        self.total = total
        self.done = 0

    def __call__(self) -> None:
        """Take a step."""
        self.reach(self.done + 1)

    def reach(self, done: int, total: int | None = None) -> None:
        """Say where the work is.

        Parameters
        ----------
        done
            How many steps are done.
        total
            How many there are, if that is known only now.
        """
        self.done, self.total = done, total or self.total
        self.show(self.done, self.total)


@contextmanager
def progress(what: str, total: int | None = None, lines: bool = False) -> Iterator[Meter]:
    """Show how far the work is and what time remains.

    Parameters
    ----------
    what
        The work.
    total
        How many steps it has; None where that is told later, or nobody can.
    lines
        Whether to write a line after each tenth where no person is watching.

    Yields
    ------
    Meter
        To be called after each step.
    """
    if is_quiet() or total == 0:
        yield Meter(lambda _done, _total: None, total)
    elif not sys.stderr.isatty():
        yield Meter(_Tenths() if lines else lambda _done, _total: None, total)
    else:
        with _bar(what, total) as show:
            yield Meter(show, total)


@contextmanager
def _bar(what: str, total: int | None) -> Iterator[Callable[[int, int | None], None]]:
    from rich import progress as parts
    from rich.console import Console

    columns = (
        parts.SpinnerColumn(),
        parts.TextColumn("{task.description}", markup=False),  # names may hold brackets
        parts.BarColumn(bar_width=24),
        parts.TaskProgressColumn(),
        parts.TimeElapsedColumn(),
        parts.TextColumn("left:"),
        parts.TimeRemainingColumn(),
    )
    with parts.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done, known: bar.update(task, completed=done, total=known)


class _Tenths:
    """A line after each tenth of the work."""

    def __init__(self) -> None:
        self.start = monotonic()
        self.said = 0

    def __call__(self, done: int, total: int | None) -> None:
        tenths = 10 * done // total if total else 0
        if total and tenths > self.said:
            self.said = tenths
            left = (monotonic() - self.start) * (total - done) / done
            click.echo(f"{done} of {total} done, about {left:.0f} s left", err=True)
