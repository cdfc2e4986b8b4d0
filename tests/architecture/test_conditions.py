"""Error conditions: each file sorted, each condition raised, each raise with the parameters of its template."""

from __future__ import annotations

import ast
import importlib
import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from streamtables_grammar.errors import StreamTableError
from tests.architecture.source_tree import PACKAGES, product_trees

_PLACEHOLDER = re.compile(r"<(\w+)>")
_NAME = re.compile(r"[A-Z][A-Z0-9_]*(\.[A-Z][A-Z0-9_]*)?")


class Raise(NamedTuple):
    """A place that builds one of our errors from a literal condition."""

    where: str
    error: str
    condition: str
    parameters: frozenset[str] | None  # None: not readable from the text alone


def _conditions(package: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((PACKAGES[package] / "conditions.json").read_text(encoding="utf-8"))
    return loaded


def _packages_of_errors() -> dict[str, str]:
    for module in ("streamtables_grammar.errors", "streamtables_rewriter.errors", "streamtables.errors"):
        importlib.import_module(module)
    found: dict[str, str] = {}
    waiting = [StreamTableError]
    while waiting:
        error = waiting.pop()
        if error.__module__.split(".")[0] in PACKAGES:
            found[error.__name__] = error.PACKAGE
        waiting += error.__subclasses__()
    return found


def _raises() -> Iterator[Raise]:
    errors = _packages_of_errors()
    for path, tree in product_trees():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in errors):
                continue
            if node.args and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str):
                given = node.args[1] if len(node.args) > 1 else None
                yield Raise(f"{path}:{node.lineno}", node.func.id, node.args[0].value, _literal_keys(given))


def _literal_keys(parameters: ast.expr | None) -> frozenset[str] | None:
    if parameters is None or (isinstance(parameters, ast.Constant) and parameters.value is None):
        return frozenset()
    if not isinstance(parameters, ast.Dict):
        return None
    keys = [key.value for key in parameters.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
    return frozenset(keys) if len(keys) == len(parameters.keys) else None


@pytest.mark.parametrize("package", PACKAGES)
def test_conditions_are_sorted_and_unique(package: str) -> None:
    text = (PACKAGES[package] / "conditions.json").read_text(encoding="utf-8")
    names: list[str] = []

    def note_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if pairs and isinstance(pairs[0][1], dict):
            names.extend(name for name, _ in pairs)
        return dict(pairs)

    json.loads(text, object_pairs_hook=note_names)
    assert names == sorted(set(names))


@pytest.mark.parametrize("package", PACKAGES)
def test_condition_has_name_message_and_sql_state_in_their_form(package: str) -> None:
    for name, entry in _conditions(package).items():
        assert _NAME.fullmatch(name), name
        assert entry["message"].strip() == entry["message"] != "", name
        assert re.fullmatch(r"[0-9A-Z]{5}", entry["sqlState"]), name
        assert entry.get("retry", "never") in {"never", "reinitialize", "backoff"}, name
        assert set(entry) <= {"message", "sqlState", "retry"}, name


def test_no_two_packages_define_one_condition() -> None:
    names = [name for package in PACKAGES for name in _conditions(package)]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("package", PACKAGES)
def test_each_condition_is_raised_somewhere(package: str) -> None:
    literals = {
        node.value
        for _, tree in product_trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    # A sub-condition is often put together from its family and its own name.
    unused = [name for name in _conditions(package) if name not in literals and name.split(".")[-1] not in literals]
    assert unused == []


def test_each_raise_names_a_condition_of_its_errors_package() -> None:
    packages = _packages_of_errors()
    unknown = [found for found in _raises() if found.condition not in _conditions(packages[found.error])]
    assert unknown == []


def test_each_raise_gives_exactly_its_templates_parameters() -> None:
    packages = _packages_of_errors()
    wrong = []
    for found in _raises():
        entry = _conditions(packages[found.error]).get(found.condition)
        if entry is None or found.parameters is None:
            continue
        wanted = frozenset(_PLACEHOLDER.findall(entry["message"]))
        if found.parameters != wanted:
            wrong.append((found.where, found.condition, sorted(found.parameters ^ wanted)))
    assert wrong == []


def test_raises_are_found_at_all() -> None:
    assert len(list(_raises())) > 20
