"""``vcei simulate``: write a collection of simulated pairs."""

from __future__ import annotations

from pathlib import Path

import click

from vcei.cli.progress import progress, quiet_option


def _list_simulators(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    """Answer --list before NAME and --out are missed."""
    if not wanted or ctx.resilient_parsing:
        return
    from vcei.data.simulate import GENERATORS
    from vcei.data.simulate.catalogue import Truth

    width = max(map(len, GENERATORS))
    for name, simulator in GENERATORS.items():
        known = simulator.truth is Truth.CAUSE_EFFECT
        remark = "" if known else f" ({simulator.truth.value})"
        click.echo(f"{name:<{width}}  {simulator.formula}{remark}")
    ctx.exit()


@click.command("simulate", short_help="Write simulated pairs in the published layout.")
@click.argument("name")
@click.option(
    "--pairs", type=click.IntRange(min=1), default=100, show_default=True, help="How many pairs."
)
@click.option(
    "--rows", type=click.IntRange(min=10), default=1000, show_default=True, help="Rows of each."
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Everything random is drawn from it; more pairs of a seed begin with the fewer.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    metavar="DIR",
    help="The folder to write; it must be empty or not exist.",
)
@click.option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_simulators,
    help="Show the simulators and what there is to find in their pairs.",
)
@quiet_option
def command(name: str, pairs: int, rows: int, seed: int, out: Path) -> None:
    """Write pairs of the simulator NAME to a folder, as pairNNNN.txt with pairmeta.txt.

    A fair coin decides which column comes first. Where neither drives the other (independent,
    confounded) the pairs have weight zero, and simulation.json beside them says so.

    \b
    Examples:
      vcei simulate --list
      vcei simulate AN --pairs 100 --rows 1000 --seed 1 --out AN-again
    """
    from vcei.data.simulate.write import write_collection

    with progress(f"Drawing {name}", pairs) as meter:
        write_collection(name, pairs, rows, seed, out, meter.reach)
    click.echo(f"{pairs} pairs of {name}, {rows} rows each, seed {seed}: {out}")
