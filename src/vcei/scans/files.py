"""Graphs from files and to files: GraphML, DOT, JSON; a skeleton also as two names a line."""

from __future__ import annotations

import csv
import json
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vcei.errors import InputError, require

ENDINGS = (".graphml", ".dot", ".json")
"""How the name of a file of a graph ends."""

UNDIRECTED = frozenset({"none", "both"})
"""What an edge of DOT says of its arrowheads where it has no direction."""


@dataclass(frozen=True)
class Skeleton:
    """The edges of a graph, as PC or GES leave it.

    Attributes
    ----------
    undirected : tuple[tuple[str, str], ...]
        Edges to be oriented.
    directed : tuple[tuple[str, str], ...]
        Edges that are oriented already, cause first.
    """

    undirected: tuple[tuple[str, str], ...]
    directed: tuple[tuple[str, str], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that edges join, each once."""
        edges = (*self.undirected, *self.directed)
        return tuple(dict.fromkeys(name for edge in edges for name in edge))

    @classmethod
    def of(cls, graph: Any) -> Skeleton:
        """Take the edges of a graph.

        Parameters
        ----------
        graph
            A networkx graph, or a file of one. In a directed graph, arrows both ways are an edge
            without direction.

        Returns
        -------
        Skeleton
            Its edges, each once.

        Raises
        ------
        InputError
            If it has no edges, or one from a column to itself.
        """
        found = read(Path(graph)) if isinstance(graph, str | Path) else graph
        arrows = set(_arrows(found))
        undirected: dict[tuple[str, str], None] = {}
        directed: dict[tuple[str, str], None] = {}
        for x, y in sorted(arrows):
            if x == y:
                msg = f"The skeleton has an edge from {x!r} to itself; expected two columns."
                raise InputError(msg)
            if (y, x) in arrows:
                undirected[min(x, y), max(x, y)] = None
            else:
                directed[x, y] = None
        if not arrows:
            msg = "The skeleton has no edges; there is nothing to orient."
            raise InputError(msg)
        return cls(tuple(undirected), tuple(directed))


def _arrows(graph: Any) -> Iterator[tuple[str, str]]:
    for x, y, said in graph.edges(data=True):
        yield str(x), str(y)
        if not graph.is_directed() or str(said.get("dir", "")).strip('"') in UNDIRECTED:
            yield str(y), str(x)


def read(path: Path) -> Any:
    """Read a graph.

    Parameters
    ----------
    path
        GraphML, DOT, or JSON as networkx writes it (node-link), by the ending of its name; of any
        other name, text with two names a line and a comma between them.

    Returns
    -------
    Any
        A networkx graph.

    Raises
    ------
    InputError
        If it is not there, or not a graph.
    """
    networkx = require("networkx", "scan")
    if not path.is_file():
        msg = f"There is no file {str(path)!r}. Check the path (now in {Path.cwd()})."
        raise InputError(msg)
    readers = {".graphml": networkx.read_graphml, ".dot": _read_dot, ".json": _read_json}
    try:
        return readers.get(path.suffix.lower(), _read_lines)(path)
    except (ValueError, KeyError, TypeError, SyntaxError, networkx.NetworkXException) as error:
        msg = (
            f"{path}: not a graph that can be read: {error}. Expected GraphML (.graphml), DOT "
            "(.dot), node-link JSON (.json), or two names a line with a comma between them."
        )
        raise InputError(msg) from error


def _read_json(path: Path) -> Any:
    record = json.loads(path.read_text(encoding="utf-8"))
    # networkx called the edges links for years
    edges = "links" if "links" in record else "edges"
    return require("networkx", "scan").node_link_graph(record, edges=edges)


def _read_dot(path: Path) -> Any:
    networkx = require("networkx", "scan")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # pydot uses old names of its parser
        found = require("pydot", "scan").graph_from_dot_data(path.read_text(encoding="utf-8"))
    if not found:
        msg = "no graph in it"
        raise ValueError(msg)
    graph = networkx.nx_pydot.from_pydot(found[0])
    return networkx.relabel_nodes(graph, {node: _unquoted(str(node)) for node in graph})


def _quoted(value: Any) -> str:
    text = str(value).replace('"', r"\"")
    return f'"{text}"'


def _unquoted(name: str) -> str:
    return name.replace(r"\"", '"')  # networkx has taken off the outer ones


def _read_lines(path: Path) -> Any:
    graph = require("networkx", "scan").Graph()
    with path.open(encoding="utf-8-sig", newline="") as lines:
        for number, row in enumerate(csv.reader(lines, skipinitialspace=True), start=1):
            if not row:
                continue
            if len(row) != 2:
                msg = f"line {number} has {len(row)} names"
                raise ValueError(msg)
            graph.add_edge(*(name.strip() for name in row))
    return graph


def check_ending(path: Path) -> None:
    """Refuse a file that no graph can be written to, before the work is done.

    Parameters
    ----------
    path
        Where the graph shall go.

    Raises
    ------
    InputError
        If its ending is not known, or its folder is not there.
    """
    if path.suffix.lower() not in ENDINGS:
        msg = f"Expected a name that ends in {', '.join(ENDINGS)}; {str(path)!r} came."
        raise InputError(msg)
    if not path.parent.is_dir():
        msg = f"There is no folder {str(path.parent)!r} for {path.name!r}. Make it first."
        raise InputError(msg)


def write(graph: Any, path: Path) -> None:
    """Write a directed graph, in the form that the ending of its name says.

    Parameters
    ----------
    graph
        A networkx graph.
    path
        Where to.
    """
    check_ending(path)
    networkx = require("networkx", "scan")
    if path.suffix.lower() == ".graphml":
        networkx.write_graphml(graph, path)
    elif path.suffix.lower() == ".json":
        record = networkx.node_link_data(graph, edges="edges")
        path.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    else:
        path.write_text(dot(graph), encoding="utf-8")


def dot(graph: Any) -> str:
    """Return a directed graph in the language of Graphviz; what is undecided is dashed.

    Parameters
    ----------
    graph
        As a scan makes it.

    Returns
    -------
    str
        DOT; a program such as ``dot`` makes a picture of it.
    """
    lines = ["digraph {", *(f"  {_quoted(node)};" for node in graph)]
    for cause, effect, said in graph.edges(data=True):
        both_ways = said["kind"] == "open"
        if both_ways and cause > effect:
            continue  # one edge without arrowheads stands for both
        style = {"dir": "none"} if both_ways else {}
        if said.get("answer", "decided") != "decided":
            style["style"] = "dashed"
        shown = ", ".join(f"{key}={_quoted(value)}" for key, value in (said | style).items())
        lines.append(f"  {_quoted(cause)} -> {_quoted(effect)} [{shown}];")
    return "\n".join([*lines, "}", ""])
