"""Kernels, one class each, and the rules for their length scales."""

from vcei.kernels.bandwidth import KdeLikelihood, Median, Rule
from vcei.kernels.base import Kernel, Product, Sum
from vcei.kernels.categories import Dirac, Ranks
from vcei.kernels.series import GlobalAlignment, Signature
from vcei.kernels.stationary import Gaussian, Laplace, Matern32, Matern52, Stationary, lengths_for
from vcei.kernels.text import Spectrum, TfIdf
from vcei.kernels.values import Compared, Embedded, OfValues
from vcei.kernels.vectors import Circular, Linear, Part, Scaled

__all__ = [
    "Circular",
    "Compared",
    "Dirac",
    "Embedded",
    "Gaussian",
    "GlobalAlignment",
    "KdeLikelihood",
    "Kernel",
    "Laplace",
    "Linear",
    "Matern32",
    "Matern52",
    "Median",
    "OfValues",
    "Part",
    "Product",
    "Ranks",
    "Rule",
    "Scaled",
    "Signature",
    "Spectrum",
    "Stationary",
    "Sum",
    "TfIdf",
    "lengths_for",
]
