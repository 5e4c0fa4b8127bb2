"""What is known of the published collections: where they come from and what their files hash to."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from vcei.errors import InputError, require

CACHE_NAME = "vcei"


@dataclass(frozen=True)
class Published:
    """One published collection.

    Attributes
    ----------
    name : str
        Its name, that of its folder.
    pairs : int
        How many pairs it has.
    weight : float
        The sum of their weights.
    homepage : str
        Where its makers publish it.
    bases : tuple[str, ...]
        Addresses below which its files lie, tried in this order; empty where it can only be
        fetched by hand.
    licence : str
        The terms its makers state.
    citation : str
        The work to cite.
    checksums : Mapping[str, str]
        SHA-256 of each of its files, by the file's name.
    """

    name: str
    pairs: int
    weight: float
    homepage: str
    bases: tuple[str, ...]
    licence: str
    citation: str
    checksums: Mapping[str, str]

    @property
    def digest(self) -> str:
        """One SHA-256 for the whole: of the lines ``<sha256>  <name>``, sorted by name."""
        return digest_of(self.checksums)

    def differing(self, folder: Path) -> list[str]:
        """Name the files of a folder that are missing or not as published.

        Parameters
        ----------
        folder
            A copy of the collection.

        Returns
        -------
        list[str]
            Empty if the copy is byte for byte as published.
        """
        return [
            name
            for name, known in self.checksums.items()
            if not (folder / name).is_file() or sha256(folder / name) != known
        ]


def digest_of(checksums: Mapping[str, str]) -> str:
    r"""Return one SHA-256 for several files.

    It is that of the lines ``<sha256>  <name>`` sorted by name: what ``sha256sum`` of the files,
    piped into ``sha256sum``, prints in the C locale.

    Parameters
    ----------
    checksums
        SHA-256 of each file, by its name.

    Returns
    -------
    str
        64 hexadecimal digits.

    Examples
    --------
    >>> digest_of({"b": "01", "a": "02"}) == hashlib.sha256(b"02  a\n01  b\n").hexdigest()
    True
    """
    lines = "".join(f"{checksums[name]}  {name}\n" for name in sorted(checksums))
    return hashlib.sha256(lines.encode()).hexdigest()


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@cache
def published() -> Mapping[str, Published]:
    """Return the published collections by name, in the order of the registry.

    Returns
    -------
    Mapping[str, Published]
        All that vcei knows of.
    """
    package = files("vcei.data")
    checksums: dict[str, dict[str, str]] = {}
    for line in package.joinpath("checksums.txt").read_text(encoding="utf-8").splitlines():
        digest, path = line.split()
        name, file = path.split("/")
        checksums.setdefault(name, {})[file] = digest
    known = tomllib.loads(package.joinpath("registry.toml").read_text(encoding="utf-8"))
    return {
        name: Published(
            name=name,
            bases=tuple(facts.pop("bases")),
            checksums=checksums.get(name, {}),
            **facts,
        )
        for name, facts in known.items()
    }


def published_named(name: str) -> Published:
    """Look up a published collection.

    Parameters
    ----------
    name
        Its name, in any case.

    Returns
    -------
    Published
        What is known of it.

    Raises
    ------
    InputError
        If there is none of that name.
    """
    by_name = {known.casefold(): facts for known, facts in published().items()}
    if name.casefold() not in by_name:
        msg = (
            f"There is no published collection {name!r}. Expected one of: {', '.join(published())}."
        )
        raise InputError(msg)
    return by_name[name.casefold()]


def cache_folder(given: Path | None = None) -> Path:
    """Return the folder into which collections are fetched.

    Parameters
    ----------
    given
        What was given on the command line; else the operating system's place for caches counts.

    Returns
    -------
    Path
        The folder, which may not exist yet.
    """
    return given or Path(require("pooch", "data").os_cache(CACHE_NAME))
