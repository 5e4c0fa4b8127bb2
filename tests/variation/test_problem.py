"""What a problem knows, and answers that can be found on paper."""

from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.embedding import weighted_mmd2
from vcei.errors import InputError
from vcei.kernels import Gaussian, Laplace
from vcei.variation import Problem, Relaxed, Status, Unrelaxed
from vcei.variation.problem import heaviest

SOLVERS = [Relaxed(), Unrelaxed()]


def test_problem_1_of_two_points_on_paper():
    """Candidates 0 and 1 against themselves, k = exp(-d), e = exp(-1).

    μ = (1 + e)/2 for both and c = (1 + e)/2. By symmetry any point may get all the weight: the
    relaxed and the true value are 1 - 2μ + c = 1 - (1 + e)/2 = (1 - e)/2. Tied candidates share,
    and equal weights have distance zero, which the relaxed solver cannot know.
    """
    e = np.exp(-1.0)
    problem = Problem.between(Laplace(1.0), np.array([0.0, 1.0]))
    relaxed = Relaxed().solve(problem)
    assert_allclose(relaxed.weights, [0.5, 0.5])
    assert_allclose([relaxed.relaxed_value, relaxed.mmd2], [(1 - e) / 2, 0.0], atol=1e-12)
    unrelaxed = Unrelaxed().solve(problem)
    assert_allclose(sorted(unrelaxed.weights), [0.0, 1.0])
    assert_allclose(unrelaxed.mmd2, (1 - e) / 2)


def test_problem_2_of_three_candidates_on_paper():
    """Candidates 0, 1, 5 against a reference at 0, k = exp(-d), cap 0.6.

    μ = (1, e⁻¹, e⁻⁵), so K_ii - 2μ_i is largest for 5, then for 1: weights (0, 0.4, 0.6).
    Relaxed: 1 - 2(0.4 e⁻¹ + 0.6 e⁻⁵) + 1. True: 0.16 + 0.36 + 2·0.24·e⁻⁴ in place of the first 1.
    """
    problem = Problem.between(Laplace(1.0), np.array([0.0, 1.0, 5.0]), np.array([0.0]), cap=0.6)
    found = Relaxed().solve(problem)
    linear = 2 * (0.4 * np.exp(-1) + 0.6 * np.exp(-5))
    assert_allclose(found.weights, [0.0, 0.4, 0.6], atol=1e-12)
    assert_allclose(found.relaxed_value, 2 - linear)
    assert_allclose(found.mmd2, 0.52 + 0.48 * np.exp(-4) - linear + 1)
    assert found.status is Status.OPTIMAL
    assert_allclose(found.effective_rows, 1 / 0.52)


@pytest.mark.parametrize("cap", [1.0, 0.3, 1 / 3, 0.07, 1 / 40])
class TestHeaviest:
    def test_is_the_linear_program(self, cap, rng):
        from scipy.optimize import linprog

        gains = rng.normal(size=40)
        found = linprog(-gains, A_eq=np.ones((1, 40)), b_eq=[1.0], bounds=(0, cap))
        weights = heaviest(gains, cap)
        assert_allclose(weights @ gains, -found.fun, rtol=1e-9)
        assert_allclose(weights.sum(), 1.0)
        assert weights.max() <= cap * (1 + 1e-12)

    def test_does_not_depend_on_the_order(self, cap, rng):
        gains = rng.integers(0, 4, size=40).astype(float)  # full of ties
        order = rng.permutation(40)
        assert_allclose(heaviest(gains[order], cap), heaviest(gains, cap)[order])

    def test_takes_a_batch(self, cap, rng):
        gains = rng.normal(size=(3, 40))
        assert_allclose(heaviest(gains, cap)[1], heaviest(gains[1], cap))


@pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: type(solver).__name__)
class TestEverySolver:
    def test_reports_what_its_weights_are_worth(self, solver, rng):
        x, kernel = rng.normal(size=50), Gaussian(0.5)
        found = solver.solve(Problem.between(kernel, x, cap=0.1))
        assert_allclose(found.mmd2, weighted_mmd2(kernel(x, x), found.weights), rtol=1e-8)
        assert found.mmd2 <= found.relaxed_value + 1e-12

    def test_follows_the_rows(self, solver, rng):
        x = rng.normal(size=50)
        order = rng.permutation(50)
        one = solver.solve(Problem.between(Gaussian(0.5), x, cap=0.11))
        other = solver.solve(Problem.between(Gaussian(0.5), x[order], cap=0.11))
        assert_allclose(other.mmd2, one.mmd2, rtol=1e-6)

    def test_value_grows_with_the_cap(self, solver, rng):
        """The appendix's monotonicity: a larger cap only adds weights to choose from."""
        x = rng.normal(size=60)
        problems = [Problem.between(Gaussian(0.5), x, cap=cap) for cap in (0.02, 0.1, 0.3, 1.0)]
        found = [solver.solve(problem) for problem in problems]
        values = [f.relaxed_value if solver == Relaxed() else f.mmd2 for f in found]
        assert np.all(np.diff(values) > 0)

    def test_equal_weights_are_all_there_is_at_the_smallest_cap(self, solver, rng):
        found = solver.solve(Problem.between(Gaussian(0.5), rng.normal(size=30), cap=1 / 30))
        assert_allclose(found.weights, 1 / 30)
        assert found.mmd2 < 1e-12


class TestUnrelaxed:
    @pytest.mark.parametrize("cap", [1.0, 0.3, 0.05])
    def test_no_step_lowers_the_true_value_and_soon_none_raises_it(self, cap, rng):
        """Fact 3, from starts anywhere in D_b."""
        problem = Problem.between(Gaussian(0.4), rng.normal(size=60), rng.normal(size=90), cap=cap)
        for _ in range(20):
            weights = heaviest(rng.normal(size=60), cap) * 0.5 + 0.5 / 60
            values = [problem.mmd2(weights)]
            for _ in range(30):
                weights = heaviest(problem.gains(weights), cap)
                values.append(problem.mmd2(weights))
            assert np.all(np.diff(values) >= -1e-12)
            assert_allclose(values[-5:], values[-1], rtol=1e-12)

    def test_is_never_below_its_first_start(self, rng):
        for _ in range(5):
            problem = Problem.between(Gaussian(0.4), rng.normal(size=80), cap=0.05)
            assert Unrelaxed().solve(problem).mmd2 >= Relaxed().solve(problem).mmd2

    def test_finds_the_global_maximum_of_a_small_problem(self, rng):
        """With cap 1/2 on 9 points the vertices are the 36 pairs; the best of them is found."""
        for _ in range(5):
            x, kernel = rng.normal(size=9), Gaussian(0.5)
            gram, best = kernel(x, x), 0.0
            for i in range(9):
                for j in range(i):
                    best = max(best, weighted_mmd2(gram, np.eye(9)[i] + np.eye(9)[j]))
            found = Unrelaxed(starts=9).solve(Problem.between(kernel, x, cap=0.5))
            assert_allclose(found.mmd2, best, rtol=1e-9)

    def test_reaches_different_modes(self, rng):
        x = np.concatenate([rng.normal(-6, 1, 60), rng.normal(0, 1, 60), rng.normal(6, 1, 60)])
        found = Unrelaxed().maxima(Problem.between(Gaussian(1.0), x, cap=1 / 40))
        centres = {round(float(x @ variation.weights) / 6) for variation in found}
        assert {-1, 1} <= centres
        assert all(a.mmd2 >= b.mmd2 for a, b in pairwise(found))


@pytest.mark.parametrize("cap", [0.0, 0.019, 1.5, -1.0, float("nan")])
def test_an_impossible_cap_is_refused(cap, rng):
    with pytest.raises(InputError, match=r"between 1/M = 0\.02 \(M = 50 candidates\) and 1"):
        Problem.between(Gaussian(1.0), rng.normal(size=50), cap=cap)


def test_an_impossible_slack_is_refused(rng):
    with pytest.raises(InputError, match="allows no weights at all"):
        Problem.between(Gaussian(1.0), rng.normal(size=20), cap=0.2, slack=-0.1)
