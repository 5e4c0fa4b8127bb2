"""What a report says in sentences: how sure, and what would make it wrong."""

from __future__ import annotations

from vcei.verdict import DECIDED, Answer, Verdict

FEW_ROWS = 200
"""Below this, chance alone makes mechanisms look as if they moved."""

ALWAYS = (
    "A hidden third cause drives both columns, or each drives the other. Then neither arrow is "
    "true, and two columns alone can hardly show it.",
    "The mechanism is nearly a straight line with normal noise. Then both arrows fit alike.",
    "The rows were selected by something that depends on both columns, or depend on each other, "
    "as neighbouring moments of a time series do.",
)
"""What no method can rule out from two columns."""


def sureness(verdict: Verdict) -> str:
    """Say how sure the verdict is, in a sentence.

    Parameters
    ----------
    verdict
        The verdict.

    Returns
    -------
    str
        A sentence.
    """
    confidence = f"Confidence {verdict.confidence:.2f} on a scale from 0.5, a coin, to 1"
    if verdict.answer is Answer.DECIDED:
        return f"{confidence}; from {DECIDED:g} an answer counts as decided."
    return f"{confidence}: too little to count as an answer, which takes {DECIDED:g}."


def doubts(verdict: Verdict) -> list[str]:
    """Say what would make the verdict wrong.

    Parameters
    ----------
    verdict
        The verdict.

    Returns
    -------
    list[str]
        Sentences: first those that this verdict gives reason for, then those that always hold.
    """
    found = []
    if verdict.answer is not Answer.DECIDED:
        found.append("It is not decided: the evidence is too weak to rely on either arrow.")
    if verdict.rows < FEW_ROWS:
        found.append(f"There are only {verdict.rows} rows. More of them may turn the answer.")
    found += [f"About the data: {note}." for note in verdict.notes]
    return [*found, *ALWAYS]
