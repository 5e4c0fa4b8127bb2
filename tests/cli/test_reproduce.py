"""``vcei reproduce`` as a person uses it."""

import pytest
from click.testing import CliRunner

pytest.importorskip("matplotlib", reason="figures need the extra plot")
pytest.importorskip("loky", reason="the last figure needs the extra bench")

from vcei.cli.reproduce import FIGURES, command
from vcei.reproduce import RECIPES


def run(*arguments):
    return CliRunner().invoke(command, [str(one) for one in arguments], catch_exceptions=False)


@pytest.fixture(autouse=True)
def nothing_fetched(tmp_path, monkeypatch):
    monkeypatch.setattr("vcei.data.registry.cache_folder", lambda: tmp_path / "none")
    monkeypatch.delenv("VCEI_DATA_DIR", raising=False)


def test_figures_that_need_no_data(tmp_path):
    ran = run("--out", tmp_path / "figures", "--quick", "--only", "outliers,trend,outliers")
    assert ran.exit_code == 0
    assert ran.stdout.startswith("outliers: points that have weight: 1 at cap 1")
    assert "trend: skipped, for it needs the collection SIM, and no --data was given" in ran.stderr
    assert "1 of 2 figures are in" in ran.stderr
    names = sorted(path.name for path in (tmp_path / "figures").iterdir())
    assert names == ["outliers.csv", "outliers.png", "outliers.svg"]


def test_nothing_made_is_exit_code_2(tmp_path):
    assert run("--out", tmp_path, "--only", "coreset").exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "trend"], "Missing option '--out'"),
        (["--out", "x", "--only", "spectrum"], "there is no figure 'spectrum'; expected some of"),
        (["--out", "x", "--jobs", "0"], "0 is not in the range"),
    ],
)
def test_wrong_usage_is_exit_code_2(arguments, message):
    ran = run(*arguments)
    assert ran.exit_code == 2
    assert message in ran.stderr


def test_the_help_names_every_figure():
    assert set(FIGURES) == set(RECIPES)
    shown = run("--help").stdout
    assert all(f"\n  {name} " in shown for name in FIGURES)
