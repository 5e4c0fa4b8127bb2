"""Reports: complete in one page, safe whatever the data are called, readable by everyone."""

import base64
import re
import sys
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree as ET

import numpy as np
import pytest

pytest.importorskip("matplotlib", reason="reports need the extra report")
pytest.importorskip("jinja2", reason="reports need the extra report")

from vcei.ask import identify_pair
from vcei.errors import InputError
from vcei.pair import Pair
from vcei.report import pictures, render

HOSTILE = "<script>alert(1)</script>"
SHOWN = "&lt;script&gt;alert(1)&lt;/script&gt;"


def wave(rows=150, x_name="phase", y_name="height", seed=0):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-2, 2, rows)
    return Pair.of(x, np.sin(2 * x) + 0.2 * rng.normal(size=rows), x_name, y_name)


class Page(HTMLParser):
    """What a page holds, in order."""

    def __init__(self, text):
        super().__init__()
        self.tags = []
        self.feed(text)

    def having(self, *names):
        return [(tag, attributes) for tag, attributes in self.tags if tag in names]

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))


def hostile():
    pair = wave(x_name=HOSTILE, y_name='" onerror="alert(2)')
    return render(identify_pair(pair, "igci-uniform"), pair, command=f"vcei identify {HOSTILE}")


@pytest.fixture(scope="module")
def text():
    return hostile()


@pytest.fixture(scope="module")
def page(text):
    return Page(text)


def test_what_comes_from_the_data_is_text(text, page):
    assert page.having("script") == []
    assert SHOWN in text
    assert HOSTILE not in text
    assert not [name for _, attributes in page.tags for name in attributes if name[:2] == "on"]


def test_the_same_verdict_is_the_same_page(text):
    assert hostile() == text


class TestNames:
    """Columns of names have pictures of their own."""

    def drawn(self, x, y):
        pair = Pair.of(x, y, HOSTILE, "$b$", kind={"x": "category"})
        verdict = replace(identify_pair(wave(), "igci-uniform"), x=HOSTILE, y="$b$", pair=pair)
        assert HOSTILE not in render(verdict, pair)
        return pictures(verdict, pair)

    def test_with_numbers_are_strips(self, rng):
        x = rng.choice(["a", HOSTILE, "$c"], 90)
        dial, sample = self.drawn(x, rng.normal(size=90))
        (axes,) = sample.figure.axes
        assert dial.name == "dial"
        assert [text.get_text() for text in axes.get_xticklabels()] == ["$c", "<script>alert…", "a"]

    def test_with_names_are_tables_of_shares(self):
        x, y = np.array(["a", "a", "b", "b", "c"] * 5), np.array(["u", "v", "v", "v", "w"] * 5)
        _, sample = self.drawn(x, y)
        forward, backward = ([t.get_text() for t in axes.texts] for axes in sample.figure.axes)
        assert forward == ["50", "0", "0", "50", "100", "0", "0", "0", "100"]
        assert backward == ["100", "33", "0", "0", "67", "0", "0", "0", "100"]

    def test_too_many_are_not_drawn(self, rng):
        x = np.repeat([f"name {i}" for i in range(20)], 10)
        assert [one.name for one in self.drawn(x, rng.normal(size=200))] == ["dial"]


def test_asks_for_nothing_from_outside(text, page):
    sources = [value for _, a in page.tags for name, value in a.items() if name in {"src", "href"}]
    assert all(source.startswith(("data:", "#")) for source in sources)
    assert "url(" not in text
    assert "@import" not in text
    assert page.having("link", "iframe", "object") == []


def test_images_are_complete_documents_without_scripts(page):
    images = [a["src"].partition("base64,")[2] for _, a in page.having("img")]
    assert len(images) >= 5
    for image in images:
        parts = list(ET.fromstring(base64.b64decode(image)).iter())
        links = [v for part in parts for name, v in part.attrib.items() if name.endswith("href")]
        assert all(link.startswith(("#", "data:image/png")) for link in links)
        assert not [part for part in parts if part.tag.endswith("script")]


