"""Limits: how much the app takes in, works on and keeps."""

from __future__ import annotations

from dataclasses import dataclass

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Limits:
    """What keeps one page from taking the whole machine.

    Attributes
    ----------
    upload : int
        Largest file, in bytes.
    rows : int
        Most rows of a table.
    columns : int
        Most columns of a table.
    cells : int
        Most cells of a table, rows times columns.
    pairs : int
        Most pairs of a scan.
    memory : int
        Most memory of a working process, in bytes, where the system can limit it.
    running : int
        Jobs that work at the same time.
    tables : int
        Tables that are kept; what was not asked for the longest goes first.
    results : int
        Finished jobs that are kept.
    idle : float
        Seconds after which what nobody has asked for is stopped and forgotten.
    """

    upload: int = 50 * MEGABYTE
    rows: int = 1_000_000
    columns: int = 1000
    cells: int = 20_000_000
    pairs: int = 500
    memory: int = 4000 * MEGABYTE
    running: int = 2
    tables: int = 3
    results: int = 12
    idle: float = 1800.0
