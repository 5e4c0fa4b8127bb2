"""One variation and what it did: the record that trends, verdicts and figures read."""

from __future__ import annotations

from dataclasses import dataclass

from vcei.variation import Variation


@dataclass(frozen=True)
class Impact:
    """What one variation did to one mechanism.

    Attributes
    ----------
    cap : float
        Largest weight the variation could give a row, b_α.
    impact : float
        How far the mechanism moved.
    mmd2 : float
        How far the variation moved the cause.
    relaxed_value : float
        The relaxed objective of the variation.
    effective_rows : float
        How many equally weighted rows would be as concentrated.
    status : str
        Whether the solver solved its problem.
    harmless : float | None
        How far a variation of the same weights moves a mechanism that does not care for the cause,
        in the mean; None where that is not known.
    """

    cap: float
    impact: float
    mmd2: float
    relaxed_value: float
    effective_rows: float
    status: str
    harmless: float | None = None

    @property
    def corrected(self) -> float:
        """The impact in units of a harmless one where that is known, and as it is where not."""
        return self.impact / self.harmless if self.harmless else self.impact

    @classmethod
    def of(cls, impact: float, cap: float, variation: Variation) -> Impact:
        """Record the impact of a variation.

        Parameters
        ----------
        impact
            How far the mechanism moved.
        cap
            The cap the variation was given.
        variation
            The variation.

        Returns
        -------
        Impact
            The record.
        """
        return cls(
            cap=cap,
            impact=impact,
            mmd2=variation.mmd2,
            relaxed_value=variation.relaxed_value,
            effective_rows=variation.effective_rows,
            status=variation.status.value,
        )
