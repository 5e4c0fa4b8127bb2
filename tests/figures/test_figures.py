"""Figures: what is drawn is what was given, and the same drawing is the same bytes."""

import subprocess
import sys

import numpy as np
import pytest
from numpy.testing import assert_allclose

pytest.importorskip("matplotlib", reason="figures need the extra plot")

from vcei import figures
from vcei.figures.accuracy import MARKS
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
