"""``vcei series``: several time series, one summary graph."""

from __future__ import annotations

from pathlib import Path

import click

from vcei.cli.bench import Names
from vcei.cli.options import graph_option, seed_option
from vcei.cli.progress import progress, quiet_option, remark


@click.command("series")
@click.argument("file")
@click.option("--columns", type=Names(), metavar="COL[,COL...]", help="Names, or indices from 0.")
@click.option(
    "--length",
    type=click.IntRange(min=2),
    default=5,
    show_default=True,
    help="Points in a window: the present, and the past that may matter.",
)
@click.option(
    "--stride",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Steps from one window to the next.",
)
@click.option(
    "--delay",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Steps from one point of a window to the next.",
)
@click.option(
    "--difference",
    type=click.IntRange(min=0, max=2),
    default=0,
    show_default=True,
    help="How often to take differences first, against trends.",
)
@click.option(
    "--level",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.05,
    show_default=True,
    help="False discovery rate: the share of arrows that chance may make.",
)
@seed_option
@graph_option
@click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object.")
@quiet_option
def command(
    file: str,
    columns: list[str] | None,
    length: int,
    stride: int,
    delay: int,
    difference: int,
    level: float,
    seed: int,
    graph: Path | None,
    as_json: bool,
) -> None:
    """Ask which of the time series in FILE drive which others.

    The rows of FILE are in the order of time, its columns are the series. Each pair is cut into
    windows; x drives y if variation of the past of x moves what is new in y, given y's own past.
    Arrows both ways are feedback.

    \b
    What the arrows do not know:
      neighbouring windows are alike: confidences come from blocks of them
      a third series that drives both, or one in between, makes an arrow
      what happens faster than the series was sampled is not seen

    \b
    Examples:
      vcei series weather.csv --graph weather.graphml
      vcei series prices.parquet --columns oil,gas,power --difference 1
      vcei series eeg.csv --length 8 --delay 2 --json | jq .arrows

    Exit codes: 0 answered, 2 wrong usage or unusable input.
    """
    from math import comb

    from vcei.scans.columns import choose, table_of
    from vcei.scans.files import check_ending, write
    from vcei.timeseries import summary_graph

    if graph is not None:
        check_ending(graph)
    table = table_of(file)
    found = choose(table, columns)
    for name, reason in found.left_out.items():
        remark(f"Left out {name}: {reason}")
    with progress("Weighing", comb(len(found.values), 2), lines=True) as advance:
        summary = summary_graph(
            table,
            list(found.values) or None,
            seed=seed,
            level=level,
            on_pair=lambda _: advance(),
            length=length,
            stride=stride,
            delay=delay,
            difference=difference,
        )
    if graph is not None:
        write(summary.to_networkx(), graph)
    click.echo(summary.to_json() if as_json else str(summary))
    if graph is not None:
        remark(f"Graph: {graph}.")
