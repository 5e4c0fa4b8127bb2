"""How verdicts look on a terminal, and in a pipe."""

from __future__ import annotations

import sys

import click

from vcei.answer import DECIDED, Answer
from vcei.cli.progress import is_quiet
from vcei.errors import require
from vcei.verdict import Verdict

GAUGE = 20
"""Characters from a coin to either end."""

STEPS = range(-GAUGE, GAUGE + 1)


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


def gauge(verdict: Verdict) -> str:
    """Return a line from one arrow to the other with a mark where the belief stands.

    Parameters
    ----------
    verdict
        The verdict.

    Returns
    -------
    str
        For a terminal; the parts of the scale where an answer counts as decided are bold.
    """
    lean = (verdict.confidence - 0.5) * (1 if verdict.score > 0 else -1 if verdict.score else 0)
    scale = ["━" if abs(step) >= round(GAUGE * (2 * DECIDED - 1)) else "─" for step in STEPS]
    scale[GAUGE] = "┼"
    scale[GAUGE + round(2 * GAUGE * lean)] = click.style("●", fg="cyan", bold=True)
    ends = f"{verdict.y} -> {verdict.x}", f"{verdict.x} -> {verdict.y}"
    return f"{ends[0]}  {''.join(scale)}  {ends[1]}"


def show_verdict(verdict: Verdict, timings: bool = False) -> None:
    """Print a verdict for people; colours appear on a terminal only.

    Parameters
    ----------
    verdict
        What to print.
    timings
        Whether to say where the time went.
    """
    # a name may hold signs that would steer the terminal
    said = "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in str(verdict))
    first, _, rest = said.partition("\n")
    click.secho(first, fg="green" if verdict.answer is Answer.DECIDED else "yellow", bold=True)
    if is_quiet():
        return
    if sys.stdout.isatty():
        click.echo(f"\n  {gauge(verdict)}")
    for line in rest.split("\n"):
        number, explained, why = line.partition("  (")
        click.echo(number + (click.style(explained + why, dim=True) if why else ""))
    if timings:
        for arrow, evidence in verdict.evidence.items():
            spent = ", ".join(f"{step} {took:.2f} s" for step, took in evidence.seconds.items())
            click.echo(f"  time for {arrow}: {spent}")
