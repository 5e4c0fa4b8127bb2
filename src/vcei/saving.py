"""Saving a file in one step: an interruption or a full disk leaves the old one, or none."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from vcei.errors import InputError


def save(path: str | os.PathLike[str], content: bytes) -> Path:
    """Write a file whole, or not at all.

    Parameters
    ----------
    path
        Which file; folders on the way are made.
    content
        What goes into it.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    file = Path(path)
    part = file.with_name(f".{file.name}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content)
        part.replace(file)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        msg = (
            f"{file} could not be written: {error.strerror}. Expected a place in a folder that can "
            "be written into; choose another one, or free some space."
        )
        raise InputError(msg) from error
    return file
