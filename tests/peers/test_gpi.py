"""GPI: what costs are made of, and that neither company nor order changes them."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.errors import InputError
from vcei.pair import Pair
from vcei.peers import gpi, score_of
from vcei.peers.gpi import GPI
from vcei.peers.latent_noise import LatentNoise
from vcei.peers.mixture import shortest_mixture
from vcei.scaling import to_unit_variance

QUICK = GPI(rows=30, rounds=40)


def generators(count):
    return [np.random.default_rng(0) for _ in range(count)]


@pytest.fixture
def pairs(rng):
    """Return three pairs, one of them longer."""
    causes = [rng.uniform(-2, 2, rows) for rows in (25, 40, 25)]
    return [Pair.of(x, np.tanh(2 * x) + 0.2 * rng.normal(size=len(x))) for x in causes]


def test_the_score_is_what_the_other_direction_costs_more(pairs):
    costs = QUICK.costs(pairs, generators(3))
    for i, pair in enumerate(pairs):
        assert QUICK.score(pair, np.random.default_rng(0)) == pytest.approx(costs.score[i])
        forward = costs.cause[i, 0] + costs.effect[i, 0]
        assert_allclose(costs.score[i], costs.cause[i, 1] + costs.effect[i, 1] - forward)


def test_causes_cost_the_shortest_mixture(pairs):
    costs = QUICK.costs(pairs[:1], generators(1))
    lengths = [shortest_mixture(to_unit_variance(side)).length for side in (pairs[0].x, pairs[0].y)]
    assert_allclose(costs.cause[0], lengths, rtol=1e-5)


def test_a_descent_lowers_the_cost_of_residuals(pairs):
    """Two rounds are the start and one step."""
    few, more = (GPI(rows=30, rounds=n).costs(pairs[:1], generators(1)) for n in (2, 60))
    assert np.all(more.effect < few.effect)
    assert np.all(few.rounds == 2)
    assert not np.any(few.converged)


def test_longer_pairs_are_cut(pairs, monkeypatch):
    seen = []
    whole = LatentNoise.__call__

    def watched(self, unknowns):
        seen.append(self.x.shape[1])
        return whole(self, unknowns)

    monkeypatch.setattr(LatentNoise, "__call__", watched)
    QUICK.costs(pairs, generators(3))
    assert set(seen) == {25, 30}


def test_exchanged_columns_and_shuffled_rows_are_the_same_pair(pairs, rng):
    pair = pairs[1]
    score = QUICK.score(pair, np.random.default_rng(3))
    assert QUICK.score(pair.swap(), np.random.default_rng(3)) == -score
    shuffled = pair.take(rng.permutation(pair.rows))
    assert QUICK.score(shuffled, np.random.default_rng(3)) == score
    assert score_of(QUICK, pair.swap()) == -score_of(QUICK, pair)


def test_units_do_not_matter(pairs):
    pair = pairs[0]
    other = Pair.of(40 * pair.x - 3, 1e-3 * pair.y)
    scores = [QUICK.score(one, np.random.default_rng(0)) for one in (pair, other)]
    assert_allclose(*scores, rtol=1e-6)


@pytest.mark.slow
def test_finds_the_cause(rng):
    x = rng.uniform(-2, 2, 120)
    y = x**2 + 0.3 * rng.normal(size=120)
    assert GPI(rows=120).score(Pair.of(x, y), np.random.default_rng(0)) > 10


def test_any_array_library_does(pairs):
    """A few rounds: what rounding does to a descent grows with them."""
    pytest.importorskip("torch")
    few = GPI(rows=30, rounds=8)
    ours, theirs = (
        few.costs(pairs, generators(3), device=device).effect for device in (None, "cpu")
    )
    assert_allclose(theirs, ours, rtol=1e-5, atol=1e-4)


def test_what_goes_to_a_gpu_runs_forwards_in_memory(pairs, monkeypatch):
    """PyTorch refuses arrays of negative strides, which a view of exchanged columns has."""
    gone = []
    monkeypatch.setattr(gpi, "_on", lambda _, values: gone.append(values.strides) or values)
    GPI(rows=30, rounds=2).costs(pairs, generators(3))
    assert len(gone) == 4
    assert all(stride > 0 for strides in gone for stride in strides)


def test_what_cannot_be_fitted_is_refused():
    with pytest.raises(InputError, match="at least 10 rows to fit GPI to; 9 came"):
        GPI(rows=9)
    x = np.zeros(200)
    x[7] = 1.0
    pair = Pair.of(x, np.arange(200.0))
    with pytest.raises(InputError, match=r"'x' is constant in the 20 rows .* GPI\(rows=...\)"):
        GPI(rows=20).score(pair, np.random.default_rng(0))
