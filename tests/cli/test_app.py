"""``vcei app`` as typed at a prompt."""

import re
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest

pytest.importorskip("starlette")

APP = (sys.executable, "-m", "vcei", "app")


def test_says_where_the_page_is_and_ends_on_request():
    with subprocess.Popen([*APP, "--port=0"], stdout=subprocess.PIPE, text=True) as running:
        try:
            address = re.search(r"http://127\.0\.0\.1:\d+", running.stdout.readline())[0]
            page = urllib.request.urlopen(address, timeout=30).read().decode()
            running.send_signal(signal.SIGINT)
            assert running.wait(30) == 0
            assert running.stdout.read() == "Ended; nothing was kept.\n"
        finally:
            running.kill()
    assert "<h1>Which of two columns drives the other?</h1>" in page


def test_says_that_a_port_is_taken():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [*APP, f"--port={port}"], capture_output=True, text=True, check=False, timeout=60
        )
    assert (done.returncode, done.stdout) == (2, "")
    assert f"Port {port} cannot be used" in done.stderr
