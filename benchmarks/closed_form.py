"""How much faster the closed form is than the paper's program, in one run on one machine.

Both solve Problem 1 with cap 0.2 on M normal points, Gaussian kernel. The closed form's time
includes the factor of the Gram matrix; the program's does not even include its Gram matrix.
"""

import argparse
from statistics import median
from time import perf_counter

import numpy as np

from vcei import Gaussian, Problem, Relaxed, Semidefinite

KERNEL = Gaussian(0.5)


def seconds(job, repeats):
    """Return the median time of a job, and its last result."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        result = job()
        times.append(perf_counter() - start)
    return median(times), result


def compare(candidates, solver):
    x = np.random.default_rng(candidates).normal(size=candidates)
    ask = lambda: Problem.between(KERNEL, x, cap=0.2)  # noqa: E731
    closed, ours = seconds(lambda: Relaxed().solve(ask()), 21)
    problem = ask()
    program, theirs = seconds(lambda: Semidefinite(solver).solve(problem), 1)
    gap = abs(ours.relaxed_value - theirs.relaxed_value) / theirs.relaxed_value
    print(
        f"{candidates:6d}  {solver:9s}{1e3 * closed:12.2f} ms{program:12.2f} s"
        f"{program / closed:14,.0f}{gap:14.1e}",
        flush=True,
    )


def large(candidates):
    from vcei.factor import factorize

    x = np.random.default_rng(0).normal(size=candidates)
    took, found = seconds(
        lambda: Relaxed().solve(
            Problem.of_features(factorize(KERNEL, x).on(x[:, None]), cap=10 / candidates)
        ),
        1,
    )
    print(f"{candidates:6d}  candidates, factor included: {took:.2f} s ({found.status})")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only M = 30")
    quick = parser.parse_args().quick
    print("     M  program       closed form     program         ratio  relative gap")
    Relaxed().solve(Problem.between(KERNEL, np.arange(10.0)))  # imports are not measured
    compare(30, "CLARABEL")
    if not quick:
        compare(50, "SCS")
        compare(100, "SCS")
        large(10**6)


if __name__ == "__main__":
    main()
