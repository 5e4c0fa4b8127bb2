"""How the command line looks: colours and bars for a person, plain text for everyone else."""

import os
import pty
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from vcei.cli.progress import progress, quiet_option, remark
from vcei.cli.show import gauge
from vcei.verdict import Verdict

ESCAPE = "\x1b["


def on_a_terminal(*arguments, **environment):
    """Return what a person sees who types a command."""
    master, slave = pty.openpty()
    clean = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    done = subprocess.Popen(
        [sys.executable, "-m", "vcei", *map(str, arguments)],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**clean, "TERM": "xterm-256color", "COLUMNS": "100", **environment},
    )
    os.close(slave)
    seen = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:  # how a terminal says that nobody writes any more
            break
        if not part:
            break
        seen += part
    os.close(master)
    assert done.wait() == 0
    return seen.decode()


@pytest.fixture(scope="module")
def wave(tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "wave.csv"
    rows = [f"{i},{(i % 7) ** 2 + i % 3}" for i in range(40)]
    path.write_text("[red]phase,height\n" + "\n".join(rows) + "\n")
    return path


def test_a_person_sees_colour_and_that_work_is_going_on(wave):
    seen = on_a_terminal("identify", wave, "--method", "igci-uniform")
    assert f"{ESCAPE}1m" in seen
    assert "Weighing [red]phase against height on 40 rows" in seen
    assert "●" in seen
    assert "left:" in seen


def test_a_name_cannot_steer_the_terminal(wave, tmp_path):
    path = tmp_path / "red.csv"
    path.write_text(wave.read_text().replace("[red]", "\x1b[31m"))
    seen = on_a_terminal("identify", path, "--method", "igci-uniform", "--quiet")
    assert f"{ESCAPE}31m" not in seen
    assert "?[31mphase" in seen


def test_who_wants_no_colour_gets_none(wave):
    # from the answer on, for the progress moves the cursor
    seen = on_a_terminal("identify", wave, "--method", "igci-uniform", "--quiet", NO_COLOR="1")
    assert "\x1b" not in seen


def test_quiet_shows_no_progress(wave):
    seen = on_a_terminal("identify", wave, "--method", "igci-uniform", "--quiet")
    assert "Weighing" not in seen
    assert seen.count("\n") == 1


@pytest.mark.parametrize(
    ("score", "confidence", "place"), [(1, 1.0, 40), (-1, 1.0, 0), (1, 0.75, 30), (0, 0.5, 20)]
)
def test_the_gauge_points_where_the_verdict_does(score, confidence, place):
    verdict = Verdict(score, confidence, {}, "a", "b", 9, "m", 0, {}, "0.1.0")
    shown = click.unstyle(gauge(verdict))
    assert shown.removeprefix("b -> a  ").index("●") == place
    assert shown.endswith("  a -> b")


class TestWherePeopleDoNotWatch:
    def run(self, *arguments, total=20, lines=True):
        @click.command()
        @quiet_option
        def command():
            with progress("Working", total, lines) as step:
                for _ in range(20):
                    step()
            remark("a remark")

        return CliRunner().invoke(command, arguments, catch_exceptions=False).stderr.splitlines()

    def test_a_line_follows_each_tenth(self):
        said = self.run()
        assert [line.partition(" done")[0] for line in said[:3]] == [
            "2 of 20",
            "4 of 20",
            "6 of 20",
        ]
        assert len(said) == 11
        assert all("s left" in line for line in said[:10])

    @pytest.mark.parametrize("more", [{"lines": False}, {"total": None}])
    def test_short_work_says_nothing(self, more):
        assert self.run(**more) == ["a remark"]

    def test_quiet_says_nothing_at_all(self):
        assert self.run("--quiet") == []

    def test_no_work_says_nothing(self):
        assert self.run(total=0) == ["a remark"]
