"""``vcei scan``: every pair of columns of a table, one graph."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from vcei.catalogue import CATALOGUE
from vcei.cli.bench import Names
from vcei.cli.engine import device_option, engine_options, jobs_option, workers
from vcei.cli.options import graph_option, seed_option
from vcei.cli.progress import progress, quiet_option, remark
from vcei.cli.show import needs_report

if TYPE_CHECKING:
    from vcei.bench.task import Record
    from vcei.scans import Scan
    from vcei.scans.scan import Estimate

STEPS = {"test": "Testing for independence", "orient": "Orienting"}


@click.command("scan")
@click.argument("table")
@click.option("--columns", type=Names(), metavar="COL[,COL...]", help="Names, or indices from 0.")
@click.option("--target", metavar="COL", help="Only pairs with this column.")
@click.option(
    "--skeleton",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="GRAPH",
    help="Orient the undirected edges of a graph, and test nothing.",
)
@click.option(
    "--method",
    type=click.Choice(list(CATALOGUE)),
    metavar="NAME",
    default="default",
    show_default=True,
    help="Who is asked; vcei methods lists all.",
)
@click.option(
    "--level",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.05,
    show_default=True,
    help="False discovery rate: the share of independent pairs among those called dependent.",
)
@click.option(
    "--drop-missing", is_flag=True, help="Leave out rows with a missing value, pair by pair."
)
@click.option(
    "--store",
    type=click.Path(dir_okay=False, path_type=Path),
    default="vcei-scan.sqlite",
    show_default=True,
    help="The SQLite file in which every pair is recorded.",
)
@jobs_option
@engine_options
@device_option
@click.option("--retry", is_flag=True, help="Try pairs again whose record is a failure.")
@seed_option
@graph_option
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.html",
    help="Write a page with the graph, a heat map and the numbers; it opens offline.",
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object.")
@quiet_option
def command(
    table: str,
    columns: list[str] | None,
    target: str | None,
    skeleton: Path | None,
    method: str,
    level: float,
    drop_missing: bool,
    store: Path,
    jobs: int | None,
    engine: str,
    address: str | None,
    device: str | None,
    retry: bool,
    seed: int,
    graph: Path | None,
    report: Path | None,
    as_json: bool,
) -> None:
    """Ask about every pair of columns of TABLE, and draw one graph.

    Pairs are tested for independence first (HSIC; false discovery rate over all pairs by
    Benjamini and Yekutieli); those that are dependent are oriented. An arrow is about two columns
    alone: one that acts through a third is not told from one that acts by itself. Whether the
    arrows have a cycle is checked and said.

    Each pair is recorded when it is done. Stop at any moment: the same command goes on from
    there.

    With --skeleton only the undirected edges of a graph are oriented, such as PC or GES leave
    them: GraphML, DOT, node-link JSON, or text with two names a line and a comma between them.
    In a directed graph, arrows both ways are an undirected edge.

    \b
    Examples:
      vcei scan weather.csv --graph weather.graphml --report weather.html
      vcei scan weather.parquet --target temperature --json | jq .pairs
      vcei scan weather.csv --skeleton pc.dot --graph oriented.dot
      vcei scan weather.csv --engine dask --address tcp://10.0.0.5:8786
    """
    from vcei.bench.engines import cores
    from vcei.bench.store import Store
    from vcei.scans.files import check_ending
    from vcei.scans.scan import carry_out, estimate
    from vcei.scans.survey import Survey

    if graph is not None:
        check_ending(graph)
    if report is not None:
        needs_report()
    pool, in_hand = workers(engine, address, jobs, device)
    jobs = jobs or cores()
    survey = Survey.of(
        table, columns, target, skeleton, method, level, seed=seed, drop_missing=drop_missing
    )
    with Store(store) as records:
        remark(
            f"{len(survey.pairs)} pairs of {len(survey.columns.values)} columns; "
            f"{_words(estimate(survey, records, jobs), jobs, survey.tested)}"
        )
        found = carry_out(survey, records, pool, in_hand, _follow, retry)
    if graph is not None:
        found.write_graph(graph)
    if report is not None:
        _report(found, report)
    click.echo(found.to_json() if as_json else str(found))
    remark(f"Recorded in {store}." + (f" Graph: {graph}." if graph else ""))


def _report(found: Scan, file: Path) -> None:
    from vcei.report import render_scan
    from vcei.saving import save

    with progress("Drawing"):
        save(file, render_scan(found, _typed(click.get_current_context())).encode())
    remark(f"Wrote {file}")


def _typed(ctx: click.Context) -> str:
    """Return the command that was typed, as far as it decides the result."""
    given = dict(ctx.params)
    given["columns"] = ",".join(given["columns"]) if given["columns"] else None
    words = ["vcei", "scan", given["table"]]
    for name in ("columns", "target", "skeleton", "method", "level", "seed", "report"):
        if given[name] is not None:
            words += [f"--{name}", str(given[name])]
    return shlex.join(words + ["--drop-missing"] * given["drop_missing"])


def _words(expected: Estimate, jobs: int, tested: bool) -> str:
    if expected.most == 0:
        return "all of them known."
    each = f"{expected.each:.2g} s for each direction on {jobs} worker{'s' if jobs > 1 else ''}"
    most = _duration(expected.most)
    if not tested:
        return f"about {most} ({each})."
    return f"tests take about {_duration(expected.tests)}, all at most {most} ({each})."


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.0f} h"


@contextmanager
def _follow(step: str, total: int) -> Iterator[Callable[[Record], None]]:
    if total:
        remark(f"{STEPS[step]}: {total} pairs")
    with progress(STEPS[step], total, lines=True) as advance:
        yield lambda record: advance()  # noqa: ARG005
