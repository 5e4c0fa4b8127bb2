"""Odds: all that speaks for either arrow, added up as log odds."""

from vcei.odds.looks import LOOKS, Look
from vcei.odds.terms import Arrow, Varying, costs_of
from vcei.odds.weights import Odds, Weights, by_kind

__all__ = ["LOOKS", "Arrow", "Look", "Odds", "Varying", "Weights", "by_kind", "costs_of"]
