"""Collections as a folder, in two layouts that differ in how the truth is written.

``pairNNNN.txt`` with ``pairmeta.txt``: numbers apart by whitespace, each label naming columns.
``pair_N.txt`` with ``pairs_gt.txt``: CSV with a column of row numbers, each label 1 or 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import numpy as np

from vcei.arrays import Floats
from vcei.data.entry import Entry, read_label, read_numbers, read_text, two_columns
from vcei.errors import InputError

META = "pairmeta.txt"
GROUND_TRUTH = "pairs_gt.txt"
LABEL_FILES = frozenset({META, GROUND_TRUTH})
PAIR_FILE = re.compile(r"pair_?(\d+)\.txt")


def folder_entries(folder: Path) -> list[Entry]:
    """Read the labels of a folder of pair files.

    Parameters
    ----------
    folder
        A folder with ``pairmeta.txt`` or ``pairs_gt.txt``.

    Returns
    -------
    list[Entry]
        Its pairs in the order of their labels; a missing file shows when it is read.

    Raises
    ------
    InputError
        If there are no labels, or they are malformed.
    """
    files = _pair_files(folder)
    if (folder / META).is_file():
        entries = _meta_entries(folder / META, files)
    elif (folder / GROUND_TRUTH).is_file():
        entries = _truth_entries(folder / GROUND_TRUTH, files)
    else:
        msg = (
            f"{folder}: no labels. Expected a folder with {META} or {GROUND_TRUTH}, or a file "
            f"NAME_pairs.csv; `vcei data list --data DIR` shows the collections below DIR."
        )
        raise InputError(msg)
    unlabelled = sorted(set(files) - {entry.number for entry in entries})
    if unlabelled:
        msg = (
            f"{folder}: {len(unlabelled)} pair files have no label, the first is "
            f"{files[unlabelled[0]].name}. Expected one line of labels for each; complete the "
            "labels or remove the files."
        )
        raise InputError(msg)
    return entries


def _meta_entries(path: Path, files: Mapping[int, Path]) -> list[Entry]:
    """Read lines of: number, first and last column of cause and of effect, weight."""
    entries = []
    for line, words in enumerate(_lines(path), start=1):
        try:
            number, *columns = (int(word) for word in words[:5])
            c_first, c_last, e_first, e_last = columns
            (weight,) = map(float, words[5:])
        except ValueError as error:
            msg = (
                f"{path}, line {line}: expected six numbers (pair, first and last column of the "
                f"cause, first and last of the effect, weight), got {' '.join(words)!r}."
            )
            raise InputError(msg) from error
        cause, effect = (c_first, c_last), (e_first, e_last)
        low, high = sorted((cause, effect))
        if not (1 <= low[0] <= low[1] < high[0] <= high[1] and 0 <= weight < np.inf):
            msg = (
                f"{path}, line {line}: expected two column ranges from 1 that do not overlap and "
                f"a weight of zero or more, got {' '.join(words)!r}."
            )
            raise InputError(msg)
        name = files[number].stem if number in files else f"pair{words[0]}"
        entries.append(
            Entry(number, name, cause, effect, weight, _reader(path, name, files.get(number)))
        )
    return _different(path, entries)


def _truth_entries(path: Path, files: Mapping[int, Path]) -> list[Entry]:
    """Read one label a line: 1 for first causes second, 0 for the reverse."""
    entries = []
    for number, words in enumerate(_lines(path), start=1):
        cause_first = read_label(" ".join(words), {"1": True, "0": False}, f"{path}, line {number}")
        name = f"pair_{number}"
        read = _reader(path, name, files.get(number), numbered_rows=True)
        entries.append(two_columns(number, name, cause_first, read))
    return _different(path, entries)


def _different(path: Path, entries: list[Entry]) -> list[Entry]:
    if not entries:
        msg = f"{path}: no labels in it; expected one line for each pair."
        raise InputError(msg)
    numbers = [entry.number for entry in entries]
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    if twice:
        msg = f"{path}: pair {twice[0]} has more than one line; expected one for each pair."
        raise InputError(msg)
    return entries


def _pair_files(folder: Path) -> dict[int, Path]:
    if not folder.is_dir():
        msg = f"There is no collection at {str(folder)!r}; expected a folder or NAME_pairs.csv."
        raise InputError(msg)
    files: dict[int, Path] = {}
    for path in sorted(folder.iterdir()):
        match = PAIR_FILE.fullmatch(path.name)
        if match and files.setdefault(int(match[1]), path) is not path:
            msg = (
                f"{folder}: {files[int(match[1])].name} and {path.name} are both pair "
                f"{int(match[1])}. Expected one file for each pair; remove one."
            )
            raise InputError(msg)
    return files


def _reader(
    labels: Path, name: str, path: Path | None, numbered_rows: bool = False
) -> Callable[[], Floats]:
    if path is not None:
        return partial(_numbered_table if numbered_rows else _plain_table, path)

    def missing() -> Floats:
        msg = (
            f"{labels.parent}: {labels.name} speaks of {name}, but there is no {name}.txt. "
            "The copy is incomplete; complete it, or remove that line."
        )
        raise InputError(msg)

    return missing


def _plain_table(path: Path) -> Floats:
    return read_numbers(path, read_text(path).splitlines(), None)


def _numbered_table(path: Path) -> Floats:
    table = read_numbers(path, read_text(path).splitlines()[1:], ",")
    if table.shape[1] != 3:
        msg = (
            f"{path}: expected three columns under a header (row number, first, second), found "
            f"{table.shape[1]}."
        )
        raise InputError(msg)
    return table[:, 1:]


def _lines(path: Path) -> list[list[str]]:
    return [line.split() for line in read_text(path).splitlines() if line.strip()]
