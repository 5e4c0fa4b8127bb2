"""Moved to :mod:`vcei.spline`, for mechanisms use it too; change it there, import it from there."""

from vcei.spline import CubicSplines, ThinPlates, smooths

__all__ = ["CubicSplines", "ThinPlates", "smooths"]
