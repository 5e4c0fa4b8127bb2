"""``vcei identify``: two columns of a file, one verdict."""

from __future__ import annotations

import click

from vcei.catalogue import CATALOGUE
from vcei.cli.show import show_verdict, waiting


@click.command("identify")
@click.argument("file")
@click.option("--x", metavar="COL", help="First column: its name, or its index from 0.")
@click.option("--y", metavar="COL", help="Second column.")
@click.option(
    "--method",
    type=click.Choice(list(CATALOGUE)),
    metavar="NAME",
    default="default",
    show_default=True,
    help="Who is asked: default, paper, bqcd, ...; vcei methods lists all.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Everything random is drawn from it: same seed, same bytes.",
)
@click.option(
    "--drop-missing", is_flag=True, help="Leave out rows with missing or infinite values."
)
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as one JSON object.")
@click.option("--timings", is_flag=True, help="Say where the time went.")
def command(
    file: str,
    x: str | None,
    y: str | None,
    method: str,
    seed: int,
    drop_missing: bool,
    as_json: bool,
    timings: bool,
) -> None:
    """Decide which of two columns of FILE drives the other.

    FILE is CSV, TSV, whitespace text without a header, or Parquet; - reads text from standard
    input. Without --x and --y the first two numeric columns are taken. A name goes before an
    index where a column's name is a number. True and false count as 1 and 0, dates (2026-01-31)
    as days, empty cells, NA and NaN as missing; other text is refused.

    \b
    The answer has three parts:
      direction   the arrow that the data support better, however weakly
      answer      decided, or undecided if random halves of the rows disagree
      confidence  0.5 (a coin) to 1, from that agreement; not calibrated

    \b
    Examples:
      vcei identify weather.csv --x altitude --y temperature
      vcei identify pair0001.txt --json | jq .direction
      vcei identify pair0001.txt --method igci-uniform

    Exit codes: 0 answered, 2 wrong usage or unusable input.
    """
    from vcei.ask import identify_pair
    from vcei.table import Table

    pair = Table.read(file).pair(x, y, drop_missing)
    with waiting(f"Weighing {pair.x_name} against {pair.y_name} on {pair.rows} rows"):
        verdict = identify_pair(pair, method, seed)
    if as_json:
        click.echo(verdict.to_json(timings))
    else:
        show_verdict(verdict, timings)
