"""Files: their names, their sizes, where they may be, and that each operator has its tests."""

from __future__ import annotations

import re

import pytest

from streamtables.spark.accelerators.described import render_accelerators
from tests.architecture.source_tree import PACKAGES, ROOT, tracked_files, written_python_files

_LONGEST_FILE_LINES = 500
_DRAWERS = re.compile(r"(^|_)(utils?|helpers?|common|managers?|misc|base)(_|$)")
_TOP_LEVEL = {
    ".ci",
    ".gitattributes",
    ".github",
    ".gitignore",
    ".pre-commit-config.yaml",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "constraints.txt",
    "docs",
    "mkdocs.yml",
    "integrations",
    "notebooks",
    "pyproject.toml",
    "python",
    "rewriter",
    "sql_grammar",
    "tests",
}
_OPERATORS = PACKAGES["streamtables_rewriter"] / "operators"


def test_root_holds_nothing_unexpected() -> None:
    assert {path.parts[0] for path in tracked_files()} - _TOP_LEVEL == set()


def test_no_file_is_a_drawer() -> None:
    drawers = [str(path) for path in written_python_files() if _DRAWERS.search(path.stem)]
    drawers += [str(path) for path in written_python_files() if any(map(_DRAWERS.fullmatch, path.parts[:-1]))]
    assert drawers == []


def test_no_file_is_longer_than_can_be_read() -> None:
    lengths = {str(path): len((ROOT / path).read_bytes().splitlines()) for path in written_python_files()}
    assert {name: lines for name, lines in lengths.items() if lines > _LONGEST_FILE_LINES} == {}


def test_no_work_is_left_as_a_note_in_the_code() -> None:
    mark = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
    here = ROOT / "tests" / "architecture" / "test_files.py"
    noted = [
        f"{path}:{number}"
        for path in written_python_files()
        if ROOT / path != here
        for number, line in enumerate((ROOT / path).read_text(encoding="utf-8").splitlines(), start=1)
        if mark.search(line)
    ]
    assert noted == []


def test_source_roots_are_not_packages() -> None:
    assert [root for root in ("sql_grammar", "rewriter", "python") if (ROOT / root / "__init__.py").exists()] == []


def test_each_package_declares_its_types() -> None:
    assert all((folder / "py.typed").exists() for folder in PACKAGES.values())


@pytest.mark.parametrize(
    "operator", sorted(path.stem for path in _OPERATORS.iterdir() if not path.stem.startswith("_"))
)
def test_each_operator_has_a_spec(operator: str) -> None:
    specs = ROOT / "tests" / "rewriter" / "specs"
    assert list(specs.glob(f"{operator}*.sql")), f"{operator} needs tests/rewriter/specs/{operator}.sql"


@pytest.mark.parametrize("command", ["make demo", "make test", "streamtables sql"])
def test_readme_shows_the_commands_that_a_newcomer_types(command: str) -> None:
    assert command in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_page_of_accelerators_has_their_table() -> None:
    text = (ROOT / "docs" / "performance" / "accelerators.md").read_text(encoding="utf-8")
    begin, end = text.index("<!-- accelerators:"), text.index("<!-- end of accelerators -->")
    assert text[begin:end].split("\n", 1)[1].strip() == render_accelerators()


def test_relative_links_of_the_readmes_lead_somewhere() -> None:
    broken = [
        f"{path}: {target}"
        for path in tracked_files()
        if path.suffix == ".md"
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", (ROOT / path).read_text(encoding="utf-8"))
        if "://" not in target and not ((ROOT / path).parent / target).exists()
    ]
    assert broken == []
