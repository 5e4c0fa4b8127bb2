"""A web server on this machine that can misbehave in the ways that servers do."""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TRUNCATED_AT = 10


class Server(ThreadingHTTPServer):
    """Serves files from memory and remembers what it was asked."""

    daemon_threads = True

    def __init__(self, files):
        super().__init__(("127.0.0.1", 0), Handler)
        self.files = dict(files)
        self.requests = []
        self.asked = Counter()
        self.truncate = Counter()
        """How many more times each file breaks off."""
        self.ranges = True

    @property
    def base(self):
        return f"http://127.0.0.1:{self.server_port}/"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        server, name = self.server, self.path.strip("/")
        span = self.headers.get("Range")
        server.requests.append((name, span))
        server.asked[name] += 1
        if name not in server.files:
            self.send_error(404)
            return
        body = server.files[name]
        start = int(span.removeprefix("bytes=").rstrip("-")) if span and server.ranges else 0
        if start and start >= len(body):
            self.send_error(416)
            return
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(body) - start))
        self.end_headers()
        if server.truncate[name]:
            server.truncate[name] -= 1
            self.wfile.write(body[start : start + TRUNCATED_AT])
            self.close_connection = True
        else:
            self.wfile.write(body[start:])

    def log_message(self, *args):
        """Say nothing."""


@contextmanager
def serving(files):
    """Serve files until the block ends."""
    with Server(files) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join(timeout=10)
