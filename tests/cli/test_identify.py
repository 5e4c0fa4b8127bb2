"""``vcei identify`` and ``vcei demo`` as typed at a prompt."""

import json
import subprocess
import sys

import numpy as np
import pytest

CLEAR = (
    "direction",
    "answer",
    "score",
    "confidence",
    "x",
    "y",
    "rows",
    "method",
    "seed",
    "evidence",
)


def vcei(*arguments, stdin=None, **more):
    return subprocess.run(
        [sys.executable, "-m", "vcei", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        input=stdin,
        encoding="utf-8",
        **more,
    )


@pytest.fixture(scope="module")
def wave(tmp_path_factory):
    rng = np.random.default_rng(1)
    x = rng.uniform(-2, 2, 120)
    y = np.sin(2 * x) + 0.2 * rng.normal(size=120)
    path = tmp_path_factory.mktemp("data") / "wave.csv"
    lines = [f"{a},{b}" for a, b in zip(x.tolist(), y.tolist(), strict=True)]
    path.write_text("phase,height\n" + "\n".join(lines) + "\n")
    return path


def test_prints_a_verdict_for_people(wave):
    done = vcei("identify", wave)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "phase" in done.stdout.splitlines()[0]
    assert "120 rows, method default, seed 0" in done.stdout
    assert "\x1b" not in done.stdout  # colours on a terminal only


def test_prints_one_json_object_for_scripts(wave):
    done = vcei("identify", wave, "--json", "--method", "paper", "--seed", 3)
    record = json.loads(done.stdout)
    assert done.stdout.count("\n") == 1
    assert set(CLEAR) <= set(record)
    assert (record["x"], record["y"], record["rows"]) == ("phase", "height", 120)
    assert (record["method"], record["seed"]) == ("paper", 3)
    assert set(record["evidence"]) == {"x->y", "y->x"}


def test_the_same_seed_gives_the_same_bytes(wave):
    once, again = (vcei("identify", wave, "--json", "--seed", 5).stdout for _ in range(2))
    assert once == again


def test_exchanged_columns_negate_the_score(wave):
    one, other = (
        json.loads(vcei("identify", wave, "--x", x, "--y", y, "--json").stdout)
        for x, y in (("phase", "height"), ("1", "0"))
    )
    assert other["score"] == -one["score"]


def test_reads_standard_input(wave):
    done = vcei("identify", "-", "--json", stdin=wave.read_text())
    assert json.loads(done.stdout)["x"] == "phase"


def test_says_where_the_time_went(wave):
    assert "time for x->y: variation" in vcei("identify", wave, "--timings").stdout


@pytest.mark.parametrize(
    ("text", "arguments", "message"),
    [
        (None, ["none.csv"], "Error: There is no file 'none.csv'"),
        ("", ["data.csv"], "the file is empty"),
        ("a,b\n1,2\n", ["data.csv"], "at least 10 rows; 1 came"),
        ("a,b\n1,2\n", ["data.csv", "--x", "c"], "no column 'c'"),
        ("a,b\n" + "1,nan\n" * 12, ["data.csv"], "missing or infinite"),
        ("a,b\n" + "1,2\n" * 12, ["data.csv"], "is constant"),
        ("a,b\n" + "1,2\n" * 12, ["data.csv", "--method", "magic"], "'magic' is not one of"),
        ("a,b\n" + "1,2\n" * 12, ["data.csv", "--seed", "-1"], "-1 is not in the range x>=0"),
        ("a,a\n" + "1,2\n" * 12, ["data.csv"], "2 columns are called 'a'"),
    ],
)
def test_bad_input_is_refused_with_exit_code_2(tmp_path, text, arguments, message):
    if text is not None:
        (tmp_path / "data.csv").write_text(text)
    done = vcei("identify", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_missing_rows_are_dropped_on_request(wave, tmp_path):
    path = tmp_path / "holes.csv"
    path.write_text(wave.read_text() + "NA,1\n2,\n")
    done = vcei("identify", path, "--drop-missing")
    assert done.returncode == 0
    assert "note: 2 of 122 rows had missing or infinite values and were dropped" in done.stdout


def test_quiet_is_the_answer_alone(wave):
    done = vcei("identify", wave, "--quiet")
    assert (done.stdout.count("\n"), done.stderr) == (1, "")
    assert vcei("identify", wave).stdout.startswith(done.stdout)


@pytest.fixture(scope="module")
def made(wave, tmp_path_factory):
    pytest.importorskip("jinja2", reason="reports need the extra report")
    folder = tmp_path_factory.mktemp("made")
    files = folder / "new" / "wave.svg", folder / "wave.html"
    wanted = ("--plot", files[0], "--report", files[1])
    return vcei("identify", wave, "--method", "igci-uniform", "--seed", 4, *wanted), *files


class TestPictures:
    def test_are_written_where_they_were_asked_for(self, made):
        done, plot, report = made
        assert done.returncode == 0
        assert done.stderr == f"Wrote {plot} and {report}\n"
        assert b"<svg" in plot.read_bytes()
        assert sorted(path.name for path in plot.parent.iterdir()) == ["wave.svg"]

    def test_the_command_on_the_page_makes_the_verdict_again(self, made, wave):
        done, _, report = made
        page = report.read_text(encoding="utf-8")
        command = page.partition("<code>vcei ")[2].partition("</code>")[0]
        assert command == f"identify {wave} --method igci-uniform --seed 4"
        assert vcei(*command.split()).stdout == done.stdout

    @pytest.mark.parametrize(
        ("name", "message"),
        [
            ("wave.gif", "expected a file that ends in .png or .svg"),
            ("wave.csv/wave.png", "could not be written: File exists"),
        ],
    )
    def test_that_cannot_be_made_are_refused(self, wave, name, message):
        done = vcei("identify", wave, "--method", "igci-uniform", "--plot", wave.parent / name)
        assert done.returncode == 2
        assert message in done.stderr
        assert [path.name for path in wave.parent.iterdir()] == ["wave.csv"]


def test_the_demo_finds_the_truth():
    record = json.loads(vcei("demo", "--json").stdout)
    assert (record["cause"], record["effect"]) == ("day", "temperature")
    assert record["answer"] == "decided"


def test_the_demo_explains_itself():
    done = vcei("demo")
    assert done.returncode == 0
    assert done.stdout.startswith("What this shows")
    assert "day causes temperature." in done.stdout


class TestHelp:
    def test_lists_every_command_with_a_line(self):
        from vcei.cli.main import COMMANDS

        shown = vcei("--help").stdout
        for command in COMMANDS:
            (line,) = [s for s in shown.splitlines() if s.startswith(f"  {command} ")]
            assert len(line.split()) > 4

    def test_of_each_command_gives_examples_and_explains_each_option(self):
        import click

        from vcei.cli.main import COMMANDS
        from vcei.cli.main import vcei as group

        for name in COMMANDS:
            command = group.get_command(click.Context(group), name)
            for option in command.params:
                assert isinstance(option, click.Argument) or option.help

    def test_fits_a_terminal_of_eighty_columns(self):
        import click
        from click.testing import CliRunner

        from vcei.cli.main import vcei as group

        def every(command, words):
            yield command, words
            if isinstance(command, click.Group):
                for name in command.list_commands(click.Context(command)):
                    inner = command.get_command(click.Context(command), name)
                    yield from every(inner, [*words, name])

        for command, words in every(group, []):
            shown = CliRunner().invoke(command, ["--help"], terminal_width=80).stdout
            assert [line for line in shown.splitlines() if len(line) > 80] == [], words
            if not isinstance(command, click.Group):
                assert f"vcei {' '.join(words)}" in shown.partition("Examples:")[2], words

    @pytest.mark.parametrize("arguments", [["nonsense"], ["identify"], ["identify", "f", "--what"]])
    def test_wrong_usage_is_exit_code_2(self, arguments):
        done = vcei(*arguments)
        assert done.returncode == 2
        assert "Usage:" in done.stderr

    def test_version(self):
        assert vcei("--version").stdout.startswith("vcei 0.")


def test_a_reader_that_goes_away_is_no_error(wave):
    command = f"{sys.executable} -m vcei identify {wave} --json | head -c 1"
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "{"
    assert "Traceback" not in done.stderr


class TestKinds:
    @pytest.fixture
    def people(self, tmp_path):
        rng = np.random.default_rng(3)
        codes = rng.integers(0, 3, 150)
        income = codes**2 + 0.3 * rng.exponential(size=150)
        size = rng.normal(size=150)
        rows = zip(np.array(["baker", "smith", "cook"])[codes], income, size, size**2, strict=True)
        path = tmp_path / "people.csv"
        path.write_text("trade,income,a,b\n" + "\n".join(",".join(map(str, r)) for r in rows))
        return path

    def test_names_are_taken_for_categories(self, people):
        done = vcei("identify", people, "--x", "trade", "--y", "income")
        assert done.returncode == 0, done.stderr
        assert "trade causes income" in done.stdout
        assert "column 'trade' was taken for a category of 3 levels" in done.stdout

    def test_kinds_can_be_told(self, people):
        told = "identify", people, "--x", "0", "--y", "1", "--kind", "x=ordered:baker,smith,cook"
        assert "was taken for" not in vcei(*told).stdout

    def test_several_columns_are_a_vector(self, people):
        done = json.loads(vcei("identify", people, "--x", "a,b", "--y", "1", "--json").stdout)
        assert (done["x"], done["method"]) == ("a, b", "any-kind")
        assert "column 'a, b' was taken for a vector" in done["notes"]
        mixed = json.loads(vcei("identify", people, "--x", "a,trade", "--y", "1", "--json").stdout)
        assert "column 'a, trade' was taken for a record of number, category" in mixed["notes"]

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (["--kind", "trade=category"], "expected x=KIND or y=KIND, as in x=category"),
            (["--kind", "x=colour"], "no kind 'colour'"),
            (["--x", "a,a", "--y", "1"], "named twice in 'a,a'"),
            (["--x", "a,b", "--y", "b"], "x and y are the same column, 'b'"),
            (["--x", "trade", "--y", "1", "--method", "cds"], "takes two columns of numbers"),
            (["--x", "trade", "--kind", "x=number"], "'trade' is not numeric: row 1 holds"),
        ],
    )
    def test_mismatches_are_refused(self, people, options, message):
        done = vcei("identify", people, *options)
        assert done.returncode == 2
        assert message in " ".join(done.stderr.split())
