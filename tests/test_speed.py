"""The page on speed says what was measured, and nothing else."""

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def speed(monkeypatch):
    """Return the script as a module."""
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    spec = importlib.util.spec_from_file_location("speed", ROOT / "benchmarks" / "speed.py")
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "speed", module)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_made_from_the_measurements(speed):
    measured = speed.read(speed.RESULTS)
    assert (ROOT / "docs" / "speed.md").read_text(encoding="utf-8") == speed.page(measured)


def test_measurements_survive_writing(speed, tmp_path):
    measured = speed.read(speed.RESULTS)
    speed.write(measured, tmp_path / "speed.json")
    assert speed.read(tmp_path / "speed.json") == measured
    assert speed.RESULTS.read_text() == (tmp_path / "speed.json").read_text()


def test_a_ratio_is_how_many_times_longer_the_other_takes(speed):
    row = speed.Row("ours", 0.002, None, "theirs", 4.0)
    assert row.ratio == 2000
    assert speed.cells(row) == ["ours", "2 ms", "", "theirs", "4 s", "2,000", ""]
    assert speed.Row("ours", 0.002).ratio is None
