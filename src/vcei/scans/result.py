"""What a scan found: a finding for each pair, and all of them as a graph."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from vcei._version import __version__
from vcei.answer import Answer, Direction
from vcei.errors import require
from vcei.plain import plain
from vcei.scans.files import write

SHOWN = 40
"""Arrows that the text shows at most."""


@dataclass(frozen=True)
class Finding:
    """What is known about two columns.

    Attributes
    ----------
    x : str
        The first column.
    y : str
        The second column.
    rows : int
        Rows in which both are known.
    dependent : bool
        Whether they are called dependent.
    p_value : float | None
        Of the test of independence; None where it was not made, or failed.
    adjusted_p_value : float | None
        The same, adjusted for the false discovery rate over all pairs.
    score : float | None
        Above zero x causes y; None where no direction was asked for, or the method failed.
    direction : str | None
        The better supported arrow.
    answer : str | None
        Whether the question could be answered.
    confidence : float | None
        The method's confidence.
    error : str | None
        Why the test or the method failed.
    """

    x: str
    y: str
    rows: int
    dependent: bool
    p_value: float | None = None
    adjusted_p_value: float | None = None
    score: float | None = None
    direction: str | None = None
    answer: str | None = None
    confidence: float | None = None
    error: str | None = None

    @property
    def arrow(self) -> tuple[str, str] | None:
        """Cause and effect; None for a tie, or where there is no direction."""
        arrows = {Direction.X_CAUSES_Y: (self.x, self.y), Direction.Y_CAUSES_X: (self.y, self.x)}
        return None if self.direction is None else arrows.get(Direction(self.direction))

    @property
    def decided(self) -> bool:
        """Whether there is an arrow that counts as decided."""
        return self.arrow is not None and self.answer == Answer.DECIDED

    def said(self) -> dict[str, Any]:
        """Return what an edge carries; what is not known is left out."""
        record = {
            "kind": "oriented" if self.arrow else "open",
            "answer": self.answer or Answer.UNDECIDED.value,
            "score": None if self.score is None else abs(self.score),
            "confidence": self.confidence,
            "p_value": self.p_value,
            "adjusted_p_value": self.adjusted_p_value,
            "error": self.error,
        }
        return {key: value for key, value in record.items() if value is not None}


@dataclass(frozen=True, eq=False)
class Scan:
    """Which columns of a table depend on each other, and which of them drive which.

    Attributes
    ----------
    columns : tuple[str, ...]
        The columns, in their order.
    findings : tuple[Finding, ...]
        One for each pair that was asked about.
    given : tuple[tuple[str, str], ...]
        Arrows that the skeleton held already.
    left_out : Mapping[str, str]
        Columns that were left out, and why.
    tested : bool
        Whether independence was tested.
    level : float
        The false discovery rate.
    method : str
        Name of the method.
    seed : int
        The seed everything random was drawn from.
    """

    columns: tuple[str, ...]
    findings: tuple[Finding, ...]
    given: tuple[tuple[str, str], ...]
    left_out: Mapping[str, str]
    tested: bool
    level: float
    method: str
    seed: int

    @property
    def dependent(self) -> tuple[Finding, ...]:
        """The pairs that are called dependent."""
        return tuple(one for one in self.findings if one.dependent)

    @cached_property
    def graph(self) -> Any:
        """A networkx DiGraph: columns, and an edge from cause to effect for each dependent pair.

        Edges carry ``kind`` (``oriented``; ``given`` by the skeleton; ``open``: edges both ways,
        for a tie or a failure), ``answer``, ``score`` (at least zero: in favour of this arrow),
        ``confidence`` and the p-values. The graph carries ``acyclic``, true of all arrows, and
        ``acyclic_decided``, true of those decided or given: checked, not assumed.
        """
        graph = require("networkx", "scan").DiGraph(
            method=self.method, seed=self.seed, version=__version__
        )
        graph.add_nodes_from(self.columns)
        graph.add_edges_from(self.given, kind="given")
        for one in self.dependent:
            for cause, effect in (one.arrow,) if one.arrow else ((one.x, one.y), (one.y, one.x)):
                graph.add_edge(cause, effect, **one.said())
        graph.graph["acyclic"] = self.cycle() is None
        graph.graph["acyclic_decided"] = self.cycle(decided=True) is None
        return graph

    def cycle(self, decided: bool = False) -> list[str] | None:
        """Look for a cycle among the arrows.

        Parameters
        ----------
        decided
            Look only at arrows that are decided or given.

        Returns
        -------
        list[str] | None
            The columns of one, its first again at the end; None if there is none.
        """
        networkx = require("networkx", "scan")
        arrows = networkx.DiGraph(self.given)
        arrows.add_edges_from(
            one.arrow for one in self.dependent if one.arrow and (one.decided or not decided)
        )
        try:
            edges = networkx.find_cycle(arrows)
        except networkx.NetworkXNoCycle:
            return None
        return [edges[0][0], *(edge[1] for edge in edges)]

    def write_graph(self, path: str | Path) -> None:
        """Write the graph; the ending says how: .graphml, .dot or .json."""
        write(self.graph, Path(path))

    def to_dict(self) -> dict[str, Any]:
        """Return the scan as plain values: the same seed gives the same bytes."""
        return {
            "method": self.method,
            "seed": self.seed,
            "version": __version__,
            "false_discovery_rate": self.level if self.tested else None,
            "columns": list(self.columns),
            "left_out": dict(self.left_out),
            "pairs": [
                {part.name: plain(getattr(one, part.name)) for part in fields(one)}
                for one in self.findings
            ],
            "given": [list(arrow) for arrow in self.given],
            "cycle": self.cycle(),
            "cycle_decided": self.cycle(decided=True),
        }

    def to_json(self) -> str:
        """Return the scan as one line of JSON."""
        return json.dumps(self.to_dict(), allow_nan=False, ensure_ascii=False)

    def __str__(self) -> str:
        lines = [self._counts(), ""]
        ranked = sorted(self.dependent, key=lambda one: (not one.decided, -(one.confidence or 0.0)))
        width = max((len(name) for one in ranked for name in (one.x, one.y)), default=0)
        lines += [_line(one, width) for one in ranked[:SHOWN]]
        if ranked[SHOWN:]:
            lines.append(f"  and {len(ranked) - SHOWN} more, in the graph and in the JSON")
        lines += ["", *self._cycles()]
        lines += [f"left out: {name!r} ({why})" for name, why in self.left_out.items()]
        return "\n".join(lines)

    def _counts(self) -> str:
        decided = sum(one.decided for one in self.dependent)
        asked = f"{len(self.dependent)} of {len(self.findings)} pairs are dependent"
        if self.tested:
            asked += f" (false discovery rate {100 * self.level:g} %)"
        else:
            asked = f"{len(self.findings)} edges of the skeleton asked, {len(self.given)} given"
        return f"{asked}; {decided} decided, {len(self.dependent) - decided} not."

    def _cycles(self) -> list[str]:
        every, decided = self.cycle(), self.cycle(decided=True)
        if every is None:
            return ["The arrows have no cycle."]
        if decided is None:
            return [f"The arrows have a cycle, {_path(every)}; the decided ones have none."]
        return [f"The decided arrows have a cycle, {_path(decided)}: not all of them can be true."]


def _path(cycle: Sequence[str]) -> str:
    return " -> ".join(cycle)


def _line(one: Finding, width: int) -> str:
    cause, effect = one.arrow or (one.x, one.y)
    said = f"  {cause:>{width}} {'->' if one.arrow else '--'} {effect:<{width}}"
    if one.error is not None:
        return f"{said}  failed: {one.error}"
    said += f"  {one.answer:<9}"
    if one.confidence is not None:
        said += f"  confidence {one.confidence:.2f}"
    return f"{said}  score {abs(one.score or 0.0):.3g}"
