"""``vcei simulate``: writes a collection, shows what there is, refuses to overwrite."""

import pytest
from click.testing import CliRunner

from vcei.cli.simulate import command
from vcei.data.collections import load_collection
from vcei.data.simulate import GENERATORS
from vcei.errors import InputError, VceiError


def run(*arguments):
    result = CliRunner().invoke(command, [*map(str, arguments)])
    if isinstance(result.exception, VceiError):
        raise result.exception
    return result


def test_writes_a_collection(tmp_path):
    out = tmp_path / "made"
    result = run("AN-s", "--pairs", 4, "--rows", 12, "--seed", 2, "--out", out)
    assert result.output == f"4 pairs of AN-s, 12 rows each, seed 2: {out}\n"
    assert [len(pair.x) for pair in load_collection(out)] == [12] * 4


def test_the_seed_decides_the_bytes(tmp_path):
    for folder in ("once", "again"):
        run("MN-U", "--pairs", 1, "--rows", 12, "--seed", 2, "--out", tmp_path / folder)
    once, again = (tmp_path / folder / "pair0001.txt" for folder in ("once", "again"))
    assert once.read_bytes() == again.read_bytes()


def test_list_needs_nothing_else():
    lines = run("--list").output.splitlines()
    assert [line.split()[0] for line in lines] == list(GENERATORS)
    assert any("confounded" in line and "Z hidden" in line for line in lines)


def test_a_full_folder_is_refused(tmp_path):
    (tmp_path / "kept").touch()
    with pytest.raises(InputError, match="nothing was written"):
        run("AN", "--out", tmp_path)


@pytest.mark.parametrize(
    "arguments", [["AN"], ["AN", "--pairs", "0", "--out", "x"], ["AN", "--rows", "9", "--out", "x"]]
)
def test_wrong_usage_exits_with_two(arguments):
    assert run(*arguments).exit_code == 2


def test_help_shows_an_example_on_a_line_of_its_own():
    assert "\n    vcei simulate --list\n" in run("--help").output
