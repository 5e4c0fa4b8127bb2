"""What every peer offers, and the one way to ask it: the columns in an order of our choosing."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from vcei.arrays import one_thread
from vcei.errors import SolverError
from vcei.pair import Pair


class Peer(Protocol):
    """A method that is no more than a score; a dataclass, so that its choices can be read.

    A class that sets ``as_it_came = True`` gets the pair untouched, for methods whose point it is
    to look at raw scales or at which column comes first. All others get it standardised, and so
    that exchanging the columns negates the score exactly.
    """

    def score(self, pair: Pair, rng: np.random.Generator) -> float:
        """Return a number above zero if x causes y, below zero if y causes x."""
        ...


@one_thread()
def score_of(peer: Peer, pair: Pair, seed: int = 0) -> float:
    """Let a peer score a pair.

    Rows stay in the order they came in: some of these methods break ties by it, and so did the
    programs behind their published figures.

    Parameters
    ----------
    peer
        The method.
    pair
        The data.
    seed
        Everything random is drawn from it.

    Returns
    -------
    float
        Above zero x causes y.

    Raises
    ------
    SolverError
        If the method gives something that is not a finite number.
    """
    pair.check_numbers(type(peer).__name__)
    rng = np.random.default_rng(seed)
    if getattr(peer, "as_it_came", False):
        return _checked(peer.score(pair, rng))
    standard = pair.standardize()
    order = standard.canonical()
    if order.symmetric:
        return 0.0
    if order.swapped:
        return -_checked(peer.score(standard.swap(), rng))
    return _checked(peer.score(standard, rng))


def _checked(score: float) -> float:
    if not np.isfinite(score):
        msg = f"The score is not a number to go by: {score}. Expected a finite one."
        raise SolverError(msg)
    return float(score)
