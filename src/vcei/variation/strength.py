"""How strong a variation may be: the cap b_α on one weight, said in one of two ways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from vcei.errors import InputError


class Strength(Protocol):
    """A cap on one weight that may depend on the number of rows."""

    def cap(self, rows: int) -> float:
        """Return the cap b_α for a number of candidates."""
        ...


@dataclass(frozen=True)
class Cap:
    """The same cap for any number of rows, as in the paper.

    Attributes
    ----------
    value : float
        b_α. Where it is below 1/M, no weights but equal ones are possible, and 1/M is taken.
    """

    value: float

    def __post_init__(self) -> None:
        _refuse_beyond_one("A cap on one weight", self.value)

    def cap(self, rows: int) -> float:
        """Return the cap.

        Parameters
        ----------
        rows
            The number of candidates M.

        Returns
        -------
        float
            The cap, at least 1/M.
        """
        return max(self.value, 1.0 / rows)


@dataclass(frozen=True)
class Share:
    """The cap that spreads the weight over at least a share of the rows.

    Attributes
    ----------
    value : float
        The share, in (0, 1]; smaller is stronger.
    """

    value: float

    def __post_init__(self) -> None:
        _refuse_beyond_one("A share of the rows", self.value)

    def cap(self, rows: int) -> float:
        """Return 1/(share * rows).

        Parameters
        ----------
        rows
            The number of candidates M.

        Returns
        -------
        float
            The cap, at most one.
        """
        return min(1.0, 1.0 / (self.value * rows))


def _refuse_beyond_one(what: str, value: float) -> None:
    if not 0.0 < value <= 1.0:
        msg = f"{what} is above zero and at most one; {value!r} came."
        raise InputError(msg)
