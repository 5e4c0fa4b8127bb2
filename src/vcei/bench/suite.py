"""Suites: from names of collections and methods to tasks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from vcei.bench.judge import named_judge
from vcei.bench.task import Task
from vcei.errors import InputError

if TYPE_CHECKING:
    from vcei.data.collections import LabelledPair, Selection

PAPER = ("SIM", "SIM-c", "SIM-ln", "SIM-G", "AN", "AN-s", "LS", "LS-s", "MN-U", "tuebingen")
"""The ten collections on which the paper compares methods: the suite ``paper``."""


def collections_of(suite: Sequence[str], folder: Path) -> dict[str, Path]:
    """Find the collections of a suite below a folder.

    Parameters
    ----------
    suite
        Names of collections; ``paper`` stands for the paper's ten. After a colon a name may have a
        :class:`~vcei.data.collections.Selection`, as in ``tuebingen:multivariate``.
    folder
        Where to look, at any depth.

    Returns
    -------
    dict[str, Path]
        Where each collection lies, in the order asked for, each once.

    Raises
    ------
    InputError
        If one of them is not there.
    """
    from vcei.data.collections import find_collections

    found = find_collections(folder)
    expanded = (PAPER if name == "paper" and name not in found else (name,) for name in suite)
    wanted = list(dict.fromkeys(name for names in expanded for name in names))
    places = {name: found.get(name, found.get(_selected(name)[0])) for name in wanted}
    missing = [name for name, path in places.items() if path is None]
    if missing:
        msg = (
            f"No collection {', '.join(map(repr, missing))} below {folder}. Expected paper or one "
            f"of those found there: {', '.join(found) or 'none'}. A collection is a folder in one "
            "of the published layouts, known by its name."
        )
        raise InputError(msg)
    return {name: path for name, path in places.items() if path is not None}


def _selected(name: str) -> tuple[str, Selection]:
    """Cut a name at its colon, where a selection follows it."""
    from vcei.data.collections import Selection

    collection, _, select = name.rpartition(":")
    known = {one.value: one for one in Selection}
    return (collection, known[select]) if select in known else (name, Selection.STANDARD)


def tasks_of(
    suite: Sequence[str], methods: Sequence[str], folder: Path, seed: int = 0
) -> Iterator[list[Task]]:
    """Yield the tasks of a suite, one list for each collection and method.

    Parameters
    ----------
    suite
        Names of collections; ``paper`` stands for the paper's ten.
    methods
        Names of methods.
    folder
        Where the collections lie, at any depth.
    seed
        Everything random is drawn from it. Every pair gets the same, so that a record can be
        repeated by ``vcei identify FILE --seed SEED``.

    Yields
    ------
    list[Task]
        A task for each pair.
    """
    from vcei.data.collections import load_collection

    methods = list(dict.fromkeys(methods))
    for name, path in collections_of(suite, folder).items():
        judges = {method: named_judge(method, name) for method in methods}
        # two folders may share a name; the one asked for tells their records apart
        chosen = load_collection(path, _selected(name)[1])
        pairs = [replace(pair, collection=name) for pair in chosen]
        _refuse_twins(name, pairs)
        for method, judge in judges.items():
            yield [Task(pair, method, judge, seed) for pair in pairs]


def _refuse_twins(collection: str, pairs: Sequence[LabelledPair]) -> None:
    names = [pair.name for pair in pairs]
    twins = sorted({name for name in names if names.count(name) > 1})
    if twins:
        msg = (
            f"{collection}: expected every pair to have a name of its own; "
            f"{', '.join(twins)} came more than once. Rename the files."
        )
        raise InputError(msg)