def test_is_a_page_that_can_be_heard(page):
    assert page.having("html")[0][1]["lang"] == "en"
    levels = [int(tag[1]) for tag, _ in page.having("h1", "h2", "h3", "h4")]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert all(len(a["alt"].split()) > 5 for _, a in page.having("img"))
    assert len(page.having("caption")) == len(page.having("table")) > 1
    assert all("scope" in a for _, a in page.having("th"))


def test_every_reference_inside_the_page_leads_somewhere(page):
    ids = [a["id"] for _, a in page.tags if "id" in a]
    assert len(ids) == len(set(ids))
    named = [a["aria-labelledby"] for _, a in page.tags if "aria-labelledby" in a]
    links = [a["href"][1:] for _, a in page.having("a")]
    assert set(named + links) <= set(ids)


def test_begins_with_the_answer_and_says_what_would_make_it_wrong():
    pair = wave()
    verdict = identify_pair(pair)
    text = re.sub(r"<style>.*?</style>", "", render(verdict, pair), flags=re.DOTALL)
    assert text.index(f"<h1>{verdict.sentence}</h1>") < text.index("What would make it wrong")
    assert text.index("What would make it wrong") < text.index("<img")
    assert "vcei.identify(x, y, method=&#39;default&#39;, seed=0)" in text


def test_many_rows_make_no_larger_page():
    pair = wave(rows=20_000)
    assert len(render(identify_pair(pair, "igci-uniform"), pair)) < 2_000_000


@pytest.mark.parametrize(
    ("cause", "effect"),
    [
        (lambda x: x, lambda x: x),
        (lambda x: x > 0, lambda x: x > 0.1),
        (np.round, lambda x: x**2),
        (lambda x: 1e300 * x, lambda x: 1e-300 * np.sin(x)),
        (np.tan, lambda x: 1 / x),
        (lambda x: x[:10], lambda x: x[:10] ** 2),
    ],
)
def test_odd_data_have_pictures_too(cause, effect, rng):
    x = rng.uniform(-2, 2, 60)
    pair = Pair.of(*(np.asarray(made(x), dtype=float) for made in (cause, effect)))
    assert len(Page(render(identify_pair(pair, "igci-uniform"), pair)).having("img")) == 6


def test_where_nothing_can_be_drawn_the_page_says_why():
    rare = np.zeros(30_000)
    rare[7] = 1.0
    pair = Pair.of(rare, np.arange(30_000.0), x_name=HOSTILE)
    verdict = replace(identify_pair(pair, "raw-variance"), seed=1)
    text = render(verdict, pair)
    assert len(Page(text).having("img")) == 1
    assert "The mechanisms are not drawn." in text
    assert HOSTILE not in text
    assert len(verdict.plot().axes) == 1
    assert len(Page(verdict._repr_html_()).having("img")) == 1


@pytest.fixture(scope="module")
def verdict():
    return identify_pair(wave(x_name=HOSTILE), "igci-uniform")


class TestVerdictsShowThemselves:
    def test_as_a_figure(self, verdict):
        figure = verdict.plot()
        titles = [axes.get_title("center") + axes.get_title("left") for axes in figure.axes]
        assert titles[0] == verdict.sentence
        assert len(titles) == 5

    def test_as_a_page(self, verdict, tmp_path):
        text = verdict.report(tmp_path / "page.html").read_text(encoding="utf-8")
        assert text.startswith("<!doctype html>")
        assert text.count(SHOWN) > 5

    def test_in_a_notebook(self, verdict):
        shown = verdict._repr_html_()
        assert SHOWN in shown
        assert HOSTILE not in shown
        assert len(Page(shown).having("img")) == 2

    def test_in_a_notebook_without_the_data(self, verdict):
        bare = replace(verdict, pair=None)
        assert len(Page(bare._repr_html_()).having("img")) == 1
        assert bare == verdict
        with pytest.raises(InputError, match="does not hold"):
            bare.plot()

    def test_in_a_notebook_without_the_libraries(self, verdict, monkeypatch):
        monkeypatch.setitem(sys.modules, "matplotlib", None)
        assert verdict._repr_html_() is None
        assert pretty(verdict) == str(verdict)


def pretty(verdict):
    class Printer:
        def text(self, words):
            self.words = words

    printer = Printer()
    verdict._repr_pretty_(printer, cycle=False)
    return printer.words
