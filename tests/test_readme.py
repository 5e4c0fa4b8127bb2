"""What the README and the other pages promise is there and runs."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(language):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_the_python_examples_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in blocks("python"):
        exec(compile(block, "README.md", "exec"), names)
    assert names["verdict"].direction.value == "x->y"


def test_every_make_verb_it_names_exists():
    verbs = set(re.findall(r"^make (\w+)", "\n".join(blocks("sh")), re.MULTILINE))
    rules = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert {"demo", "test"} <= verbs <= rules


@pytest.mark.parametrize(
    "line",
    [line for block in blocks("sh") for line in block.splitlines() if line.startswith("vcei ")],
)
def test_every_command_it_names_takes_its_options(line):
    words = shlex.split(line, comments=True)[1:]
    command = words[:2] if words[0] in {"bench", "data"} else words[:1]
    shown = subprocess.run(
        [sys.executable, "-m", "vcei", *command, "--help"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert all(word in shown for word in words if word.startswith("--"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page):
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\((?!http)([^)#]+)", text):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_paths_that_pages_name_exist(page):
    text = page.read_text(encoding="utf-8")
    for path in re.findall(r"`((?:src|tests|docs|benchmarks)/[\w/.-]+)`", text):
        assert (ROOT / path).exists(), path
