"""Impact: how far a mechanism moved under a variation, and the trend of it with strength."""

from vcei.impact.disagreement import disagreement
from vcei.impact.record import Impact
from vcei.impact.shift import Shift, corrected_shift, shift
from vcei.impact.trend import Trend, fit_trend

__all__ = [
    "Impact",
    "Shift",
    "Trend",
    "corrected_shift",
    "disagreement",
    "fit_trend",
    "shift",
]
