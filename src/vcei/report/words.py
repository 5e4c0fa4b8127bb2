"""What a report says in sentences: how sure, and what would make it wrong."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from vcei.answer import DECIDED
from vcei.odds import by_kind
from vcei.verdict import Verdict

FEW_ROWS = 200
"""Below this, chance alone makes mechanisms look as if they moved."""

ALWAYS = (
    "The rows were selected by something that depends on both columns, or depend on each other, "
    "as neighbouring moments of a time series do."
)
"""What no method can rule out from two columns."""

HIDDEN = (
    "A hidden third cause drives both columns, or each drives the other. Then neither arrow is "
    "true, and two columns alone can hardly show it."
)

LINEAR = (
    "The mechanism is nearly a straight line with normal noise. Then both arrows fit alike, and "
    "what tells them apart is chance."
)

DOUBTS = {
    "decided": (),
    "undecided": ("It is not decided: the evidence is too weak to rely on either arrow.",),
    "independent": (
        "A dependence so weak, or of such a shape, that the test of independence does not see it "
        "in these rows. More rows would show more.",
    ),
    "not identifiable": (
        "Nothing but a small difference stands behind the arrow: both directions explain the data, "
        "as for linear mechanisms with normal noise. Only an experiment or a third column helps.",
    ),
    "neither direction fits": (
        "One of the arrows is true all the same, with a mechanism that the method does not know: "
        "such as one whose noise is neither added to its effect nor scaled.",
    ),
}
"""What may be wrong with each answer."""


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
    record = verdict.to_dict()
    if record["answer"] == "independent":
        chance = exp(record["dependence"]["log_p_value"])
        return (
            "Columns without any connection look at least as dependent as these with probability "
            f"{chance:.2g}."
        )
    # no finite evidence makes certain
    known = f"{verdict.confidence:.2f}" if verdict.confidence < 0.995 else "more than 0.99"
    if record.get("says"):
        sure = (
            f"If one of the two arrows is true, it is this one with probability {known}, by "
            "simulated pairs like these."
        )
    else:
        sure = f"Confidence {known} on a scale from 0.5, a coin, to 1."
    if record["answer"] == "undecided" and verdict.confidence < DECIDED:
        return f"{sure} It takes {DECIDED:g} to count as an answer."
    return sure


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
    found = list(DOUBTS[verdict.answer.value])
    if verdict.rows < FEW_ROWS:
        found.append(f"There are only {verdict.rows} rows. More of them may turn the answer.")
    found += [f"About the data: {note}." for note in verdict.notes]
    if verdict.answer.value in {"decided", "undecided"}:
        found.append(HIDDEN)
        if verdict.pair is None or verdict.pair.is_scalar:
            found.append(LINEAR)
    return [*found, ALWAYS]


def kinds_of(says: Mapping[str, float]) -> dict[str, float]:
    """Add up what each kind of evidence says over all looks at the pair.

    Parameters
    ----------
    says
        Log odds by ``kind, look``.

    Returns
    -------
    dict[str, float]
        Log odds by kind, the weightiest first.
    """
    return dict(sorted(by_kind(says).items(), key=lambda one: -abs(one[1])))
