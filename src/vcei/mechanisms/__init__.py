"""Mechanisms: models of effect given cause, fitted as observed and under each variation."""

from vcei.mechanisms.conditional_embedding import ConditionalEmbedding
from vcei.mechanisms.estimator import Estimator
from vcei.mechanisms.gaussian_process import GaussianProcess
from vcei.mechanisms.location_scale import LocationScale
from vcei.mechanisms.low_rank_process import LowRankProcess
from vcei.mechanisms.protocol import Fitted, Mechanism

__all__ = [
    "ConditionalEmbedding",
    "Estimator",
    "Fitted",
    "GaussianProcess",
    "LocationScale",
    "LowRankProcess",
    "Mechanism",
]
