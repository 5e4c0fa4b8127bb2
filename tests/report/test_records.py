"""Reports of benchmarks and of scans."""

import numpy as np
import pytest

pytest.importorskip("matplotlib", reason="reports need the extra report")
pytest.importorskip("jinja2", reason="reports need the extra report")

from test_report import HOSTILE, SHOWN, Page

from vcei.bench.store import Board
from vcei.bench.task import Outcome, Record
from vcei.errors import InputError
from vcei.report import render_bench, render_scan
from vcei.scans import Finding, Scan


def board(method, collection, right, pairs=20, seed=0, confidence=0.9):
    records = [
        Record(
            *("key", collection, f"pair{number}", "digest", "x->y" if number % 2 else "y->x"),
            *(1.0, method, "{}", "0.1.0", seed),
            Outcome(
                score=(1.0 + number) * (1 if (number % 2) == (number < right) else -1),
                confidence=confidence,
                seconds=0.1,
            ),
        )
        for number in range(pairs)
    ]
    return Board(collection, method, seed, tuple(records), 0)


def sound(text):
    page = Page(text)
    assert page.having("script") == []
    assert [tag for tag, _ in page.having("h1")] == ["h1"]
    assert all(attributes["alt"] for _, attributes in page.having("img"))
    assert len(page.having("caption")) == len(page.having("table"))
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    return page


class TestBench:
    def test_leads_with_the_best_method_of_those_that_did_most(self):
        boards = [board("good", "A", 18), board("good", "B", 14), board("poor", "A", 10)]
        boards += [board("poor", "B", 10), board("brief", "A", 20)]
        text = render_bench(boards, "vcei bench show")
        sound(text)
        assert "<h1>good is right about 80.0 % of the pairs, the mean of 2 sets.</h1>" in text
        assert "poor 50.0 %, brief 100.0 %" in text

    def test_a_single_board_is_a_report_too(self):
        text = render_bench([board(HOSTILE, HOSTILE, 15, confidence=None)], HOSTILE)
        assert len(sound(text).having("img")) == 2
        assert f"<h1>{SHOWN} is right about 75.0 % of the pairs of {SHOWN}.</h1>" in text
        assert HOSTILE not in text

    def test_seeds_are_told_apart(self):
        text = render_bench([board("m", "A", 18), board("m", "A", 10, seed=1)], "")
        assert "m, seed 0 is right about 90.0 %" in text

    def test_of_many_methods_the_best_are_drawn(self):
        boards = [board(f"method {n}", "A", 20 - n) for n in range(10)]
        text = render_bench(boards, "")
        assert "Of 10 methods the best are drawn." in text
        assert "method 9" in text

    def test_without_records_there_is_nothing_to_report(self):
        with pytest.raises(InputError, match="no record yet"):
            render_bench([Board("A", "m", 0, (), 3)], "")


class TestScan:
    def scan(self, findings, columns=("a", HOSTILE, "c"), **changes):
        settings = {"given": (), "left_out": {"d": "constant"}, "tested": True, "level": 0.05}
        return Scan(columns, findings, **{**settings, "method": "m", "seed": 0, **changes})

    def found(self, x, y, direction="x->y", confidence=0.9):
        answer = "decided" if confidence >= 0.8 else "undecided"
        return Finding(x, y, 50, True, 0.001, 0.002, 1.0, direction, answer, confidence)

    def test_says_what_is_dependent_and_which_arrows_are_decided(self):
        independent = Finding(HOSTILE, "c", 50, False, 0.5, 0.5)
        findings = (self.found("a", HOSTILE), self.found("a", "c", "y->x", 0.6), independent)
        text = render_scan(self.scan(findings), "vcei scan")
        assert len(sound(text).having("img")) == 2
        assert "<h1>2 of 3 pairs are dependent; 1 arrows are decided.</h1>" in text
        assert f"a causes {SHOWN}" in text
        assert HOSTILE not in text
        assert "d was left out: constant." in text

    def test_a_cycle_is_said(self):
        names = "a", "b", "c"
        findings = tuple(self.found(names[i], names[(i + 1) % 3]) for i in range(3))
        text = render_scan(self.scan(findings, names), "")
        assert "have a cycle, a → b → c → a: not all can be true" in text

    def test_a_large_scan_is_a_page_of_moderate_size(self, rng):
        names = tuple(f"column {i}" for i in range(80))
        pairs = [(x, y) for i, x in enumerate(names) for y in names[:i]]
        sure = rng.uniform(0.5, 1, len(pairs))
        findings = tuple(
            self.found(x, y, "y->x", float(c)) for (x, y), c in zip(pairs, sure, strict=True)
        )
        text = render_scan(self.scan(findings, names), "")
        assert len(text) < 2_000_000
        assert sound(text).having("img") == []
        assert "2760 more pairs are in the JSON" in text

    def test_nothing_dependent_is_a_report_too(self):
        finding = Finding("a", "c", 50, False, 0.5, 0.5)
        text = render_scan(self.scan((finding,), ("a", "c")), "")
        assert "0 of 1 pairs are dependent" in text
        assert np.all([len(a["alt"]) > 20 for _, a in sound(text).having("img")])
