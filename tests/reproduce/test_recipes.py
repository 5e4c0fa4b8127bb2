"""The paper's figures: what each must show, on samples of which that is known."""

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

pytest.importorskip("matplotlib", reason="figures need the extra plot")

from vcei.bench.suite import PAPER
from vcei.data.simulate.write import write_collection
from vcei.errors import InputError
from vcei.figures.accuracy import MARKS
from vcei.impact import fit_trend
from vcei.kernels import Gaussian
from vcei.reproduce import (
    RECIPES,
    Made,
    Request,
    Skipped,
    coreset,
    icm,
    make,
    monotonicity,
    outliers,
    rel_acc,
    trend,
)

ALONE = [name for name, recipe in RECIPES.items() if not recipe.needs]


@pytest.fixture(scope="module")
def collections(tmp_path_factory):
    """Write a small SIM and AN, and a ``tuebingen`` whose pair 7 is large."""
    folder = tmp_path_factory.mktemp("collections")
    write_collection("SIM", 3, 80, 1, folder / "SIM")
    write_collection("AN", 7, 40, 1, folder / "AN")
    write_collection("linear-non-gaussian", 7, 2100, 1, folder / "tuebingen")
    return folder


@pytest.fixture
def asked(tmp_path, collections):
    return Request(tmp_path / "out", collections, quick=True)


@pytest.fixture
def cheap(monkeypatch):
    """Let threads work, and only the paper's method and one rival be measured."""
    from concurrent.futures import ThreadPoolExecutor

    monkeypatch.setattr("vcei.bench.engines.local", lambda jobs: lambda: ThreadPoolExecutor(jobs))
    monkeypatch.setattr(rel_acc, "available", lambda: (["paper", "igci-uniform"], ()))


