"""How verdicts look on a terminal, and in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from vcei.verdict import Answer, Verdict

quiet_option = click.option(
    "--quiet", "-q", is_flag=True, help="Only the answer: no progress, no explanations."
)


@contextmanager
def waiting(what: str, quiet: bool = False) -> Iterator[None]:
    """Show that work is going on, if a person is watching.

    Parameters
    ----------
    what
        The work.
    quiet
        Whether nobody wants to know.

    Yields
    ------
    None
        The work is done inside.
    """
    if quiet or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        progress.add_task(what, total=None)
        yield


def show_verdict(verdict: Verdict, timings: bool = False, quiet: bool = False) -> None:
    """Print a verdict for people; colours appear on a terminal only.

    Parameters
    ----------
    verdict
        What to print.
    timings
        Whether to say where the time went.
    quiet
        Whether its sentence is all that is wanted.
    """
    first, _, rest = str(verdict).partition("\n")
    colour = "green" if verdict.answer is Answer.DECIDED else "yellow"
    click.secho(first, fg=colour, bold=True)
    if quiet:
        return
    click.echo(rest)
    if timings:
        for arrow, evidence in verdict.evidence.items():
            spent = ", ".join(f"{step} {took:.2f} s" for step, took in evidence.seconds.items())
            click.echo(f"  time for {arrow}: {spent}")
