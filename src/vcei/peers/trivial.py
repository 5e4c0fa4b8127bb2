"""Methods that know nothing: what a collection gives away, they find.

A method that cannot do better than these has learned a property of the files, not of the pairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from vcei.arrays import Floats
from vcei.pair import Pair


@dataclass(frozen=True)
class RawVariance:
    """Take the column of larger variance, in the units it came in, for the cause.

    ``score = log var(x) - log var(y)``. Right in 96 to 100 % of AN, AN-s, LS, LS-s and MN-U: the
    reason why everything else here sees standardised columns only.
    """

    as_it_came: ClassVar[bool] = True

    def score(self, pair: Pair, rng: np.random.Generator) -> float:  # noqa: ARG002
        """Return the logarithm of the ratio of variances."""
        return _log_variance(pair.x) - _log_variance(pair.y)


@dataclass(frozen=True)
class AlwaysX:
    """Take the first column for the cause, whatever it holds: ``score = 1``.

    Right as often as a collection's files have the cause first: 74 % of the Tübingen pairs.
    Exchanging the columns does not negate it; that is what it is here to show.
    """

    as_it_came: ClassVar[bool] = True

    def score(self, pair: Pair, rng: np.random.Generator) -> float:  # noqa: ARG002
        """Return one."""
        return 1.0


def _log_variance(values: Floats) -> float:
    # squares of very small or large numbers leave the range of doubles; a power of two is exact
    exponent = int(np.frexp(np.max(np.abs(values)))[1])
    near_one = np.ldexp(values, -exponent)
    return float(np.log(np.var(near_one)) + 2.0 * exponent * np.log(2.0))
