"""``vcei identify``: two columns of a file, one verdict."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from vcei.catalogue import CATALOGUE
from vcei.cli.engine import check, engine_options, workers
from vcei.cli.progress import progress, quiet_option, remark
from vcei.cli.show import needs_report, show_verdict
from vcei.errors import require
from vcei.following import following

if TYPE_CHECKING:
    from vcei.pair import Pair
    from vcei.verdict import Verdict

IMAGES = (".png", ".svg")


def _image(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    if value is not None and value.suffix.lower() not in IMAGES:
        msg = f"expected a file that ends in {' or '.join(IMAGES)}; {value} came"
        raise click.BadParameter(msg, ctx, param)
    return value


def _kinds(ctx: click.Context, param: click.Parameter, words: tuple[str, ...]) -> dict[str, str]:
    said = {}
    for word in words:
        column, _, kind = word.partition("=")
        if column not in {"x", "y"} or not kind:
            msg = f"expected x=KIND or y=KIND, as in x=category; {word!r} came"
            raise click.BadParameter(msg, ctx, param)
        said[column] = kind
    return said


@click.command("identify")
@click.argument("file")
@click.option(
    "--x", metavar="COL", help="First column: name, or index from 0; a,b,c makes a vector."
)
@click.option("--y", metavar="COL", help="Second column.")
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    metavar="x=KIND",
    callback=_kinds,
    help="What a column holds; see the list of kinds above.",
)
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
@engine_options
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as one JSON object.")
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.png|svg",
    callback=_image,
    help="Draw the verdict into a file.",
)
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.html",
    help="Write a page with pictures, numbers and settings; it opens offline.",
)
@click.option("--timings", is_flag=True, help="Say where the time went.")
@quiet_option
def command(
    file: str,
    x: str | None,
    y: str | None,
    kinds: dict[str, str],
    method: str,
    seed: int,
    drop_missing: bool,
    engine: str,
    address: str | None,
    as_json: bool,
    plot: Path | None,
    report: Path | None,
    timings: bool,
) -> None:
    """Decide which of two columns of FILE drives the other.

    FILE is CSV, TSV, whitespace text without a header, or Parquet; - reads text from standard
    input. Without --x and --y the first two numeric columns are taken. A name goes before an
    index where a column's name is a number. Dates are written 2026-01-31; empty cells, NA and NaN
    are missing.

    \b
    What a column holds is found out, and said with the verdict; --kind tells it:
      number, date    as they are
      whole           few different whole numbers; true and false are 1 and 0
      category        names that occur often; ordered:low,high orders them
      string, text    other names; texts are those with spaces
      vector, record  several columns (--x a,b,c), of numbers or of mixed kinds
      angle           the scale closes: angle:360 for degrees, angle:24 for hours

    FILE may also be a folder of Parquet files, a pattern of their names in quotes, or an address of
    either such as s3://bucket/folder. Of more than 100000 rows so many are drawn by their numbers,
    and no more than these are held in memory; Dask workers read a file each.

    \b
    The answer has three parts:
      direction   the arrow that the data support better, however weakly
      answer      decided, undecided, independent, not identifiable (both arrows
                  fit equally well), or neither direction fits
      confidence  0.5 (a coin) to 1: how often such a decision is right, if either
                  arrow is true; of other methods, how stable it is

    \b
    Examples:
      vcei identify weather.csv --x altitude --y temperature
      vcei identify pair0001.txt --json | jq .direction
      vcei identify people.csv --x trade --y income --kind x=category
      vcei identify pair0052.txt --x 0,1,2,3 --y 4,5,6,7
      vcei identify pair0001.txt --method igci-uniform
      vcei identify pair0001.txt --report pair0001.html --plot pair0001.png
      vcei identify 'years/*.parquet' --engine dask --address tcp://10.0.0.5:8786

    Exit codes: 0 answered, 2 wrong usage or unusable input.
    """
    from vcei.ask import identify_pair
    from vcei.streams import read_pair

    if plot:
        require("matplotlib", "plot")  # before the work, not after it
    if report:
        needs_report()
    check(engine, address)
    pool = None if engine == "local" else workers(engine, address)[0]
    with progress(f"Reading {file}"):
        pair = read_pair(file, x, y, drop_missing=drop_missing, engine=pool, kind=kinds)
    what = f"Weighing {pair.x_name} against {pair.y_name} on {pair.rows} rows"
    with progress(what) as meter, following(meter.reach):
        verdict = identify_pair(pair, method, seed)
    if as_json:
        click.echo(verdict.to_json(timings))
    else:
        show_verdict(verdict, timings)
    if plot or report:
        with progress("Drawing"):
            _draw(verdict, pair, plot, report, _typed(click.get_current_context()))
        remark(f"Wrote {' and '.join(str(one) for one in (plot, report) if one)}")


def _draw(verdict: Verdict, pair: Pair, plot: Path | None, report: Path | None, again: str) -> None:
    from vcei.saving import save

    if plot:
        from vcei.figures import image_bytes, style

        with style():
            save(plot, image_bytes(verdict.plot(), plot.suffix[1:].lower()))
    if report:
        from vcei.report import render

        save(report, render(verdict, pair, again).encode())


def _typed(ctx: click.Context) -> str:
    """Return the command that was typed, as far as it decides the verdict."""
    given = ctx.params
    words = ["vcei", "identify", given["file"]]
    for name in ("x", "y", "method", "seed"):
        if given[name] is not None:
            words += [f"--{name}", str(given[name])]
    for column, kind in given["kinds"].items():
        words += ["--kind", f"{column}={kind}"]
    return shlex.join(words + ["--drop-missing"] * given["drop_missing"])
