"""Collections as two files: ``NAME_pairs.csv``, a sample in each cell; ``NAME_targets.csv``."""

from __future__ import annotations

import csv
from functools import partial
from pathlib import Path

import numpy as np

from vcei.arrays import Floats
from vcei.data.entry import Entry, read_label, read_numbers, read_text, two_columns
from vcei.errors import InputError

CSV_ENDING = "_pairs.csv"
TARGETS_ENDING = "_targets.csv"


def csv_entries(path: Path) -> list[Entry]:
    """Read ``NAME_pairs.csv`` (SampleID, A, B) and ``NAME_targets.csv`` (SampleID, Target).

    Parameters
    ----------
    path
        The file of pairs; the targets lie beside it.

    Returns
    -------
    list[Entry]
        Its pairs, in the order of the file; a target of 1 means that A causes B, -1 the reverse.

    Raises
    ------
    InputError
        If a pair has no target, or the target is neither 1 nor -1.
    """
    targets_path = path.with_name(path.name.removesuffix(CSV_ENDING) + TARGETS_ENDING)
    targets = {row["SampleID"]: row["Target"] for row in _csv_rows(targets_path, "Target")}
    entries = []
    for number, row in enumerate(_csv_rows(path, "A", "B"), start=1):
        name = row["SampleID"]
        if name not in targets:
            msg = f"{targets_path}: no target for pair {name!r} of {path.name}. Add its line."
            raise InputError(msg)
        first = read_label(
            targets[name].strip(), {"1": True, "-1": False}, f"{targets_path}: {name}"
        )
        table = partial(_csv_table, path, name, row["A"], row["B"])
        entries.append(two_columns(number, name, first, table))
    return entries


def _csv_table(path: Path, name: str, *cells: str) -> Floats:
    columns = [read_numbers(f"{path}: {name}", [cell], None)[0] for cell in cells]
    if len(columns[0]) != len(columns[1]):
        msg = (
            f"{path}: {name} has {len(columns[0])} values of A and {len(columns[1])} of B. "
            "Expected as many of each."
        )
        raise InputError(msg)
    return np.stack(columns, axis=1)


def _csv_rows(path: Path, *needed: str) -> list[dict[str, str]]:
    csv.field_size_limit(2**27)  # a cell holds a whole sample as text
    rows = csv.DictReader(read_text(path).splitlines(), skipinitialspace=True)
    missing = {"SampleID", *needed} - set(rows.fieldnames or ())
    if missing:
        msg = (
            f"{path}: expected the columns SampleID, {', '.join(needed)}; found "
            f"{', '.join(rows.fieldnames or ()) or 'none'}."
        )
        raise InputError(msg)
    return [{key: value or "" for key, value in row.items() if key} for row in rows]
