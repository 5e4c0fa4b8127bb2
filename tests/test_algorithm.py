"""Algorithm 1 from end to end: what every verdict owes, whatever the method."""

import json

import numpy as np
import pytest
from numpy.testing import assert_allclose

import vcei
from samples import read_only
from vcei.answer import Answer, Direction
from vcei.mechanisms import GaussianProcess
from vcei.method import Criterion
from vcei.variation import Cap, Semidefinite, Share, Unrelaxed

METHODS = {
    "default": vcei.default(),
    "level": vcei.VCEI(repeats=3),
    "paper": vcei.paper(60, repeats=3),
    "trend": vcei.VCEI(criterion=Criterion.TREND, repeats=2),
    "unrelaxed": vcei.VCEI(solver=Unrelaxed(starts=3), repeats=1),
    "corrected": vcei.VCEI(harmless_orders=2, repeats=1),
    "shared": vcei.paper(60, share_hyperparameters=True, repeats=1),
    "all as reference": vcei.paper(60, all_as_reference=True, repeats=1),
}


@pytest.fixture
def wave(rng):
    x = rng.uniform(-2, 2, 300)
    return read_only(x), read_only(np.sin(2 * x) + 0.2 * rng.normal(size=300))


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
class TestEveryMethod:
    def test_exchanged_columns_negate_the_score_exactly(self, method, wave):
        x, y = wave
        forward, backward = vcei.identify(x, y, method), vcei.identify(y, x, method)
        assert backward.score == -forward.score
        assert backward.confidence == forward.confidence
        assert backward.evidence["y->x"] == forward.evidence["x->y"]

    def test_row_order_does_not_matter(self, method, wave, rng):
        x, y = wave
        order = rng.permutation(len(x))
        shuffled = vcei.identify(x[order], y[order], method)
        assert shuffled.to_json() == vcei.identify(x, y, method).to_json()

    @pytest.mark.parametrize("unit", [(3.7, 12.3), (1e-9, -1.0), (1e9, 1e3)])
    def test_units_do_not_matter(self, method, wave, unit):
        x, y = wave
        scale, shift = unit
        other = vcei.identify(scale * x + shift * scale, y * 1e6 - 5e6, method)
        assert_allclose(other.score, vcei.identify(x, y, method).score, atol=1e-6)

    def test_the_seed_decides_every_byte(self, method, wave):
        once, again = (vcei.identify(*wave, method, seed=7).to_json() for _ in range(2))
        assert once == again


class TestChance:
    def test_another_seed_is_another_draw(self, wave):
        one, other = (vcei.identify(*wave, vcei.paper(60, repeats=0), seed=s) for s in (1, 2))
        assert one.score != other.score

    def test_the_global_generator_is_not_touched(self, wave):
        np.random.seed(0)  # noqa: NPY002
        before = np.random.get_state()[1].copy()  # noqa: NPY002
        vcei.identify(*wave, "paper")
        assert np.array_equal(before, np.random.get_state()[1])  # noqa: NPY002

    @pytest.mark.parametrize("seed", [-1, 1.5, "one", None])
    def test_a_seed_is_a_whole_number(self, wave, seed):
        with pytest.raises(vcei.InputError, match=f"whole number of at least zero; {seed!r} came"):
            vcei.identify(*wave, seed=seed)

    def test_a_seed_may_be_of_numpy(self, wave):
        method = vcei.paper(60, repeats=0)
        own = vcei.identify(*wave, method, seed=np.uint8(7)).to_json()
        assert own == vcei.identify(*wave, method, seed=7).to_json()


@pytest.mark.parametrize("method", [3, vcei.paper, object()])
def test_what_is_no_method_is_refused(wave, method):
    with pytest.raises(vcei.InputError, match="A method is a name, such as 'paper', a VCEI, or"):
        vcei.identify(*wave, method)


def test_a_symmetric_sample_is_a_tie(rng):
    x, y = rng.normal(size=(2, 40))
    verdict = vcei.identify(np.append(x, y), np.append(y, x), vcei.VCEI())
    assert verdict.score == 0
    assert verdict.direction is Direction.TIE
    assert verdict.answer is Answer.UNDECIDED
    assert verdict.confidence == 0.5
    assert verdict.sentence == "x and y cannot be told apart."


def test_identical_columns_are_a_tie(rng):
    x = rng.normal(size=50)
    assert vcei.identify(x, x.copy()).direction is Direction.TIE


def test_a_wave_is_told_from_its_inverse():
    """sin(2x) seen through noise: x -> y in at least 16 of 20 samples."""
    right = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        x = rng.uniform(-2, 2, 300)
        y = np.sin(2 * x) + 0.2 * rng.normal(size=300)
        right += vcei.identify(x, y, vcei.VCEI(repeats=0)).direction is Direction.X_CAUSES_Y
    assert right >= 16


