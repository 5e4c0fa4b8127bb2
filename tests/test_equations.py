"""docs/equations.md tells the truth: every label has one owner, whose docstring carries it."""

import ast
import os
import re
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROW = re.compile(r"^\| (`[^`]+`|\*[^*]+\*) \|.*\| `(vcei\.[\w.]+)` \|$", re.MULTILINE)
TABLE = [
    (label.strip("`*"), owner)
    for label, owner in ROW.findall((ROOT / "docs" / "equations.md").read_text(encoding="utf-8"))
]
TAG = re.compile(r"Paper: ([^.]+?)\.\n", re.DOTALL)


def tags(docstring):
    found = TAG.findall((docstring or "") + "\n")
    return {" ".join(tag.split()) for line in found for tag in line.split(";")}


def resolve(dotted):
    """Import the longest prefix that is a module and walk the rest."""
    parts = dotted.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found = import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for name in parts[cut:]:
            found = getattr(found, name)
        return found
    raise AssertionError(dotted)


def test_the_page_has_its_rows():
    assert len(TABLE) == (ROOT / "docs" / "equations.md").read_text().count("| `vcei.") > 40


def test_each_label_has_one_owner():
    assert [
        label for label, count in Counter(label for label, _ in TABLE).items() if count > 1
    ] == []


@pytest.mark.parametrize(("label", "owner"), TABLE, ids=[label for label, _ in TABLE])
def test_the_owner_carries_the_label(label, owner):
    assert label in tags(resolve(owner).__doc__)


def test_no_docstring_carries_a_label_that_is_not_listed():
    owned = set()
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
                owned |= tags(ast.get_docstring(node))
    assert owned == {label for label, _ in TABLE}


def test_the_paper_has_no_label_that_is_not_listed():
    default = ROOT.parent / "shared" / "paper" / "vcei.tex"
    paper = Path(os.environ.get("VCEI_PAPER", default))
    if not paper.is_file():
        pytest.skip("the paper's source is not here; set VCEI_PAPER")
    labels = set(re.findall(r"\\label\{([^}]+)\}", paper.read_text(encoding="utf-8")))
    prose = ("sec:", "sub:", "fig:", "pg:", "appendix:", "ch:")
    assert {label for label in labels if not label.startswith(prose)} <= {
        label for label, _ in TABLE
    }
