"""
How a sample can be varied
==========================

Solvers of one problem. The paper lifts it to a semidefinite program; its closed form sorts
the rows by how lonely they are. The problem before lifting has many local maxima, and each is a
different variation of the same marginal.
"""

# %%
# A sample with two modes, and the weights that take it away from itself while no row weighs more
# than ten times its share.

import numpy as np

import vcei
from vcei.factor import factorize
from vcei.figures import draw_marginal, new_figure, style, title
from vcei.variation import Share

rng = np.random.default_rng(2)
points = np.concatenate([rng.normal(-1.2, 0.4, 150), rng.normal(1.0, 0.6, 250)])
features = factorize(vcei.Gaussian().resolve(points), points, tolerance=1e-8).on(points)
problem = vcei.Problem.of_features(features, cap=Share(0.1).cap(len(points)))

solvers = {
    "closed form": vcei.Relaxed(),
    "best local maximum": vcei.Unrelaxed(starts=8),
}
with style():
    drawn = new_figure(7.2, 2.8)
    for axes, (name, solver) in zip(drawn.subplots(1, 2, sharey=True), solvers.items()):
        weights = np.asarray(solver.solve(problem).weights)
        draw_marginal(axes, points, weights)
        title(axes, f"{name}: MMD² {problem.mmd2(weights):.2f}")

# %%
# The closed form is optimal for the lifted problem, whose value is larger than the true MMD² of its
# weights; :doc:`/facts` proves both. It needs no more than a factor of the kernel and a selection,
# so that a million rows are no matter. (``make bench`` times it against a semidefinite solver.)

million = rng.normal(size=1_000_000)
kernel = vcei.Gaussian(0.5)
features = factorize(kernel, million, tolerance=1e-4).on(million)
large = vcei.Problem.of_features(features, cap=Share(0.1).cap(len(million)))
print(f"rank {features.shape[1]} for {len(million):,} rows")
print(f"MMD² {large.mmd2(vcei.Relaxed().solve(large).weights):.3f}")
