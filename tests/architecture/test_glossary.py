"""The glossary: its names stand in the code, and names that the field has other words for do not come back."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.architecture.source_tree import PACKAGES, ROOT, parsed, product_trees

_GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
_ROWS = [line.split("|")[1:-1] for line in _GLOSSARY.splitlines() if line.startswith("| ")][1:]
_PLACES = sorted({place for row in _ROWS for place in re.findall(r"`([^`]+)`", row[2])})
_RETIRED = frozenset(
    [
        "told",
        "untold",
        "unasked",
        "meeting",
        "met",
        "held",
        "foresee",
        "foreseen",
        "standing",
        "patience",
        "narrow",
        "narrowed",
        "narrows",
        "narrowing",
        "wanted",
        "needed",
        "picked",
        "picking",
        "exchange",
        "exchanged",
        "scattered",
        "scatters",
        "netted",
        "otherwise",
        "instead",
        "remembered",
        "detach",
        "detached",
        "settle",
        "settled",
        "handed",
        "hole",
        "holes",
    ]
)
"""Words that no module, class or function has in its name; the glossary has the field's word for each."""


def _words(name: str) -> list[str]:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().split("_")


def _defined(body: list[ast.stmt]) -> dict[str, ast.stmt]:
    """What a module or a class defines, by name."""
    found: dict[str, ast.stmt] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id: node for target in targets if isinstance(target, ast.Name)}
    return found


def test_glossary_has_thirty_to_fifty_terms() -> None:
    terms = [row[0].strip() for row in _ROWS]
    assert 30 <= len(set(terms)) == len(terms) <= 50


def test_each_term_says_what_the_field_calls_it_and_where_it_is_defined() -> None:
    assert [row for row in _ROWS if len(row) != 3 or not row[1].strip() or "`" not in row[2]] == []


@pytest.mark.parametrize("place", _PLACES)
def test_what_the_glossary_names_is_defined_where_it_says(place: str) -> None:
    path, name = place.split(":")
    files = [folder / path for folder in PACKAGES.values() if (folder / path).is_file()]
    assert len(files) == 1, f"{path} is no file of one package"
    body: list[ast.stmt] = parsed(files[0]).body
    for part in name.split("."):
        found = _defined(body)
        assert part in found, f"{place}: {part} is not defined there"
        node = found[part]
        body = node.body if isinstance(node, ast.ClassDef) else []


def test_retired_words_are_in_no_name_of_a_module_a_class_or_a_function() -> None:
    names = [
        (f"{path}:{node.lineno}", node.name)
        for path, tree in product_trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    ]
    names += [(str(path), part) for path, _ in product_trees() for part in Path(path).with_suffix("").parts]
    assert [f"{place} {name}" for place, name in names if _RETIRED.intersection(_words(name))] == []
