"""A request: where the data are, where figures go, and how much work may be done for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

import numpy as np

from vcei.data.collections import LabelledPair, find_collections, load_collection
from vcei.errors import InputError

Follow: TypeAlias = Callable[[int, str], AbstractContextManager[Callable[[], None]]]
"""Shows progress: takes the number of steps and what they are; what it yields ends a step."""

Rows: TypeAlias = Sequence[Sequence[str]]
"""A table: the heading, then the rows."""


@contextmanager
def in_silence(steps: int, what: str) -> Iterator[Callable[[], None]]:  # noqa: ARG001
    """Show no progress.

    Parameters
    ----------
    steps
        How many steps there are.
    what
        What the steps are.

    Yields
    ------
    Callable[[], None]
        Does nothing.
    """
    yield lambda: None


@dataclass(frozen=True)
class Request:
    """What was asked for.

    Attributes
    ----------
    out : Path
        The folder that figures are written into.
    data : Path | None
        Collections are looked for anywhere below it; None if there are none.
    quick : bool
        Whether to do less, in about a minute.
    jobs : int
        Worker processes for the benchmark.
    seed : int
        Everything random is drawn from it.
    follow : Follow
        Shows progress.
    """

    out: Path
    data: Path | None = None
    quick: bool = False
    jobs: int = 1
    seed: int = 0
    follow: Follow = in_silence

    @cached_property
    def collections(self) -> dict[str, Path]:
        """The collections that are there, by name."""
        return {} if self.data is None else find_collections(self.data)

    def rng(self) -> np.random.Generator:
        """Return a new generator: figures do not depend on which others are made."""
        return np.random.default_rng(self.seed)

    def pair(self, collection: str, name: str) -> LabelledPair:
        """Read one pair of a collection that is there.

        Parameters
        ----------
        collection
            Name of the collection.
        name
            Name of the pair.

        Returns
        -------
        LabelledPair
            The pair.

        Raises
        ------
        InputError
            If the collection has no such pair.
        """
        path = self.collections[collection]
        found = next((pair for pair in load_collection(path) if pair.name == name), None)
        if found is None:
            msg = (
                f"{path} has no {name}. Expected the whole collection as it was published; fetch "
                f"it again with: vcei data fetch {collection}"
            )
            raise InputError(msg)
        return found


def number(value: float) -> str:
    """Write a number for a table: ten digits say all there is, and rounding errors do not."""
    return f"{value:.10g}"
