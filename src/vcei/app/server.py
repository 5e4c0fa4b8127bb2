"""Server: the pages on a socket that only this machine can reach."""

from __future__ import annotations

import socket

import uvicorn

from vcei.app.limits import Limits
from vcei.app.pages import build
from vcei.errors import InputError

CONNECTIONS = 32
"""How many requests are served at a time; a page needs two or three."""


def listen(port: int) -> socket.socket:
    """Return a socket that only this machine can reach.

    Parameters
    ----------
    port
        Its port; 0 for any that is free.

    Returns
    -------
    socket.socket
        Listens on the loopback interface.

    Raises
    ------
    InputError
        If the port is taken.
    """
    bound = socket.socket()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind(("127.0.0.1", port))
        bound.listen()  # so that nobody is turned away while the app is starting
    except OSError as error:
        bound.close()
        msg = f"Port {port} cannot be used: {error.strerror}. Choose another, or 0 for a free one."
        raise InputError(msg) from error
    return bound


def server(limits: Limits | None = None) -> uvicorn.Server:
    """Return a server of the app; ``run(sockets=[listen(port)])`` runs it until it is stopped.

    Parameters
    ----------
    limits
        How much it takes in, works on and keeps.

    Returns
    -------
    uvicorn.Server
        The server.
    """
    config = uvicorn.Config(
        build(limits),
        http="h11",
        ws="none",
        log_level="error",
        access_log=False,
        server_header=False,
        limit_concurrency=CONNECTIONS,
        timeout_graceful_shutdown=1,
    )
    return uvicorn.Server(config)
