"""Ask: two columns and any method in, a verdict out. The front door of the library."""

from __future__ import annotations

from dataclasses import replace
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from vcei.catalogue import named
from vcei.draw import MOST_ROWS
from vcei.errors import InputError
from vcei.following import followed
from vcei.method import VCEI, default
from vcei.pair import MIN_ROWS, Pair

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vcei.any_kind import AnyKind
    from vcei.gate import Comparison
    from vcei.peers import Peer
    from vcei.verdict import Verdict

Method: TypeAlias = "VCEI | AnyKind | Peer"
"""Whatever can be asked: a method of ours, or anything with ``score(pair, rng)``."""

REPEATS = 10
"""How often a peer's decision is repeated on a random part of the rows, for the confidence."""


def identify(
    x: Any,
    y: Any,
    method: Method | str | None = None,
    seed: int = 0,
    drop_missing: bool = False,
    *,
    kind: Mapping[str, str] | None = None,
    kernel: Mapping[str, Comparison] | None = None,
) -> Verdict:
    """Decide which of two columns drives the other.

    Parameters
    ----------
    x
        The first column: numbers, names, texts, vectors or series in any sequence, array, or
        pandas, polars or Arrow column; several columns as a frame or a mapping.
    y
        The second column, paired with the first by position.
    method
        A :class:`vcei.VCEI`, a peer, or the name of one (see ``vcei methods``).
    seed
        Everything random is drawn from it: the same seed, the same verdict.
    drop_missing
        Leave out rows with a missing or infinite value instead of refusing them.
    kind
        What a column holds, as in ``{"x": "category"}``; what is not said is found out, and the
        verdict's notes say it. See :class:`vcei.kinds.Kind`.
    kernel
        How two values of a column are compared: a kernel, or a function of two lists of values
        that returns their Gram matrix.

    Returns
    -------
    Verdict
        Direction, confidence, and what they rest on.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> x = rng.uniform(-2, 2, 300)
    >>> y = np.sin(2 * x) + 0.2 * rng.normal(size=300)
    >>> identify(x, y).direction.value
    'x->y'
    >>> identify(x, y, method="igci-uniform").method
    'igci-uniform'
    """
    pair = Pair.of(x, y, drop_missing=drop_missing, kind=kind, kernel=kernel)
    return identify_pair(pair, method, seed)


def identify_pair(pair: Pair, method: Method | str | None = None, seed: int = 0) -> Verdict:
    """Decide which column of a checked pair drives the other.

    Parameters
    ----------
    pair
        The data; of more than :data:`vcei.draw.MOST_ROWS` rows, so many are drawn, and a note in
        the verdict says so.
    method
        A :class:`vcei.VCEI`, a peer, or the name of one.
    seed
        Everything random is drawn from it.

    Returns
    -------
    Verdict
        The decision with its evidence.
    """
    pair, seed = pair.draw(MOST_ROWS), _whole(seed)
    named_or_given = named(method) if isinstance(method, str) else method
    asked: Any = default() if method is None else named_or_given
    if isinstance(asked, VCEI) and asked.name == "default" and not pair.is_numeric:
        asked = named("any-kind")
    if isinstance(asked, VCEI):
        verdict = _identify_numbers(pair, asked, seed)
    elif callable(getattr(asked, "identify", None)):
        verdict = asked.identify(pair, seed)
    elif callable(getattr(asked, "score", None)):
        name = method if isinstance(method, str) else None
        verdict = _identify_by_score(pair, asked, seed, name)
    else:
        msg = (
            "A method is a name, such as 'paper', a VCEI, or an object with score(pair, rng); "
            f"{method!r} came. See vcei methods for the names."
        )
        raise InputError(msg)
    return replace(verdict, pair=pair)


def _identify_numbers(pair: Pair, method: VCEI, seed: int) -> Verdict:
    from vcei.algorithm import identify_by_variation

    pair.check_numbers(method.name)
    return identify_by_variation(pair, method, seed)


def _whole(seed: int) -> int:
    # whole numbers of other kinds, NumPy's for one, would not go into JSON
    whole = index(seed) if hasattr(seed, "__index__") else -1
    if whole < 0:
        msg = f"A seed is a whole number of at least zero; {seed!r} came."
        raise InputError(msg)
    return whole


def _identify_by_score(pair: Pair, peer: Peer, seed: int, name: str | None) -> Verdict:
    """Ask a peer, and again on random halves of the rows to see how stable its decision is.

    A half with fewer rows than a pair must have, or with a constant column, counts as a tie: with
    fewer than twenty rows nothing is known about stability, and the answer is undecided.
    """
    from vcei.algorithm import REPEAT_ROWS
    from vcei.coreset import RandomRows
    from vcei.peers import score_of
    from vcei.plain import plain
    from vcei.verdict import Verdict, agreement

    halves = RandomRows(min(REPEAT_ROWS, pair.rows // 2))
    rng = np.random.default_rng(seed)
    score = score_of(peer, pair, seed)
    rounds = followed(range(REPEATS))
    again = [_score_of_part(peer, halves.draw(pair, rng), seed) for _ in rounds]
    return Verdict.about(
        pair,
        score=score,
        confidence=agreement(score, again),
        evidence={},
        method=name or type(peer).__name__,
        seed=seed,
        settings=plain(peer),
    )


def _score_of_part(peer: Peer, part: Pair, seed: int) -> float:
    """Return the score of some rows, or a tie where they would not have been let in as a pair."""
    from vcei.peers import score_of

    # compared, not subtracted: numbers near overflow have no difference
    constant = any(np.all(column == column[0]) for column in (part.x, part.y))
    if part.rows < MIN_ROWS or constant:
        return 0.0
    return score_of(peer, part, seed)
