"""Log odds: what costs measure, and how differences of them add up."""

import json
from importlib.resources import files

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from samples import read_only
from vcei.entropy import OF_NORMAL
from vcei.method import default
from vcei.odds import LOOKS, Odds, Varying, Weights, costs_of
from vcei.odds.shapes import NOISE, POLYNOMIALS, SHAPE, noise_shape, polynomials, shape
from vcei.odds.terms import ENTROPY, KINDS
from vcei.odds.weights import squash
from vcei.scaling import normal_scores, to_unit_variance
from vcei.variation import Relaxed, Share, Status, Variation


@pytest.fixture
def wave(rng):
    x = rng.uniform(-2, 2, 300)
    y = np.sin(2 * x) + 0.2 * rng.normal(size=300)
    return read_only(to_unit_variance(x)), read_only(to_unit_variance(y))


@pytest.fixture
def arrows(wave):
    x, y = wave
    return costs_of(x, y), costs_of(y, x)


class RandomHalf:
    """Varies the cause by a random half of the rows."""

    def __init__(self, rng):
        self.rng = rng

    def solve(self, problem):
        n = problem.size
        weights = np.zeros(n)
        weights[self.rng.permutation(n)[: n // 2]] = 2 / n
        return Variation(weights, 1.0, 1.0, Status.OPTIMAL, "random")


def weights(costs, outer_bias, inner=None, outer=None, **units):
    """Return weights of costs that are usually zero, and large from one upwards."""
    size = len(costs)
    inner = np.zeros((0, 2 * size)) if inner is None else np.array(inner, dtype=float)
    outer = np.zeros((size, 0)) if outer is None else np.array(outer, dtype=float)
    known = {"sigma": np.ones(size), "centre": np.zeros(size), "width": np.ones(size)} | units
    return Weights(
        digest="ours",
        costs=tuple(costs),
        inner=inner,
        inner_bias=np.zeros(len(inner)),
        outer=outer,
        outer_bias=np.array(outer_bias, dtype=float),
        **known,
    )


class TestWeights:
    def test_squash_on_paper(self):
        """asinh(2u)/2 is t at u = sinh(2t)/2; near zero it is u, far out log(4u)/2."""
        for t in (0.0, 0.5, -0.5, 3.0):
            assert squash(np.sinh(2 * t) / 2) == pytest.approx(t)
        assert squash(1e-5) == pytest.approx(1e-5, rel=1e-8)
        assert squash(1e9) == pytest.approx(np.log(4e9) / 2)
        assert_array_equal(squash(-np.arange(5.0)), -squash(np.arange(5.0)))

    def test_a_cost_says_its_weight_in_units_of_what_is_large(self):
        odds = Odds(weights=weights(["mood"], [3.0], sigma=np.array([0.5])))
        assert odds.contributions({"mood": 0.0}, {"mood": np.sinh(2.0) / 4}) == {
            "mood": pytest.approx(3.0)
        }

    def test_what_a_cost_says_depends_on_the_case_on_paper(self):
        """With W = (w, v), a = 0, V = 2 and b = 1 the weight is 1 + 2 tanh(w asinh(m) + v |q|), m
        the mean cost: here m = sinh(1), and Δ = sinh(2)/2 makes q = 1.
        """
        one = weights(["mood"], [1.0], inner=[[0.3, 0.4]], outer=[[2.0]])
        mean, half = np.sinh(1.0), np.sinh(2.0) / 4
        said = one.say(np.array([[mean - half]]), np.array([[mean + half]]))
        assert_allclose(said, [[1 + 2 * np.tanh(0.3 + 0.4)]])

    def test_pairs_together_say_what_each_says_alone(self, rng):
        known = Odds().weights
        forward, backward = rng.normal(size=(2, 7, len(known.costs)))
        together = known.say(forward, backward)
        for i in range(7):
            assert_array_equal(together[i], known.say(forward[i : i + 1], backward[i : i + 1])[0])

    def test_exchange_negates_every_contribution_exactly(self, arrows):
        forward, backward = arrows
        said = Odds().contributions(forward.costs, backward.costs)
        other = Odds().contributions(backward.costs, forward.costs)
        assert other == {name: -part for name, part in said.items()}
        assert any(said.values())

    def test_no_cost_however_wild_breaks_the_sum(self):
        known = Odds().weights
        forward = np.zeros((1, len(known.costs)))
        said = known.say(forward, forward + 1e9)
        assert np.all(np.isfinite(said))
        assert_array_equal(known.say(forward, forward), 0.0)

    def test_every_cost_has_a_weight_and_every_weight_a_cost(self, arrows):
        found = set(arrows[0].costs)
        assert set(Odds().weights.costs) == found
        everywhere = (*KINDS, *NOISE, *POLYNOMIALS)
        expected = {f"{kind}, {look.name}" for kind in everywhere for look in LOOKS}
        assert found == expected | {ENTROPY, *SHAPE}

    def test_the_constants_are_numbers_with_a_source(self):
        chosen = json.loads(files("vcei.odds").joinpath("odds.json").read_text())
        assert chosen["chosen by"] == "benchmarks/choose_odds.py"
        assert chosen["seed"] >= 0
        known = Odds().weights
        for array in (known.inner, known.inner_bias, known.outer, known.outer_bias, known.centre):
            assert np.all(np.isfinite(array))
        assert np.all(known.sigma > 0)
        assert np.all(known.width > 0)

    def test_constants_of_ones_own_are_taken_and_told(self, arrows):
        forward, backward = arrows
        gap = backward.costs[ENTROPY] - forward.costs[ENTROPY]
        own = Odds(weights=weights([ENTROPY], [2.0], sigma=np.array([0.5])))
        expected = {ENTROPY: np.arcsinh(2 * gap / 0.5)}
        assert own.contributions(forward.costs, backward.costs) == pytest.approx(expected)
        told = default(criterion=own).settings["criterion"]["weights"]
        assert told == {"class": "Weights", "digest": "ours"}
        assert default().settings["criterion"]["weights"]["digest"] == Odds().weights.digest


class TestLooks:
    def test_rank_what_they_say_and_nothing_else(self, wave):
        for look in LOOKS:
            for column, seen, ranked in zip(
                wave, look.at(*wave), (look.ranked_cause, look.ranked_effect), strict=True
            ):
                assert_array_equal(seen, normal_scores(column) if ranked else column)

    def test_one_look_costs_its_part_and_no_more(self, wave, arrows):
        alone = costs_of(*wave, looks=LOOKS[:1]).costs
        assert alone == {name: arrows[0].costs[name] for name in alone}
        assert len(alone) == 1 + len(SHAPE) + len(KINDS) + len(NOISE) + len(POLYNOMIALS)


class TestCosts:
    def test_of_a_normal_pair_on_paper(self, rng):
        """x normal and y = rx + √(1-r²) e: H(x) + log s + H(e), twice the entropy of a normal
        and log √(1-r²). The likelihood of a row with normal noise is that of e, in units of s.
        """
        r, x = 0.6, to_unit_variance(rng.normal(size=3000))
        y = to_unit_variance(r * x + 0.8 * rng.normal(size=3000))
        for look in LOOKS:
            found = costs_of(x, y, looks=[LOOKS[0], look]).costs
            own = 0.0 if look.ranked_effect else OF_NORMAL
            expected = own + OF_NORMAL + np.log(0.8)
            assert found[f"information, {look.name}"] == pytest.approx(expected, abs=0.06)
            assert found[f"likelihood, {look.name}"] == pytest.approx(
                OF_NORMAL + np.log(0.8), abs=0.06
            )
            assert found[f"bends of the location, {look.name}"] == pytest.approx(np.log(2), abs=0.5)

    def test_noise_that_does_not_care_moves_as_by_chance(self, arrows):
        forward, backward = (arrow.costs for arrow in arrows)
        assert abs(forward["impact on the noise, as it is"]) < np.log(5)
        assert backward["impact on the noise, as it is"] > forward[
            "impact on the noise, as it is"
        ] + np.log(5)
        for kind in ("information", "likelihood"):
            assert backward[f"{kind}, as it is"] > forward[f"{kind}, as it is"] + 0.1

    def test_random_rows_move_noise_and_location_as_by_chance(self, wave, rng):
        """Both in units of what random rows do; of logarithms the mean is somewhat lower."""
        ways = [Varying(solver=RandomHalf(rng)) for _ in range(10)]
        found = [costs_of(*wave, varying=way, looks=LOOKS[:1]).costs for way in ways]
        for kind in ("impact on the noise", "impact on the prediction"):
            mean = np.mean([costs[f"{kind}, as it is"] for costs in found])
            assert -np.log(3) < mean < np.log(1.5)

    def test_the_test_and_its_evidence(self, arrows):
        forward, backward = arrows
        assert backward.p_value < 1e-6 < forward.p_value
        caps = [impact.cap for impact in forward.impacts]
        assert caps == sorted(caps)
        assert len(caps) == len(Varying().strengths)
        ratios = [impact.impact / impact.harmless for impact in backward.impacts]
        assert_allclose(np.polyfit(caps, ratios, 1)[0], backward.trend.slope)

    def test_any_solver_and_any_strengths_may_vary_the_cause(self, wave):
        ways = Varying(strengths=(Share(0.5), Share(0.2)), solver=Relaxed())
        assert [len(some) for _, some in ways.of(wave[0])] == [1, 1]
        arrow = costs_of(*wave, varying=ways, looks=LOOKS[:1])
        assert arrow.trend is None  # a line needs three strengths
        assert len(arrow.impacts) == 2

    def test_columns_are_left_alone_and_order_does_not_matter(self, wave, arrows, rng):
        order = rng.permutation(300)
        shuffled = costs_of(wave[0][order], wave[1][order]).costs
        # maxima are climbed to from starts that depend on the order: most are the same ones
        for name in ("information, as it is", "likelihood, as it is", ENTROPY):
            assert shuffled[name] == pytest.approx(arrows[0].costs[name], abs=1e-6)


class TestShapes:
    def test_shape_of_known_laws(self, rng):
        """Uniform of variance one: range 2√3, quartiles √3 apart, E x⁴ = 9/5; exponential less
        its mean: E x³ = 2, E x⁴ = 9. Mirrored causes have the same shape.
        """
        uniform = np.linspace(-np.sqrt(3), np.sqrt(3), 20_001)
        quantiles = -np.log1p(-(np.arange(200_000) + 0.5) / 200_000) - 1
        found = {name: part[0] for name, part in shape(uniform[None, :]).items()}
        assert found["shape of the cause, range"] == pytest.approx(np.log(2 * np.sqrt(3)))
        assert found["shape of the cause, quartiles"] == pytest.approx(np.log(np.sqrt(3)), abs=1e-3)
        assert found["shape of the cause, reach"] == pytest.approx(np.log(np.sqrt(3)))
        assert found["shape of the cause, skewness"] == pytest.approx(0.0, abs=1e-9)
        assert found["shape of the cause, kurtosis"] == pytest.approx(np.log(9 / 5), abs=1e-3)
        found = shape(quantiles[None, :])
        assert found["shape of the cause, skewness"][0] == pytest.approx(2.0, abs=1e-2)
        assert found["shape of the cause, kurtosis"][0] == pytest.approx(np.log(9), abs=1e-2)
        for name, part in shape(-quantiles[None, ::-1]).items():
            assert part == pytest.approx(found[name])

    def test_the_shape_of_noise_knows_neither_its_unit_nor_one_wild_row(self, rng):
        noise = rng.gamma(2.0, size=(1, 2000))
        found, scaled = noise_shape(noise), noise_shape(3.0 - 5.0 * noise)
        for name in NOISE:
            assert scaled[name] == pytest.approx(found[name])
        wild = noise_shape(np.append(np.zeros((1, 999)), [[1e6]], axis=1))
        assert wild["shape of the noise, skewness"] <= 6.0**3
        assert all(np.isfinite(part) for part in noise_shape(np.zeros((1, 9))).values())

    def test_polynomials_leave_what_least_squares_leave(self, rng):
        x = rng.normal(size=(3, 400))
        y = np.stack([np.sin(3 * x[0]), np.abs(x[1]), rng.normal(size=400)])
        found = polynomials(x, y)
        for name, degree in POLYNOMIALS.items():
            for i in range(3):
                left = y[i] - np.polynomial.Polynomial.fit(x[i], y[i], degree)(x[i])
                expected = np.log(np.mean(left**2) + 1e-6)
                assert found[name][i] == pytest.approx(expected, abs=1e-9)

    def test_polynomials_of_a_cause_with_few_values_are_exact_there(self):
        x = np.repeat([-1.0, 0.0, 1.0], 20)[None, :]
        y = np.where(x == 0, 1.0, -0.5)
        for part in polynomials(x, y).values():
            assert part[0] == pytest.approx(np.log(1e-6))
