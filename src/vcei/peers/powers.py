r"""Regression on a few powers of the cause, chosen one by one and then weeded.

Terms are ``x, x², ..., x⁷, eˣ, 1/x`` and a constant. The term that lowers

    RSS + k n/10⁵

most is taken, again and again, until none does; of all subsets of what was taken the one of least
price is kept. All fits are least squares on one triangular factor, so that n rows are seen once.

Marx, Vreeken: Identifiability of cause and effect using regularized regression, KDD 2019.

The authors' program compares the prices of the second step with the sums of the first, which are
nearly always smaller, so that its directions often differ in that sum and not in the price; here
the price decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

import numpy as np

from vcei.arrays import Floats

LARGEST = 2.0**31 - 1.0
"""Terms are held within this: 1/x and eˣ need not be finite."""

SOFT = 1e-5
"""Price of a degree of freedom while terms are taken, in mean squares."""

COLLINEAR = 1e-7
"""Singular values below this share of the largest count as zero."""


def best_powers(
    cause: Floats, effect: Floats, price: Callable[[Floats, Floats, int], Floats]
) -> float:
    """Return the least price of a few powers.

    Parameters
    ----------
    cause
        The regressor, (n,).
    effect
        What is regressed, (n,).
    price
        What a fit costs, given its sum of squares, its degrees of freedom and the rows.

    Returns
    -------
    float
        The least price.
    """
    rows = len(cause)
    terms = _terms(cause)
    factor = np.linalg.qr(np.column_stack([terms, effect - np.mean(effect)])).R

    def left(chosen: tuple[int, ...]) -> float:
        return _left(factor, chosen)

    taken: tuple[int, ...] = ()
    soft = left(taken) / rows + SOFT
    while len(taken) < terms.shape[1]:
        rest = [(*taken, term) for term in range(terms.shape[1]) if term not in taken]
        longer = min(rest, key=left)
        now = left(longer) / rows + SOFT * (len(longer) + 1)
        if now >= soft:
            break
        taken, soft = longer, now
    subsets = list(_subsets(taken))
    sums = np.array([left(chosen) for chosen in subsets])
    degrees = np.array([len(chosen) + 1.0 for chosen in subsets])
    return float(np.min(price(sums, degrees, rows)))


def _terms(x: Floats) -> Floats:
    """Return the terms, centred, which stands for the constant, and of norm one."""
    with np.errstate(divide="ignore", over="ignore"):
        terms = np.column_stack([*(x**power for power in range(1, 8)), np.exp(x), 1.0 / x])
    terms = np.clip(terms, -LARGEST, LARGEST)
    terms = terms - np.mean(terms, axis=0)
    return terms / np.linalg.norm(terms, axis=0)


def _subsets(taken: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    for size in range(len(taken) + 1):
        yield from combinations(taken, size)


def _left(factor: Floats, chosen: tuple[int, ...]) -> float:
    """Return the sum of squares left by the chosen columns of a factor on its last."""
    target = factor[:, -1]
    columns = factor[:, list(chosen)]
    fitted = columns @ np.linalg.lstsq(columns, target, rcond=COLLINEAR)[0]
    return float(np.sum((target - fitted) ** 2))
