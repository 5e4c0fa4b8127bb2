"""Reports: a record in, one self-contained HTML page out, which asks for nothing from outside.

Needs the extra ``report``.
"""

from vcei.report.bench import render_bench
from vcei.report.overview import card, overview
from vcei.report.pictures import Picture
from vcei.report.scan import render_scan
from vcei.report.verdict import pictures, render

__all__ = ["Picture", "card", "overview", "pictures", "render", "render_bench", "render_scan"]
