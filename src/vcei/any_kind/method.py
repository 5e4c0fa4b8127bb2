"""The choices of the method for columns of any kind."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from vcei.plain import plain
from vcei.variation import Unrelaxed

if TYPE_CHECKING:
    from vcei.pair import Pair
    from vcei.verdict import Verdict


class Measure(StrEnum):
    """What an arrow is judged by."""

    NOISE = "noise"
    IMPACT = "impact"
    MARGINAL = "marginal"
    TREND = "trend"
    ADMISSIBLE = "admissible"
    AUTONOMY = "autonomy"


@dataclass(frozen=True)
class AnyKind:
    """Variation-based identification for columns of any kind, with its choices.

    Attributes
    ----------
    name : str
        What verdicts call the method.
    rows : int
        Decide on at most this many rows, drawn at random.
    impact_rows : int
        Refit mechanisms on at most this many rows.
    shares : tuple[float, ...]
        The shares of the rows that variations live on.
    solver : Unrelaxed
        Who finds the variations.
    varied : int
        Refit mechanisms under at most this many variations of each share.
    orders : int
        How many harmless variations an impact is compared with.
    measure : Measure | None
        Judge every arrow by impact, pointwise or on the marginal, or by its trend; None chooses by
        the kinds.
    repeats : int
        How often the decision is repeated on a random part of the rows, for the confidence.
    """

    name: str = "any-kind"
    rows: int = 5000
    impact_rows: int = 1000
    shares: tuple[float, ...] = (0.4, 0.2, 0.1)
    solver: Unrelaxed = field(default_factory=lambda: Unrelaxed(starts=6))
    varied: int = 3
    orders: int = 3
    measure: Measure | None = None
    repeats: int = 20

    def identify(self, pair: Pair, seed: int = 0) -> Verdict:
        """Decide about a checked pair; see :func:`vcei.any_kind.identify_any_kind`."""
        from vcei.any_kind.identify import identify_any_kind

        return identify_any_kind(pair, self, seed)

    @property
    def settings(self) -> dict[str, Any]:
        """All choices as plain values, for records."""
        return {choice.name: plain(getattr(self, choice.name)) for choice in fields(self)}
