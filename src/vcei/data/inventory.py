"""Which collections there are: the published ones and whatever lies in a folder or the cache."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from vcei.data.collections import find_collections
from vcei.data.csv_layout import CSV_ENDING, csv_entries
from vcei.data.folder_layout import folder_entries
from vcei.data.registry import Published, published


@dataclass(frozen=True)
class Item:
    """One collection, published or found or both.

    Attributes
    ----------
    name : str
        Its name.
    pairs : int
        How many pairs it has.
    weight : float
        The sum of their weights.
    path : Path | None
        Where a copy lies, if there is one.
    source : Published | None
        What is known of it, if it is published.
    as_published : bool | None
        Whether the copy equals the published one byte for byte; None if that cannot be said.
    """

    name: str
    pairs: int
    weight: float
    path: Path | None
    source: Published | None
    as_published: bool | None


def inventory(folders: Sequence[Path]) -> list[Item]:
    """List the published collections, then those found under other names.

    Parameters
    ----------
    folders
        Where to look, the first find of a name counting; folders that do not exist are passed
        over.

    Returns
    -------
    list[Item]
        One item for each name.
    """
    found: dict[str, Path] = {}
    for folder in folders:
        if folder.is_dir():
            found = find_collections(folder) | found
    known = [
        Item(name, source.pairs, source.weight, found.get(name), source, _compared(source, found))
        for name, source in published().items()
    ]
    return known + [_own(name, path) for name, path in found.items() if name not in published()]


def _compared(source: Published, found: dict[str, Path]) -> bool | None:
    path = found.get(source.name)
    return not source.differing(path) if path and source.checksums else None


def _own(name: str, path: Path) -> Item:
    entries = csv_entries(path) if path.name.endswith(CSV_ENDING) else folder_entries(path)
    weight = round(sum(entry.weight for entry in entries), 6)
    return Item(name, len(entries), weight, path, None, None)
