"""Pictures of the gallery: every figure that an example leaves under a name."""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure
from sphinx_gallery.scrapers import figure_rst

from vcei.figures import style

SHOWN = "_vcei_shown"


def scrape(_: Any, block_vars: dict[str, Any], gallery_conf: dict[str, Any], **more: Any) -> str:  # noqa: ARG001
    """Save the figures that a block has made, for they do not go through pyplot.

    Parameters
    ----------
    _
        The block's kind, text and line.
    block_vars
        What the example holds after it.
    gallery_conf
        Settings of the gallery.
    **more
        What else the gallery may say.

    Returns
    -------
    str
        The lines that show them.
    """
    found = block_vars["example_globals"].values()
    new = [one for one in found if isinstance(one, Figure) and not hasattr(one, SHOWN)]
    paths = []
    for figure, path in zip(dict.fromkeys(new), block_vars["image_path_iterator"], strict=False):
        with style():
            figure.savefig(path, dpi=140)
        setattr(figure, SHOWN, True)
        paths.append(path)
    return figure_rst(paths, gallery_conf["src_dir"])
