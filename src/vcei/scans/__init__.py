"""Scans: every pair of columns of a table, or the edges of a skeleton, as one graph."""

from vcei.scans.result import Finding, Scan
from vcei.scans.scan import carry_out, scan
from vcei.scans.survey import Survey

__all__ = ["Finding", "Scan", "Survey", "carry_out", "scan"]
