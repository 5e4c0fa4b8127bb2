"""The house: doors open downwards, rooms stay small, only the command line prints."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "vcei"
FILES = sorted(SOURCE.rglob("*.py"))

ORDER = [
    "_version",
    "errors",
    "arrays",
    "plain",
    "saving",
    "following",
    "stopwatch",
    "scaling",
    "entropy",
    "spline",
    "curve",
    "draw",
    "kernels",
    "kinds",
    "columns",
    "frames",
    "readers",
    "gate",
    "pair",
    "factor",
    "embedding",
    "dependence",
    "coreset",
    "variation",
    "mechanisms",
    "impact",
    "odds",
    "answer",
    "showing",
    "verdict",
    "cells",
    "table",
    "streams",
    "method",
    "judgement",
    "algorithm",
    "any_kind",
    "peers",
    "catalogue",
    "ask",
    "batch",
    "data",
    "bench",
    "scans",
    "timeseries",
    "portrait",
    "figures",
    "reproduce",
    "report",
    "app",
    "cli",
    "__main__",
]
"""The rooms, ground floor first: a file imports only from rooms before its own."""

HEAVY = (
    "scipy",
    "sklearn",
    "pandas",
    "polars",
    "pyarrow",
    "cvxpy",
    "clarabel",
    "torch",
    "matplotlib",
    "rich",
    "jinja2",
    "distributed",
    "loky",
    "pooch",
    "pyvinecopulib",
    "quantile_forest",
    "networkx",
    "starlette",
    "uvicorn",
)


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
class TestEveryFile:
    def test_imports_from_below_only(self, path):
        here = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        if here == "__init__":
            return
        rooms = {name.split(".")[1] for name in imports(path) if name.startswith("vcei.")}
        above = {room for room in rooms - {here} if ORDER.index(room) >= ORDER.index(here)}
        assert not above

    def test_is_short(self, path):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 400

    def test_functions_fit_on_a_screen(self, path):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                body = node.body[1:] if ast.get_docstring(node) else node.body
                length = node.end_lineno - body[0].lineno + 1 if body else 0
                assert length <= 50, f"{node.name} has {length} lines"

    def test_prints_only_in_the_command_line(self, path):
        if "cli" not in path.parts:
            names = {n.id for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Name)}
            assert "print" not in names


def loaded_by(code):
    """Return the modules that a fresh interpreter has loaded after some code."""
    code = f"{code}\nimport sys\nsys.stdout.write('|'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.rpartition("\n")[2].split("|"))


@pytest.mark.parametrize(
    ("code", "without"),
    [
        ("import vcei", ("numpy", *HEAVY)),
        ("import vcei.cli.main", ("numpy", *HEAVY)),
        ("import vcei\nvcei.identify, vcei.VCEI, vcei.Semidefinite", HEAVY),
        ("from vcei.cli.identify import command", HEAVY),
    ],
)
def test_importing_is_light(code, without):
    assert loaded_by(code) & set(without) == set()


def test_every_public_name_is_there():
    import vcei

    assert [name for name in vcei.__all__ if not hasattr(vcei, name)] == []
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = vcei.nonsense


def test_the_rooms_for_users_open_on_their_name():
    code = "import vcei\nfor room in vcei._ROOMS: assert getattr(vcei, room).__doc__"
    assert {"vcei.kernels", "vcei.impact"} <= loaded_by(code)
