"""Pages: templates filled with plain values; everything is escaped unless a template says not."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Any

from vcei import figures
from vcei._version import __version__
from vcei.errors import require
from vcei.report.pictures import Picture

if TYPE_CHECKING:
    from jinja2 import Environment


@dataclass(frozen=True)
class Table:
    """A table of a page.

    Attributes
    ----------
    caption : str
        What it holds.
    heading : Sequence[str]
        Its columns; none for a table of names and values.
    rows : Sequence[Sequence[str]]
        The cells, the first of each row naming it.
    """

    caption: str
    heading: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Image:
    """A picture as a page holds it.

    Attributes
    ----------
    name : str
        A word for anchors.
    title : str
        The heading.
    reading : str
        How to read it.
    alternative : str
        What it shows, in words.
    source : str
        The image itself.
    width : int
        In CSS pixels.
    height : int
        In CSS pixels.
    """

    name: str
    title: str
    reading: str
    alternative: str
    source: str
    width: int
    height: int

    @classmethod
    def of(cls, picture: Picture, on_white: bool = False) -> Image:
        """Turn a picture into an image that needs no file.

        Parameters
        ----------
        picture
            The picture.
        on_white
            Whether it always stands on white, or follows the reader's light or dark scheme.

        Returns
        -------
        Image
            An SVG, encoded.
        """
        with figures.style():
            svg = figures.svg_text(picture.figure, themed=not on_white)
        width, height = (int(96 * inches) for inches in picture.figure.get_size_inches())
        # an image of its own, not a part of the page: its names and its text stay in it
        source = "data:image/svg+xml;base64," + b64encode(svg.encode()).decode()
        words = picture.name, picture.title, picture.reading, picture.alternative
        return cls(*words, source, width, height)


@dataclass(frozen=True)
class Report:
    """What every report holds, in its order.

    Attributes
    ----------
    question : str
        What was asked.
    sentence : str
        The answer.
    beside : Sequence[str]
        What else is said at the top.
    doubts : Sequence[str]
        What would make the answer wrong.
    pictures : Sequence[Picture]
        What it rests on.
    numbers : Sequence[Table]
        The same as numbers.
    again : str
        What makes the page again.
    answer : str
        The kind of answer, which decides a colour.
    drawn_from : str
        What the pictures were drawn from.
    remarks : Sequence[str]
        What a reader of the numbers should know.
    settings : Table | None
        The method's choices.
    again_intro : str
        Says what ``again`` is.
    """

    question: str
    sentence: str
    beside: Sequence[str]
    doubts: Sequence[str]
    pictures: Sequence[Picture]
    numbers: Sequence[Table]
    again: str
    answer: str = "decided"
    drawn_from: str = ""
    remarks: Sequence[str] = ()
    settings: Table | None = None
    again_intro: str = "This command gives the same page:"

    def html(self) -> str:
        """Return the report as one page that needs nothing else."""
        parts = {part.name: getattr(self, part.name) for part in fields(self)}
        images = [Image.of(picture) for picture in self.pictures]
        return fill("report.html", **{**parts, "pictures": images})


def fill(template: str, **values: Any) -> str:
    """Fill a template.

    Parameters
    ----------
    template
        Its name.
    **values
        What it asks for.

    Returns
    -------
    str
        HTML.
    """
    return _environment().get_template(template).render(version=__version__, **values)


@cache
def _environment() -> Environment:
    jinja2 = require("jinja2", "report")
    environment: Environment = jinja2.Environment(
        loader=jinja2.PackageLoader("vcei.report"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.tests["number_like"] = _number_like
    return environment


def _number_like(cell: str) -> bool:
    return cell.lstrip("+-")[:1].isdigit()
