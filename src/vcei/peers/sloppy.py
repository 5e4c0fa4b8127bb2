r"""Sloppy: the direction in which a regression is cheaper, its complexity charged for.

For each direction a family of fits with k degrees of freedom and residual sum of squares RSS,

    bic  n log₂(RSS/n + 1) + k log₂ n
    aic  n log₂(RSS/n + 1) + 2k
    l0   RSS + k n/10⁴

the least of them is its price P, and ``score = (P(y→x) - P(x→y)) / max P``: the sign of the
difference times the confidence of the paper, 1 - min P / max P. The spline family has the constant
and the smoothing splines of k = 2, 3, 4, ... degrees of freedom, as R's smooth.spline fits them;
for the polynomial family see :mod:`vcei.peers.powers`. Undecided where a column has no more than
four values.

Marx, Vreeken: Identifiability of cause and effect using regularized regression, KDD 2019.

Because of the one within the logarithm, and because no price is set on the cause, prices depend
on the scale: the authors' program works on [0, 1] unless told otherwise, and the figures of
Tagasovska et al., ICML 2020, on variance one. Its optional removal of outliers, off in all
published figures, is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from vcei.arrays import Floats
from vcei.errors import InputError
from vcei.pair import Pair
from vcei.peers.powers import best_powers
from vcei.scaling import to_unit_interval, to_unit_variance
from vcei.spline import CubicSplines, smooths

Price = Callable[[Floats, Floats, int], Floats]
"""What fits cost, given their sums of squares, their degrees of freedom and the rows."""

FEWEST_VALUES = 5
"""Columns with fewer values are not decided on."""

KNOT_RULE = {50: 50, 200: 100, 800: 140, 3200: 200}
"""Different values of the cause, and how many knots for them: linear in logarithms between."""

STRENGTHS = 256.0 ** np.linspace(-5.5, 3.5, 2001)
"""Strengths of the penalty that smooth.spline looks among, its ``spar`` from -1.5 to 1.5."""


def _bic(left: Floats, degrees: Floats, rows: int) -> Floats:
    return rows * np.log2(left / rows + 1.0) + degrees * np.log2(rows)


def _aic(left: Floats, degrees: Floats, rows: int) -> Floats:
    return rows * np.log2(left / rows + 1.0) + 2.0 * degrees


def _l0(left: Floats, degrees: Floats, rows: int) -> Floats:
    return left + degrees * rows / 1e4


PRICES: Mapping[str, Price] = {"bic": _bic, "aic": _aic, "l0": _l0}
SCALES = {"standard": to_unit_variance, "unit": to_unit_interval}


def knot_count(values: int) -> int:
    """Return how many knots smooth.spline sets among different values of x.

    All of them below fifty, then ever fewer: 100 of 200, 140 of 800, 200 of 3200, and
    ``200 + (values - 3200)^(1/5)`` beyond.

    Parameters
    ----------
    values
        How many different values there are.

    Returns
    -------
    int
        How many knots.
    """
    known = np.array(list(KNOT_RULE))
    if values < known[0]:
        return values
    if values >= known[-1]:
        return int(KNOT_RULE[known[-1]] + (values - known[-1]) ** 0.2)
    knots = 2.0 ** np.interp(values, known, np.log2(list(KNOT_RULE.values())))
    return int(knots + 1e-9)  # 100, and not the 99.99... that the logarithm makes of it


def spline_price(cause: Floats, effect: Floats, price: Price) -> float:
    """Return the least price of a smoothing spline or a constant.

    Degrees of freedom grow in whole steps until the penalty is the least there is, which gives
    the last fit.

    Parameters
    ----------
    cause
        The regressor, (n,).
    effect
        What is regressed, (n,).
    price
        What a fit costs.

    Returns
    -------
    float
        The least price.
    """
    curves = smooths(CubicSplines(knot_count(len(np.unique(cause)))), cause, effect)
    degrees = curves.degrees(STRENGTHS)
    wanted = np.append(np.arange(2.0, degrees[0]), degrees[0])
    # both run downwards as the strength grows; interpolation wants them to run upwards
    strengths = np.exp(np.interp(wanted, degrees[::-1], np.log(STRENGTHS[::-1])))
    left = np.append(curves.total, curves.residual(strengths))
    return float(np.min(price(left, np.append(1.0, curves.degrees(strengths)), len(effect))))


FAMILIES: Mapping[str, Callable[[Floats, Floats, Price], float]] = {
    "spline": spline_price,
    "polynomial": best_powers,
}


@dataclass(frozen=True)
class Sloppy:
    """The direction of the cheaper penalised regression.

    Attributes
    ----------
    family : str
        ``spline`` or ``polynomial``: what is fitted.
    penalty : str
        ``bic``, ``aic`` or ``l0``: what degrees of freedom cost.
    scale : str
        ``standard`` for variance one, ``unit`` for [0, 1].
    """

    family: str = "spline"
    penalty: str = "bic"
    scale: str = "standard"

    def __post_init__(self) -> None:
        choices: tuple[tuple[str, str, Mapping[str, object]], ...] = (
            ("family", self.family, FAMILIES),
            ("penalty", self.penalty, PRICES),
            ("scale", self.scale, SCALES),
        )
        for what, came, known in choices:
            if came not in known:
                msg = f"Expected a {what} of {', '.join(known)}; {came!r} came."
                raise InputError(msg)

    def score(self, pair: Pair, rng: np.random.Generator) -> float:  # noqa: ARG002
        """Return the difference of the two prices as a share of the larger."""
        if min(len(np.unique(pair.x)), len(np.unique(pair.y))) < FEWEST_VALUES:
            return 0.0
        scale, price_of = SCALES[self.scale], FAMILIES[self.family]
        x, y, price = scale(pair.x), scale(pair.y), PRICES[self.penalty]
        forth, back = price_of(x, y, price), price_of(y, x, price)
        return (back - forth) / max(back, forth)
