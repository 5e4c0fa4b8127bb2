"""Labelled collections of cause-effect pairs, found and read in their published layouts.

Three layouts are known: ``pairNNNN.txt`` with ``pairmeta.txt`` (SIM*, Tübingen), ``pair_N.txt``
with ``pairs_gt.txt`` (AN, LS, MN-U), and ``NAME_pairs.csv`` with ``NAME_targets.csv`` (CE-*).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from vcei.answer import Direction
from vcei.arrays import Floats
from vcei.data.csv_layout import CSV_ENDING, csv_entries
from vcei.data.entry import Entry
from vcei.data.folder_layout import LABEL_FILES, folder_entries
from vcei.errors import InputError

TUEBINGEN_NAMES = frozenset({"tuebingen", "tuebingen_benchmark"})
TUEBINGEN_RANGES = {52: (5, 8, 1, 4), 54: (1, 3, 4, 5), 55: (17, 32, 1, 16)}
"""Column ranges by which the labels of the Tübingen pairs are known under any folder name."""

TUEBINGEN_DISCRETE = frozenset({47, 70, 107})
"""Univariate Tübingen pairs with a discrete or binary variable, left out of the usual 99."""


class Selection(StrEnum):
    """Which of the Tübingen pairs; every other collection is always taken whole."""

    STANDARD = "standard"
    """The 99 pairs of two continuous columns, of total weight 35.498."""

    UNIVARIATE = "univariate"
    """The 102 pairs of two columns."""

    ALL = "all"
    """Every pair, those of several columns as vectors."""

    MULTIVARIATE = "multivariate"
    """The six pairs of which a side has several columns."""


@dataclass(frozen=True)
class LabelledPair:
    """Two variables observed together, and what is held to be the truth about them.

    Attributes
    ----------
    collection : str
        Name of the collection: its folder, or the prefix of its CSV files.
    name : str
        Name of the pair within it: the stem of its file, or its SampleID.
    x : Floats
        The variable that comes first in the file, (n,), or (n, d) where it has d > 1 columns.
    y : Floats
        The variable that comes second.
    truth : Direction
        Which drives the other.
    weight : float
        How much the pair counts; 1 where the collection has no weights.
    """

    collection: str
    name: str
    x: Floats
    y: Floats
    truth: Direction
    weight: float = 1.0


def find_collections(folder: Path) -> dict[str, Path]:
    """Find every collection in a published layout, anywhere below a folder.

    Parameters
    ----------
    folder
        Where to look; it may be a collection itself. Hidden folders are passed over.

    Returns
    -------
    dict[str, Path]
        Collections by name, sorted: the folder's name, or the prefix of the CSV files. Where a
        name occurs twice, the one nearest to the top has it and the others go by their path.

    Raises
    ------
    InputError
        If there is no such folder.
    """
    folder = Path(folder)
    if not folder.is_dir():
        msg = (
            f"There is no folder {str(folder)!r} to look for collections in. Give one with --data "
            "or VCEI_DATA_DIR, or fetch collections with: vcei data fetch NAME"
        )
        raise InputError(msg)
    found: dict[str, Path] = {}
    candidates = sorted(_candidates(folder), key=lambda path: (len(path.parts), path))
    for path in candidates:
        name = collection_name(path)
        if name in found:
            name = path.relative_to(folder).as_posix()
        found[name] = path
    return dict(sorted(found.items()))


def collection_name(path: Path) -> str:
    """Return the name of a collection from where it lies: folder, or prefix of the CSV file."""
    # links keep the name they were given; only . and .. have to be followed to have one
    name = path.name if path.name not in {"", ".."} else path.resolve().name
    return name.removesuffix(CSV_ENDING)


def load_collection(path: Path, select: Selection = Selection.STANDARD) -> list[LabelledPair]:
    """Read a collection.

    Parameters
    ----------
    path
        Its folder, or its ``NAME_pairs.csv``.
    select
        Which pairs, for the Tübingen collection.

    Returns
    -------
    list[LabelledPair]
        The pairs, in the order of their labels.

    Raises
    ------
    InputError
        If files are missing or not in a published layout; the message names the file.
    """
    path = Path(path)
    name = collection_name(path)
    entries = csv_entries(path) if path.name.endswith(CSV_ENDING) else folder_entries(path)
    if _is_tuebingen(name, entries):
        entries = [entry for entry in entries if _selected(entry, Selection(select))]
    return [_labelled(name, entry) for entry in entries]


def _labelled(collection: str, entry: Entry) -> LabelledPair:
    cause, effect = entry.read()
    truth = Direction.X_CAUSES_Y if entry.cause_first else Direction.Y_CAUSES_X
    x, y = (cause, effect) if entry.cause_first else (effect, cause)
    return LabelledPair(collection, entry.name, x, y, truth, entry.weight)


def _is_tuebingen(name: str, entries: list[Entry]) -> bool:
    if name.casefold() in TUEBINGEN_NAMES:
        return True
    ranges = {entry.number: entry.columns for entry in entries}
    return all(ranges.get(number) == known for number, known in TUEBINGEN_RANGES.items())


def _selected(entry: Entry, select: Selection) -> bool:
    if select is Selection.ALL:
        return True
    if select is Selection.MULTIVARIATE:
        return not entry.univariate
    discrete = select is Selection.STANDARD and entry.number in TUEBINGEN_DISCRETE
    return entry.univariate and not discrete


def _candidates(folder: Path) -> Iterator[Path]:
    seen: set[str] = set()
    for place, folders, files in os.walk(folder, followlinks=True):
        real = os.path.realpath(place)
        if real in seen:  # a link may lead back up
            folders.clear()
            continue
        seen.add(real)
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        if LABEL_FILES & set(files):
            yield Path(place)
        yield from (Path(place, name) for name in files if name.endswith(CSV_ENDING))