class TestEvidence:
    def test_of_the_paper_is_what_its_steps_give(self, wave):
        """The parts used one by one on the rows drawn give the same impact."""
        x, y = wave
        method = vcei.paper(300, repeats=0)  # all rows, so that none are drawn
        verdict = vcei.identify(x, y, method)
        pair = vcei.Pair.of(x, y).standardize().canonical()
        cause, effect = (pair.pair.y, pair.pair.x) if pair.swapped else (pair.pair.x, pair.pair.y)
        kernel = vcei.Gaussian().resolve(cause)
        variation = vcei.Relaxed().solve(vcei.Problem.between(kernel, cause, cap=0.2))
        process = GaussianProcess(counted=False)
        observed = process.fit(cause, effect)
        varied = process.fit(cause, effect, 300 * variation.weights)
        moved = vcei.mmd2(
            vcei.Gaussian().resolve(effect), observed.predict(cause), varied.predict(cause)
        )
        evidence = verdict.evidence["x->y"]
        assert_allclose(evidence.criterion, moved, rtol=1e-3)
        assert np.sum(variation.weights > 1e-9) == 5  # a cap of 0.2 leaves five rows

    def test_impacts_are_listed_from_weak_to_strong_with_their_trend(self, wave):
        evidence = vcei.identify(*wave, vcei.VCEI(repeats=0)).evidence["y->x"]
        caps = [impact.cap for impact in evidence.impacts]
        assert caps == sorted(caps)
        assert len(caps) == 5
        moved = [impact.impact for impact in evidence.impacts]
        assert_allclose(np.polyfit(caps, moved, 1)[0], evidence.trend.slope)
        assert all(impact.relaxed_value >= impact.mmd2 for impact in evidence.impacts)

    def test_times_are_kept_apart_from_what_is_reproducible(self, wave):
        verdict = vcei.identify(*wave, vcei.VCEI(repeats=0))
        assert "seconds" not in verdict.to_dict()["evidence"]["x->y"]
        timed = verdict.to_dict(timings=True)["evidence"]["x->y"]["seconds"]
        assert set(timed) == {"factor", "mechanism", "variation", "impact"}

    def test_json_is_plain(self, wave):
        record = json.loads(vcei.identify(*wave, "paper").to_json())
        assert record["settings"]["strength"] == {"class": "Cap", "value": 0.2}
        assert record["settings"]["kernel"]["length_scale"]["folds"] == 5
        assert record["method"] == "paper"
        assert record["rows"] == 300
        assert record["version"] == vcei.__version__


def test_harmless_variations_correct_for_the_disagreement_bias():
    """Where x and y are independent no variation harms: corrected impacts are about one.

    The weights then know nothing of the mechanism. They still sit together in the tails, while
    those in a random order lie scattered, so that both move it alike only by and large.
    """
    ratios = []
    for seed in range(20):
        x, y = np.random.default_rng(seed).uniform(size=(2, 200))
        verdict = vcei.identify(x, y, vcei.VCEI(harmless_orders=8, repeats=0, strengths=()))
        ratios += [evidence.impacts[0].corrected for evidence in verdict.evidence.values()]
    assert 0.4 < np.mean(ratios) < 1.6


def test_the_semidefinite_program_is_one_more_solver(rng):
    pytest.importorskip("cvxpy")
    x = rng.normal(size=15)
    y = x**2 + rng.normal(size=15)
    settings = {"strengths": (Cap(0.2),), "repeats": 0}
    program = vcei.identify(x, y, vcei.paper(15, solver=Semidefinite(), **settings))
    closed = vcei.identify(x, y, vcei.paper(15, **settings))
    for arrow, evidence in closed.evidence.items():
        ours, theirs = evidence.impacts[0], program.evidence[arrow].impacts[0]
        assert_allclose([theirs.relaxed_value, theirs.mmd2], [ours.relaxed_value, ours.mmd2], 1e-4)
        assert theirs.status == "optimal"


@pytest.mark.parametrize("rows", [10, 11, 30])
def test_few_rows_are_enough_for_an_answer(rows, rng):
    x = rng.normal(size=rows)
    for method in ("default", "paper"):
        verdict = vcei.identify(x, np.sin(x) + 0.1 * rng.normal(size=rows), method)
        assert 0.5 <= verdict.confidence < 1


HOSTILE = {
    "a million times apart": lambda n, rng: 1e9 + rng.normal(size=n),
    "denormal": lambda n, rng: 5e-324 * rng.integers(1, 2**30, size=n),
    "near overflow": lambda n, rng: rng.uniform(-1, 1, n) * 1e308,
    "two values": lambda n, rng: rng.integers(0, 2, n),
    "mostly one value": lambda n, rng: (rng.uniform(size=n) > 0.9) * rng.normal(size=n),
    "one wild value": lambda n, rng: np.append(rng.normal(size=n - 1), 1e200),
    "Cauchy": lambda n, rng: rng.standard_cauchy(n),
    "dates": lambda n, rng: np.datetime64("2020-01-01") + rng.integers(0, 3000, n),
}


@pytest.mark.parametrize("method", ["default", "paper", "igci-uniform"])
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_columns_are_answered(kind, method, rng):
    x, y = HOSTILE[kind](120, rng), rng.normal(size=120)
    verdict = vcei.identify(x, y, method)
    assert np.isfinite(verdict.score)
    json.loads(verdict.to_json())


@pytest.mark.parametrize("strength", [Share, Cap])
@pytest.mark.parametrize("value", [0.0, -1.0, 1.5, float("nan")])
def test_a_strength_lies_between_none_and_all(strength, value):
    with pytest.raises(vcei.InputError, match="above zero and at most one"):
        strength(value)


def test_share_and_cap_say_the_same_in_two_ways():
    assert Share(0.1).cap(200) == Cap(0.05).cap(200) == 0.05
    assert Cap(0.001).cap(200) == 1 / 200
    assert Share(0.001).cap(200) == 1.0
