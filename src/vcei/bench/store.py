"""The store: one SQLite file, one transaction a record, nothing lost but what was in hand."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from vcei.bench.task import Outcome, Record, Task
from vcei.errors import InputError, VceiError

SCHEMA_VERSION = 1
"""Raised whenever the tables change; kept in the file."""

APPLICATION = 0x76636569
"""Marks a SQLite file as ours: the letters ``vcei``."""

PATIENCE = 60.0
"""Seconds to wait while another run is writing to the same file."""

ASKED = [field.name for field in fields(Record) if field.name != "outcome"]
COLUMNS = [*ASKED, *(field.name for field in fields(Outcome))]

SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS records (
    key TEXT PRIMARY KEY, collection TEXT NOT NULL, pair TEXT NOT NULL, digest TEXT NOT NULL,
    truth TEXT NOT NULL, weight REAL NOT NULL, method TEXT NOT NULL, settings TEXT NOT NULL,
    version TEXT NOT NULL, seed INTEGER NOT NULL, machine TEXT, seconds REAL, score REAL,
    direction TEXT, answer TEXT, confidence REAL, error TEXT
) STRICT;
CREATE TABLE IF NOT EXISTS plans (
    collection TEXT NOT NULL, method TEXT NOT NULL, seed INTEGER NOT NULL,
    pair TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (collection, method, seed, pair)
) STRICT;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {SCHEMA_VERSION};
COMMIT;
"""


class StoreError(VceiError, RuntimeError):
    """The store cannot be read or written; the message says what is safe and what to do."""


@dataclass(frozen=True)
class Board:
    """What the last run asked of a method on a collection, and what of it is recorded.

    Attributes
    ----------
    collection : str
        Name of the collection.
    method : str
        Name of the method.
    seed : int
        The seed.
    records : tuple[Record, ...]
        What is recorded.
    missing : int
        How many pairs are not recorded yet.
    """

    collection: str
    method: str
    seed: int
    records: tuple[Record, ...]
    missing: int


