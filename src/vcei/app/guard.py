"""Guard: only the page itself may talk to the app, and the page may talk to nobody else.

Any web page that a person visits can send requests to their own machine. What it cannot do is
choose the headers ``Host`` and ``Origin``, which the browser writes: ``Host`` gives away a foreign
name that was made to point here (DNS rebinding), ``Origin`` a foreign page that posts a form.
"""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOSTS = frozenset({"127.0.0.1", "localhost"})
"""Names of this machine; the port is free, as a tunnel may change it."""

SAFE_METHODS = frozenset({"GET", "HEAD"})

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""What the page may load and send: its own files, from here."""

REPORT_POLICY = (
    "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""What a report may do: show itself; no script runs in it, and nothing leaves it."""

HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": PAGE_POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


class Guard:
    """The outermost part of the app: refuses strangers, and gives each answer its headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        headers = Headers(scope=scope)
        refusal = objection(scope["method"], headers.get("host", ""), headers.get("origin"))
        app = self.app
        if refusal is not None:
            app = JSONResponse({"error": refusal}, status_code=403)
        await app(scope, receive, send_with_headers)


def objection(method: str, host: str, origin: str | None) -> str | None:
    """Return why a request is refused, or None.

    Parameters
    ----------
    method
        The request's method.
    host
        Its header Host.
    origin
        Its header Origin, if it has one.

    Returns
    -------
    str | None
        A sentence for whoever sent it.

    Examples
    --------
    >>> objection("GET", "localhost:8765", None)
    >>> objection("POST", "localhost:8765", "https://elsewhere.example")
    'Only the page of this app may send it something.'
    """
    name = host.rpartition(":")[0] or host
    if name not in HOSTS:
        return f"This app answers to {' and '.join(sorted(HOSTS))} only."
    if method not in SAFE_METHODS and origin != f"http://{host}":
        return "Only the page of this app may send it something."
    return None
