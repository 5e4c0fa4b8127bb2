r"""How dependent two columns are (HSIC), and how surprising that would be if they were independent.

With centred features φ of x and ψ of y, and C = Σ_i φ(x_i) ψ(y_i)' / n,

    HSIC = |C|² = (1/n²) Σ_ij k(x_i, x_j) l(y_i, y_j), both Gram matrices centred,

zero for independent columns, up to chance. Gretton et al., ALT 2005, propose it. If x and y are
independent, HSIC is close to a gamma variable (Gretton et al., A kernel statistical test of
independence, NIPS 2008) with

    mean      t_x t_y / n,                                t = Σ_i |φ(x_i)|² / (n - 1)
    variance  2(n-4)(n-5) / (n(n-1)(n-2)(n-3)) q_x q_y,   q = Σ_{i≠j} (φ(x_i)·φ(x_j))² / (n(n-1))

They take the mean of the products where we take the product of the means, q_x q_y: under
independence both estimate the same, and ours is a matter of two small matrices. With no N x N
matrix formed, the test takes O(n r²) for kernels of rank r.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vcei.arrays import Floats, as_points, blocks
from vcei.errors import InputError
from vcei.factor import Features, factorize
from vcei.kernels import Gaussian, Kernel, Median
from vcei.scaling import normal_scores

MIN_ROWS = 6
"""Below this the variance is not known."""

SCORES = Gaussian(0.675)
"""For normal scores: as :func:`median_kernel` has it for very many of them."""

SCORES_TOLERANCE = 1e-6
"""Largest error of its factor."""

FAR_TAIL = 1e-250
"""Probabilities below this are found as logarithms."""

FRACTIONS = 200
"""Terms of the continued fraction; so far out, a few dozen would do."""


@dataclass(frozen=True)
class Dependence:
    """What a test of independence says.

    Attributes
    ----------
    statistic : float
        HSIC, the biased estimator.
    log_p_value : float
        The logarithm of the probability of a larger statistic under independence: finite also
        where the probability itself is too small for a float.
    """

    statistic: float
    log_p_value: float

    @property
    def p_value(self) -> float:
        """The probability of a larger statistic under independence."""
        return float(np.exp(self.log_p_value))


def hsic(
    x: Floats,
    y: Floats,
    x_kernel: Kernel | None = None,
    y_kernel: Kernel | None = None,
    *,
    tolerance: float = 1e-10,
    max_rank: int = 300,
) -> Dependence:
    """Test whether two columns, or two samples of points, are independent.

    Parameters
    ----------
    x
        The first sample, (n,) or (n, d).
    y
        The second sample, row by row with the first.
    x_kernel
        A kernel for x; by default :func:`median_kernel`.
    y_kernel
        A kernel for y; likewise.
    tolerance
        Largest error of the factors of the kernels.
    max_rank
        Most features of each kernel. Far outliers take one each.

    Returns
    -------
    Dependence
        The statistic and its log p-value. A sample that does not vary is independent of all.

    Raises
    ------
    InputError
        If the samples are too short or differ in length.

    Examples
    --------
    >>> x = np.linspace(-1, 1, 200)
    >>> hsic(x, x**2).p_value < 1e-6 < hsic(x, np.tile([0.0, 1.0], 100)).p_value
    True
    """
    samples = as_points(x), as_points(y)
    n, m = (len(sample) for sample in samples)
    if n != m or n < MIN_ROWS:
        msg = f"Expected two samples of the same {MIN_ROWS} rows or more; {n} and {m} came."
        raise InputError(msg)
    if any(np.all(sample == sample[0]) for sample in samples):
        return Dependence(0.0, 0.0)
    left, right = (
        factorize((kernel or median_kernel(sample)).resolve(sample), sample, tolerance, max_rank)
        for kernel, sample in zip((x_kernel, y_kernel), samples, strict=True)
    )
    return _test(left.on(samples[0]), right.on(samples[1]))


def hsic_of_ranks(
    x: Floats, y: Floats, kernel: Kernel = SCORES, tolerance: float = SCORES_TOLERANCE
) -> Dependence:
    """Test two columns by the normal scores of their ranks: their own laws play no part.

    Parameters
    ----------
    x
        The first column, (n,).
    y
        The second column, (n,).
    kernel
        Tells scores of either column apart.
    tolerance
        Largest error of the factor of the kernel.

    Returns
    -------
    Dependence
        The statistic and its log p-value.
    """
    return hsic(normal_scores(x), normal_scores(y), kernel, kernel, tolerance=tolerance)


def median_kernel(sample: Floats) -> Gaussian:
    """Return the kernel exp(-d²/m²), m the median distance between different points.

    The choice of Gretton et al. 2008, and of most who use HSIC since. In the convention of
    :mod:`vcei.kernels`, its length scale is m/√2.

    Parameters
    ----------
    sample
        A sample that varies, (n,) or (n, d).

    Returns
    -------
    Gaussian
        The kernel.
    """
    return Gaussian(Median().length_scale(sample) / np.sqrt(2))


def _test(left: Features, right: Features) -> Dependence:
    n = left.shape[0]
    x, y = _Moments(left), _Moments(right)
    cross = np.zeros((left.shape[1], right.shape[1]))
    for part in blocks(n, max(cross.shape)):  # one pass, for features may be made again each time
        cross += x.take(part).T @ y.take(part)
    statistic = float(np.sum(cross**2)) / n**2
    return judged(statistic, n, x.trace * y.trace, x.square * y.square)


def judged(statistic: float, n: int, traces: float, squares: float) -> Dependence:
    """Return how surprising a statistic would be under independence, by its gamma variable.

    Parameters
    ----------
    statistic
        HSIC.
    n
        The number of rows.
    traces
        The product t_x t_y.
    squares
        The product q_x q_y.

    Returns
    -------
    Dependence
        The statistic and its log p-value.
    """
    mean = traces / n
    variance = 2 * (n - 4) * (n - 5) / (n * (n - 1) * (n - 2) * (n - 3)) * squares
    return Dependence(statistic, log_gamma_tail(statistic * mean / variance, mean**2 / variance))


class _Moments:
    """Centred features of a sample, and the moments of the blocks taken of them so far."""

    def __init__(self, features: Features) -> None:
        n, r = features.shape
        self.features = features
        self.mean = features.sum(np.full(n, 1.0 / n))
        self.gram = np.zeros((r, r))
        self.fourth = 0.0

    def take(self, which: slice) -> Floats:
        rows = self.features.rows(which) - self.mean
        self.gram += rows.T @ rows
        self.fourth += float(np.sum(np.sum(rows**2, axis=1) ** 2))
        return rows

    @property
    def trace(self) -> float:
        return float(np.trace(self.gram)) / (self.features.shape[0] - 1)

    @property
    def square(self) -> float:
        n = self.features.shape[0]
        return float(np.sum(self.gram**2) - self.fourth) / (n * (n - 1))


def log_gamma_tail(x: float, shape: float) -> float:
    """Return log P(G > x), G a gamma variable of scale one, where P itself is zero in floats too.

    Far out Legendre's continued fraction takes over, with a the shape,
    ``P = x^a e^-x / Γ(a) · 1/(x+1-a + 1(a-1)/(x+3-a + 2(a-2)/(x+5-a + ...)))``

    Parameters
    ----------
    x
        Where the tail begins, at least zero.
    shape
        The shape a > 0.

    Returns
    -------
    float
        The logarithm of the probability.
    """
    from scipy.special import gammaincc, gammaln

    probability = float(gammaincc(shape, x))
    if probability > FAR_TAIL:
        return float(np.log(probability))
    rest = 0.0
    for k in range(FRACTIONS, 0, -1):
        rest = k * (shape - k) / (x + 2 * k + 1 - shape + rest)
    return float(shape * np.log(x) - x - gammaln(shape) - np.log(x + 1 - shape + rest))
