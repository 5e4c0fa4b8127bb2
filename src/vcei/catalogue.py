"""The catalogue: every method by the name that the command line knows it by, ours and peers'.

Nothing is loaded before it is asked for, so that listing the methods is quick.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from vcei.errors import InputError, require


@dataclass(frozen=True)
class Entry:
    """A method in the catalogue.

    Attributes
    ----------
    line : str
        What it does, in a line.
    source : str
        Where it was published.
    make : Callable[[], Any]
        Returns the method with its choices: a :class:`vcei.VCEI` or a peer.
    needs : tuple[str, str] | None
        The library that it cannot do without, and the extra of vcei that brings it.
    published : str | None
        What :mod:`vcei.bench.published` calls the figures that it is to be compared with.
    """

    line: str
    source: str
    make: Callable[[], Any]
    needs: tuple[str, str] | None = None
    published: str | None = None


def _of(home: str, **choices: Any) -> Callable[[], Any]:
    return partial(_load, home, choices)


def _load(home: str, choices: Mapping[str, Any]) -> Any:
    module, _, name = home.partition(":")
    return getattr(import_module(f"vcei.{module}"), name)(**choices)


VCEI = "ben Salem, Barsim, Yang: Variation-based Cause Effect Identification, arXiv 2211.12016"
IGCI = "Janzing et al.: Information-geometric approach to inferring causal directions, AIJ 2012"
BICAM = "Bühlmann, Peters, Ernest: CAM: causal additive models, Annals of Statistics 2014"
BQCD = (
    "Tagasovska, Chavez-Demoulin, Vatter: Distinguishing cause from effect using quantiles, "
    "ICML 2020"
)
SLOPPY = "Marx, Vreeken: Identifiability of cause and effect using regularized regression, KDD 2019"
GPI = (
    "Mooij et al.: Probabilistic latent variable models for distinguishing between cause and "
    "effect, NIPS 2010"
)
ANM = (
    "Hoyer et al.: Nonlinear causal discovery with additive noise models, NIPS 2008; "
    "Mooij et al., JMLR 2016"
)
RECI = "Blöbaum et al.: Cause-effect inference by comparing regression errors, AISTATS 2018"
CDS = (
    "Fonollosa: Conditional distribution variability measures for causality detection, "
    "arXiv 1601.06680"
)
LOCI = (
    "Immer et al.: On the identifiability and estimation of causal location-scale noise models, "
    "ICML 2023"
)
ROCHE = "Tran et al.: Robust estimation of causal heteroscedastic noise models, SDM 2024"
LINGAM = (
    "Hyvärinen, Smith: Pairwise likelihood ratios for estimation of non-Gaussian SEMs, JMLR 2013"
)
NOBODY = "no publication: a guard against leaks"

METHODS: Mapping[str, Entry] = {
    "default": Entry(
        "impact of variation on noise and prediction, weighed with other evidence",
        VCEI,
        _of("method:default"),
    ),
    "any-kind": Entry("columns of any kind, by noise or embeddings", VCEI, _of("any_kind:AnyKind")),
    "paper": Entry("the paper's settings, on 100 rows", VCEI, _of("method:paper")),
}
"""Ours; what works on variations."""

_SLOPPY = "peers.sloppy:Sloppy"
COPULA = ("pyvinecopulib", "bqcd")

PEERS: Mapping[str, Entry] = {
    "igci-uniform": Entry(
        "slope of effect over cause, uniform reference",
        IGCI,
        _of("peers.igci:IGCI"),
        published="IGCI-u",
    ),
    "igci-gaussian": Entry(
        "slope of effect over cause, Gaussian reference",
        IGCI,
        _of("peers.igci:IGCI", reference="gaussian"),
        published="IGCI-g",
    ),
    "igci-slope++-uniform": Entry(
        "slope with repeated causes merged, uniform reference",
        IGCI,
        _of("peers.igci:IGCI", estimator="slope++"),
    ),
    "igci-slope++-gaussian": Entry(
        "slope with repeated causes merged, Gaussian reference",
        IGCI,
        _of("peers.igci:IGCI", estimator="slope++", reference="gaussian"),
    ),
    "igci-entropy-uniform": Entry(
        "difference of spacing entropies, uniform reference",
        IGCI,
        _of("peers.igci:IGCI", estimator="entropy"),
        published="IGCI-u, entropy",
    ),
    "igci-entropy-gaussian": Entry(
        "difference of spacing entropies, Gaussian reference",
        IGCI,
        _of("peers.igci:IGCI", estimator="entropy", reference="gaussian"),
        published="IGCI-g, entropy",
    ),
    "bicam": Entry(
        "gain in residual variance of smooth fits",
        BICAM,
        _of("peers.bicam:BiCAM"),
        published="biCAM",
    ),
    "bqcd": Entry(
        "quantile scores of a copula, three levels",
        BQCD,
        _of("peers.bqcd:BQCD"),
        COPULA,
        published="bQCD m=3",
    ),
    "bqcd-1": Entry(
        "quantile scores of a copula, the median",
        BQCD,
        _of("peers.bqcd:BQCD", levels=1),
        COPULA,
        published="bQCD m=1",
    ),
    "bqcd-7": Entry(
        "quantile scores of a copula, seven levels",
        BQCD,
        _of("peers.bqcd:BQCD", levels=7),
        COPULA,
        published="bQCD m=7",
    ),
    "bqcd-forest": Entry(
        "quantile scores of forests, three levels",
        BQCD,
        _of("peers.bqcd:BQCD", model="forest"),
        ("quantile_forest", "forest"),
    ),
    "sloppy": Entry(
        "penalised spline regression, BIC, standardised",
        SLOPPY,
        _of(_SLOPPY),
        published="Sloppy",
    ),
    "sloppy-aic": Entry(
        "penalised spline regression, AIC, standardised", SLOPPY, _of(_SLOPPY, penalty="aic")
    ),
    "sloppy-l0": Entry(
        "penalised spline regression, L0, standardised", SLOPPY, _of(_SLOPPY, penalty="l0")
    ),
    "sloppy-unit": Entry(
        "penalised spline regression, BIC, on [0, 1]",
        SLOPPY,
        _of(_SLOPPY, scale="unit"),
        published="Sloppy on [0, 1]",
    ),
    "sloppy-unit-aic": Entry(
        "penalised spline regression, AIC, on [0, 1]",
        SLOPPY,
        _of(_SLOPPY, scale="unit", penalty="aic"),
    ),
    "sloppy-polynomial": Entry(
        "best subset of powers, BIC, standardised", SLOPPY, _of(_SLOPPY, family="polynomial")
    ),
    "gpi": Entry(
        "Gaussian process with the noise as a second input",
        GPI,
        _of("peers.gpi:GPI"),
        published="GPI",
    ),
    "anm": Entry(
        "independence (HSIC) of cause and residual",
        ANM,
        _of("peers.anm:ANM"),
        published="ANM-HSIC",
    ),
    "reci": Entry("regression error on [0, 1], cubic polynomial", RECI, _of("peers.reci:RECI")),
    "reci-monomial": Entry(
        "regression error on [0, 1], a + b x³",
        RECI,
        _of("peers.reci:RECI", family="monomial"),
        published="RECI, a + b x³",
    ),
    "reci-logistic": Entry(
        "regression error on [0, 1], logistic curve",
        RECI,
        _of("peers.reci:RECI", family="logistic"),
        published="RECI-log",
    ),
    "cds": Entry(
        "variability of the conditional distribution",
        CDS,
        _of("peers.cds:CDS"),
        published="CDS",
    ),
    "loci": Entry(
        "independence (HSIC) of cause and location-scale noise",
        LOCI,
        _of("peers.loci:LOCI"),
        published="LOCI-H",
    ),
    "loci-m": Entry(
        "likelihood of a location-scale model",
        LOCI,
        _of("peers.loci:LOCI", criterion="likelihood"),
        published="LOCI-M",
    ),
    "roche": Entry(
        "as loci, with Student-t noise",
        ROCHE,
        _of("peers.roche:ROCHE"),
        published="ROCHE",
    ),
    "lingam": Entry(
        "likelihood ratio of linear models",
        LINGAM,
        _of("peers.lingam:LiNGAM"),
        published="LiNGAM",
    ),
    "raw-variance": Entry(
        "the column of larger variance, as it came", NOBODY, _of("peers.trivial:RawVariance")
    ),
    "always-x": Entry("the first column", NOBODY, _of("peers.trivial:AlwaysX")),
}
"""Other people's methods: each is no more than a score."""

CATALOGUE: Mapping[str, Entry] = {**METHODS, **PEERS}


def named(name: str) -> Any:
    """Return the method of a name, as the command line gives it.

    Parameters
    ----------
    name
        A name in the catalogue.

    Returns
    -------
    Any
        A :class:`vcei.VCEI`, or a peer.

    Raises
    ------
    InputError
        If there is no method of that name.
    MissingExtraError
        If it needs a library that is not installed: better said now than on each of many pairs.
    """
    if name not in CATALOGUE:
        msg = f"There is no method {name!r}; expected one of: {', '.join(CATALOGUE)}."
        raise InputError(msg)
    entry = CATALOGUE[name]
    if entry.needs is not None:
        require(*entry.needs)
    return entry.make()
