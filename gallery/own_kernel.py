"""Your own kernel, in three lines: small graphs compared by their degrees."""

import numpy as np

import vcei

rng = np.random.default_rng(8)


def ring_or_star(nodes, star):
    """Return the edges of a graph."""
    return (
        [(0, i) for i in range(1, nodes)] if star else [(i, (i + 1) % nodes) for i in range(nodes)]
    )


def degrees(edges):
    """Return how many nodes have 1, 2, 3, ... neighbours."""
    return np.bincount(np.bincount(np.ravel(edges)), minlength=10) / len(edges)


def alike(graphs, others):
    """Return a Gram matrix: the inner products of the degree histograms."""
    return np.array([degrees(g) for g in graphs]) @ np.array([degrees(g) for g in others]).T


star = rng.integers(0, 2, 120)
graphs = [ring_or_star(int(rng.integers(4, 9)), kind) for kind in star]
delay = 2.0 * star + 0.3 * rng.exponential(size=120)
verdict = vcei.identify(graphs, delay, kernel={"x": alike})
print(verdict)
assert verdict.direction.value == "x->y"
