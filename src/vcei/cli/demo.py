"""``vcei demo``: the main job on the example that the package carries."""

from __future__ import annotations

import click

from vcei.cli.progress import progress
from vcei.cli.show import show_verdict

EXPLAINED = """\
What this shows

  Two columns, {x} and {y}: the day of the year and the temperature, {rows} days, made by
  vcei's own simulator, so the truth is known: {x} drives {y}. From the two columns alone,
  vcei asks of each arrow: if it were true, would the mechanism stay put when the cause is
  varied?

  It varies the claimed cause by weighting rows, and measures how far the mechanism moved: the
  law of its noise, and its predictions when it is refitted. What else the fits tell, such as
  how simple either story is, is added up with it as log odds.
"""


@click.command("demo")
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as one JSON object.")
def command(as_json: bool) -> None:
    """Run the main job on a small example and explain what it shows.

    The example comes with vcei and is made by its own simulator; nothing is downloaded.

    \b
    Examples:
      vcei demo
      vcei demo --json
    """
    from vcei.ask import identify_pair
    from vcei.data.example import load_example

    pair = load_example()
    with progress("Weighing the two arrows"):
        verdict = identify_pair(pair)
    if as_json:
        click.echo(verdict.to_json())
        return
    click.echo(EXPLAINED.format(rows=pair.rows, x=pair.x_name, y=pair.y_name))
    show_verdict(verdict)
    click.echo("\nNow your own data:  vcei identify FILE.csv --x COLUMN --y COLUMN")
