r"""Log odds: what several costs say together about which arrow is true.

    log P(x->y) / P(y->x) = Σ_k β_k(c) q_k

    q_k = asinh(2 Δ_k / σ_k)/2,  Δ_k = cost_k(y->x) - cost_k(x->y)
    β(c) = b + V tanh(a + W c)

What a difference is worth depends on the case at hand: many bends speak against an arrow where
there is little noise, and say little where there is much. The case c is how much both arrows cost
in the mean and how far they are apart, |q|: it stays the same when the columns are exchanged, and
every q changes its sign, so that the sum is negated exactly. asinh keeps one wild cost from
deciding alone, tanh one wild case.

All constants were fitted to simulated pairs whose truth is known, by benchmarks/choose_odds.py,
and lie beside this file. Real pairs had no part in it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

import numpy as np

from vcei.arrays import Floats

CHOSEN = "odds.json"
"""The file with the chosen constants."""


@dataclass(frozen=True)
class Weights:
    """How much the costs say.

    Attributes
    ----------
    digest : str
        Tells these constants from others, in records.
    costs : tuple[str, ...]
        The names of the K costs.
    sigma : Floats
        What counts as a large difference, σ, (K,).
    centre : Floats
        What is usual for the mean of both arrows, (K,).
    width : Floats
        How far from usual is far, (K,).
    inner : Floats
        W, (H, 2K): columns for means, then for differences.
    inner_bias : Floats
        a, (H,).
    outer : Floats
        V, (K, H).
    outer_bias : Floats
        b, (K,).
    """

    digest: str
    costs: tuple[str, ...] = field(repr=False)
    sigma: Floats = field(repr=False)
    centre: Floats = field(repr=False)
    width: Floats = field(repr=False)
    inner: Floats = field(repr=False)
    inner_bias: Floats = field(repr=False)
    outer: Floats = field(repr=False)
    outer_bias: Floats = field(repr=False)

    @classmethod
    def read(cls, text: str) -> Weights:
        """Take the constants from the text of a file that benchmarks/choose_odds.py wrote."""
        known = json.loads(text)
        arrays = ("sigma", "centre", "width", "inner", "inner_bias", "outer", "outer_bias")
        return cls(
            hashlib.sha256(text.encode()).hexdigest()[:12],
            tuple(known["costs"]),
            *(np.array(known[name], dtype=np.float64) for name in arrays),
        )

    def say(self, forward: Floats, backward: Floats) -> Floats:
        """Return what each cost says.

        Parameters
        ----------
        forward
            The costs of x -> y of some pairs, (B, K).
        backward
            Those of y -> x, (B, K).

        Returns
        -------
        Floats
            Log odds in favour of x -> y, (B, K); they add up to the score.
        """
        differences = squash((backward - forward) / self.sigma)
        case = self.case(forward, backward, differences)
        # not by matmul, whose last digits depend on how many pairs there are
        bent = np.tanh(np.einsum("hk,bk->bh", self.inner, case) + self.inner_bias)
        return differences * (np.einsum("kh,bh->bk", self.outer, bent) + self.outer_bias)

    def case(self, forward: Floats, backward: Floats, differences: Floats) -> Floats:
        """Return what the weights depend on, c, (B, 2K)."""
        means = np.arcsinh((0.5 * (forward + backward) - self.centre) / self.width)
        return np.concatenate([means, np.abs(differences)], axis=1)


def squash(values: Floats) -> Floats:
    """Return asinh(2u)/2: u itself when small, its logarithm when large."""
    return np.asarray(np.arcsinh(2.0 * values) / 2.0)


@cache
def chosen() -> Weights:
    """Return the constants that were chosen on simulated pairs."""
    return Weights.read(files("vcei.odds").joinpath(CHOSEN).read_text(encoding="utf-8"))


def by_kind(says: Mapping[str, float]) -> dict[str, float]:
    """Add up what each kind of evidence says over all looks at the pair.

    Parameters
    ----------
    says
        Log odds by ``kind, look``.

    Returns
    -------
    dict[str, float]
        Log odds by kind, in the order they came in.
    """
    kinds: dict[str, float] = {}
    for name, part in says.items():
        kind = name.partition(",")[0]
        kinds[kind] = kinds.get(kind, 0.0) + part
    return kinds


@dataclass(frozen=True)
class Odds:
    """Adds up what the costs of the two arrows say.

    Attributes
    ----------
    part_rows : int
        Most rows that costs are found on at once; the constants belong to samples of such sizes.
    parts : int
        Of a larger sample, at most so many random parts are looked at; their costs are averaged.
    weights : Weights
        The constants; by default the chosen ones.
    """

    part_rows: int = 2000
    parts: int = 4
    weights: Weights = field(default_factory=chosen)

    def contributions(
        self, forward: Mapping[str, float], backward: Mapping[str, float]
    ) -> dict[str, float]:
        """Return what each cost says.

        Parameters
        ----------
        forward
            The costs of x -> y.
        backward
            The costs of y -> x.

        Returns
        -------
        dict[str, float]
            Log odds in favour of x -> y; they add up to the score.
        """
        return self.contributions_many([forward], [backward])[0]

    def contributions_many(
        self, forward: Sequence[Mapping[str, float]], backward: Sequence[Mapping[str, float]]
    ) -> list[dict[str, float]]:
        """Return what each cost of several pairs says; see :meth:`contributions`.

        Parameters
        ----------
        forward
            The costs of x -> y, of each pair.
        backward
            The costs of y -> x.

        Returns
        -------
        list[dict[str, float]]
            One for each pair.
        """
        names = self.weights.costs
        costs = (np.array([[one[n] for n in names] for one in way]) for way in (forward, backward))
        return [dict(zip(names, one, strict=True)) for one in self.weights.say(*costs).tolist()]
