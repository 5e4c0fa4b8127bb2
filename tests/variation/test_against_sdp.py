"""Facts 1 to 3 (docs/facts.md) held to the paper's own semidefinite program."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.kernels import Gaussian, Laplace, Matern32
from vcei.kernels.base import Kernel
from vcei.variation import Problem, Relaxed, Semidefinite, Status, Unrelaxed

pytest.importorskip("cvxpy")


class Straight(Kernel):
    """k(x, z) = x'z, whose diagonal is anything but constant."""

    def evaluate(self, x, z):
        return x @ np.swapaxes(z, -1, -2)


KERNELS = [
    Gaussian(0.5),
    Laplace(1.0),
    Matern32(0.7),
    Gaussian(1.0) + Laplace(2.0),
    Gaussian(1.0) + Straight(),
]
SIZES = [(12, 0), (15, 40)]  # Problem 1; Problem 2 with 40 reference points


def ask(kernel, size, rng, **constraints):
    candidates, reference = size
    x = rng.normal(size=candidates)
    return Problem.between(kernel, x, rng.normal(size=reference) if reference else x, **constraints)


@pytest.mark.slow
@pytest.mark.parametrize("kernel", KERNELS, ids=range(len(KERNELS)))
@pytest.mark.parametrize("size", SIZES, ids=["problem 1", "problem 2"])
@pytest.mark.parametrize("cap", [1.0, 0.15])
class TestTheFacts:
    def test_fact_1_a_sort_solves_the_program(self, kernel, size, cap, rng):
        problem = ask(kernel, size, rng, cap=cap)
        ours, theirs = Relaxed().solve(problem), Semidefinite().solve(problem)
        assert_allclose(ours.relaxed_value, theirs.relaxed_value, atol=1e-6)
        assert_allclose(ours.weights, theirs.weights, atol=1e-5)

    @pytest.mark.parametrize("slack", [0.02, 0.3])
    def test_fact_2_a_small_program_solves_it_with_slack(self, kernel, size, cap, slack, rng):
        problem = ask(kernel, size, rng, cap=cap, slack=slack)
        ours, theirs = Relaxed().solve(problem), Semidefinite().solve(problem)
        assert_allclose(ours.relaxed_value, theirs.relaxed_value, atol=1e-5)

    def test_fact_3_local_maxima_lie_below_the_relaxed_value(self, kernel, size, cap, rng):
        problem = ask(kernel, size, rng, cap=cap)
        bound = Semidefinite().solve(problem).relaxed_value
        for variation in Unrelaxed().maxima(problem):
            assert variation.mmd2 <= bound + 1e-6
            assert variation.status is Status.LOCAL


@pytest.mark.slow
@pytest.mark.parametrize("kernel", [Gaussian(0.5), Matern32(0.7)], ids=["Gaussian", "Matern"])
@pytest.mark.parametrize("constraints", [{}, {"cap": 0.2}, {"cap": 0.1, "slack": 0.1}])
def test_the_value_agrees_to_six_digits_at_thirty_candidates(kernel, constraints, rng):
    problem = ask(kernel, (30, 0), rng, **constraints)
    ours, theirs = Relaxed().solve(problem), Semidefinite().solve(problem)
    assert_allclose(ours.relaxed_value, theirs.relaxed_value, rtol=1e-6)


class TestSlack:
    """The second constraint, without the program: what any answer must satisfy."""

    @pytest.mark.parametrize("slack", [0.0, 0.05, 0.5])
    def test_weights_and_a_lifted_number_that_satisfy_every_constraint(self, slack, rng):
        problem = ask(Gaussian(0.5), (25, 60), rng, cap=0.2, slack=slack)
        found = Relaxed().solve(problem)
        similarity, constant = problem.centre
        # the lifted number s behind the relaxed value lies between a'Ka and a'diag(K)
        a = found.weights
        lifted = found.relaxed_value + 2 * a @ problem.similarity - problem.constant
        squared = problem.features.sum(a) @ problem.features.sum(a)
        assert squared - 1e-6 <= lifted <= a @ problem.diagonal + 1e-9
        assert lifted - 2 * a @ similarity + constant <= problem.radius + 1e-9

    def test_a_wide_slack_is_none(self, rng):
        x = rng.normal(size=20)
        wide = Relaxed().solve(Problem.between(Gaussian(0.5), x, cap=0.2, slack=5.0))
        none = Relaxed().solve(Problem.between(Gaussian(0.5), x, cap=0.2))
        assert_allclose(wide.relaxed_value, none.relaxed_value, atol=1e-6)
        assert_allclose(wide.weights, none.weights, atol=1e-4)

    def test_the_true_problem_keeps_within_it(self, rng):
        x = rng.normal(size=40)
        problem = Problem.between(Gaussian(0.5), x, cap=0.2, slack=0.1)
        for variation in Unrelaxed(starts=4).maxima(problem):
            assert variation.mmd2 <= 0.1 + 1e-6


def test_scs_solves_the_same_program(rng):
    pytest.importorskip("scs")
    problem = ask(Gaussian(0.5), (12, 0), rng, cap=0.2)
    found = Semidefinite("SCS", {"eps": 1e-7}).solve(problem)
    assert_allclose(found.relaxed_value, Relaxed().solve(problem).relaxed_value, atol=1e-5)


def test_a_solver_that_gives_up_is_reported(rng):
    problem = ask(Gaussian(0.5), (12, 0), rng, cap=0.2)
    found = Semidefinite("CLARABEL", {"max_iter": 6}).solve(problem)
    assert found.status is Status.INACCURATE
    assert np.isfinite(found.mmd2)
