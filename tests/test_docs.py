"""The documentation: its programs run, and it is built without a warning."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GUIDES = sorted((ROOT / "docs" / "guide").glob("*.md"))


@pytest.mark.slow
@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.stem)
def test_the_programs_of_a_guide_run(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "guide"}
    for block in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(block, page.name, "exec"), names)
    verdict = names.get("verdict")
    assert verdict is None or str(verdict) in capsys.readouterr().out


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path):
    pytest.importorskip("sphinx_gallery")
    for name in ("docs", "gallery", "CHANGELOG.md", "CONTRIBUTING.md"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "docs", "site"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    pages = [page.relative_to(tmp_path / "site") for page in (tmp_path / "site").rglob("*.html")]
    assert {Path("index.html"), Path("gallery/plot_1_tour.html"), Path("scan.html")} <= set(pages)
    for page in pages:
        text = (tmp_path / "site" / page).read_text(encoding="utf-8")
        assert not re.findall(r"<(?:script|link|img|iframe)[^>]+(?:src|href)=\"https?:", text), page
