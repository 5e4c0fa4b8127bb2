"""How the documentation is built: ``make docs``."""

import ast
import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from vcei import __version__  # noqa: E402

project = "vcei"
author = "The vcei developers"
project_copyright = f"2026, {author}"
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["_build", "examples", "gallery/*.py", "gallery/*.ipynb"]

# Markdown is written for readers on a code host too: plain links, tables and fences
myst_heading_anchors = 3
myst_links_external_new_tab = False

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
napoleon_numpy_docstring = True
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False

sphinx_gallery_conf = {
    "examples_dirs": "examples",
    "gallery_dirs": "gallery",
    "filename_pattern": r"\.py$",
    "image_scrapers": "scraper.scrape",
    "reset_modules": (),
    "run_stale_examples": True,
    "abort_on_example_error": True,
    "copyfile_regex": r"",
    "download_all_examples": False,
    "remove_config_comments": True,
    "show_memory": False,
    "show_signature": False,
    "write_computation_times": False,
    "within_subsection_order": "FileNameSortKey",
    "min_reported_time": 3600,
}

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_title = "vcei"
html_show_sphinx = False
html_copy_source = False
html_theme_options = {
    # system fonts only: a page asks nobody for anything
    "light_css_variables": {"color-brand-primary": "#005a8f", "color-brand-content": "#005a8f"},
    "dark_css_variables": {"color-brand-primary": "#6bbcec", "color-brand-content": "#6bbcec"},
}

LITERAL = re.compile(r"(``.*?``)")


def keep_bars(*event: Any) -> None:
    """Let bars in docstrings be absolute values, which reStructuredText takes for a command."""
    lines: list[str] = event[-1]
    for place, line in enumerate(lines):
        parts = LITERAL.split(line)
        parts[::2] = [part.replace("|", r"\|") for part in parts[::2]]
        lines[place] = "".join(parts)


EXAMPLE = re.compile(r"\]\(((?:\.\./)*)examples/(\w+)\.py\)")
LINK = re.compile(r"\[([^\]]*)\]\(((?:\.\./)+)[^)]*\)")


def lead_within(*event: Any) -> None:
    """Let links that are for readers on a code host lead within the site.

    One to the program of an example leads to its page; one out of the folder of the documentation
    becomes its text.
    """
    docname, source = event[-2:]

    def kept(link: re.Match[str]) -> str:
        return link[1] if link[2].count("/") > docname.count("/") else link[0]

    source[0] = LINK.sub(kept, EXAMPLE.sub(r"](\1gallery/\2.rst)", source[0]))


EVERY_PROGRAM = "<!-- every program -->"


def show_programs(*event: Any) -> None:
    """Put every program of the folder ``gallery`` where a page asks for them, under its title."""
    source: list[str] = event[-1]
    if EVERY_PROGRAM in source[0]:
        shown = []
        for path in sorted((HERE.parent / "gallery").glob("*.py")):
            said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or path.stem
            fence = f"```{{literalinclude}} ../../gallery/{path.name}\n:lines: 3-\n```"
            shown.append(f"## {said.partition(chr(10))[0].rstrip('.')}\n\n{fence}")
        source[0] = source[0].replace(EVERY_PROGRAM, "\n\n".join(shown))


def setup(app: Any) -> None:
    """Add what is ours to Sphinx."""
    app.connect("autodoc-process-docstring", keep_bars)
    app.connect("source-read", lead_within)
    app.connect("source-read", show_programs)
