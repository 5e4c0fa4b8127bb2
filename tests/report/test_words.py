"""What reports say about each answer."""

from dataclasses import fields, replace
from typing import ClassVar

import pytest

pytest.importorskip("matplotlib", reason="reports need the extra report")
pytest.importorskip("jinja2", reason="reports need the extra report")

from test_report import Page, wave

from vcei.ask import identify_pair
from vcei.method import paper
from vcei.report import render
from vcei.report.words import doubts, kinds_of, sureness
from vcei.verdict import Verdict


class Weighed(Verdict):
    """A verdict whose record holds what the test wants."""

    record: ClassVar = {}

    @property
    def answer(self):
        return self.record["answer"]

    @property
    def sentence(self):
        return "Nobody knows. If forced to choose: phase causes height."

    def to_dict(self, timings=False):
        found = super().to_dict(timings)
        evidence = {
            arrow: part | self.record["evidence"] for arrow, part in found["evidence"].items()
        }
        return found | self.record | {"evidence": evidence, "answer": self.answer.value}


@pytest.fixture(scope="module")
def verdict():
    return identify_pair(wave(rows=300), paper(rows=60, repeats=0))


def answering(verdict, answer):
    """Return the verdict as a method that weighs evidence would say it."""
    parts = {field.name: getattr(verdict, field.name) for field in fields(verdict)}
    changed = Weighed(**{**parts, "confidence": 0.995 if answer == "decided" else 0.6})
    kind = type("Answer", (), {"value": answer})
    told = {"answer": kind, "dependence": {"log_p_value": -0.1}, "says": {"impact, plain": 1.5}}
    evidence = {"p_value": 0.25, "costs": {"impact, plain": 2.0}}
    type(changed).record = told | {"evidence": evidence}
    return changed


@pytest.mark.parametrize(
    ("answer", "doubt", "sure"),
    [
        ("decided", "hidden third cause", "it is this one with probability more than 0.99"),
        ("undecided", "not decided", "to count as an answer"),
        ("independent", "does not see it", "with probability 0.9."),
        ("not identifiable", "Only an experiment", "with probability 0.60"),
        ("neither direction fits", "true all the same", "with probability 0.60"),
    ],
)
def test_each_answer_has_its_own_doubts(verdict, answer, doubt, sure):
    changed = answering(verdict, answer)
    assert doubt in " ".join(doubts(changed))
    assert sure in sureness(changed)


def test_few_rows_and_notes_are_doubts(verdict):
    said = " ".join(doubts(replace(verdict, rows=50, notes=("it was wet",))))
    assert "only 50 rows" in said
    assert "About the data: it was wet." in said


def test_kinds_add_up_over_looks():
    says = {"impact, plain": 1.0, "scale, plain": -3.0, "impact, ranked": 0.5, "entropy": 0.1}
    assert kinds_of(says) == {"scale": -3.0, "impact": 1.5, "entropy": 0.1}


def test_the_page_of_a_weighed_verdict_has_terms_and_tests(verdict):
    text = render(answering(verdict, "neither direction fits"), verdict.pair)
    alts = " ".join(attributes["alt"] for _, attributes in Page(text).having("img"))
    assert "impact +1.50; their sum is" in alts
    assert "<h1>Nobody knows.</h1>\n<p>If forced to choose: phase causes height.</p>" in text
    assert '<header class="answer neither-direction-fits">' in text
    assert "varying phase leaves the noise of height alone" in text
    assert "phase and height are independent" in text
    assert "What was weighed" in text
