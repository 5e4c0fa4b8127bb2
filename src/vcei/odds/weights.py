r"""Log odds: what several costs say together about which arrow is true.

    log P(x->y) / P(y->x) = Σ_k β_k q( (cost_k(y->x) - cost_k(x->y)) / σ_k ),   q(u) = asinh(2u)/2

Only differences enter and q is odd, so that exchanging the columns negates the sum exactly; q keeps
one wild cost from deciding alone. β and σ were fitted by logistic regression to simulated pairs
whose truth is known, by benchmarks/choose_odds.py, and lie beside this file with what they were
fitted to. Real pairs had no part in it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

import numpy as np

CHOSEN = "odds.json"
"""The file with the chosen constants."""


@dataclass(frozen=True)
class Term:
    """How much one cost says.

    Attributes
    ----------
    name : str
        The name of the cost.
    beta : float
        Its weight β.
    sigma : float
        What counts as a large difference of it, σ.
    """

    name: str
    beta: float
    sigma: float


def squash(values: float | np.ndarray) -> np.ndarray:
    """Return asinh(2u)/2: u itself when small, its logarithm when large."""
    return np.asarray(np.arcsinh(2.0 * np.asarray(values)) / 2.0)


@cache
def chosen() -> tuple[Term, ...]:
    """Return the constants that were chosen on simulated pairs."""
    text = files("vcei.odds").joinpath(CHOSEN).read_text(encoding="utf-8")
    return tuple(Term(name, **values) for name, values in json.loads(text)["terms"].items())


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
    terms : tuple[Term, ...]
        The constants; by default the chosen ones.
    """

    part_rows: int = 2000
    parts: int = 4
    terms: tuple[Term, ...] = field(default_factory=chosen)

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
        names = [term.name for term in self.terms]
        gaps = np.array([backward[name] - forward[name] for name in names])
        weights = np.array([(term.beta, term.sigma) for term in self.terms]).reshape(-1, 2)
        says = weights[:, 0] * squash(gaps / weights[:, 1])
        return dict(zip(names, says.tolist(), strict=True))
