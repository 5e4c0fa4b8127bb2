"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path

import click

seed_option = click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Everything random is drawn from it.",
)

graph_option = click.option(
    "--graph",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="OUT",
    help="Write the graph: .graphml, .dot or .json.",
)
