"""``vcei reproduce``: the paper's figures from scratch, with the numbers behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import click

from vcei.cli.options import seed_option
from vcei.cli.progress import progress, quiet_option, remark
from vcei.cli.where import data_option

FIGURES = ("icm", "outliers", "monotonicity", "coreset", "trend", "rel_acc")
"""The names of vcei.reproduce.RECIPES, here so that ``--help`` need not load what draws them."""


def _chosen(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...]:
    names = FIGURES if value is None else tuple(part.strip() for part in value.split(","))
    for name in names:
        if name not in FIGURES:
            msg = f"there is no figure {name!r}; expected some of: {', '.join(FIGURES)}"
            raise click.BadParameter(msg, ctx, param)
    return tuple(dict.fromkeys(names))


@click.command("reproduce")
@data_option
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    metavar="DIR",
    help="Where NAME.png, NAME.svg and NAME.csv go.",
)
@click.option("--quick", is_flag=True, help="Fewer pairs, draws and models: about a minute.")
@click.option("--jobs", type=click.IntRange(min=1), help="Worker processes.  [default: cores]")
@seed_option
@click.option(
    "--only", callback=_chosen, metavar="NAME[,NAME...]", help=f"Some of: {', '.join(FIGURES)}."
)
@quiet_option
def command(
    data: Path | None, out: Path, quick: bool, jobs: int | None, seed: int, only: tuple[str, ...]
) -> None:
    """Make the figures of the paper again, from data to pictures.

    \b
    icm           models refitted on fresh draws, with and against the arrow
    outliers      weights of the relaxed optimum on a Gaussian sample
    monotonicity  the optimal value against the cap
    coreset       the coreset of Tübingen pair 7
    trend         impact against the cap for SIM pair 1
    rel_acc       accuracy on the ten collections, beside published baselines

    The last one judges every pair of the collections, records each in DIR/rel_acc.sqlite, and
    goes on from there when it is called again. A figure whose collection is not found is skipped.

    \b
    Examples:
      vcei reproduce --data collections --out figures --quick
      vcei reproduce --data collections --out figures --only trend,rel_acc

    Exit codes: 0 if at least one figure was made, 2 if none could be.
    """
    from vcei.bench.engines import cores
    from vcei.errors import require
    from vcei.reproduce import RECIPES, Request, Skipped, make

    require("matplotlib", "plot")
    request = Request(out, data, quick, jobs or cores(), seed, following)
    made = 0
    for name in only:
        start = monotonic()
        done = make(RECIPES[name], request)
        if isinstance(done, Skipped):
            click.echo(f"{name}: skipped, for {done.why}", err=True)
            continue
        made += 1
        click.echo(f"{name}: {done.says} ({monotonic() - start:.1f} s)")
    if not made:
        raise click.exceptions.Exit(2)
    remark(f"{made} of {len(only)} figures are in {out}, each as PNG, SVG and CSV.")


@contextmanager
def following(total: int, what: str) -> Iterator[Callable[[], None]]:
    """Show how far the work is and what time remains, if a person is watching.

    Parameters
    ----------
    total
        How many steps there are.
    what
        What the steps are.

    Yields
    ------
    Callable[[], None]
        To be called after each step.
    """
    with progress(what, total) as advance:
        yield advance
