"""How a verdict reads."""

import pytest

from vcei.impact import Impact
from vcei.verdict import Evidence, Verdict, agreement


def verdict(score, confidence):
    impacts = (Impact(0.2, 0.5, 0.1, 0.2, 5.0, "optimal"),)
    evidence = {
        arrow: Evidence(moved, impacts, None, {"mechanism": {}}, seconds={"factor": 1.0})
        for arrow, moved in (("x->y", 0.25), ("y->x", 0.25 + score))
    }
    return Verdict(
        score, confidence, evidence, "rain", "harvest", 30, "default", 0, {}, "0.1.0", ("note one",)
    )


@pytest.mark.parametrize(
    ("score", "confidence", "sentence", "answer", "direction"),
    [
        (0.1, 0.9, "rain causes harvest.", "decided", "x->y"),
        (-0.1, 0.91, "harvest causes rain.", "decided", "y->x"),
        (0.1, 0.89, "Undecided. If forced to choose: rain causes harvest.", "undecided", "x->y"),
        (0.0, 0.5, "rain and harvest cannot be told apart.", "undecided", "tie"),
    ],
)
def test_says_it_in_a_sentence(score, confidence, sentence, answer, direction):
    found = verdict(score, confidence)
    assert found.sentence == sentence
    assert (found.answer.value, found.direction.value) == (answer, direction)


def test_prints_for_people():
    assert (
        str(verdict(0.125, 0.9))
        == """\
rain causes harvest.

  confidence  0.90  (0.5 is a coin; from the agreement of random subsamples, not calibrated)
  score       +0.125  (above zero: rain causes harvest)

  If the arrow were true, varying the cause would not move the mechanism:
       rain -> harvest  moved by 0.25
    harvest -> rain     moved by 0.375

  30 rows, method default, seed 0, vcei 0.1.0
  note: note one"""
    )


@pytest.mark.parametrize(
    ("score", "repeats", "expected"),
    [
        (1.0, [], 0.5),
        (1.0, [1.0] * 8, 0.9),
        (-1.0, [-2.0] * 8, 0.9),
        (1.0, [-1.0] * 8, 0.5),
        (1.0, [1.0, 1.0, 0.0, -1.0], 3.5 / 6),
        (0.0, [1.0, 1.0], 0.5),
    ],
)
def test_confidence_is_the_share_of_repeats_that_agree(score, repeats, expected):
    assert agreement(score, repeats) == expected
