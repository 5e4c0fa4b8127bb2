"""From a recipe to three files: the picture twice, and the numbers behind it."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path

from vcei.errors import MissingExtraError, require
from vcei.figures import image_bytes, style
from vcei.reproduce.catalogue import Recipe
from vcei.reproduce.request import Request, Rows
from vcei.saving import save


@dataclass(frozen=True)
class Made:
    """A figure that was made.

    Attributes
    ----------
    name : str
        Which.
    files : tuple[Path, ...]
        What was written.
    says : str
        What it shows, in a sentence.
    """

    name: str
    files: tuple[Path, ...]
    says: str


@dataclass(frozen=True)
class Skipped:
    """A figure that could not be made.

    Attributes
    ----------
    name : str
        Which.
    why : str
        What was missing, and what to do.
    """

    name: str
    why: str


def make(recipe: Recipe, request: Request) -> Made | Skipped:
    """Compute a figure, and write it with the numbers behind it.

    Parameters
    ----------
    recipe
        Which figure.
    request
        From what, and to where.

    Returns
    -------
    Made | Skipped
        What was written, or what was missing.

    Raises
    ------
    MissingExtraError
        If matplotlib is not installed.
    """
    require("matplotlib", "plot")
    if recipe.needs and not any(name in request.collections for name in recipe.needs):
        return Skipped(recipe.name, _not_found(recipe.needs, request.data))
    try:
        record = recipe.compute(request)
    except MissingExtraError as error:  # a figure that needs more must not cost the others
        return Skipped(recipe.name, str(error))
    with style():
        figure = recipe.draw(record)
        contents = {form: image_bytes(figure, form) for form in ("png", "svg")}
    contents["csv"] = _as_csv(recipe.table(record))
    files = [
        save(request.out / f"{recipe.name}.{form}", content) for form, content in contents.items()
    ]
    return Made(recipe.name, tuple(files), recipe.says(record))


def _as_csv(rows: Rows) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def _not_found(needs: tuple[str, ...], data: Path | None) -> str:
    wanted = needs[0] if len(needs) == 1 else f"any of {', '.join(needs)}"
    where = "no --data was given" if data is None else f"it is not below {data}"
    fetch = f"vcei data fetch {needs[0]}"
    return f"it needs the collection {wanted}, and {where}. Get it with {fetch}, or give --data."
