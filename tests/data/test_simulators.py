"""Simulators: seeded, of the shapes and laws they claim, and what cannot be told looks alike."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from vcei.answer import Direction
from vcei.data.collections import load_collection
from vcei.data.simulate import GENERATORS, Truth, draw_process, random_density
from vcei.data.simulate.process import random_increasing
from vcei.data.simulate.structured import WARM_UP
from vcei.data.simulate.varied import CAUSES, MECHANISMS, NOISES
from vcei.data.simulate.write import draw_pairs, known_name, write_collection
from vcei.dependence import hsic
from vcei.errors import InputError

ROWS = 60
NAMES = list(GENERATORS)


def drawn(name, rows=ROWS, seed=7):
    return GENERATORS[name](np.random.default_rng(seed), rows)


@pytest.mark.parametrize("name", NAMES)
class TestEverySimulator:
    def test_draws_finite_columns_that_vary(self, name):
        for column in drawn(name):
            assert len(column) == ROWS
            assert column.dtype == np.float64
            assert np.isfinite(column).all()
            assert (column.std(axis=0) > 0).all()

    def test_is_decided_by_its_seed(self, name):
        for once, again, other in zip(drawn(name), drawn(name), drawn(name, seed=8), strict=True):
            np.testing.assert_array_equal(once, again)
            assert not np.array_equal(once, other)

    def test_is_written_and_read_back(self, name, tmp_path):
        write_collection(name, 3, ROWS, 5, tmp_path / "out")
        pairs = load_collection(tmp_path / "out")
        expected = list(draw_pairs(GENERATORS[name], 3, ROWS, 5))
        assert len(pairs) == 3
        for pair, original in zip(pairs, expected, strict=True):
            np.testing.assert_array_equal(pair.x, original.first)
            np.testing.assert_array_equal(pair.y, original.second)
            assert (pair.truth is Direction.X_CAUSES_Y) == original.cause_first
            assert pair.weight == float(GENERATORS[name].truth.has_direction)


class TestLaws:
    def test_shapes_of_vectors(self):
        cause, effect = drawn("vector")
        assert (cause.shape, effect.shape) == ((ROWS, 3), (ROWS, 2))

    def test_linear_gaussian_is_normal_and_linear(self):
        cause, effect = drawn("linear-gaussian", rows=5000)
        slope, offset = np.polyfit(cause, effect, 1)
        residual = effect - slope * cause - offset
        assert 0.5 <= abs(slope) <= 2.1
        for part in (cause, effect, residual):
            assert stats.kstest(stats.zscore(part), "norm").pvalue > 0.001
        assert residual.std() == pytest.approx(1, abs=0.05)

    def test_linear_non_gaussian_is_not_normal(self):
        cause, effect = drawn("linear-non-gaussian", rows=5000)
        slope, offset = np.polyfit(cause, effect, 1)
        for part in (cause, effect - slope * cause - offset):
            assert stats.kstest(stats.zscore(part), "norm").pvalue < 1e-6
            assert part.std() == pytest.approx(1, abs=0.1)

    def test_independent_columns_are_independent_and_others_are_not(self):
        def smallest(name):
            values = []
            for seed in range(20):
                x, y = drawn(name, rows=300, seed=seed)
                halves = np.histogram2d(stats.rankdata(x), stats.rankdata(y), bins=3)[0]
                values.append(stats.chi2_contingency(halves).pvalue)
            return np.array(values)

        assert stats.kstest(smallest("independent"), "uniform").pvalue > 0.001
        assert np.mean(smallest("confounded") < 0.05) > 0.8

    def test_discrete_columns_are_whole_numbers(self):
        cause, effect = drawn("discrete-both", rows=500)
        mixed_cause, continuous = drawn("discrete-cause", rows=500)
        for column in (cause, effect, mixed_cause):
            np.testing.assert_array_equal(column, np.round(column))
            assert 2 <= len(np.unique(column)) <= 10
        assert len(np.unique(continuous)) == 500

    def test_discrete_noise_is_that_of_a_sum(self):
        cause, effect = drawn("discrete-both", rows=2000)
        spreads = [np.ptp(effect[cause == level]) for level in np.unique(cause)]
        assert max(spreads) == 2

    def test_multiplicative_effects_lie_between_zero_and_the_function(self):
        cause, effect = drawn("MN-U", rows=1000)
        # the function changes its sign once, and the effect with it
        signs = np.sign(effect[np.argsort(cause)])
        assert np.sum(np.diff(signs) != 0) <= 1

    def test_series_remember_and_the_driven_follows(self):
        series = [drawn("time-series", rows=3000, seed=seed) for seed in range(5)]
        for cause, effect in series:
            assert np.corrcoef(cause[1:], cause[:-1])[0, 1] > 0.1
            ahead = max(abs(np.corrcoef(cause[:-lag], effect[lag:])[0, 1]) for lag in (1, 2, 3))
            behind = abs(np.corrcoef(effect[:-8], cause[8:])[0, 1])
            assert ahead > behind + 0.2

    def test_the_driven_series_follows_later(self):
        for seed in range(5):
            cause, effect = drawn("time-series", rows=3000, seed=seed)
            past = [effect[2:-1], *(cause[3 - lag : len(cause) - lag] for lag in range(4))]
            now, *earlier = np.abs(np.linalg.lstsq(np.stack(past, axis=1), effect[3:])[0][1:])
            assert now < 0.05
            assert max(earlier) > 2 * now

    def test_the_warm_up_is_thrown_away(self):
        assert len(drawn("time-series", rows=WARM_UP // 2)[0]) == WARM_UP // 2

    def test_a_post_nonlinear_effect_is_standard(self):
        _, effect = drawn("post-nonlinear", rows=400)
        assert (effect.mean(), effect.std()) == (pytest.approx(0), pytest.approx(1))

    @pytest.mark.parametrize("name", ["varied", "natural"])
    def test_pairs_of_every_make_are_numbers_that_depend_on_each_other(self, name):
        """At level 0.05 noise of the size of the signal, or twice it, hides a few."""
        found = [drawn(name, rows=150, seed=seed) for seed in range(60)]
        for column in (column for pair in found for column in pair):
            assert np.isfinite(column).all()
            assert len(np.unique(column)) > 1
        assert np.mean([hsic(cause, effect).p_value < 0.05 for cause, effect in found]) > 0.7
        values = [len(np.unique(column)) for pair in found for column in pair]
        assert 0.1 < np.mean(np.array(values) < 150) < 0.8  # some are rounded, some are not

    @pytest.mark.parametrize("mechanism", MECHANISMS, ids=lambda one: one.__name__)
    def test_every_mechanism_takes_the_noise_in(self, mechanism, rng):
        x, noise = rng.normal(size=(2, 100))
        effect, other = (
            mechanism(x, e, np.random.default_rng(5)) for e in (noise, rng.normal(size=100))
        )
        assert effect.shape == (100,)
        assert np.isfinite(effect).all()
        assert not np.array_equal(effect, other)

    @pytest.mark.parametrize("part", [*CAUSES, *NOISES], ids=lambda one: one.__name__)
    def test_every_cause_and_noise_varies(self, part, rng):
        for _ in range(5):
            values = part(rng, 100)
            assert values.shape == (100,)
            assert np.isfinite(values).all()
            assert values.std() > 0

    def test_kinds_of_truth(self):
        kinds = {name: GENERATORS[name].truth for name in NAMES}
        without = {name for name, truth in kinds.items() if truth is not Truth.CAUSE_EFFECT}
        assert without == {"linear-gaussian", "independent", "confounded"}
        assert [truth.has_direction for truth in Truth] == [True, True, False, False]


def test_the_table_in_the_documentation_is_the_catalogue():
    page = Path(__file__).parents[2] / "docs" / "simulators.md"
    table = page.read_text().split("| name | formula | truth | after |")[1].split("\n\n")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:4]] for line in table.splitlines()[2:]]
    assert rows == [[name, one.formula, one.truth] for name, one in GENERATORS.items()]


class TestParts:
    def test_a_process_has_the_covariance_it_claims(self, rng):
        points = np.array([0.0, 1.0, 3.0])
        draws = np.array([draw_process([points], [2.0], rng) for _ in range(5000)])
        expected = np.exp(-((points[:, None] - points) ** 2) / 8)
        np.testing.assert_allclose(np.cov(draws.T), expected, atol=0.1)

    def test_a_random_increasing_map_increases_in_any_order(self, rng):
        u = rng.normal(size=50)
        values = random_increasing(u, 0.5, rng)
        assert (np.diff(values[np.argsort(u)]) > 0).all()
        assert values[np.argmin(u)] == 0

    def test_a_long_scale_makes_a_line(self, rng):
        u = rng.normal(size=50)
        assert np.corrcoef(u, random_increasing(u, 1e5, rng))[0, 1] == pytest.approx(1)

    def test_a_random_density_is_standard_and_shuffled(self, rng):
        values = random_density(200, 0.5, rng)
        assert (values.mean(), values.std()) == (pytest.approx(0), pytest.approx(1))
        assert abs(stats.spearmanr(values, np.arange(200)).statistic) < 0.3


class TestWriting:
    def test_fewer_pairs_are_the_first_of_more(self, tmp_path):
        write_collection("AN", 2, 20, 3, tmp_path / "two")
        write_collection("AN", 5, 20, 3, tmp_path / "five")
        for number in (1, 2):
            name = f"pair000{number}.txt"
            assert (tmp_path / "two" / name).read_bytes() == (tmp_path / "five" / name).read_bytes()
        labels = (tmp_path / "five" / "pairmeta.txt").read_text()
        assert labels.startswith((tmp_path / "two" / "pairmeta.txt").read_text())

    def test_pairs_and_seeds_differ(self):
        def values(seed):
            return {float(pair.first[0]) for pair in draw_pairs(GENERATORS["AN"], 5, 20, seed)}

        assert len(values(1) | values(2)) == 10

    def test_the_coin_is_fair(self):
        coins = [pair.cause_first for pair in draw_pairs(GENERATORS["MN-U"], 1000, 10, 0)]
        assert 430 < sum(coins) < 570

    def test_labels_follow_the_coin(self, tmp_path):
        write_collection("vector", 8, 20, 0, tmp_path)
        labels = (tmp_path / "pairmeta.txt").read_text().splitlines()
        columns = {line.split(maxsplit=1)[1] for line in labels}
        assert columns == {"1 3 4 5 1", "3 5 1 2 1"}

    def test_the_description_says_how_they_were_made(self, tmp_path):
        write_collection("confounded", 1, 20, 4, tmp_path)
        made = json.loads((tmp_path / "simulation.json").read_text())
        assert made["truth"] == "confounded"
        assert (made["simulator"], made["seed"], made["rows"]) == ("confounded", 4, 20)

    def test_an_unfinished_folder_is_no_collection(self, tmp_path):
        def stop(_done):
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            write_collection("AN", 2, 20, 0, tmp_path, stop)
        with pytest.raises(InputError, match="no labels"):
            load_collection(tmp_path)

    def test_nothing_is_overwritten(self, tmp_path):
        (tmp_path / "mine.txt").write_text("mine")
        with pytest.raises(InputError, match="not an empty folder; nothing was written"):
            write_collection("AN", 1, 20, 0, tmp_path)
        with pytest.raises(InputError, match="not an empty folder"):
            write_collection("AN", 1, 20, 0, tmp_path / "mine.txt")
        assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]

    def test_a_place_that_cannot_be_written_is_said_to_be_so(self, tmp_path):
        (tmp_path / "file").touch()
        with pytest.raises(InputError, match="cannot be written: .*Choose another with --out"):
            write_collection("AN", 1, 20, 0, tmp_path / "file" / "below")

    @pytest.mark.parametrize(("pairs", "rows"), [(0, 20), (1, 9)])
    def test_too_little_is_refused(self, tmp_path, pairs, rows):
        with pytest.raises(InputError, match="at least 1 pair of 10 rows"):
            write_collection("AN", pairs, rows, 0, tmp_path / "out")
        assert not (tmp_path / "out").exists()

    def test_unknown_names_are_refused(self):
        assert known_name("an-S") == "AN-s"
        with pytest.raises(InputError, match=r"no simulator 'ANN'. Expected one of: SIM, "):
            known_name("ANN")
