"""Writing simulated pairs as a collection in the published layout."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vcei._version import __version__
from vcei.arrays import Floats, as_points
from vcei.data.simulate.catalogue import GENERATORS, Simulator
from vcei.errors import InputError
from vcei.pair import MIN_ROWS

DESCRIPTION = "simulation.json"
"""Says beside the pairs how they were made, and what the truth about them is."""


@dataclass(frozen=True)
class Drawn:
    """A simulated pair in the order in which a coin put its columns.

    Attributes
    ----------
    first : Floats
        The column, or columns, that come first.
    second : Floats
        Those that come second.
    cause_first : bool
        Whether the cause comes first.
    """

    first: Floats
    second: Floats
    cause_first: bool


def known_name(name: str) -> str:
    """Return the name of a simulator as the catalogue spells it.

    Parameters
    ----------
    name
        Its name, in any case.

    Returns
    -------
    str
        A key of :data:`~vcei.data.simulate.catalogue.GENERATORS`.

    Raises
    ------
    InputError
        If there is no such simulator.
    """
    spelled = {known.casefold(): known for known in GENERATORS}
    if name.casefold() not in spelled:
        msg = f"There is no simulator {name!r}. Expected one of: {', '.join(GENERATORS)}."
        raise InputError(msg)
    return spelled[name.casefold()]


def draw_pairs(simulator: Simulator, pairs: int, rows: int, seed: int) -> Iterator[Drawn]:
    """Draw pairs that do not depend on each other, nor on how many are drawn.

    Parameters
    ----------
    simulator
        What to draw from.
    pairs
        How many.
    rows
        Rows of each.
    seed
        Pair i is drawn from the i-th child of this seed.

    Yields
    ------
    Drawn
        The pairs, each with its columns in the order of a fair coin.
    """
    for child in np.random.SeedSequence(seed).spawn(pairs):
        rng = np.random.default_rng(child)
        cause, effect = simulator(rng, rows)
        cause_first = bool(rng.random() < 0.5)
        first, second = (cause, effect) if cause_first else (effect, cause)
        yield Drawn(first, second, cause_first)


def write_collection(
    name: str,
    pairs: int,
    rows: int,
    seed: int,
    out: Path,
    progress: Callable[[int], None] = lambda _done: None,
) -> None:
    """Simulate a collection and write it as ``pairNNNN.txt`` with ``pairmeta.txt``.

    Where neither column drives the other the labels have weight zero, so that no score counts
    them. The labels are written last: without them an unfinished folder is not a collection.

    Parameters
    ----------
    name
        Name of the simulator.
    pairs
        How many pairs.
    rows
        Rows of each.
    seed
        Everything random is drawn from it.
    out
        The folder to write, empty or not there yet.
    progress
        Told after each pair how many are written.

    Raises
    ------
    InputError
        If a number is too small, there is no such simulator, or the folder is not empty or
        cannot be written.
    """
    name = known_name(name)
    if pairs < 1 or rows < MIN_ROWS:
        msg = f"Expected at least 1 pair of {MIN_ROWS} rows; {pairs} of {rows} were asked for."
        raise InputError(msg)
    made: dict[str, str | int] = {"simulator": name, "truth": GENERATORS[name].truth.value}
    made |= {"pairs": pairs, "rows": rows, "seed": seed, "version": __version__}
    drawn = draw_pairs(GENERATORS[name], pairs, rows, seed)
    try:
        _make_empty(out)
        labels = _write_pairs(drawn, out, int(GENERATORS[name].truth.has_direction), progress)
        (out / DESCRIPTION).write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
        (out / "pairmeta.txt").write_text(labels, encoding="utf-8")
    except OSError as error:
        msg = f"{str(out)!r} cannot be written: {error.strerror}. Choose another with --out."
        raise InputError(msg) from error


def _write_pairs(
    pairs: Iterator[Drawn], out: Path, weight: int, progress: Callable[[int], None]
) -> str:
    """Write a file for each pair and return the labels."""
    labels = []
    for number, drawn in enumerate(pairs, start=1):
        table = np.concatenate([as_points(drawn.first), as_points(drawn.second)], axis=1)
        # 17 digits, so that reading gives back the very numbers that were drawn
        np.savetxt(out / f"pair{number:04d}.txt", table, fmt="%.17g")
        labels.append(_label(number, drawn, weight))
        progress(number)
    return "".join(labels)


def _label(number: int, drawn: Drawn, weight: int) -> str:
    width = as_points(drawn.first).shape[1]
    first, second = (1, width), (width + 1, width + as_points(drawn.second).shape[1])
    cause, effect = (first, second) if drawn.cause_first else (second, first)
    return " ".join(map(str, (f"{number:04d}", *cause, *effect, weight))) + "\n"


def _make_empty(out: Path) -> None:
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        msg = (
            f"{str(out)!r} is there already and not an empty folder; nothing was written. "
            "Choose another with --out, or remove it."
        )
        raise InputError(msg)
    out.mkdir(parents=True, exist_ok=True)
