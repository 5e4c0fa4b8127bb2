"""Graphs of scans: what edges carry, cycles, files, skeletons."""

import networkx as nx
import numpy as np
import pytest

import vcei
from vcei.errors import InputError
from vcei.scans import Finding, Scan
from vcei.scans.files import Skeleton, read


def finding(x, y, direction="x->y", answer="decided", **more):
    score = {"x->y": 0.5, "y->x": -0.5, "tie": 0.0}[direction]
    return Finding(x, y, 100, True, 1e-9, 1e-8, score, direction, answer, 0.9, **more)


def scanned(*findings, given=()):
    names = dict.fromkeys(name for one in findings for name in (one.x, one.y))
    return Scan(tuple(names), findings, given, {}, True, 0.05, "default", 0)


def test_an_edge_points_from_cause_to_effect_and_says_what_is_known():
    graph = scanned(finding("a", "b"), finding("b", "c", "y->x", "undecided")).graph
    assert set(graph.edges) == {("a", "b"), ("c", "b")}
    assert graph.edges["c", "b"] == {
        "kind": "oriented",
        "answer": "undecided",
        "score": 0.5,
        "confidence": 0.9,
        "p_value": 1e-9,
        "adjusted_p_value": 1e-8,
    }


def test_a_tie_and_a_failure_point_both_ways_and_make_no_cycle():
    failed = Finding("b", "c", 100, True, 1e-9, 1e-8, error="ValueError: no")
    scan = scanned(finding("a", "b", "tie", "undecided"), failed)
    assert set(scan.graph.edges) == {("a", "b"), ("b", "a"), ("b", "c"), ("c", "b")}
    assert {said["kind"] for _, _, said in scan.graph.edges(data=True)} == {"open"}
    assert scan.graph.graph["acyclic"]
    assert "failed: ValueError: no" in str(scan)


def test_cycles_are_looked_for_and_told():
    ring = finding("a", "b"), finding("b", "c"), finding("a", "c", "y->x", "undecided")
    scan = scanned(*ring)
    assert not scan.graph.graph["acyclic"]
    assert scan.graph.graph["acyclic_decided"]
    assert scan.cycle() == ["a", "b", "c", "a"]
    assert "a cycle, a -> b -> c -> a; the decided ones have none" in str(scan)
    closed = scanned(*ring[:2], finding("a", "c", "y->x"))
    assert "not all of them can be true" in str(closed)
    assert "have no cycle" in str(scanned(*ring[:2]))


def test_given_arrows_count_for_cycles():
    scan = scanned(finding("a", "b"), given=(("b", "a"),))
    assert scan.cycle(decided=True) == ["b", "a", "b"]


@pytest.mark.parametrize("ending", ["graphml", "dot", "json"])
def test_a_written_graph_reads_back(ending, tmp_path):
    path = tmp_path / f"graph.{ending}"
    names = ("plain", 'with "quotes": and ä', "with, comma")
    scan = scanned(
        finding(names[0], names[1]),
        finding(names[1], names[2], "tie", "undecided"),
        finding(names[0], names[2], "y->x"),
    )
    scan.write_graph(path)
    assert set(read(path)) == set(names)
    assert Skeleton.of(path) == Skeleton(
        undirected=(tuple(sorted(names[1:])),),
        directed=((names[0], names[1]), (names[2], names[0])),
    )
    if ending != "dot":  # where all values are text
        back = read(path)
        assert back.edges[names[0], names[1]] == scan.graph.edges[names[0], names[1]]
        assert back.graph["acyclic"] is scan.graph.graph["acyclic"]


def test_skeletons_of_every_kind(tmp_path):
    lines = tmp_path / "edges.csv"
    lines.write_text('a,b\n\n"b, too", c\n')
    assert Skeleton.of(lines) == Skeleton((("a", "b"), ("b, too", "c")), ())
    assert Skeleton.of(nx.Graph([("b", "a")])) == Skeleton((("a", "b"),), ())
    mixed = nx.DiGraph([("a", "b"), ("b", "a"), ("b", "c")])
    assert Skeleton.of(mixed) == Skeleton((("a", "b"),), (("b", "c"),))
    old = tmp_path / "old.json"
    old.write_text(
        '{"directed": false, "multigraph": false, "graph": {}, "nodes": [{"id": "a"}, {"id": "b"}],'
        ' "links": [{"source": "a", "target": "b"}]}'
    )
    assert Skeleton.of(old) == Skeleton((("a", "b"),), ())


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.json", "{", "not a graph that can be read"),
        ("a.graphml", "<graph", "not a graph that can be read"),
        ("a.csv", "a,b,c\n", "line 1 has 3 names"),
        ("a.csv", "a,a\n", "from 'a' to itself"),
        ("a.csv", "", "no edges"),
        ("a.txt", None, "There is no file"),
    ],
)
def test_what_is_no_skeleton_is_refused(name, text, message, tmp_path):
    if text is not None:
        (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=message):
        Skeleton.of(tmp_path / name)


def test_a_skeleton_is_oriented_and_nothing_else(table):
    mixed = nx.DiGraph([("a", "b"), ("b", "a"), ("c", "b"), ("d", "e"), ("e", "d")])
    found = vcei.scan(table, skeleton=mixed, method="igci-uniform")
    assert [(one.x, one.y) for one in found.findings] == [("a", "b"), ("d", "e")]
    assert all(one.dependent and one.p_value is None for one in found.findings)
    assert found.graph.edges["c", "b"] == {"kind": "given"}
    assert str(found).startswith("2 edges of the skeleton asked, 1 given;")


def test_a_skeleton_without_open_edges_or_with_unknown_columns(table):
    with pytest.raises(InputError, match="nothing to orient"):
        vcei.scan(table, skeleton=nx.DiGraph([("a", "b")]))
    with pytest.raises(InputError, match="no column 'q'"):
        vcei.scan(table, skeleton=nx.Graph([("a", "q")]))


def test_equal_columns_are_a_tie(rng):
    x = rng.normal(size=50)
    found = vcei.scan({"a": x, "b": x.copy()}, method="igci-uniform")
    assert found.findings[0].direction == "tie"
    assert np.isclose(found.findings[0].score, 0.0)
    assert found.graph.number_of_edges() == 2
