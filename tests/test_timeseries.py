"""Time series: windows, verdicts on pairs of them, and summary graphs."""

import json

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import vcei
from cli.test_identify import vcei as run
from vcei.any_kind import AnyKind
from vcei.data.simulate import GENERATORS
from vcei.timeseries import windows

TIMES = np.arange(40.0)


def test_windows_of_a_short_series():
    assert_array_equal(windows(TIMES[:5], 3), [[0, 1, 2], [1, 2, 3], [2, 3, 4]])
    assert_array_equal(windows(TIMES[:7], 3, stride=2, delay=2), [[0, 2, 4], [2, 4, 6]])


def test_series_are_cut_after_differences_are_taken():
    pair = vcei.series(TIMES**2, TIMES + np.sin(TIMES), length=2, difference=1)
    assert_array_equal(pair.x[:2], [[1, 3], [3, 5]])
    assert pair.rows == 38


@pytest.mark.parametrize(
    ("x", "choices", "message"),
    [
        (TIMES[:3], {}, "A window of 5 points 1 apart spans 5 steps; 3 came"),
        (TIMES[:12], {}, "give 8 windows of 5 points; expected at least 10"),
        (TIMES, {"length": 1}, "at least 2 as length; 1 came"),
        (TIMES, {"stride": 0}, "at least 1 as stride; 0 came"),
        (TIMES, {"difference": -1}, "how often to take differences"),
        (np.where(TIMES == 7, np.nan, TIMES), {}, "first at step 8. A gap breaks the order"),
    ],
)
def test_refused_with_what_was_expected_and_what_came(x, choices, message):
    with pytest.raises(vcei.InputError, match=message):
        vcei.series(x, x**2, **choices)
    with pytest.raises(vcei.InputError, match="equally long; 40 and 39"):
        vcei.series(TIMES, TIMES[1:])


def test_finds_the_driving_series_and_a_seed_repeats():
    for number in range(4):
        x, y = GENERATORS["time-series"](np.random.default_rng([5, number]), 300)
        verdict = vcei.identify_pair(vcei.series(x, y), AnyKind(repeats=0), seed=2)
        other = vcei.identify_pair(vcei.series(y, x), AnyKind(repeats=0), seed=2)
        assert verdict.direction.value == "x->y"
        assert other.score == -verdict.score


def test_confidence_takes_neighbouring_windows_together(rng):
    """Series apart drive each other by chance only: both arrows hold."""
    x, y = rng.normal(size=(2, 300))
    verdict = vcei.identify_pair(vcei.series(x, y))
    assert verdict.confidence == 0.5
    assert verdict.answer.value == "not identifiable"


@pytest.fixture
def chain(rng):
    """Return a -> b, and c apart."""
    a, c, e = rng.laplace(size=(3, 250))
    b = np.append(0.0, np.tanh(2 * a[:-1])) + 0.2 * e
    return {"a": a, "b": b, "c": c}


def test_summary_graph_of_three_series(chain):
    summary = vcei.summary_graph(chain, length=3)
    assert [(drive.cause, drive.effect) for drive in summary.arrows] == [("a", "b")]
    assert len(summary.drives) == 6
    assert list(summary.to_networkx().edges) == [("a", "b")]
    assert "a -> b  moved by" in str(summary)
    with pytest.raises(vcei.InputError, match="at least two series of numbers that vary; 1 came"):
        vcei.summary_graph({"a": chain["a"], "b": np.ones(250)})


def test_at_the_prompt(chain, tmp_path):
    rows = zip(*(column.tolist() for column in chain.values()), strict=True)
    lines = ["a,b,c", *(",".join(map(str, row)) for row in rows)]
    path, graph = tmp_path / "three.csv", tmp_path / "g.dot"
    path.write_text("\n".join(lines))
    done = run("series", path, "--length", 3, "--graph", graph, "--json")
    assert done.returncode == 0, done.stderr
    arrows = json.loads(done.stdout)["arrows"]
    assert [(arrow["cause"], arrow["effect"]) for arrow in arrows] == [("a", "b")]
    assert "a -> b" in graph.read_text().replace('"', "")
    short = run("series", path, "--length", 300)
    assert short.returncode == 2
    assert "A window of 300 points" in short.stderr
