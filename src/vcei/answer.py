"""Answer: whether a question could be answered, and which arrow is the better supported."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

DECIDED = 0.9
"""Confidence from which an answer counts as decided."""

LEVEL = 0.05
"""Level of the tests: of independence of the columns, and of impact on the noise."""


class Direction(StrEnum):
    """The better supported arrow: the forced decision."""

    X_CAUSES_Y = "x->y"
    Y_CAUSES_X = "y->x"
    TIE = "tie"
    """Both arrows are supported exactly alike."""


class Answer(StrEnum):
    """Whether the question could be answered."""

    DECIDED = "decided"
    """One arrow is clearly better supported."""
    UNDECIDED = "undecided"
    """The evidence is too weak, or at odds with itself."""
    INDEPENDENT = "independent"
    """No dependence between the columns was found: there is nothing to drive."""
    NOT_IDENTIFIABLE = "not identifiable"
    """Both arrows fit and neither is clearly simpler, as for linear Gaussian pairs."""
    NEITHER = "neither direction fits"
    """Variation moves the noise along both arrows: a hidden common cause, a cycle, or a mechanism
    of another class."""


WORDS = {
    Answer.UNDECIDED: "Undecided.",
    Answer.INDEPENDENT: "No dependence between {x} and {y} was found: neither drives the other.",
    Answer.NOT_IDENTIFIABLE: "{x} and {y} depend on each other, but both arrows fit equally well.",
    Answer.NEITHER: (
        "Neither direction fits: {x} and {y} may have a hidden common cause, drive each other, or "
        "follow a mechanism of another kind."
    ),
}
"""What an answer says that is not an arrow."""


def answer_of(
    direction: Direction,
    confidence: float,
    moved: Mapping[str, bool | None],
    independent: float | None,
) -> Answer:
    """Say whether a question could be answered.

    The columns are `independent` if a test at the level :data:`LEVEL` finds no dependence. Where
    the impact of variation on the noise was tested, `neither direction fits` if it is there along
    both arrows. `decided` takes a confidence of :data:`DECIDED`, and no impact along the better
    supported arrow. What is left is `not identifiable` if there is no impact along either arrow,
    and `undecided` otherwise.

    Parameters
    ----------
    direction
        The better supported arrow.
    confidence
        How sure that is.
    moved
        Whether variation moved the noise, for each arrow that has evidence; None without a test.
    independent
        The p-value of the test of independence; None without one.

    Returns
    -------
    Answer
        The answer.
    """
    if independent is not None and independent >= LEVEL:
        return Answer.INDEPENDENT
    tested = bool(moved) and None not in moved.values()
    if tested and all(moved.values()):
        return Answer.NEITHER
    if confidence >= DECIDED and not moved.get(direction.value):
        return Answer.DECIDED
    if tested and not any(moved.values()):
        return Answer.NOT_IDENTIFIABLE
    return Answer.UNDECIDED