class Store:
    """Records of benchmarks in one file.

    A record is never changed except by trying a failed pair again. Which records belong together
    is kept apart, as the plan of the last run of a method on a collection; so records of older
    settings or versions stay, and no table ever mixes them.

    Parameters
    ----------
    path
        The file.
    create
        Whether to make the file if it is not there.

    Raises
    ------
    InputError
        If the file is not there, or is not one of ours.
    StoreError
        If it cannot be opened.
    """

    def __init__(self, path: Path, create: bool = True) -> None:
        self.path = Path(path)
        if not create and not self.path.exists():
            msg = f"There is no store {str(path)!r}. Make one with: vcei bench run --store {path}"
            raise InputError(msg)
        with self._explained("opened"):
            self.connection = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
        try:
            self._prepare()
        except BaseException:
            self.connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; what was written stays."""
        self.connection.close()

    def write(self, record: Record) -> None:
        """Write a record, in a transaction of its own: it is on the disk when this returns.

        Parameters
        ----------
        record
            The record; it takes the place of one with the same key.

        Raises
        ------
        StoreError
            If it cannot be written; what was written before is safe.
        """
        marks = ", ".join("?" * len(COLUMNS))
        row = [getattr(record, name) for name in ASKED] + list(astuple(record.outcome))
        with self._explained("written"):
            self.connection.execute(
                f"INSERT OR REPLACE INTO records ({', '.join(COLUMNS)}) VALUES ({marks})", row
            )

    def plan(self, tasks: Sequence[Task]) -> None:
        """Say which records make up a method's result on a collection, in place of what was said.

        Parameters
        ----------
        tasks
            The tasks of one method on one collection with one seed.
        """
        groups = {(task.pair.collection, task.method, task.seed) for task in tasks}
        rows = [
            (task.pair.collection, task.method, task.seed, task.pair.name, task.key)
            for task in tasks
        ]
        with self._explained("written"), self._transaction():
            self.connection.executemany(
                "DELETE FROM plans WHERE collection = ? AND method = ? AND seed = ?", groups
            )
            self.connection.executemany("INSERT INTO plans VALUES (?, ?, ?, ?, ?)", rows)

    def keys(self, with_failures: bool = True) -> set[str]:
        """Return the keys of all records.

        Parameters
        ----------
        with_failures
            Whether a recorded failure counts.

        Returns
        -------
        set[str]
            The keys.
        """
        where = "" if with_failures else " WHERE error IS NULL"
        with self._explained("read"):
            return {key for (key,) in self.connection.execute(f"SELECT key FROM records{where}")}

    def records(self) -> list[Record]:
        """Return every record, those of older settings and versions too.

        Returns
        -------
        list[Record]
            Sorted by collection, method, seed, pair and key.
        """
        order = "collection, method, seed, pair, key"
        with self._explained("read"):
            rows = self.connection.execute(
                f"SELECT {', '.join(COLUMNS)} FROM records ORDER BY {order}"
            ).fetchall()
        return [_record(row) for row in rows]

    def boards(self) -> list[Board]:
        """Return the result of every method on every collection, as far as it is there.

        Returns
        -------
        list[Board]
            In the order in which they were planned.
        """
        groups: dict[tuple[str, str, int], list[Record | None]] = {}
        names = ", ".join(f"records.{name}" for name in COLUMNS)
        with self._explained("read"):
            rows = self.connection.execute(
                f"SELECT plans.collection, plans.method, plans.seed, {names} "
                "FROM plans LEFT JOIN records ON plans.key = records.key ORDER BY plans.rowid"
            ).fetchall()
        for collection, method, seed, *row in rows:
            record = None if row[0] is None else _record(row)
            groups.setdefault((collection, method, seed), []).append(record)
        boards = []
        for group, found in groups.items():
            records = tuple(record for record in found if record is not None)
            boards.append(Board(*group, records, missing=len(found) - len(records)))
        return boards

    def _prepare(self) -> None:
        with self._explained("opened"):
            (application,) = self.connection.execute("PRAGMA application_id").fetchone()
            (version,) = self.connection.execute("PRAGMA user_version").fetchone()
            (tables,) = self.connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and application != APPLICATION:
            msg = f"{self.path}: a SQLite file of another program; choose another --store."
            raise InputError(msg)
        if version > SCHEMA_VERSION:
            msg = (
                f"{self.path}: written by a newer vcei (schema {version}; expected at most "
                f"{SCHEMA_VERSION}). Upgrade vcei, or choose another --store."
            )
            raise InputError(msg)
        with self._explained("opened"):
            self.connection.execute("PRAGMA journal_mode = WAL")
            # a commit is on the disk when it returns, so that not even a power cut takes it back
            self.connection.execute("PRAGMA synchronous = FULL")
            if version < SCHEMA_VERSION:
                self.connection.executescript(SCHEMA)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")

    @contextmanager
    def _explained(self, what: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            msg = (
                f"{self.path}: could not be {what}: {error}. Every record written before is safe. "
                f"{_remedy(str(error))} Then give the same command again: it goes on from there."
            )
            raise StoreError(msg) from error
        except sqlite3.DatabaseError as error:
            msg = (
                f"{self.path}: {error}. Expected a store made by vcei bench run; choose another "
                "--store."
            )
            raise InputError(msg) from error


def _record(row: Sequence[Any]) -> Record:
    asked, came = row[: len(ASKED)], row[len(ASKED) :]
    return Record(**dict(zip(ASKED, asked, strict=True)), outcome=Outcome(*came))


def _remedy(reason: str) -> str:
    if "full" in reason or "I/O" in reason:
        return "Free some space on that disk, or move all files of that name to another one."
    if "locked" in reason:
        return "Another run is writing to it; wait for it, or stop it."
    return "See that the folder exists and that you may write there."
