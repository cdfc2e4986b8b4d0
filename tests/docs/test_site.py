"""The site: it is built strictly, its links lead somewhere, and it loads nothing from elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source_tree import ROOT

_LOADED = re.compile(r"<(?:script|img|iframe|source)\b[^>]*\bsrc=\"(https?:)?//|<link\b[^>]*\bhref=\"(https?:)?//")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site. Not with --quiet, which leaves warnings uncounted."""
    folder = tmp_path_factory.mktemp("site")
    done = _build(ROOT / "mkdocs.yml", folder)
    assert done.returncode == 0, done.stderr
    return folder


def _build(settings: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(settings), "-d", str(folder)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_site_is_built_without_a_warning(site: Path) -> None:
    assert (site / "index.html").is_file()
    assert (site / "sql" / "create-stream-table.html").is_file()


def test_site_loads_nothing_from_elsewhere(site: Path) -> None:
    loaded = [
        f"{path.relative_to(site)}: {found[0]}"
        for path in site.rglob("*.html")
        for found in _LOADED.finditer(path.read_text(encoding="utf-8"))
    ]
    assert loaded == []


def test_site_has_pages_and_pictures_only(site: Path) -> None:
    sources = [path.name for path in site.rglob("*") if path.suffix in {".py", ".pyc", ".json"}]
    assert set(sources) <= {"search_index.json"}


@pytest.mark.parametrize("link", ["gone.md", "other.md#gone", "#gone"])
def test_a_link_that_leads_nowhere_fails(tmp_path: Path, link: str) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "index.md").write_text(f"# Home\n\n[broken]({link}), [there](other.md#there)\n", encoding="utf-8")
    (docs / "other.md").write_text("# Other\n\n## There\n", encoding="utf-8")
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    written = re.sub(r"(?ms)^nav:.*", "nav:\n  - index.md\n  - other.md\n", settings)
    # The theme takes most of the time, and has no part in this.
    written = re.sub(r"(?ms)^theme:\n.*?^(?=\S)", "", re.sub(r"(?ms)^plugins:\n.*?^(?=\S)", "", written))
    (tmp_path / "mkdocs.yml").write_text(re.sub(r"(?m)^extra_css:\n.*\n", "", written), encoding="utf-8")
    done = _build(tmp_path / "mkdocs.yml", tmp_path / "site")
    assert done.returncode == 1
    assert "gone" in done.stderr
