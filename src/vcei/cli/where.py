"""Where collections are: the option that every command with data has."""

from __future__ import annotations

from pathlib import Path

import click

from vcei.errors import MissingExtraError


def _or_fetched(
    ctx: click.Context,  # noqa: ARG001
    param: click.Parameter,  # noqa: ARG001
    value: Path | None,
) -> Path | None:
    from vcei.data.registry import cache_folder

    if value is not None:
        return value
    try:
        fetched = cache_folder()
    except MissingExtraError:  # what is never installed has fetched nothing
        return None
    return fetched if fetched.is_dir() else None


data_option = click.option(
    "--data",
    type=click.Path(path_type=Path),
    envvar="VCEI_DATA_DIR",
    show_envvar=True,
    metavar="DIR",
    callback=_or_fetched,
    help="Collections are looked for anywhere below DIR; by default among those that vcei data "
    "fetch has fetched.",
)
"""``--data DIR``; None where it is not given and nothing was fetched."""
