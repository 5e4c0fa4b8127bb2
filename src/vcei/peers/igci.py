r"""IGCI: information-geometric causal inference, for noise-free or nearly noise-free relations.

On a reference scale, [0, 1] for a uniform and variance one for a Gaussian reference, with x_(i)
the causes in order, y_(i) what goes with them and ψ the digamma function,

    slope      C(x→y) = 1/(n-1) Σ_i log |Δy_(i) / Δx_(i)|,                score = C(y→x) - C(x→y)
    slope++    C(x→y) = Σ_j m_j log |Δy_j / Δx_j| / Σ_j m_j over the different x_j, m_j rows each
    entropy    H(v) = ψ(n) - ψ(1) + 1/(n-1) Σ_i log Δv_(i),               score = H(x) - H(y)

Steps of zero are left out of the sums. The cause has the higher entropy.

Daniušis et al.: Inferring deterministic causal relations, UAI 2010. Janzing et al.:
Information-geometric approach to inferring causal directions, Artificial Intelligence 2012.
slope++: Mooij et al., JMLR 2016, eq. (22).

As in the authors' program, rows of equal cause keep the order they came in, and slope++ takes
the first of their effects: with ties the first two scores depend on the order of the rows. The
program divides slopes by n where we divide by n - 1, which changes no decision.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vcei.arrays import Floats
from vcei.errors import InputError
from vcei.pair import Pair
from vcei.scaling import to_unit_interval, to_unit_variance

ESTIMATORS = ("slope", "slope++", "entropy")
REFERENCES = {"uniform": to_unit_interval, "gaussian": to_unit_variance}


@dataclass(frozen=True)
class IGCI:
    """Information-geometric causal inference.

    Attributes
    ----------
    estimator : str
        ``slope``, ``slope++`` (repeated causes merged) or ``entropy`` (of spacings).
    reference : str
        ``uniform`` or ``gaussian``.
    """

    estimator: str = "slope"
    reference: str = "uniform"

    def __post_init__(self) -> None:
        if self.estimator not in ESTIMATORS:
            msg = f"Expected an estimator of {', '.join(ESTIMATORS)}; {self.estimator!r} came."
            raise InputError(msg)
        if self.reference not in REFERENCES:
            msg = f"Expected a reference of {', '.join(REFERENCES)}; {self.reference!r} came."
            raise InputError(msg)

    def score(self, pair: Pair, rng: np.random.Generator) -> float:  # noqa: ARG002
        """Return the difference of mean log slopes, or of entropies."""
        scale = REFERENCES[self.reference]
        x, y = scale(pair.x), scale(pair.y)
        if self.estimator == "entropy":
            return _entropy(x) - _entropy(y)
        slope = _slope if self.estimator == "slope" else _merged_slope
        return slope(y, x) - slope(x, y)


def _slope(cause: Floats, effect: Floats) -> float:
    order = np.argsort(cause, kind="stable")
    run, rise = np.diff(cause[order]), np.abs(np.diff(effect[order]))
    moved = (run > 0) & (rise > 0)
    return float(np.sum(np.log(rise[moved] / run[moved])) / len(run))


def _merged_slope(cause: Floats, effect: Floats) -> float:
    values, first, counts = np.unique(cause, return_index=True, return_counts=True)
    run, rise, rows = np.diff(values), np.abs(np.diff(effect[first])), counts[:-1]
    moved = rise > 0
    if not np.any(moved):
        return 0.0
    return float(np.average(np.log(rise[moved] / run[moved]), weights=rows[moved]))


def _entropy(values: Floats) -> float:
    from scipy.special import digamma

    gaps = np.diff(np.sort(values))
    constant = digamma(len(values)) - digamma(1)
    return float(constant + np.sum(np.log(gaps[gaps > 0])) / len(gaps))
