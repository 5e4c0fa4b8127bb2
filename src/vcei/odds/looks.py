"""Looks: the same pair on several scales, for a mechanism may be simple on one of them only.

The noise of ``y = m(x) + s(x) e`` is free of x on any scale of x, so that x may be ranked. Where y
was bent after the noise came in, ``y = g(m(x) + s e)``, no scale but a bent one of y shows it.
"""

from __future__ import annotations

from dataclasses import dataclass

from vcei.arrays import Floats
from vcei.scaling import normal_scores


@dataclass(frozen=True)
class Look:
    """One way to look at a pair.

    Attributes
    ----------
    name : str
        What it is called in records.
    ranked_cause : bool
        Whether the cause is replaced by the normal scores of its ranks.
    ranked_effect : bool
        Whether the effect is.
    """

    name: str
    ranked_cause: bool
    ranked_effect: bool

    def at(self, cause: Floats, effect: Floats) -> tuple[Floats, Floats]:
        """Return cause and effect as this look has them.

        Parameters
        ----------
        cause
            The claimed cause, (n,).
        effect
            The claimed effect, (n,).

        Returns
        -------
        tuple[Floats, Floats]
            Both, ranked or as they are.
        """
        return (
            normal_scores(cause) if self.ranked_cause else cause,
            normal_scores(effect) if self.ranked_effect else effect,
        )


LOOKS = (
    Look("as it is", False, False),
    Look("cause ranked", True, False),
    Look("both ranked", True, True),
)
"""The looks of the default method."""
