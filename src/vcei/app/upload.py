"""Uploads: the body of a request into memory, up to a limit."""

from __future__ import annotations

from starlette.requests import Request

from vcei.app.limits import MEGABYTE
from vcei.errors import InputError


class TooLargeError(InputError):
    """The file is larger than the app takes."""


async def read_body(request: Request, most: int) -> bytes:
    """Read the body of a request, and never hold more of it than the limit.

    A body that is too large is read to its end all the same and thrown away as it comes: a browser
    that is cut off while it sends shows a broken connection, not the answer.

    Parameters
    ----------
    request
        The request.
    most
        The largest body, in bytes.

    Returns
    -------
    bytes
        The body.

    Raises
    ------
    TooLargeError
        If the body is larger than the limit.
    """
    held, size = bytearray(), 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > most:
            held.clear()
        else:
            held += chunk
    if size > most:
        msg = (
            f"The file is too large: {size / MEGABYTE:.0f} MB came, and this page takes up to "
            f"{most / MEGABYTE:.0f} MB. Keep fewer rows or columns, or ask at the "
            "command line, which has no limit: vcei identify FILE."
        )
        raise TooLargeError(msg)
    return bytes(held)
