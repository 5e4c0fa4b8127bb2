"""docs/rivals.md: its tables are what the script makes, and what differs is explained."""

import importlib.util
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from vcei.bench.suite import PAPER
from vcei.catalogue import PEERS, named
from vcei.data.collections import find_collections, load_collection
from vcei.pair import Pair
from vcei.peers import score_of

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("rivals", ROOT / "benchmarks" / "rivals.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def page():
    return (ROOT / "docs" / "rivals.md").read_text(encoding="utf-8")


def table(page, block):
    """Return the cells of a table, by the name in their first column."""
    text = page.split(f"<!-- {block}: begin -->")[1].split(f"<!-- {block}: end -->")[0]
    heading, _, *rows = [
        line.strip("| ").split(" | ") for line in text.split("\n\n")[0].splitlines()[1:]
    ]
    return heading, {row[0].strip("`"): row[1:] for row in rows}


def test_settings_are_those_of_the_catalogue(script, page):
    assert page == script.replaced(page, "settings", script.settings())


def test_brackets_hold_the_published_figures(script, page):
    heading, rows = table(page, "accuracies")
    assert heading[1:11] == list(PAPER)
    for method, cells in rows.items():
        there = script.figures_of(PEERS[method].published)
        for name, cell in zip(PAPER, cells, strict=False):
            bracket = re.search(r"\((.*)\)", cell)
            expected = f"{100 * there[name]:g}" if name in there and cell else None
            assert (bracket and bracket[1]) == expected


def test_what_is_bold_is_far_from_the_published_figure_and_explained(script, page):
    _, rows = table(page, "accuracies")
    bold = [method for method, cells in rows.items() if any("**" in cell for cell in cells)]
    assert bold
    assert script.unexplained(page, bold) == []
    for cells in rows.values():
        for name, cell in zip(PAPER, cells, strict=False):
            numbers = re.findall(r"[\d.]+", cell)
            if len(numbers) == 2:
                apart = abs(float(numbers[0]) - float(numbers[1]))
                margin = 3 if name == "tuebingen" else 4
                assert apart >= margin - 0.5 if "**" in cell else apart <= margin + 0.5


def test_a_difference_that_nobody_explains_is_found(script, page):
    assert script.unexplained(page, ["bicam"]) == ["bicam"]
    assert script.far({"SIM": 0.5, "tuebingen": 0.7}, {"SIM": 0.54, "tuebingen": 0.74}) == [
        "tuebingen"
    ]


@cache
def loaded(folder, collection):
    return load_collection(find_collections(folder)[collection])


@pytest.mark.slow
@pytest.mark.parametrize("collection", ["SIM"])
@pytest.mark.parametrize("method", ["igci-uniform", "igci-gaussian", "bicam", "bqcd", "sloppy"])
def test_the_paper_s_cheap_rivals_are_faithful(script, data_dir, method, collection):
    """Within four points of the published accuracy, on a hundred pairs."""
    needs = PEERS[method].needs
    if needs:
        pytest.importorskip(needs[0])
    rival, pairs = named(method), loaded(data_dir, collection)
    right = [
        (score_of(rival, Pair.of(one.x, one.y)) > 0) == (one.truth.value == "x->y") for one in pairs
    ]
    published = script.figures_of(PEERS[method].published)[collection]
    assert len(pairs) == 100
    assert script.is_near(collection, float(np.mean(right)), published)
