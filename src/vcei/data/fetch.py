"""Fetching published collections: file by file, each checked, and going on where it stopped."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vcei.data.registry import Published
from vcei.errors import VceiError, require

CONNECT_SECONDS = 10
SILENCE_SECONDS = 30
"""How long a server may say nothing before it counts as dead."""

RETRIES = 2
"""How often one file is asked for again before the next address is tried."""

CHUNK = 2**11
"""Bytes written at once; small, as the unfinished chunk is lost when a connection breaks."""

PARTIAL = 206
BAD_RANGE = 416

Progress = Callable[[str, int, int], None]
"""Called after each file with its name, how many are there, and how many there will be."""


class FetchError(VceiError, OSError):
    """A collection could not be fetched; what was fetched so far is kept."""


def fetch_collection(
    collection: Published,
    cache: Path,
    progress: Progress = lambda _name, _done, _total: None,
    retries: int = RETRIES,
) -> Path:
    """Fetch a collection into a cache, unless it is there.

    Every file is checked against its SHA-256 before it takes its place. Files that are there
    are not fetched again, and half a file is continued where the server can do that.

    Parameters
    ----------
    collection
        Which one.
    cache
        The folder that holds a folder for each collection.
    progress
        Told after each file.
    retries
        How often to ask for a file again before giving up on an address.

    Returns
    -------
    Path
        The folder of the collection, complete and as published.

    Raises
    ------
    FetchError
        If no address has a file, or none has it as published.
    """
    if not collection.bases:
        msg = (
            f"{collection.name} cannot be fetched automatically: vcei has no checksums of its "
            f"files. Download {collection.name}_pairs.csv and {collection.name}_targets.csv by "
            f"hand from {collection.homepage} and point --data or VCEI_DATA_DIR at their folder."
        )
        raise FetchError(msg)
    folder = cache / collection.name
    pooch, requests = require("pooch", "data"), require("requests", "data")
    with requests.Session() as session, _quiet(pooch.get_logger()):
        download = Resuming(session, folder / ".partial")
        for done, name in enumerate(collection.checksums, start=1):
            _fetch_file(collection, name, folder, download, retries)
            progress(name, done, len(collection.checksums))
    _tidy(folder, download.partial)
    return folder


@dataclass(frozen=True)
class Resuming:
    """A downloader for pooch that keeps half a file and asks only for the rest.

    Attributes
    ----------
    session : Any
        The session of requests, so that a hundred files need one connection.
    partial : Path
        Where unfinished files wait.
    """

    session: Any
    partial: Path

    def __call__(self, url: str, output_file: str, pooch: Any) -> None:  # noqa: ARG002
        """Download a file.

        Parameters
        ----------
        url
            Where it is.
        output_file
            Where it shall be.
        pooch
            Who asks; not used.
        """
        self.partial.mkdir(parents=True, exist_ok=True)
        part = self.partial / url.rsplit("/", 1)[-1]
        have = part.stat().st_size if part.exists() else 0
        # a compressed answer could not be continued: its bytes are not those of the file
        headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={have}-"} if have else {})
        timeout = CONNECT_SECONDS, SILENCE_SECONDS
        with self.session.get(url, headers=headers, stream=True, timeout=timeout) as answer:
            if answer.status_code == BAD_RANGE:  # it was all there, or is of another version
                part.unlink()
            answer.raise_for_status()
            with part.open("ab" if answer.status_code == PARTIAL else "wb") as file:
                for chunk in answer.iter_content(CHUNK):
                    file.write(chunk)
        part.replace(output_file)


def _fetch_file(
    collection: Published, name: str, folder: Path, download: Resuming, retries: int
) -> None:
    pooch, requests = require("pooch", "data"), require("requests", "data")
    failures = []
    for base in collection.bases:
        store = pooch.create(
            path=folder,
            base_url=base,
            registry={name: f"sha256:{collection.checksums[name]}"},
            retry_if_failed=retries,
        )
        try:
            store.fetch(name, downloader=download)
        except requests.RequestException as error:
            failures.append(f"{base}{name}: {_reason(error)}")
        except OSError as error:
            msg = f"Cannot write to {folder}: {error.strerror}. Choose another place with --cache."
            raise FetchError(msg) from error
        except ValueError:
            failures.append(f"{base}{name}: came, but not as published (wrong SHA-256)")
        else:
            return
    there = sum((folder / file).is_file() for file in collection.checksums)
    tried = "".join(f"\n  {failure}" for failure in failures)
    msg = (
        f"{collection.name} could not be fetched: expected {name}, but{tried}\n"
        f"{there} of {len(collection.checksums)} files are in {folder} and will not be fetched "
        "again. Try again when online, or point --data or VCEI_DATA_DIR at a copy of your own."
    )
    raise FetchError(msg)


def _tidy(folder: Path, partial: Path) -> None:
    """Remove what fetches that were killed have left, once all is there."""
    for path in folder.glob("tmp*"):  # pooch's place holders
        if path.stat().st_size == 0:
            path.unlink()
    if partial.is_dir() and not any(partial.iterdir()):
        partial.rmdir()


def _reason(error: Exception) -> str:
    response = getattr(error, "response", None)
    if response is not None:
        return f"the server answers {response.status_code} {response.reason}"
    kinds = {"ConnectTimeout": "no answer", "ReadTimeout": "the server fell silent"}
    kinds |= {"ConnectionError": "cannot be reached", "ChunkedEncodingError": "broke off"}
    return kinds.get(type(error).__name__, type(error).__name__)


@contextmanager
def _quiet(logger: logging.Logger) -> Iterator[None]:
    """Keep pooch from announcing each of a hundred files."""
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)
