"""Names from data as labels: never read as formulas, never wider than a panel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LONGEST = 32
"""Characters of a label; a longer name is cut."""


def label(name: str, longest: int = LONGEST) -> str:
    """Return a name that fits beside an axis: one line, nothing invisible, cut where too long.

    Parameters
    ----------
    name
        Any text.
    longest
        Most characters.

    Returns
    -------
    str
        Never empty.

    Examples
    --------
    >>> label("rain, in millimetres", longest=5)
    'rain…'
    """
    shown = "".join(sign if sign.isprintable() else " " for sign in name)
    shown = " ".join(shown.split()) or "?"
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def name_axes(axes: Axes, across: str, along: str) -> None:
    """Write the names of two columns beside the axes.

    Parameters
    ----------
    axes
        Where to write.
    across
        Name of the column along the horizontal axis.
    along
        Name of the column along the vertical axis.
    """
    axes.set_xlabel(label(across), parse_math=False)
    axes.set_ylabel(label(along), parse_math=False)


def title(axes: Axes, text: str, loc: Literal["left", "center", "right"] = "left") -> None:
    """Write a heading that may hold names from data.

    Parameters
    ----------
    axes
        Where to write.
    text
        The heading.
    loc
        Where it stands.
    """
    axes.set_title(text, loc=loc, parse_math=False)


def arrow(cause: str, effect: str, longest: int = LONGEST // 2) -> str:
    """Return an arrow between two names, each short enough to stand side by side.

    Parameters
    ----------
    cause
        Any text.
    effect
        Any text.
    longest
        Most characters of each name.

    Returns
    -------
    str
        One line.
    """
    return f"{label(cause, longest)} → {label(effect, longest)}"
