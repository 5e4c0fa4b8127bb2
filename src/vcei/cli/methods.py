"""``vcei methods``: every method by name, ours and other people's."""

from __future__ import annotations

import json
import textwrap

import click

from vcei.catalogue import CATALOGUE, METHODS, PEERS, Entry


@click.command("methods")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def command(as_json: bool) -> None:
    """List the methods that can be asked, with citations.

    Each name works in vcei identify --method, in vcei bench run --method and in
    vcei.identify(x, y, method=...). After some stands an extra in brackets, which brings the
    library that they need: for [bqcd] give pip install 'vcei[bqcd]'.

    \b
    Examples:
      vcei methods
      vcei methods --json | jq -r .[].name
    """
    if as_json:
        click.echo(json.dumps([record(name) for name in CATALOGUE], indent=2, ensure_ascii=False))
        return
    width = max(map(len, CATALOGUE))
    for title, entries in (("Ours", METHODS), ("Other people's", PEERS)):
        click.echo(f"{title}\n")
        for name, entry in entries.items():
            extra = f"  [{entry.needs[1]}]" if entry.needs else ""
            click.echo(f"  {name:<{width}}  {entry.line}{extra}")
        click.echo("")
    click.echo("[name]: needs pip install 'vcei[name]'\n\nSources\n")
    for source, names in by_source().items():
        click.echo(paragraph(", ".join(names), "  "))
        click.echo(paragraph(source, "      "))


def paragraph(text: str, margin: str) -> str:
    """Return text in lines of no more than 80 characters; names keep their hyphens.

    Parameters
    ----------
    text
        Words.
    margin
        What each line starts with.

    Returns
    -------
    str
        Lines.
    """
    return textwrap.fill(
        text, 80, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False
    )


def record(name: str) -> dict[str, str | None]:
    """Return a method as plain values.

    Parameters
    ----------
    name
        A name in the catalogue.

    Returns
    -------
    dict[str, str | None]
        What the catalogue says.
    """
    entry: Entry = CATALOGUE[name]
    extra = entry.needs[1] if entry.needs else None
    return {"name": name, "line": entry.line, "source": entry.source, "extra": extra}


def by_source() -> dict[str, list[str]]:
    """Return the names of methods by where they were published."""
    grouped: dict[str, list[str]] = {}
    for name, entry in CATALOGUE.items():
        grouped.setdefault(entry.source, []).append(name)
    return grouped
