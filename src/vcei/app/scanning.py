"""Scanning: every pair of columns of a table, one graph."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vcei.app.asking import Answered, Choices
from vcei.app.jobs import Tell
from vcei.errors import InputError
from vcei.table import Table

if TYPE_CHECKING:
    from vcei.bench.task import Record
    from vcei.scans import Scan
    from vcei.scans.scan import Follow

STEPS = {"test": "Testing for independence", "orient": "Orienting"}


@dataclass(frozen=True)
class ScanAll:
    """Ask about every pair of columns of a table.

    Attributes
    ----------
    table : Table
        The table.
    choices : Choices
        How to ask.
    most : int
        How many pairs are too many.
    """

    table: Table
    choices: Choices
    most: int

    def __call__(self, tell: Tell) -> Answered:
        """Test every pair, orient the dependent ones; records stay in memory."""
        from vcei.bench.store import Store
        from vcei.report import render_scan
        from vcei.scans import Survey, carry_out
        from vcei.scans.scan import in_process

        how = self.choices
        survey = Survey.of(
            self.table, method=how.method, seed=how.seed, drop_missing=how.drop_missing
        )
        if len(survey.pairs) > self.most:
            msg = (
                f"{len(survey.pairs):,} pairs of columns are too many for this page, which asks "
                f"about up to {self.most}. Keep fewer columns, or use vcei scan FILE."
            )
            raise InputError(msg)
        with Store(Path(":memory:")) as store:
            found = carry_out(survey, store, in_process, in_hand=4, follow=_telling(tell))
        tell("Drawing the graph")
        command = shlex.join(["vcei", "scan", self.table.source, *how.options])
        report = render_scan(found, command)
        return Answered(_summary(found, self.table.names), found.to_json(), report)


def _telling(tell: Tell) -> Follow:
    @contextmanager
    def follow(step: str, total: int) -> Iterator[Callable[[Record], None]]:
        done = count(1)
        tell(STEPS[step], 0, total)
        yield lambda _: tell(STEPS[step], next(done), total)

    return follow


def _summary(found: Scan, names: Sequence[str]) -> dict[str, Any]:
    """Return what the page says of a scan; columns by their places, the surest arrow first."""
    ranked = sorted(found.dependent, key=lambda one: (not one.decided, -(one.confidence or 0.0)))
    arrows = [
        {
            "columns": [names.index(name) for name in one.arrow or (one.x, one.y)],
            "arrow": one.arrow is not None,
            "answer": one.error or one.answer,
            "confidence": one.confidence,
        }
        for one in ranked
    ]
    return {"pairs": len(found.findings), "arrows": arrows, "cycle": found.cycle(decided=True)}