def read(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


class TestIcm:
    def test_the_process_is_that_of_the_caption(self, rng):
        """y = -x²ε/2, x uniform on [-5/2, 5/2]: E y = 0 and Var y = E x⁴/4 = (5/2)⁴/20 = 1.953."""
        x, y = icm.draw_sample(200_000, rng)
        assert (x.min() >= -2.5, x.max() <= 2.5) == (True, True)
        assert abs(y.mean()) < 0.02
        assert_allclose(y.var(), 2.5**4 / 20, rtol=0.03)

    def test_causal_models_move_less(self, asked):
        record = icm.compute(asked)
        causal, acausal = record.directions["causal"], record.directions["acausal"]
        assert causal.predictions.shape == (icm.MODELS_QUICK, icm.GRID)
        assert 0 <= causal.instability < acausal.instability
        panels = [row[0] for row in icm.table(record)[1:]]
        assert panels.count("causal") == panels.count("acausal") == icm.MODELS_QUICK * icm.GRID
        assert panels.count("sample") == len(record.x) == icm.ROWS
        assert [axes.get_xlabel() for axes in icm.draw(record).axes] == ["x", "x", "y"]


class TestOutliers:
    def test_a_cap_leaves_so_many_points(self, asked):
        record = outliers.compute(asked)
        for cap, found in record.variations.items():
            assert_allclose(np.sort(found.weights)[-round(1 / cap) :], cap)
            assert_allclose(found.weights.sum(), 1)

    def test_without_a_cap_the_loneliest_point_gets_all(self, asked):
        record = outliers.compute(asked)
        points, kernel = outliers.gaussian_sample(asked.rng())
        loneliest = int(np.argmin(kernel(points, points).sum(axis=1)))
        assert record.variations[1.0].weights[loneliest] == 1
        assert isinstance(kernel, Gaussian)

    def test_says_how_many(self, asked):
        says = outliers.says(outliers.compute(asked))
        assert (
            says
            == "points that have weight: 1 at cap 1, 5 at cap 0.2, 10 at cap 0.1, 20 at cap 0.05"
        )


class TestMonotonicity:
    def test_between_no_choice_and_all(self, asked):
        """At b = 1/M only equal weights are left; at b = 1 one point has all, and A = aa'."""
        record = monotonicity.compute(asked)
        assert_allclose([record.mmd2[0], record.climbed[0]], 0, atol=1e-12)
        assert_allclose(record.relaxed[-1], [record.mmd2[-1], record.climbed[-1]])
        assert np.all(np.diff(record.relaxed) >= 0)
        assert np.all(record.mmd2 <= record.climbed + 1e-12)
        assert np.all(record.climbed <= record.relaxed + 1e-12)

    def test_says_what_falls(self, asked):
        record = monotonicity.compute(asked)
        assert "the relaxed optimal value never falls" in monotonicity.says(record)
        fallen = replace(record, relaxed=record.relaxed[::-1])
        assert "the relaxed optimal value falls in places" in monotonicity.says(fallen)


class TestCoreset:
    def test_marks_rows_of_the_file(self, asked):
        record = coreset.compute(asked)
        assert len(record.x) == 2100
        assert len(np.union1d(record.rare, record.drawn)) == coreset.SIZE
        for why, rows in (("rare", record.rare), ("drawn", record.drawn)):
            marked = [row for row in coreset.table(record)[1:] if row[3] == why]
            assert len(marked) > 0
            assert_allclose([float(row[1]) for row in marked], record.x[np.sort(rows)])


class TestTrend:
    def test_lines_are_fitted_to_all_draws(self, asked):
        record = trend.compute(asked)
        assert record.truth in {"x->y", "y->x"}
        for arrow, impacts in record.impacts.items():
            assert impacts.shape == (trend.DRAWS_QUICK, len(trend.CAPS))
            line = fit_trend(np.tile(trend.CAPS, trend.DRAWS_QUICK), impacts.ravel())
            assert record.lines[arrow] == line

    def test_says_which_panel_is_causal(self, asked):
        record = replace(trend.compute(asked), truth="y->x")
        upper, lower = trend.draw(record).axes
        assert upper.get_title("left") == "x → y (acausal)"
        assert lower.get_title("left") == "y → x (causal)"


class TestAccuracies:
    def test_a_second_call_does_nothing_again(self, asked, cheap, monkeypatch):
        first = rel_acc.compute(asked)
        monkeypatch.setattr("vcei.bench.task.perform", None)  # nothing is left to be performed
        again = rel_acc.compute(asked)
        assert again.here == first.here
        assert [one.collection for one in first.ours] == ["SIM", "AN", "tuebingen"]
        assert [one.pairs for one in first.ours] == [3, rel_acc.QUICK_PAIRS, rel_acc.QUICK_PAIRS]
        assert first.absent == [name for name in PAPER if name not in {"SIM", "AN", "tuebingen"}]

    def test_theirs_stand_beside_ours(self, asked, cheap):
        record = rel_acc.compute(asked)
        rows = rel_acc.table(record)[1:]
        assert ["AN", "bQCD", "1", "", "", "", "published"] in rows
        assert ["AN", "GPI", "0.96", "", "", "", "recorded"] in rows
        assert sum(row[1] == "igci-uniform" for row in rows) == 3
        (legend,) = rel_acc.draw(record).legends
        assert [text.get_text() for text in legend.get_texts()][:2] == [
            "VCEI, with 95 % interval",
            "biCAM",
        ]
        assert "a quick look, 0 failed; not found: SIM-c" in rel_acc.says(record)

    def test_there_is_a_mark_for_every_rival(self):
        assert len(rel_acc.RIVALS) <= len(MARKS)

    def test_a_rival_whose_library_is_missing_is_named(self, monkeypatch):
        from vcei.errors import MissingExtraError

        def named(name):
            if name == "bqcd":
                raise MissingExtraError("Install it with: pip install 'vcei[bqcd]'")

        monkeypatch.setattr(rel_acc, "named", named)
        methods, left_out = rel_acc.available()
        assert "bqcd" not in methods
        assert left_out == ("bQCD was not measured. Install it with: pip install 'vcei[bqcd]'",)


class TestMake:
    @pytest.mark.parametrize("name", RECIPES)
    def test_three_files_and_a_sentence(self, name, asked, cheap):
        made = make(RECIPES[name], asked)
        assert isinstance(made, Made)
        assert [path.name for path in made.files] == [f"{name}.{e}" for e in ("png", "svg", "csv")]
        assert all(path.stat().st_size > 500 for path in made.files)
        assert made.says
        rows = read(made.files[2])
        assert rows
        assert all(None not in row and None not in row.values() for row in rows)
        assert not list(asked.out.glob(".*.part"))

    @pytest.mark.parametrize("name", ["outliers", "icm"])
    def test_the_seed_decides_every_byte(self, name, asked):
        folders = [replace(asked, out=asked.out / place) for place in ("once", "again")]
        once, again = (make(RECIPES[name], one).files for one in folders)
        assert [path.read_bytes() for path in once] == [path.read_bytes() for path in again]
        other = make(RECIPES[name], replace(asked, seed=1)).files
        assert other[2].read_bytes() != once[2].read_bytes()

    @pytest.mark.parametrize("name", sorted(set(RECIPES) - set(ALONE)))
    def test_without_its_collection_a_figure_is_skipped(self, name, tmp_path):
        skipped = make(RECIPES[name], Request(tmp_path))
        assert isinstance(skipped, Skipped)
        assert "no --data was given. Get it with vcei data fetch" in skipped.why
        assert not list(tmp_path.iterdir())
        (tmp_path / "empty").mkdir()
        elsewhere = Request(tmp_path, tmp_path / "empty")
        assert f"it is not below {tmp_path / 'empty'}" in make(RECIPES[name], elsewhere).why

    def test_a_collection_without_the_pair_is_refused(self, tmp_path):
        write_collection("linear-gaussian", 2, 20, 1, tmp_path / "tuebingen")
        with pytest.raises(InputError, match=r"has no pair0007.*vcei data fetch tuebingen"):
            make(RECIPES["coreset"], Request(tmp_path / "out", tmp_path))

    def test_a_place_that_cannot_be_written_is_explained(self, tmp_path):
        (tmp_path / "taken").write_text("")
        with pytest.raises(InputError, match=r"outliers.png could not be written.*another one"):
            make(RECIPES["outliers"], Request(tmp_path / "taken", quick=True))


class TestOnThePublishedData:
    """The two figures that the paper draws of single pairs."""

    def test_the_first_pair_of_sim(self, data_dir, tmp_path):
        record = trend.compute(Request(tmp_path, data_dir, quick=True))
        assert record.truth == "y->x"

    def test_the_abalones(self, data_dir, tmp_path):
        record = coreset.compute(Request(tmp_path, data_dir))
        assert (len(record.x), len(record.rare) + len(record.drawn)) == (4177, 100)
        assert (record.x.min(), record.x.max()) == (1, 29)  # rings
        # the rarest rows are there, and the middle half is not left out
        assert 29 in record.x[record.rare]
        low, high = np.quantile(record.x, [0.25, 0.75])
        drawn = record.x[record.drawn]
        assert np.sum((low <= drawn) & (drawn <= high)) >= 10


def test_every_file_of_a_recipe_is_in_the_catalogue():
    files = {path.stem for path in Path(icm.__file__).parent.glob("*.py")}
    assert set(RECIPES) == files - {"__init__", "catalogue", "make", "request"}
