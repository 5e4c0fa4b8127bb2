"""Summaries as text: tables for people, Markdown and CSV for documents and spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum

from vcei.bench.published import Published, beside
from vcei.bench.summary import Summary, means, rank
from vcei.catalogue import CATALOGUE

Rows = Sequence[Sequence[str]]


class Format(StrEnum):
    """How a table is written."""

    TABLE = "table"
    CSV = "csv"
    MARKDOWN = "markdown"


COLUMNS: Mapping[str, Callable[[Summary], str]] = {
    "collection": lambda one: one.collection,
    "method": lambda one: one.method,
    "pairs": lambda one: str(one.pairs),
    "failed": lambda one: str(one.failures),
    "accuracy": lambda one: percent(one.accuracy),
    "weighted": lambda one: percent(one.weighted_accuracy),
    "95 % interval": lambda one: f"{percent(one.low)} to {percent(one.high)}",
    "x->y": lambda one: percent(one.accuracy_x_to_y),
    "y->x": lambda one: percent(one.accuracy_y_to_x),
    "AUDRC": lambda one: percent(one.audrc),
    "AUROC": lambda one: percent(one.auroc),
    "s/pair": lambda one: "" if one.seconds_per_pair is None else f"{one.seconds_per_pair:.3f}",
}
"""Headings of the table for people, and what stands under each; shares in percent."""

MARKS = {
    "paper": "",
    "results": ", result files",
    "secondary": ", second hand",
    "recorded": ", recorded",
}
"""What is said of a published figure besides its source, by its kind."""


def percent(share: float | None) -> str:
    """Return a share in percent with one digit; nothing for None."""
    return "" if share is None else f"{100 * share:.1f}"


def lay_out(rows: Rows, form: Format, room: int = 0, stay: int = 1) -> str:
    """Write rows as a table, the first one being the heading.

    Parameters
    ----------
    rows
        Cells.
    form
        How to write them.
    room
        Characters in a line; a table for people that needs more becomes several. 0: no limit.
    stay
        How many columns come first in each of them.

    Returns
    -------
    str
        Lines, without the last line break.
    """
    if form is Format.TABLE and room:
        parts = fold(rows, room, stay)
        if len(parts) > 1:
            return "\n\n".join(lay_out(part, form) for part in parts)
    if form is Format.CSV:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        return text.getvalue().rstrip("\n")
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    # words stand left, and so does every column that holds any; numbers stand right
    left = [not all(_numeric(cell) for cell in column[1:]) for column in zip(*rows, strict=True)]
    aligned = [
        [
            cell.ljust(w) if to_left else cell.rjust(w)
            for cell, w, to_left in zip(row, widths, left, strict=True)
        ]
        for row in rows
    ]
    if form is Format.MARKDOWN:
        rule = [
            "-" * w if to_left else "-" * (w - 1) + ":"
            for w, to_left in zip(widths, left, strict=True)
        ]
        return "\n".join(f"| {' | '.join(row)} |" for row in [aligned[0], rule, *aligned[1:]])
    return "\n".join("  ".join(row).rstrip() for row in aligned)


def fold(rows: Rows, room: int, stay: int) -> list[Rows]:
    """Cut a table that is too wide between columns.

    Parameters
    ----------
    rows
        Cells.
    room
        Characters in a line.
    stay
        How many columns come first in each part.

    Returns
    -------
    list[Rows]
        The parts, each with at least one more column.
    """
    widths = [2 + max(map(len, column)) for column in zip(*rows, strict=True)]
    cuts, used = [stay], sum(widths[:stay])
    for place in range(stay, len(widths)):
        if used + widths[place] - 2 > room and place > cuts[-1]:
            cuts.append(place)
            used = sum(widths[:stay])
        used += widths[place]
    ends = [*cuts[1:], len(widths)]
    return [
        [[*row[:stay], *row[start:end]] for row in rows]
        for start, end in zip(cuts, ends, strict=True)
    ]


def summary_rows(summaries: Sequence[Summary], form: Format) -> Rows:
    """Return the table of summaries: percentages for people, every field as it is for CSV.

    Parameters
    ----------
    summaries
        At least one.
    form
        How they will be written.

    Returns
    -------
    Rows
        The heading and a row for each summary.
    """
    if form is Format.CSV:
        fields = [
            {name: value for name, value in one.to_dict().items() if name != "accuracy_at_rate"}
            for one in summaries
        ]
        values = [["" if v is None else str(v) for v in row.values()] for row in fields]
        return [list(fields[0]), *values]
    columns = dict(COLUMNS)
    if len({one.seed for one in summaries}) > 1:
        columns["seed"] = lambda one: str(one.seed)
    return [list(columns), *([cell(one) for cell in columns.values()] for one in summaries)]


def remarks(summaries: Sequence[Summary]) -> list[str]:
    """Return what a reader of the table should know: weights, what is missing, means.

    Parameters
    ----------
    summaries
        At least one.

    Returns
    -------
    list[str]
        Sentences.
    """
    by_pairs = sorted(summaries, key=lambda one: one.pairs)
    weighted = {one.collection: one for one in by_pairs if one.weighted}
    lines = [
        f"{name}: {one.pairs} pairs, total weight {one.total_weight:.3f}"
        for name, one in weighted.items()
    ]
    lines += [
        f"{one.collection}, {one.method}: {one.missing} pairs are still to be done; give the same "
        "vcei bench run again"
        for one in summaries
        if one.missing
    ]
    collections = len({one.collection for one in summaries})
    lines += [
        f"{method}: mean weighted accuracy over the {collections} collections {percent(mean)}"
        for method, mean in means(summaries).items()
    ]
    lines.append(
        "Percent. Ties and failures count as wrong; the interval is Clopper-Pearson's of the "
        "weighted accuracy."
    )
    return lines


def comparison_rows(summaries: Sequence[Summary], figures: Iterable[Published]) -> Rows:
    """Return weighted accuracies of ours and published ones, a row each, a column a collection.

    Parameters
    ----------
    summaries
        Ours.
    figures
        Published ones.

    Returns
    -------
    Rows
        The heading; ours, each followed by the published figures of the same method; the other
        published ones. In percent.
    """
    collections = sorted({one.collection for one in summaries}, key=rank)
    ours: dict[tuple[str, ...], dict[str, str]] = {}
    for one in summaries:
        row = ours.setdefault((one.method, f"here, seed {one.seed}"), {})
        row[one.collection] = percent(one.weighted_accuracy)
    theirs: dict[tuple[str, ...], dict[str, str]] = {}
    for known in beside(collections, figures):
        row = theirs.setdefault((known.method, _short(known)), {})
        row[known.collection] = f"{100 * known.value:g}"
    table = {}
    for key, row in ours.items():
        table[key] = row
        table |= {known: theirs.pop(known) for known in _counterparts(key[0], theirs)}
    body = [
        [method, *(cells.get(name, "") for name in collections), source]
        for (method, source), cells in [*table.items(), *theirs.items()]
    ]
    return [["method", *collections, "source"], *body]


def _counterparts(method: str, theirs: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    entry = CATALOGUE.get(method)
    return [key for key in theirs if entry is not None and key[0] in (method, entry.published)]


def citations(figures: Iterable[Published]) -> list[str]:
    """Return the sources of published figures, each once.

    Parameters
    ----------
    figures
        Published figures.

    Returns
    -------
    list[str]
        One line a source.
    """
    return list(dict.fromkeys(f"{_short(one)}: {one.source}" for one in figures))


def _short(figure: Published) -> str:
    authors, _, rest = figure.source.partition(":")
    year = next(
        word for word in rest.replace(",", " ").split() if word.isdigit() and len(word) == 4
    )
    return f"{authors.split(',')[0]} {year}{MARKS[figure.kind]}"


def _numeric(cell: str) -> bool:
    return cell == "" or cell.replace(" to ", "").replace(".", "").isdigit()
