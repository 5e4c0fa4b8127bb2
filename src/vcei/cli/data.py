"""``vcei data``: which collections there are, and fetching them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vcei.cli.progress import progress, quiet_option

if TYPE_CHECKING:
    from vcei.data.inventory import Item

folder_type = click.Path(path_type=Path)
cache_option = click.option(
    "--cache",
    type=folder_type,
    metavar="DIR",
    help="Where fetched collections are kept; by default the system's place for caches.",
)


@click.group("data")
def command() -> None:
    """Show and fetch labelled collections of cause-effect pairs.

    \b
    Examples:
      vcei data list --data ~/benchmarks
      vcei data fetch SIM AN-s tuebingen
    """


@command.command("list", short_help="List collections: size, place, terms, citation.")
@click.option(
    "--data",
    type=folder_type,
    envvar="VCEI_DATA_DIR",
    metavar="DIR",
    help="Look for collections anywhere below DIR; also from VCEI_DATA_DIR.",
)
@cache_option
@click.option("--json", "as_json", is_flag=True, help="Print a list of JSON objects.")
def list_command(data: Path | None, cache: Path | None, as_json: bool) -> None:
    """List collections: pairs, weight, where they are, terms and what to cite.

    Every copy that is found is compared with the published checksums.

    \b
    Examples:
      vcei data list --data ~/benchmarks
      vcei data list --json | jq -r '.[] | [.collection, .path]'
    """
    from vcei.data.inventory import inventory
    from vcei.errors import InputError

    if data is not None and not data.is_dir():
        msg = f"There is no folder {str(data)!r}; expected one that holds collections."
        raise InputError(msg)
    folders = [folder for folder in (data, _cache(cache)) if folder]
    items = inventory(folders)
    if as_json:
        import json

        click.echo(json.dumps([_record(item) for item in items], ensure_ascii=False, indent=1))
        return
    _show_table(items)
    _show_sources(items)


@command.command("fetch", short_help="Fetch published collections by name.")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@cache_option
@quiet_option
def fetch_command(names: tuple[str, ...], cache: Path | None) -> None:
    """Fetch published collections by NAME; all stands for every one that can be fetched.

    Each file is checked against its SHA-256. A fetch that was interrupted goes on where it
    stopped. `vcei data list` finds what was fetched, and so do `vcei bench run` and `vcei
    reproduce` without --data.

    \b
    Examples:
      vcei data fetch SIM AN-s tuebingen
      vcei data fetch all --cache ~/benchmarks
    """
    from vcei.data.fetch import fetch_collection
    from vcei.data.registry import cache_folder, published, published_named

    if names == ("all",):
        chosen = [collection for collection in published().values() if collection.bases]
    else:
        chosen = [published_named(name) for name in names]
    place = cache_folder(cache)
    for collection in chosen:
        with progress(f"Fetching {collection.name}", len(collection.checksums)) as meter:
            folder = fetch_collection(
                collection, place, lambda _file, done, total: meter.reach(done, total)
            )
        click.echo(f"{collection.name}: {len(collection.checksums)} files as published in {folder}")
        click.echo(f"  cite: {collection.citation}")


def _cache(given: Path | None) -> Path | None:
    from vcei.data.registry import cache_folder
    from vcei.errors import MissingExtraError

    try:
        return cache_folder(given)
    except MissingExtraError:  # what is never installed has fetched nothing
        return None


def _record(item: Item) -> dict[str, Any]:
    source = item.source
    return {
        "collection": item.name,
        "pairs": item.pairs,
        "weight": item.weight,
        "path": str(item.path) if item.path else None,
        "as_published": item.as_published,
        "homepage": source.homepage if source else None,
        "licence": source.licence if source else None,
        "citation": source.citation if source else None,
        "digest": source.digest if source and source.checksums else None,
    }


def _show_table(items: Sequence[Item]) -> None:
    width = max(len(item.name) for item in items)
    click.secho(f"{'collection':<{width}}  pairs  weight  where", bold=True)
    for item in items:
        row = f"{item.name:<{width}}  {item.pairs:>5}  {item.weight:>6g}  {_where(item)}"
        click.echo(row)


def _where(item: Item) -> str:
    if item.path is None:
        by_hand = item.source is not None and not item.source.bases
        return "not here; fetch by hand" if by_hand else f"not here; vcei data fetch {item.name}"
    remark = {True: "as published", False: "differs from the published files", None: "unchecked"}
    return f"{item.path} ({remark[item.as_published]})"


def _show_sources(items: Sequence[Item]) -> None:
    by_source: dict[tuple[str, str, str], list[str]] = {}
    for item in items:
        if item.source:
            terms = item.source.homepage, item.source.licence, item.source.citation
            by_source.setdefault(terms, []).append(item.name)
    for (homepage, licence, citation), names in by_source.items():
        click.echo(f"\n{', '.join(names)}")
        click.echo(f"  from     {homepage}\n  licence  {licence}\n  cite     {citation}")
    click.echo(
        "\nThe weight of tuebingen is that of all 108 pairs; benchmarks take the 99 of two "
        "continuous columns, of weight 35.498."
    )
