"""The page in a real browser: from a file to the verdict, and what must never happen on the way."""

import json
import subprocess
import sys
import urllib.request

import numpy as np
import pytest

from app.browser import browsing, complaints, requests
from app.serving import serving

pytestmark = pytest.mark.slow

TAB, ENTER = "\ue004", "\ue007"
"""As WebDriver writes these keys."""

HOSTILE = "<script>alert(1)</script>"
WORSE = "<img src=x onerror=alert(2)>"


@pytest.fixture(scope="module")
def talk():
    with serving() as opened:
        yield opened


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    with browsing(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture
def page(opened, talk):
    """Return the page, fresh; at the end nothing may have been asked of anybody else."""
    opened.set_window_size(1000, 900)
    opened.get(talk.address)
    found = Page(opened, talk)
    found.wait(lambda: found("#method option"), "the methods")
    yield found
    assert {url for url in requests(opened) if not url.startswith(talk.address)} == set()
    assert [said for said in complaints(opened) if said not in found.expected] == []


class Page:
    """The page as somebody sees it who looks things up by their place."""

    def __init__(self, browser, talk):
        self.browser = browser
        self.talk = talk
        self.expected = []

    def __call__(self, selector):
        return self.browser.find_elements("css selector", selector)

    def one(self, selector):
        return self.browser.find_element("css selector", selector)

    @property
    def sentence(self):
        return self.one("#sentence").get_property("textContent")

    def shown(self, selector):
        return self.one(selector).is_displayed()

    def wait(self, until, what, seconds=15):
        from selenium.webdriver.support.wait import WebDriverWait

        WebDriverWait(self.browser, seconds, poll_frequency=0.05).until(lambda _: until(), what)

    def choose(self, path):
        self.one("#file").send_keys(str(path))

    def open(self, path):
        self.choose(path)
        self.wait(lambda: path.name in self.one("#table-heading").text, "the table")

    def select(self, selector, option):
        self.one(f"{selector} option[value={option}]").click()

    def press_until(self, target):
        """Go from control to control by the keyboard, and press one."""
        for _ in range(40):
            if self.focused == target:
                break
            self.type(TAB)
        assert self.focused == target
        self.type(ENTER)

    def type(self, keys):
        from selenium.webdriver import ActionChains

        ActionChains(self.browser).send_keys(keys).perform()

    @property
    def focused(self):
        return self.browser.switch_to.active_element.get_attribute("id")

    def ask(self):
        self.one("#ask").click()
        self.wait(lambda: self.shown("#answer") or self.shown("#trouble"), "the answer")
        assert self.one("#trouble").text == ""
        with self.inside_report():
            self.wait(lambda: self("h1"), "the report")

    def inside_report(self):
        return Inside(self.browser, self.one("#report"))


class Inside:
    def __init__(self, browser, frame):
        self.browser, self.frame = browser, frame

    def __enter__(self):
        self.browser.switch_to.frame(self.frame)

    def __exit__(self, *_):
        self.browser.switch_to.default_content()


def write_table(path, names, rows):
    rng = np.random.default_rng(3)
    x = rng.uniform(-2, 2, rows)
    y = np.sin(2 * x) + 0.2 * rng.normal(size=rows)
    lines = [f"{a:.6f},{b:.6f},{HOSTILE}" for a, b in zip(x.tolist(), y.tolist(), strict=True)]
    path.write_text("\n".join([",".join(names), *lines]) + "\n", encoding="utf-8")
    return path


def test_from_a_file_to_the_verdict_and_its_files(page, tmp_path):
    path = write_table(tmp_path / "wave.csv", ("phase", "height", "note"), 1000)
    page.open(path)
    assert page.one("#table-heading").text == "wave.csv: 1,000 rows, 3 columns"
    assert [cell.text for cell in page("#columns td")] == ["number", "number", "category, 1 levels"]
    assert len(page("#head tr")) == 8
    page.ask()
    assert page.sentence == "phase causes height."
    with page.inside_report():
        assert len(page("img")) >= 4
        assert all(image.get_property("naturalWidth") for image in page("img"))
    record = urllib.request.urlopen(page.one("#save-json").get_property("href")).read().decode()
    told = subprocess.run(
        [sys.executable, "-m", "vcei", "identify", path, "--x=phase", "--y=height", "--json"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert json.loads(record) == json.loads(told)
    saved = urllib.request.urlopen(page.one("#save-report").get_property("href"))
    assert "attachment" in saved.headers["content-disposition"]
    report = tmp_path / "report.html"
    report.write_bytes(saved.read())
    requests(page.browser)
    page.browser.get(report.as_uri())
    assert {url for url in requests(page.browser) if not url.startswith("data:")} == {
        report.as_uri()
    }
    assert "phase causes height" in page.one("body").text


def test_names_and_cells_are_text_wherever_they_are_shown(page, tmp_path):
    page.open(write_table(tmp_path / f"{WORSE[1:-1]}.csv", (HOSTILE, WORSE, "c"), 200))
    assert [cell.text for cell in page("#columns tr:first-child th")] == [HOSTILE, WORSE, "c"]
    assert page.one("#head td:nth-child(3)").text == HOSTILE
    assert page.one("#x option").text == HOSTILE
    page.ask()
    assert HOSTILE in page.sentence
    assert len(page("script")) == 1  # the page's own
    with page.inside_report():
        assert HOSTILE in page.one("body").text
        assert WORSE in page.one("body").text
        assert page("script") == page("[onerror]") == []


def test_a_file_that_is_too_large_is_refused_politely(page, tmp_path):
    path = tmp_path / "huge.csv"
    with path.open("wb") as file:
        file.truncate(200_000_000)
    page.choose(path)
    page.wait(lambda: page.shown("#trouble"), "the refusal")
    assert "200 MB came, and this page takes up to 50 MB" in page.one("#trouble").text
    assert not page.shown("#progress")
    page.expected = [said for said in complaints(page.browser) if "413" in said]
    page.one("#example").click()
    page.wait(lambda: page.shown("#table"), "the example")
    assert not page.shown("#trouble")


def test_a_file_can_be_dropped(page):
    page.browser.execute_script("""
        const data = new DataTransfer();
        const rows = Array.from({ length: 20 }, (_, i) => `${i},${i * i}`);
        data.items.add(new File([["u,v", ...rows].join("\\n")], "dropped.csv"));
        document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
    """)
    page.wait(lambda: "dropped.csv: 20 rows" in page.one("#table-heading").text, "the table")


def test_what_cannot_be_read_is_explained(page, tmp_path):
    path = tmp_path / "broken.csv"
    path.write_text("a,b\n1,2\n3\n")
    page.choose(path)
    page.wait(lambda: page.shown("#trouble"), "the explanation")
    assert "broken.csv: line 3 has 1 cells" in page.one("#trouble").text


def test_a_column_may_be_told_what_it_holds(page, tmp_path):
    rng = np.random.default_rng(5)
    hour = rng.integers(0, 24, 200)
    load = np.cos(hour / 24 * 2 * np.pi) + 0.2 * rng.normal(size=200)
    path = tmp_path / "hours.csv"
    rows = zip(hour.tolist(), load.tolist(), strict=True)
    path.write_text("hour,load\n" + "\n".join(f"{a},{b}" for a, b in rows))
    page.open(path)
    page.one("#x-kind option[value='angle:24']").click()
    page.ask()
    with page.inside_report():
        assert "--kind=x=angle:24" in page.one("body").text


def test_a_table_can_be_scanned_and_each_arrow_explained(page, tmp_path):
    rng = np.random.default_rng(1)
    x, z = rng.uniform(-2, 2, (2, 200))
    rows = np.stack([z, x, np.sin(2 * x) + 0.1 * rng.normal(size=200)], axis=1).tolist()
    path = tmp_path / "three.csv"
    path.write_text("z,x,y\n" + "\n".join(",".join(map(repr, row)) for row in rows))
    page.open(path)
    page.select("#method", "igci-uniform")
    page.one("#scan").click()
    page.wait(lambda: page.shown("#scanned"), "the scan")
    assert page.one("#scanned-heading").text == "1 of 3 pairs depend on each other"
    found = [cell.text for cell in page("#arrows td")][:3]
    assert {found[0], found[2]} == {"x", "y"}
    page.one("summary").click()
    page.browser.switch_to.frame(page.one("#scan-report"))
    page.wait(lambda: page("img"), "the graph")
    page.browser.switch_to.default_content()
    page.one("#arrows button").click()
    page.wait(lambda: page.shown("#answer"), "the answer")
    assert {"x", "y"} <= set(page.sentence.rstrip(".").split())


def test_work_can_be_cancelled_and_asked_again(page):
    page.one("#example").click()
    page.wait(lambda: page.shown("#table"), "the example")
    page.select("#method", "gpi")
    page.one("#ask").click()
    page.wait(lambda: "Weighing" in page.one("#step").text, "the work")
    page.one("#cancel").click()
    assert not page.shown("#progress")
    page.select("#method", "igci-uniform")
    page.ask()
    assert "day" in page.sentence


def test_nothing_needs_a_mouse(page):
    page.press_until("example")
    page.wait(lambda: page.shown("#table"), "the example")
    page.press_until("ask")
    page.wait(lambda: page.shown("#answer"), "the answer")
    assert page.focused == "answer-heading"
    page.select("#method", "gpi")
    page.one("#seed").send_keys(ENTER)
    page.wait(lambda: "Weighing" in page.one("#step").text, "the work")
    page.press_until("cancel")
    assert page.focused == "ask"


@pytest.mark.parametrize("width", [360, 1000])
def test_everything_fits_and_has_a_name(page, width):
    page.browser.set_window_size(width, 800)
    page.browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500},
    )
    page.one("#example").click()
    page.wait(lambda: page.shown("#table"), "the example")
    page.ask()
    too_wide = "return document.documentElement.scrollWidth > window.innerWidth"
    assert not page.browser.execute_script(too_wide)
    controls = [one for one in page("button, input, select, a, iframe") if one.is_displayed()]
    assert [one.get_attribute("id") for one in controls if not one.accessible_name] == []
    with page.inside_report():
        assert not page.browser.execute_script(too_wide)
        assert all(image.get_attribute("alt") for image in page("img"))
    page.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
