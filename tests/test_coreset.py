"""Which rows are worked on."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.coreset import AllRows, Coreset, RandomParts, RandomRows, kde
from vcei.embedding import mmd2
from vcei.errors import InputError
from vcei.kernels import Gaussian
from vcei.pair import Pair


@pytest.fixture
def large(rng):
    x = rng.standard_t(4, size=5000)
    return Pair.of(x, np.tanh(x) + 0.1 * rng.normal(size=5000)).standardize().canonical().pair


def test_kde_of_two_points_on_paper():
    # at 0: (N(0; 0, 1) + N(0; 1, 1))/2
    expected = (1 + np.exp(-0.5)) / 2 / np.sqrt(2 * np.pi)
    assert_allclose(kde(Gaussian(1.0), np.array([0.0, 1.0])), [expected, expected])


@pytest.mark.parametrize("length", [1e-2, 0.3, 5.0, 1e4])
@pytest.mark.parametrize("kind", ["normal", "Cauchy", "tied"])
def test_kde_is_the_sum_over_all_rows(kind, length, rng):
    draws = {
        "normal": rng.standard_normal,
        "Cauchy": rng.standard_cauchy,
        "tied": lambda n: np.arange(n) % 3,
    }
    x = 1e3 + draws[kind](700)
    sums = np.exp(-0.5 * ((x[:, None] - x) / length) ** 2).mean(axis=1)
    assert_allclose(kde(Gaussian(length), x), sums / (length * np.sqrt(2 * np.pi)), rtol=2e-7)


def test_rare_rows_are_kept(large, rng):
    core = Coreset(size=400).draw(large, rng)
    farthest = np.argsort(-np.abs(large.x))[:20]
    assert core.rows == 400
    assert set(large.x[farthest]) <= set(core.x)


def test_rare_is_a_density_below_the_threshold_in_either_marginal(large, rng):
    rare, drawn = Coreset(size=1500).choose(large, rng)
    kernels = [Gaussian().resolve(column) for column in (large.x, large.y)]
    below = (kde(kernels[0], large.x) < 0.05) | (kde(kernels[1], large.y) < 0.05)
    assert 100 < below.sum() < 750  # so that neither none nor too many are rare
    assert set(rare) == set(np.flatnonzero(below))
    assert not set(rare) & set(drawn)
    assert len(rare) + len(drawn) == 1500


def test_of_too_many_rare_rows_the_rarest_are_kept_and_leave_room_for_the_rest(large, rng):
    core = Coreset(size=50).draw(large, rng)
    assert core.rows == 50
    assert np.abs(core.x).max() == np.abs(large.x).max()
    # no point of a normal sample's middle half is rare: what lies there was drawn at random
    assert np.sum(np.abs(core.x) < 0.5) >= 5
    assert np.all(np.abs(Coreset(size=50, most_rare=1.0).draw(large, rng).x) > 0.5)


def test_the_best_of_several_draws_is_kept(large):
    """More draws from the same generator: the first ones among them, so never a worse result."""

    def distance(draws):
        core = Coreset(size=1500, draws=draws).draw(large, np.random.default_rng(5))
        return mmd2(Gaussian(0.3), np.stack([core.x, core.y], 1), np.stack([large.x, large.y], 1))

    assert distance(20) < distance(1)


def test_a_small_sample_is_drawn_from_at_random(large, rng):
    small = large.take(np.arange(500))
    core = Coreset(size=100).draw(small, np.random.default_rng(1))
    plain = RandomRows(100).draw(small, np.random.default_rng(1))
    assert_allclose(core.x, plain.x)


@pytest.mark.parametrize("rows", [RandomRows(900), Coreset(900)])
class TestDraws:
    def test_keep_pairs_together_and_follow_the_seed(self, rows, large):
        once, again = (rows.draw(large, np.random.default_rng(3)) for _ in range(2))
        together = set(zip(large.x, large.y, strict=True))
        assert set(zip(once.x, once.y, strict=True)) <= together
        assert_allclose(once.x, again.x)
        other = rows.draw(large, np.random.default_rng(4))
        assert not np.array_equal(once.x, other.x)

    def test_take_small_samples_whole(self, rows, large, rng):
        assert rows.draw(large.take(np.arange(60)), rng).rows == 60


def test_all_rows_are_all_rows(large, rng):
    assert AllRows().draw(large, rng) is large


@pytest.mark.parametrize("settings", [{"size": 9}, {"size": 50, "draws": 0}])
def test_a_coreset_of_nothing_is_refused(settings):
    with pytest.raises(InputError, match="at least 10 rows, the best of at least one draw"):
        Coreset(**settings)


class TestParts:
    def test_a_sample_that_fits_is_one_part_and_nothing_is_drawn(self, large, rng):
        before = rng.bit_generator.state
        assert RandomParts(5000, 4).draw(large, rng) == [large]
        assert rng.bit_generator.state == before

    @pytest.mark.parametrize(
        ("size", "most", "expected"),
        [
            (2500, 4, [2500] * 2),  # as few as hold all rows
            (2000, 4, [1667, 1667, 1666]),
            (1000, 3, [1000] * 3),  # or as many as there may be
            (300, 1, [300]),
        ],
    )
    def test_parts_share_no_row(self, size, most, expected, large, rng):
        parts = RandomParts(size, most).draw(large, rng)
        assert [part.rows for part in parts] == expected
        drawn = [row for part in parts for row in zip(part.x, part.y, strict=True)]
        assert len(set(drawn)) == len(drawn) == sum(expected)
        assert set(drawn) <= set(zip(large.x, large.y, strict=True))

    def test_rows_of_a_part_keep_their_order_and_follow_the_seed(self, large):
        once, again, other = (
            RandomParts(1000, 2).draw(large, np.random.default_rng(seed))[1] for seed in (3, 3, 4)
        )
        place = {row: i for i, row in enumerate(zip(large.x, large.y, strict=True))}
        rows = [place[row] for row in zip(once.x, once.y, strict=True)]
        assert rows == sorted(rows)
        assert_allclose(once.x, again.x)
        assert not np.array_equal(once.x, other.x)

    def test_parts_in_which_a_column_is_constant_are_left_out(self, rng):
        x = np.zeros(400)
        x[:2] = 1.0
        pair = Pair.of(x, rng.normal(size=400))
        parts = RandomParts(20, 20).draw(pair, rng)
        assert len(parts) in {1, 2}
        assert all(np.ptp(part.x) == 1 for part in parts)

    def test_if_that_leaves_none_all_rows_are_taken(self, rng):
        x = np.zeros(400)
        x[0] = 1.0
        pair = Pair.of(x, rng.normal(size=400))
        without = next(
            parts
            for parts in (RandomParts(10, 1).draw(pair, rng) for _ in range(100))
            if parts[0].rows == 400
        )
        assert without == [pair]
