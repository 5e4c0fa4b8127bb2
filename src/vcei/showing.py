"""Showing: what a verdict can do for the eye, in a notebook or as a page.

Pictures and pages stand on the verdict, not the verdict on them: they are opened by name, when they
are asked for.
"""

from __future__ import annotations

from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vcei.errors import InputError, MissingExtraError
from vcei.pair import Pair
from vcei.saving import save

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PICTURES = "vcei.report"
"""The room that draws verdicts."""


class Shown:
    """Something with pictures, drawn from the data it was made from."""

    pair: Pair | None

    def plot(self) -> Figure:
        """Draw the verdict: the dial, both mechanisms, and what variations did to them.

        Returns
        -------
        Figure
            To show in a notebook, or to save with ``savefig``. Needs the extra ``plot``.
        """
        return import_module(PICTURES).overview(self, self._data())

    def report(self, path: str | PathLike[str]) -> Path:
        """Write the verdict as one HTML page with pictures, which needs nothing else.

        Parameters
        ----------
        path
            Which file. Needs the extra ``report``.

        Returns
        -------
        Path
            The file.
        """
        return save(path, import_module(PICTURES).render(self, self._data()).encode())

    def _data(self) -> Pair:
        if self.pair is None:
            msg = (
                "The pictures of a verdict are drawn from its data, which this one does not hold. "
                "Expected a verdict as vcei.identify gives it; ask again."
            )
            raise InputError(msg)
        return self.pair

    def _repr_html_(self) -> str | None:
        try:
            return str(import_module(PICTURES).card(self))
        except MissingExtraError:  # then the notebook prints it as text
            return None

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("Verdict(...)" if cycle else str(self))
