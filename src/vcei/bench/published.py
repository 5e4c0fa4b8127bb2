"""Published accuracies, as data, to be shown beside ours."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import Any

UNWEIGHTED = "_unweighted"
"""Ending of a collection's name where the figure counts all its pairs the same."""


@dataclass(frozen=True)
class Published:
    """One published accuracy.

    Attributes
    ----------
    method : str
        Name of the method, as its source has it.
    collection : str
        Name of the collection.
    value : float
        The accuracy, 0 to 1.
    weighted : bool
        Whether pairs count by weight; alike where all weights are one.
    source : str
        The publication, and the place in it.
    kind : str
        ``paper``: read there; ``results``: recomputed from its result files; ``secondary``:
        copied from a table that others made; ``recorded``: ours, made on another machine.
    """

    method: str
    collection: str
    value: float
    weighted: bool
    source: str
    kind: str

    def to_dict(self) -> dict[str, Any]:
        """Return the figure as plain values.

        Returns
        -------
        dict[str, Any]
            Something that JSON knows.
        """
        return asdict(self)


def published() -> list[Published]:
    """Return all published figures that the package knows.

    Returns
    -------
    list[Published]
        In the order of the file.

    Examples
    --------
    >>> next(one.value for one in published() if one.method == "biCAM" and one.collection == "AN")
    1.0
    """
    whole = tomllib.loads((files("vcei.bench") / "published.toml").read_text(encoding="utf-8"))
    found = []
    for figures in whole["figures"]:
        source = whole["sources"][figures.pop("source")]
        method = figures.pop("method")
        found += [
            Published(
                method=method,
                collection=name.removesuffix(UNWEIGHTED),
                value=percent / 100,
                weighted=not name.endswith(UNWEIGHTED),
                source=f"{source['citation']}, {source['where']}",
                kind=source["kind"],
            )
            for name, percent in figures.items()
        ]
    return found


def beside(collections: Collection[str], figures: Iterable[Published]) -> list[Published]:
    """Return the weighted figures on some collections.

    Parameters
    ----------
    collections
        Names of collections.
    figures
        Published figures.

    Returns
    -------
    list[Published]
        In their order.
    """
    return [one for one in figures if one.weighted and one.collection in collections]
