"""Kernels of strings and of texts: how many pieces two of them share."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from vcei.arrays import Array, Floats
from vcei.errors import InputError
from vcei.kernels.values import OfValues


@dataclass(frozen=True)
class Pieces(OfValues):
    """The cosine of two texts' vectors of counted pieces, k(x, z) = u(x)·u(z), |u| = 1."""

    @abstractmethod
    def pieces(self, text: str) -> Counter[str]:
        """Count the pieces of a text."""

    def importance(self, appearances: Floats) -> Floats:
        """Return what a piece counts that appears in so many of the values."""
        return np.ones_like(appearances)

    @cached_property
    def _vocabulary(self) -> dict[str, int]:
        known = {piece for text in self.values for piece in self.pieces(str(text))}
        return {piece: place for place, piece in enumerate(sorted(known))}

    @cached_property
    def _scale(self) -> Floats:
        counts = self._counted(self.values)
        appearances = np.bincount(counts.indices, minlength=len(self._vocabulary))
        return self.importance(np.asarray(appearances, np.float64))

    @cached_property
    def _vectors(self) -> Any:
        return self._embed(self.values)

    def _counted(self, texts: Sequence[Any]) -> Any:
        from scipy.sparse import csr_array

        rows, columns, counts = [], [], []
        for row, text in enumerate(texts):
            if not isinstance(text, str):
                msg = f"{type(self).__name__} compares texts; a {type(text).__name__} came."
                raise InputError(msg)
            for piece, count in self.pieces(text).items():
                if piece in self._vocabulary:
                    rows.append(row)
                    columns.append(self._vocabulary[piece])
                    counts.append(float(count))
        return csr_array((counts, (rows, columns)), shape=(len(texts), len(self._vocabulary)))

    def _embed(self, texts: Sequence[Any]) -> Any:
        from scipy.sparse import diags_array

        vectors = self._counted(texts) @ diags_array(self._scale)
        lengths = np.sqrt((vectors * vectors).sum(axis=1))
        return diags_array(1.0 / np.where(lengths > 0, lengths, 1.0)) @ vectors

    def compare(self, left: Sequence[Any], right: Sequence[Any]) -> Floats:
        """Count and compare; pieces that none of the known values has are passed over."""
        return np.asarray((self._embed(left) @ self._embed(right).T).toarray())

    def evaluate(self, x: Array, z: Array) -> Array:
        """Compare the vectors of the values at these places."""
        vectors = self._vectors.tocsr()
        return (vectors[self.places(x)] @ vectors[self.places(z)].T).toarray()

    def diagonal(self, x: Array) -> Array:
        """Return ones, but zeros for texts without any piece."""
        squares = np.asarray((self._vectors * self._vectors).sum(axis=1)).ravel()
        return squares[self.places(x)]


@dataclass(frozen=True)
class Spectrum(Pieces):
    """The spectrum kernel of strings: the pieces are all runs of k characters.

    Leslie, Eskin and Noble: The spectrum kernel, PSB 2002. Of a string shorter than k, the
    string itself is its only piece.

    Attributes
    ----------
    k : int
        The length of the runs.
    """

    k: int = 3

    def __post_init__(self) -> None:
        if self.k < 1:
            msg = f"The runs of a spectrum have at least one character; k = {self.k} came."
            raise InputError(msg)

    def pieces(self, text: str) -> Counter[str]:
        """Count the runs of k characters."""
        return Counter(text[i : i + self.k] for i in range(max(1, len(text) - self.k + 1)))


@dataclass(frozen=True)
class TfIdf(Pieces):
    """Words and pairs of neighbouring words in lower case, rare ones counting more.

    A piece that appears in d of n texts counts ``1 + log((1 + n)/(1 + d))`` each time.

    Attributes
    ----------
    longest : int
        Most words in a piece.
    """

    longest: int = 2

    def __post_init__(self) -> None:
        if self.longest < 1:
            msg = f"A piece has at least one word; longest = {self.longest} came."
            raise InputError(msg)

    def pieces(self, text: str) -> Counter[str]:
        """Count the words and their neighbourhoods."""
        words = re.findall(r"\w+", text.lower())
        return Counter(
            " ".join(words[i : i + size])
            for size in range(1, self.longest + 1)
            for i in range(len(words) - size + 1)
        )

    def importance(self, appearances: Floats) -> Floats:
        """Return 1 + log((1 + n)/(1 + d))."""
        return 1.0 + np.log((1.0 + len(self.values)) / (1.0 + appearances))
