"""Summaries, their layout, and published figures beside them."""

import json
from dataclasses import replace

import pytest
from tiny import ThirdMoments, labelled

from vcei.bench import PAPER, ByScore, Task, summarize
from vcei.bench.layout import Format, comparison_rows, fold, lay_out, remarks, summary_rows
from vcei.bench.published import beside, published
from vcei.bench.summary import means
from vcei.bench.task import Outcome
from vcei.catalogue import PEERS

NAMED = {"collection", "method", "pairs", "failures", "accuracy", "weighted_accuracy", "low"}
NAMED |= {"high", "audrc", "auroc", "seconds_per_pair"}


@pytest.fixture
def summaries(store):
    """Return a summary of four pairs, of weights 1, 2, 3, 4, of which the second is missing.

    The truths are x->y, y->x, x->y, y->x; the first is right, the third a tie, the last failed.
    """
    outcomes = {
        1: Outcome("here", 1.0, 2.0, "x->y", "decided"),
        3: Outcome("here", 3.0, 0.0, "tie", "undecided"),
        4: Outcome("here", 5.0, error="ValueError: no"),
    }
    pairs = [replace(labelled(n), weight=float(n)) for n in (1, 2, 3, 4)]
    plan = [Task(pair, "cheap", ByScore(ThirdMoments())) for pair in pairs]
    store.plan(plan)
    for number, outcome in outcomes.items():
        store.write(plan[number - 1].record(outcome))
    return summarize(store.boards())


def test_a_summary_counts(summaries):
    (one,) = summaries
    assert (one.collection, one.method, one.pairs, one.missing, one.failures) == (
        "tiny",
        "cheap",
        3,
        1,
        1,
    )
    assert one.accuracy == pytest.approx(1 / 3)
    assert one.total_weight == 8
    assert one.weighted_accuracy == pytest.approx(1 / 8)
    assert one.accuracy_x_to_y == pytest.approx(1 / 4)
    assert one.accuracy_y_to_x == 0
    assert one.low < one.weighted_accuracy < one.high
    assert one.seconds_per_pair == 3.0
    # the right one is the surest and weighs 1 of 8
    assert one.accuracy_at_rate["0.1"] == 1
    assert one.accuracy_at_rate["1"] == pytest.approx(1 / 8)


def test_json_has_every_field_that_is_promised(summaries):
    record = json.loads(json.dumps([one.to_dict() for one in summaries], allow_nan=False))[0]
    assert set(record) >= NAMED


def test_the_papers_collections_come_in_its_order_and_others_after_them(store):
    for name in ("zoo", "tuebingen", "AN", "ark", "SIM"):
        task = Task(replace(labelled(1), collection=name), "cheap", ByScore(ThirdMoments()))
        store.plan([task])
        store.write(task.record(Outcome(seconds=1.0, score=1.0, direction="x->y")))
    order = [one.collection for one in summarize(store.boards())]
    assert order == ["SIM", "AN", "tuebingen", "ark", "zoo"]


def test_a_plan_without_a_record_has_no_summary(store):
    store.plan([Task(labelled(1), "cheap", ByScore(ThirdMoments()))])
    assert summarize(store.boards()) == []


def test_remarks_tell_weights_and_what_is_missing(summaries):
    said = "\n".join(remarks(summaries))
    assert "tiny: 3 pairs, total weight 8.000" in said
    assert "tiny, cheap: 1 pairs are still to be done" in said


def test_a_table_is_aligned(summaries):
    heading, row = lay_out(summary_rows(summaries, Format.TABLE), Format.TABLE).splitlines()
    assert heading.split()[:4] == ["collection", "method", "pairs", "failed"]
    assert row.split()[:6] == ["tiny", "cheap", "3", "1", "33.3", "12.5"]
    assert heading.index("weighted") + len("weighted") == row.index("12.5") + len("12.5")


def test_markdown_and_csv():
    rows = [["name", "n"], ["a, b", "10"], ["c", ""]]
    assert lay_out(rows, Format.CSV) == 'name,n\n"a, b",10\nc,'
    assert lay_out(rows, Format.MARKDOWN).splitlines() == [
        "| name |  n |",
        "| ---- | -: |",
        "| a, b | 10 |",
        "| c    |    |",
    ]


def test_a_table_wider_than_the_terminal_is_cut_between_columns():
    # two spaces after each column but the last: 4 + 2 + 3 = 9, and with the last 9 + 2 + 5 = 16
    rows = [["name", "one", "three"], ["a", "1", "33333"]]
    assert fold(rows, 16, stay=1) == [rows]
    assert fold(rows, 15, stay=1) == [
        [["name", "one"], ["a", "1"]],
        [["name", "three"], ["a", "33333"]],
    ]
    assert len(fold(rows, 1, stay=1)) == 2  # a column that has no room at all stands alone
    assert lay_out(rows, Format.TABLE, room=15).splitlines() == [
        "name  one",
        "a       1",
        "",
        "name  three",
        "a     33333",
    ]
    assert lay_out(rows, Format.MARKDOWN, room=1) == lay_out(rows, Format.MARKDOWN)


def test_a_mean_waits_for_every_pair(summaries):
    done = [replace(summaries[0], collection=name, missing=0) for name in ("AN", "LS")]
    assert means(done) == {"cheap": pytest.approx(1 / 8)}
    assert means([done[0], replace(done[1], missing=1)]) == {}


def test_published_figures_are_fractions_with_a_source():
    figures = published()
    assert all(0 <= one.value <= 1 and one.source and one.kind for one in figures)
    assert {one.collection for one in figures} == set(PAPER)
    keys = [(one.method, one.collection, one.weighted) for one in figures]
    assert len(set(keys)) == len(keys)


MEANS = {"bQCD m=7": 83.5, "bQCD m=3": 82.9, "Sloppy": 81.0, "biCAM": 78.2, "GPI": 75.4}
MEANS |= {"IGCI-g": 75.6, "IGCI-u": 44.4, "RESIT": 65.5}


@pytest.mark.parametrize(
    ("method", "mean"),
    list(MEANS.items()),
)
def test_published_figures_have_the_means_that_were_worked_out_from_the_paper(method, mean):
    """Bound to notice a slip in any one figure of the table: one point moves a mean by 0.1."""
    values = [one.value for one in beside(PAPER, published()) if one.method == method]
    assert len(values) == 10
    assert 100 * sum(values) / 10 == pytest.approx(mean, abs=0.051)


def test_published_figures_stand_beside_ours(summaries):
    ours = [replace(summaries[0], collection=name) for name in ("AN", "tuebingen")]
    heading, first, *others = comparison_rows(ours, published())
    assert heading == ["method", "AN", "tuebingen", "source"]
    assert first == ["cheap", "12.5", "12.5", "here, seed 0"]
    assert ["bQCD m=3", "100", "77", "Tagasovska 2020"] in others
    assert ["GPLVM", "100", "", "Dhir 2024, second hand"] in others


def test_published_figures_of_a_method_come_right_below_it(summaries):
    ours = [
        replace(summaries[0], method=name, collection="AN") for name in ("bqcd", "igci-uniform")
    ]
    first = [row[0] for row in comparison_rows(ours, published())[1:5]]
    assert first == ["bqcd", "bQCD m=3", "igci-uniform", "IGCI-u"]


def test_every_counterpart_of_a_method_has_figures():
    wanted = {entry.published for entry in PEERS.values()} - {None}
    assert wanted - {one.method for one in published()} == set()
