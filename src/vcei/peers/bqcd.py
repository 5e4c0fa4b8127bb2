"""bQCD: quantiles of the effect given the cause are predicted better than the other way round.

``score = Σ_τ w_τ (S_τ(x | y) - S_τ(y | x)) / Σ_τ w_τ (S_τ(x) + S_τ(y))``, where
``S_τ = mean of (1{v <= q} - τ) (q - v)`` is the quantile score of predicting v by its τ-quantile q,
with or without knowledge of the other column. The levels τ and their weights w are Gauss-Legendre
nodes on [0, 1], so that the sums stand for integrals over all levels. Both columns are first
brought to normal scores ``Φ⁻¹(rank / (n + 1))``, ties in random order; no scale is left, and
S_τ(x) = S_τ(y). Conditional quantiles come from

- ``copula``: one kernel estimate (local constant) of the copula serves both directions: the
  quantile of y at the inverse h-function of x;
- ``forest``: a quantile regression forest for each direction, predicting the rows it was grown on.

Tagasovska, Chavez-Demoulin, Vatter: Distinguishing cause from effect using quantiles: bivariate
quantile causal discovery, ICML 2020. They also use a neural network. Their programs are in R; here
pyvinecopulib, the same C++ as their rvinecopulib, and quantile-forest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vcei.arrays import Floats
from vcei.errors import InputError, require
from vcei.pair import Pair

Ranks = npt.NDArray[np.intp]
Quantiles = tuple[Floats, Floats]

TREES = 500
ROWS_OF_TREE = 50
ROWS_OF_LEAF = 10

FOREST_ROWS = TREES * ROWS_OF_TREE
"""No more rows than this can enter a forest; to predict more costs memory and gains nothing."""


@dataclass(frozen=True)
class BQCD:
    """Compare how well quantiles are predicted, in both directions.

    Attributes
    ----------
    levels : int
        Levels of quantiles; 3 is the authors' choice, 1 is the median alone.
    model : str
        What gives conditional quantiles: ``copula`` or ``forest``.
    small : int
        With fewer rows than this the median alone is used; the outer quantiles rest on few rows.
    """

    levels: int = 3
    model: str = "copula"
    small: int = 200

    def __post_init__(self) -> None:
        if self.model not in MODELS:
            msg = f"Expected a model among {', '.join(MODELS)}; {self.model!r} came."
            raise InputError(msg)
        if int(self.levels) != self.levels or self.levels < 1:
            msg = f"Expected a whole number of at least 1 as levels; {self.levels!r} came."
            raise InputError(msg)

    def score(self, pair: Pair, rng: np.random.Generator) -> float:
        """Return how much better y is predicted from x than x from y."""
        if self.model == "forest" and pair.rows > FOREST_ROWS:
            pair = pair.take(rng.choice(pair.rows, FOREST_ROWS, replace=False))
        x, y = _ranks(pair.x, rng), _ranks(pair.y, rng)
        scores = _normal_scores(pair.rows)
        taus, weights = quadrature(self.levels if pair.rows >= self.small else 1)
        x_given_y, y_given_x = MODELS[self.model](x, y, taus, rng)
        forward = weights @ quantile_scores(scores[y], y_given_x, taus)
        backward = weights @ quantile_scores(scores[x], x_given_y, taus)
        marginal = np.quantile(scores, taus)[:, None]
        alone = 2.0 * weights @ quantile_scores(scores, marginal, taus)
        return float((backward - forward) / alone)


def quadrature(levels: int) -> tuple[Floats, Floats]:
    """Return the nodes and weights of Gauss-Legendre on [0, 1].

    Parameters
    ----------
    levels
        Number of nodes.

    Returns
    -------
    tuple[Floats, Floats]
        Nodes in rising order, and their weights, which sum to one.
    """
    nodes, weights = np.polynomial.legendre.leggauss(levels)
    return (nodes + 1.0) / 2.0, weights / 2.0


def quantile_scores(values: Floats, quantiles: Floats, taus: Floats) -> Floats:
    """Return the mean quantile score (pinball loss) at each level; lower is better.

    Parameters
    ----------
    values
        What was to be predicted, (n,).
    quantiles
        Its quantiles, one row for each level, (m, n) or (m, 1).
    taus
        The levels, (m,).

    Returns
    -------
    Floats
        The scores, (m,).
    """
    return np.mean(((values <= quantiles) - taus[:, None]) * (quantiles - values), axis=1)


def _ranks(values: Floats, rng: np.random.Generator) -> Ranks:
    """Return the place of each value from 0 to n - 1, ties in random order."""
    ranks = np.empty(len(values), dtype=np.intp)
    ranks[np.lexsort((rng.random(len(values)), values))] = np.arange(len(values))
    return ranks


def _normal_scores(rows: int) -> Floats:
    from scipy.special import ndtri

    return ndtri(np.arange(1, rows + 1) / (rows + 1.0))


def _by_copula(x: Ranks, y: Ranks, taus: Floats, rng: np.random.Generator) -> Quantiles:  # noqa: ARG001
    library = require("pyvinecopulib", "bqcd")
    uniform = np.column_stack([x + 1.0, y + 1.0]) / (len(x) + 1.0)
    kernel = library.FitControlsBicop(
        family_set=[library.BicopFamily.tll], nonparametric_method="constant"
    )
    copula = library.Bicop.from_data(uniform, controls=kernel)
    scores = _normal_scores(len(x))
    places = np.linspace(0.0, 1.0, len(x))

    def quantiles(inverse: Callable[[Floats], Floats], known: int) -> Floats:
        points = uniform.copy()
        rows = []
        for tau in taus:
            points[:, 1 - known] = tau
            rows.append(np.interp(inverse(points), places, scores))
        return np.array(rows)

    return quantiles(copula.hinv2, known=1), quantiles(copula.hinv1, known=0)


def _by_forest(x: Ranks, y: Ranks, taus: Floats, rng: np.random.Generator) -> Quantiles:
    grow = require("quantile_forest", "forest").RandomForestQuantileRegressor
    scores = _normal_scores(len(x))

    def quantiles(effect: Floats, cause: Floats) -> Floats:
        forest = grow(
            n_estimators=TREES,
            min_samples_leaf=ROWS_OF_LEAF,
            max_samples=min(ROWS_OF_TREE, len(cause)),
            random_state=int(rng.integers(2**31)),
        )
        forest.fit(cause[:, None], effect)
        found = forest.predict(cause[:, None], quantiles=[float(tau) for tau in taus])
        return found.reshape(len(cause), len(taus)).T

    return quantiles(scores[x], scores[y]), quantiles(scores[y], scores[x])


MODELS: Mapping[str, Callable[[Ranks, Ranks, Floats, np.random.Generator], Quantiles]] = {
    "copula": _by_copula,
    "forest": _by_forest,
}
"""Quantiles of x given y and of y given x, one row for each level, by the model's name."""
