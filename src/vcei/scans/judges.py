"""What a scan asks of each pair: are the two dependent, and if so, which drives the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from vcei.answer import Answer, Direction
from vcei.arrays import Floats, one_thread
from vcei.ask import Method, identify_pair
from vcei.bench.judge import Judgement
from vcei.coreset import RandomRows
from vcei.dependence import SCORES_TOLERANCE, hsic_of_ranks
from vcei.kernels import Gaussian
from vcei.pair import Pair
from vcei.plain import plain


@dataclass(frozen=True)
class Tested(Judgement):
    """What a test of independence says: its score is the logarithm of the p-value."""

    @property
    def direction(self) -> Direction:
        """A test points nowhere."""
        return Direction.TIE


@dataclass(frozen=True)
class IndependenceTest:
    """HSIC on normal scores: what the columns' own distributions are like plays no part.

    Attributes
    ----------
    length : float
        Length scale of both Gaussian kernels. The usual rule, the median distance divided by √2
        (see :func:`vcei.dependence.median_kernel`), is 0.675 for all normal scores.
    rows : int
        Of a larger sample this many random rows are tested: dependence that they do not show is
        too weak for any method to tell its direction.
    tolerance : float
        Largest error of the kernels' factors.
    """

    length: float = 0.675
    rows: int = 5000
    tolerance: float = SCORES_TOLERANCE

    @property
    def settings(self) -> Mapping[str, Any]:
        """All choices as plain values."""
        return {"test": plain(self)}

    @one_thread()
    def judge(self, pair: Pair, seed: int) -> Judgement:
        """Test a pair.

        Parameters
        ----------
        pair
            The data.
        seed
            The rows are drawn from it.

        Returns
        -------
        Judgement
            Its score is the logarithm of the p-value.
        """
        ordered = pair.standardize().canonical().pair
        drawn = RandomRows(self.rows).draw(ordered, np.random.default_rng(seed))
        found = hsic_of_ranks(drawn.x, drawn.y, Gaussian(self.length), self.tolerance)
        return Tested(found.log_p_value, Answer.UNDECIDED)


@dataclass(frozen=True)
class Identification:
    """Any method, asked as ``vcei identify`` asks it, confidence included.

    Attributes
    ----------
    method : Method
        The method with its choices.
    """

    method: Method

    @property
    def settings(self) -> Mapping[str, Any]:
        """All choices as plain values."""
        return {"identify": plain(self.method)}

    def judge(self, pair: Pair, seed: int) -> Judgement:
        """Judge a pair.

        Parameters
        ----------
        pair
            The data.
        seed
            Everything random is drawn from it.

        Returns
        -------
        Judgement
            What the verdict says.
        """
        return Judgement.of(identify_pair(pair, self.method, seed))


def adjusted(log_p_values: Sequence[float | None]) -> Floats:
    """Return p-values adjusted for the false discovery rate, by Benjamini and Yekutieli.

    With m p-values, sorted, ``q_(i) = min_{j ≥ i} m (1 + 1/2 + ... + 1/m) p_(j) / j``. Calling
    dependent what has q at most a level keeps the expected share of errors among the calls below
    that level however the tests depend on each other; tests of pairs that share a column do.
    Benjamini, Yekutieli: The control of the false discovery rate in multiple testing under
    dependency, Annals of Statistics 2001.

    Parameters
    ----------
    log_p_values
        Logarithms of p-values; None, where a test failed, counts as one.

    Returns
    -------
    Floats
        At most one, in the order given.

    Examples
    --------
    >>> adjusted([np.log(0.01), np.log(0.5), None]).round(4).tolist()
    [0.055, 1.0, 1.0]
    """
    from scipy.stats import false_discovery_control

    p_values = [1.0 if value is None else float(np.exp(value)) for value in log_p_values]
    return np.asarray(false_discovery_control(p_values, method="by"))
