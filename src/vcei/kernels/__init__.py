"""Kernels, one class each, and the rules for their length scales."""

from vcei.kernels.bandwidth import KdeLikelihood, Median, Rule
from vcei.kernels.base import Kernel, Product, Sum
from vcei.kernels.stationary import Gaussian, Laplace, Matern32, Matern52, Stationary

__all__ = [
    "Gaussian",
    "KdeLikelihood",
    "Kernel",
    "Laplace",
    "Matern32",
    "Matern52",
    "Median",
    "Product",
    "Rule",
    "Stationary",
    "Sum",
]
