"""How verdicts look on a terminal, and in a pipe."""

from __future__ import annotations

import click

from vcei.cli.progress import is_quiet
from vcei.errors import require
from vcei.verdict import Answer, Verdict


def needs_report() -> None:
    """Refuse to go on without the libraries that a report is made with."""
    require("matplotlib", "report")
    require("jinja2", "report")


def show_table(table: str) -> None:
    """Print tables with an empty line between them; on a terminal their headings are bold.

    Parameters
    ----------
    table
        Lines, the first of each table being its heading.
    """
    for place, part in enumerate(table.split("\n\n")):
        heading, _, rows = part.partition("\n")
        click.echo("\n" * bool(place) + click.style(heading, bold=True))
        click.echo(rows)


def show_verdict(verdict: Verdict, timings: bool = False) -> None:
    """Print a verdict for people; colours appear on a terminal only.

    Parameters
    ----------
    verdict
        What to print.
    timings
        Whether to say where the time went.
    """
    first, _, rest = str(verdict).partition("\n")
    colour = "green" if verdict.answer is Answer.DECIDED else "yellow"
    click.secho(first, fg=colour, bold=True)
    if is_quiet():
        return
    click.echo(rest)
    if timings:
        for arrow, evidence in verdict.evidence.items():
            spent = ", ".join(f"{step} {took:.2f} s" for step, took in evidence.seconds.items())
            click.echo(f"  time for {arrow}: {spent}")
