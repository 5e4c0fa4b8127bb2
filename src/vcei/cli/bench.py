"""``vcei bench``: run methods on labelled collections, and show how well they did."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

from vcei.cli.engine import device_option, engine_options, jobs_option, workers
from vcei.cli.options import seed_option
from vcei.cli.progress import is_quiet, progress, quiet_option, remark
from vcei.cli.show import needs_report, show_table
from vcei.cli.where import data_option

if TYPE_CHECKING:
    from vcei.bench.store import Board
    from vcei.bench.task import Record

STORE = "vcei-bench.sqlite"


class Names(click.ParamType[list[str]]):
    """Names with commas between them."""

    name = "name[,name...]"

    def convert(
        self,
        value: str | list[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> list[str]:
        """Cut at the commas.

        Parameters
        ----------
        value
            What was typed.
        param
            The option.
        ctx
            The command.

        Returns
        -------
        list[str]
            At least one name.
        """
        if not isinstance(value, str):
            return value
        names = [part.strip() for part in value.split(",") if part.strip()]
        if not names:
            self.fail("expected at least one name", param, ctx)
        return names


store_option = click.option(
    "--store",
    type=click.Path(dir_okay=False, path_type=Path),
    default=STORE,
    show_default=True,
    help="The SQLite file with the records.",
)


@click.group("bench")
def command() -> None:
    """Measure methods on collections of pairs whose truth is known.

    \b
    Examples:
      vcei bench run --data collections --suite paper --method default,paper
      vcei bench show --published
    """


@command.command("run")
@data_option
@click.option(
    "--suite",
    type=Names(),
    required=True,
    metavar="NAME[,NAME...]|paper",
    help="Collections, by the name of their folder; paper: the paper's ten; "
    "tuebingen:multivariate: its six pairs of vectors.",
)
@click.option(
    "--method",
    type=Names(),
    required=True,
    metavar="M[,M...]",
    help="Methods; vcei methods lists all.",
)
@store_option
@jobs_option
@engine_options
@device_option
@seed_option
@click.option("--retry", is_flag=True, help="Try pairs again whose record is a failure.")
@quiet_option
def run_command(
    data: Path | None,
    suite: list[str],
    method: list[str],
    store: Path,
    jobs: int | None,
    engine: str,
    address: str | None,
    device: str | None,
    seed: int,
    retry: bool,
) -> None:
    """Judge every pair of some collections and record it.

    Each pair is recorded when it is done. Stop at any moment: the same command goes on from
    there, and does only what is missing or has changed since. A pair that fails is recorded as a
    failure and counts as wrong.

    \b
    Examples:
      vcei bench run --data collections --suite SIM,tuebingen --method default
      vcei bench run --data collections --suite paper --method paper --jobs 8
      vcei bench run --data collections --suite paper --method default \\
          --engine dask --address tcp://10.0.0.5:8786
    """
    if data is None:
        msg = (
            "Missing option '--data': expected the folder that holds collections. Published ones "
            "need no folder once they are fetched: vcei data fetch all."
        )
        raise click.UsageError(msg)
    from vcei.bench.run import run, to_do
    from vcei.bench.store import Store
    from vcei.bench.suite import tasks_of

    pool, in_hand = workers(engine, address, jobs, device)
    with Store(store) as records:
        tasks = []
        for group in tasks_of(suite, method, data, seed):
            records.plan(group)
            tasks += group
        missing = to_do(tasks, records, retry)
        remark(f"{len(tasks)} pairs asked for, {len(missing)} to do.")
        failed: list[Record] = []
        with progress("Judging", len(missing), lines=True) as advance:

            def notice(record: Record) -> None:
                if record.failed:
                    failed.append(record)
                advance()

            run(missing, records, pool, in_hand, notice)
    _say_what_failed(failed)
    remark(f"Recorded in {store}. See: vcei bench show --store {store}")


@command.command("show")
@store_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list; shares from 0 to 1.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "csv", "markdown"]),
    default="table",
    show_default=True,
    help="csv has every field, shares from 0 to 1; the others are in percent.",
)
@click.option(
    "--published", "with_published", is_flag=True, help="Put published figures below ours."
)
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.html",
    help="Write a page with pictures and numbers; it opens offline.",
)
@quiet_option
def show_command(
    store: Path, as_json: bool, form: str, with_published: bool, report: Path | None
) -> None:
    """Show how well methods did, as far as they are recorded.

    \b
    Columns:
      accuracy       every pair counts the same; ties and failures are wrong
      weighted       pairs count by their weight, where a collection has weights
      95 % interval  Clopper-Pearson, of the weighted accuracy
      x->y, y->x     weighted accuracy among the pairs of either truth
      AUDRC          area under accuracy against decision rate, surest first
      AUROC          area under the ROC curve, over both directions

    With --published a second table has a row for each method, in weighted accuracies: each of
    ours, below it the published figures of the same method, and at last those of methods that
    are not here. A table wider than the terminal is cut into several.

    \b
    Examples:
      vcei bench show --published
      vcei bench show --format markdown
      vcei bench show --report bench.html
      vcei bench show --json | jq '.[] | [.collection, .weighted_accuracy]'
    """
    from vcei.bench import layout
    from vcei.bench.published import beside, published
    from vcei.bench.store import Store
    from vcei.bench.summary import summarize

    if report:
        needs_report()  # before the work, not after it
    with Store(store, create=False) as records:
        boards = list(records.boards())
    summaries = summarize(boards)
    if report and summaries:
        _report(boards, report)
    collections = {one.collection for one in summaries}
    figures = beside(collections, published()) if with_published else []
    if as_json:
        ours = [one.to_dict() for one in summaries]
        theirs = [
            {"collection": one.collection, "method": one.method, "weighted_accuracy": one.value}
            | {"source": one.source, "kind": one.kind}
            for one in figures
        ]
        click.echo(json.dumps(ours + theirs, indent=2, ensure_ascii=False, allow_nan=False))
        return
    if not summaries:
        click.echo(f"{store} has no record yet.", err=True)
        return
    chosen = layout.Format(form)
    room = get_terminal_size((0, 0)).columns  # 0 where nobody looks: a file or a pipe
    show_table(layout.lay_out(layout.summary_rows(summaries, chosen), chosen, room, stay=2))
    if figures:
        click.echo("")
        show_table(layout.lay_out(layout.comparison_rows(summaries, figures), chosen, room))
    if is_quiet():
        return
    notes = layout.remarks(summaries) + layout.citations(figures)
    # a file of comma-separated values holds nothing else
    click.echo("\n" + "\n".join(notes), err=chosen is layout.Format.CSV)


def _report(boards: Sequence[Board], file: Path) -> None:
    from vcei.report import render_bench
    from vcei.saving import save

    typed = ["vcei", "bench", "show", "--store", click.get_current_context().params["store"]]
    with progress("Drawing"):
        save(file, render_bench(boards, shlex.join(map(str, [*typed, "--report", file]))).encode())
    remark(f"Wrote {file}")


def _say_what_failed(failed: list[Record]) -> None:
    if failed:
        first = failed[0]
        click.echo(
            f"{len(failed)} pairs failed, which counts as wrong. The first: {first.method} on "
            f"{first.collection} {first.pair}: {first.outcome.error}",
            err=True,
        )
