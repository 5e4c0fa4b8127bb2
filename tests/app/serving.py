"""The app on a free port of this machine, and a way to talk to it without a browser."""

import json
import threading
import time
from contextlib import contextmanager
from http.client import HTTPConnection

import pytest

pytest.importorskip("starlette")
pytest.importorskip("jinja2")

from vcei.app.server import listen, server


class Talk:
    """Requests as the page would send them."""

    def __init__(self, port):
        self.port = port
        self.address = f"http://127.0.0.1:{port}"

    def __call__(self, method, path, body=None, **headers):
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, body, {"Origin": self.address} | headers)
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        if answer.headers.get_content_type() == "application/json":
            content = json.loads(content)
        return answer.status, content, answer.headers

    def start(self, path, body=None):
        status, content, _ = self("POST", path, body)
        assert status == 202, content
        return content["job"]

    def wait(self, key, seconds=30):
        end = time.monotonic() + seconds
        while (job := self("GET", f"/jobs/{key}")[1])["state"] == "running":
            assert time.monotonic() < end, job
            time.sleep(0.02)
        return job


@contextmanager
def serving(limits=None):
    """Serve the app until the block ends."""
    with listen(0) as bound:
        served = server(limits)
        thread = threading.Thread(target=served.run, kwargs={"sockets": [bound]})
        thread.start()
        try:
            while not served.started:
                assert thread.is_alive()
                time.sleep(0.01)
            yield Talk(bound.getsockname()[1])
        finally:
            served.should_exit = True
            thread.join(timeout=20)
