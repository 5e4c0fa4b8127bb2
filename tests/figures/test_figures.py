"""Figures: what is drawn is what was given, and the same drawing is the same bytes."""

import subprocess
import sys
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from numpy.testing import assert_allclose

pytest.importorskip("matplotlib", reason="figures need the extra plot")

from vcei import figures
from vcei.figures.accuracy import MARKS
from vcei.figures.canvas import BLUE
from vcei.figures.strength import STROKES
from vcei.impact import Trend


@pytest.fixture
def axes():
    return figures.new_figure(3, 2).subplots()


def places(collection):
    return np.asarray(collection.get_offsets())


class TestCanvas:
    @pytest.mark.parametrize(("form", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
    def test_the_same_drawing_is_the_same_bytes(self, form, start):
        def drawn():
            with figures.style():
                figure = figures.new_figure(3, 2)
                figure.subplots().plot([1, 2], [3, 4], label="a")
                return figures.image_bytes(figure, form)

        once, again = drawn(), drawn()
        assert once == again
        assert once.startswith(start)

    def test_the_style_ends_with_its_block(self):
        import matplotlib as mpl

        before = dict(mpl.rcParams)
        with figures.style():
            assert mpl.rcParams["legend.frameon"] is False
        assert dict(mpl.rcParams) == before

    def test_no_window_is_opened(self):
        code = (
            "import sys, vcei.figures as f; f.new_figure(1, 1).subplots(); "
            "sys.exit('matplotlib.pyplot' in sys.modules)"
        )
        assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

    @pytest.mark.parametrize("marks", [[m[0] for m in MARKS], [s[1:] for s in STROKES]])
    def test_what_shares_axes_differs_without_colour(self, marks):
        assert len(set(marks)) == len(marks)


class TestCurves:
    def test_every_model_is_a_line(self, axes, rng):
        inputs, said = np.linspace(0, 1, 9), rng.normal(size=(4, 9))
        figures.draw_curves(axes, inputs, said)
        assert len(axes.lines) == 4
        assert_allclose(axes.lines[2].get_xydata(), np.stack([inputs, said[2]], axis=1))

    @pytest.mark.parametrize(("rows", "pixels"), [(30, False), (3000, True)])
    def test_a_large_sample_is_drawn_in_pixels(self, axes, rng, rows, pixels):
        x, y = rng.normal(size=(2, rows))
        figures.draw_scatter(axes, x, y)
        (points,) = axes.collections
        assert_allclose(places(points), np.stack([x, y], axis=1))
        assert points.get_rasterized() is pixels


def test_marked_rows_and_the_rest_are_all_rows(axes, rng):
    x, y = rng.normal(size=(2, 20))
    figures.draw_marked(axes, x, y, {"rare": np.array([3, 7]), "drawn": np.array([1])})
    rest, rare, drawn = axes.collections
    assert_allclose(places(rare), np.stack([x, y], axis=1)[[3, 7]])
    assert_allclose(places(drawn), [[x[1], y[1]]])
    assert len(places(rest)) == 17
    labels = [one.get_label() for one in axes.collections]
    assert labels == ["all 20 rows", "2 rare", "1 drawn"]


def test_the_area_of_a_disk_is_its_weight(axes, rng):
    points = rng.normal(size=(5, 2))
    figures.draw_weights(axes, points, np.array([0.0, 0.5, 0.25, 0.25, 1e-17]))
    everything, disks = axes.collections
    assert len(places(everything)) == 5
    assert_allclose(places(disks), points[1:4])
    assert_allclose(disks.get_sizes() / disks.get_sizes()[0], [1, 0.5, 0.5])
    assert axes.get_xlim() == axes.get_ylim()


class TestStrength:
    CAPS = np.array([0.1, 0.2, 0.4])

    def test_draws_their_mean_and_the_line(self, axes):
        impacts = np.array([[1.0, 2.0, 4.0], [3.0, 4.0, 6.0]])
        figures.draw_impacts(axes, self.CAPS, impacts, Trend(10.0, 0.5, 1.0))
        first, second, mean, line = axes.lines
        assert_allclose(first.get_ydata(), impacts[0])
        assert_allclose(second.get_ydata(), impacts[1])
        assert_allclose(mean.get_ydata(), [2, 3, 5])
        assert_allclose(line.get_ydata(), [2, 3, 5])
        assert [one.get_label() for one in (mean, line)] == [
            "mean of 2 draws",
            "line: slope 10.000 ± 0.500",
        ]

    def test_a_single_draw_is_not_drawn_twice(self, axes):
        figures.draw_impacts(axes, self.CAPS, np.ones((1, 3)), Trend(0.0, 0.0, 1.0))
        assert axes.lines[0].get_label() == "impact"
        assert len(axes.lines) == 2

    def test_values_by_name(self, axes):
        figures.draw_values(axes, self.CAPS, {"one": self.CAPS, "other": 2 * self.CAPS})
        assert [line.get_label() for line in axes.lines] == ["one", "other"]
        assert_allclose(axes.lines[1].get_ydata(), 2 * self.CAPS)
        assert axes.get_xscale() == "log"


class TestAccuracies:
    OURS = ("ours", np.array([0.5, 1.0]), np.array([0.4, 0.9]), np.array([0.7, 1.0]))

    def test_full_marks_are_measured_and_hollow_ones_published(self, axes):
        rival = figures.Rival("theirs", {"A": 0.25}, {"A": 0.3, "B": 0.6})
        figures.draw_accuracies(axes, ["A", "B"], self.OURS, [rival])
        hollow, full = axes.lines[-2:]
        assert_allclose(hollow.get_ydata(), [30, 60])
        assert_allclose(full.get_ydata(), [25, np.nan])
        assert hollow.get_markerfacecolor() == "none"
        assert full.get_markerfacecolor() != "none"
        assert axes.get_legend_handles_labels()[1] == ["theirs", "ours"]

    def test_who_was_not_measured_has_a_hollow_mark_in_the_legend(self, axes):
        rival = figures.Rival("theirs", {}, {"A": 0.3})
        figures.draw_accuracies(axes, ["A", "B"], self.OURS, [rival])
        handle = axes.get_legend_handles_labels()[0][0]
        assert handle.get_markerfacecolor() == "none"

    def test_the_interval_reaches_from_low_to_high(self, axes):
        figures.draw_accuracies(axes, ["A", "B"], self.OURS, [])
        bars = axes.containers[0].lines[2][0].get_segments()
        assert_allclose([[bar[0][1], bar[1][1]] for bar in bars], [[40, 70], [90, 100]])
        assert [tick.get_text() for tick in axes.get_xticklabels()] == ["A", "B"]


class TestMechanism:
    GRID = np.linspace(0, 1, 5)

    def test_bands_hold_one_and_two_scales(self, axes):
        figures.draw_mechanism(axes, self.GRID, 2 * self.GRID, np.full(5, 0.5))
        assert_allclose(axes.lines[0].get_ydata(), 2 * self.GRID)
        for band, spread in zip(axes.collections, (0.5, 1.0), strict=True):
            heights = band.get_paths()[0].vertices[:, 1]
            assert (heights.min(), heights.max()) == (-spread, 2 + spread)

    def test_a_line_is_bold_only_where_the_variation_keeps_rows(self, axes):
        near = np.array([True, True, False, False, True])
        figures.draw_refits(axes, self.GRID, self.GRID, [("half", self.GRID**2, near)])
        _, everywhere, there = axes.lines
        assert_allclose(everywhere.get_ydata(), self.GRID**2)
        assert_allclose(there.get_ydata(), np.where(near, self.GRID**2, np.nan))
        assert there.get_linewidth() > everywhere.get_linewidth()
        assert axes.get_legend_handles_labels()[1] == ["as observed", "half"]

    def test_weights_shape_the_outline(self, axes, rng):
        values = rng.normal(size=200)
        weights = np.where(values > 0, 1.0, 0.0) / np.sum(values > 0)
        figures.draw_noise_laws(axes, values, weights)
        outline = axes.patches[-1].get_xy()
        assert outline[outline[:, 0] < -0.4, 1].max() == 0
        assert outline[:, 1].max() > 0
        figures.draw_marginal(axes, values, weights)

    def test_rings_are_as_large_as_their_weights(self, axes, rng):
        x, y = rng.normal(size=(2, 4))
        figures.draw_varied_sample(axes, x, y, np.array([0.0, 0.5, 0.25, 0.25]))
        everything, rings = axes.collections
        assert len(places(everything)) == 4
        assert_allclose(places(rings)[:, 0], x[1:])
        assert_allclose(rings.get_sizes() / rings.get_sizes()[0], [1, 0.5, 0.5])


def test_impacts_stand_beside_harmless_ones(axes):
    impacts, expected, high = np.array([1.0, 3.0]), np.array([1.0, 2.0]), np.array([2.0, 4.0])
    figures.draw_against_harmless(axes, [0.4, 0.1], impacts, (expected, high))
    dotted, line = axes.lines
    assert_allclose(dotted.get_ydata(), expected)
    assert_allclose(line.get_ydata(), impacts)
    assert axes.collections[0].get_paths()[0].vertices[:, 1].max() == 4
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["40 %", "10 %"]


class TestDial:
    @pytest.mark.parametrize(
        ("belief", "tip"), [(0.0, (-0.93, 0)), (0.5, (0, 0.93)), (1.0, (0.93, 0))]
    )
    def test_the_needle_leans_as_far_as_the_belief(self, axes, belief, tip):
        figures.draw_dial(axes, "a", "b", belief, 0.8)
        needle = axes.lines[0].get_xydata()
        assert_allclose(needle, [(0, 0), tip], atol=1e-12)

    def test_names_are_no_formulas(self, axes):
        figures.draw_dial(axes, "cost $", "$\\frac", 0.5, 0.8)
        with figures.style():
            assert figures.image_bytes(axes.figure, "svg")


def test_terms_are_bars_and_their_sum(axes):
    figures.draw_terms(axes, {"one": 2.0, "other": -0.5}, "a", "b")
    assert [bar.get_width() for bar in axes.patches] == [2.0, -0.5, 1.5]
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["one", "other", "sum"]
    assert [bar.get_hatch() or "" for bar in axes.patches] == ["", "////", ""]


def test_accuracies_of_several_methods_have_intervals(axes):
    share = np.array([0.5, np.nan])
    figures.draw_measured(axes, ["A", "B"], {"m": (share, share - 0.1, share + 0.2)})
    (bar,) = [one for one in axes.containers[0].lines[2][0].get_segments() if len(one)][:1]
    assert_allclose(bar[:, 1], [40, 70])


def test_decision_rates_are_in_percent(axes):
    rates = np.array([0.5, 1.0])
    figures.draw_decision_rates(axes, {"m": (rates, np.array([1.0, 0.75]))})
    assert_allclose(axes.lines[-1].get_xydata(), [(50, 100), (100, 75)])


def test_reliability_has_intervals(axes):
    half = np.array([0.5])
    figures.draw_reliability(axes, np.array([0.9]), half, half - 0.25, half + 0.125, np.ones(1))
    bars = axes.containers[0].lines[2][0].get_segments()
    assert_allclose(bars[0], [(90, 25), (90, 62.5)])
    assert_allclose(places(axes.collections[-1]), [(90, 50)])


class TestScan:
    def test_an_open_edge_is_one_line_and_an_arrow_is_one_arrow(self, axes):
        networkx = pytest.importorskip("networkx")
        graph = networkx.DiGraph([("a", "b", {"answer": "decided", "confidence": 0.9})])
        graph.add_edges_from([("b", "c"), ("c", "b")], kind="open")
        figures.draw_graph(axes, graph)
        styles = [type(patch.get_arrowstyle()).__name__ for patch in axes.patches]
        assert styles == ["CurveFilledB", "Curve"]
        assert [text.get_text() for text in axes.texts] == ["a", "b", "c"]

    def test_cells_of_which_nothing_is_known_are_empty(self, axes):
        matrix = np.array([[np.nan, 0.9], [np.nan, np.nan]])
        figures.draw_matrix(axes, ["a", "b"], matrix, "confidence", least=0.5)
        assert [(text.get_position(), text.get_text()) for text in axes.texts] == [((1, 0), "0.90")]


class TestPages:
    def drawn(self, themed):
        with figures.style():
            figure = figures.new_figure(3, 2)
            axes = figure.subplots()
            axes.plot([1, 2], [3, 4], color=BLUE)
            figures.name_axes(axes, "<!-- --> & ]]>", "\x00 $a")
            return figures.svg_text(figure, themed)

    def test_an_svg_is_well_formed_whatever_names_say(self):
        for themed in (True, False):
            text = self.drawn(themed)
            assert ET.fromstring(text).tag.endswith("svg")
            assert "<!--" not in text

    def test_colours_follow_the_scheme_of_the_page(self):
        text = self.drawn(themed=True)
        assert text.count(f":{BLUE}") == 1
        assert "stroke: var(--c0072b2)" in text
        assert "prefers-color-scheme:dark" in text
        assert f"stroke: {BLUE}" in self.drawn(themed=False)
