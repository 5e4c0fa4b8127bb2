"""Batches: hundreds of pairs in one call, on NumPy or on a GPU through PyTorch or CuPy."""

from vcei.batch.curves import BatchCurves
from vcei.batch.fits import fit_many
from vcei.batch.noise import entropies, noise_impacts_many
from vcei.batch.splines import Places, heights
from vcei.batch.verdicts import identify_many

__all__ = [
    "BatchCurves",
    "Places",
    "entropies",
    "fit_many",
    "heights",
    "identify_many",
    "noise_impacts_many",
]
