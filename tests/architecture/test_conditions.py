"""Error conditions: each file sorted, each condition raised, each raise with the parameters of its template."""

from __future__ import annotations

import ast
import importlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from streamtables_grammar.errors import StreamTableError, load_conditions
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
        for call, dictionaries in _calls(tree):
            built = _built_error(path, call, errors)
            if built is not None:
                error, condition, given = built
                yield Raise(f"{path}:{call.lineno}", error, condition, _literal_keys(given, dictionaries))


def _calls(tree: ast.Module) -> Iterator[tuple[ast.Call, dict[str, ast.expr]]]:
    """Each call, with the dictionaries that its function has given names to before it."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    methods = [node for part in tree.body if isinstance(part, ast.ClassDef) for node in part.body]
    for part in [*(p for p in tree.body if not isinstance(p, ast.ClassDef)), *methods]:
        named = [
            (node.lineno, target.id, node.value)
            for node in (ast.walk(part) if isinstance(part, functions) else ())
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)
            for target in node.targets
            if isinstance(target, ast.Name)
        ]
        for node in ast.walk(part):
            if isinstance(node, ast.Call):
                yield node, {name: value for line, name, value in sorted(named, key=_first) if line < node.lineno}


def _first(named: tuple[int, str, ast.expr]) -> int:
    return named[0]


def _built_error(path: Path, call: ast.Call, errors: Mapping[str, str]) -> tuple[str, str, ast.expr | None] | None:
    """Name the error that a call builds and its condition, with the parameters; None for another call."""
    if not (call.args and isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str)):
        return None
    condition, given = call.args[0].value, call.args[1] if len(call.args) > 1 else None
    if isinstance(call.func, ast.Name) and call.func.id in errors:
        return call.func.id, condition, given
    if not isinstance(call.func, ast.Attribute):
        return None
    if call.func.attr == "unsupported":
        words = [ast.keyword("construct", ast.Constant("")), *(w for w in call.keywords if w.arg != "hint")]
        keys = [None if word.arg is None else ast.Constant(word.arg) for word in words]
        return "UnsupportedQueryError", f"UNSUPPORTED_QUERY.{condition}", ast.Dict(keys, [w.value for w in words])
    is_of_the_grammar = path.parts[0] == "sql_grammar" and call.func.attr == "error"
    return ("StreamSqlSyntaxError", condition, given) if is_of_the_grammar else None


def _literal_keys(parameters: ast.expr | None, dictionaries: Mapping[str, ast.expr]) -> frozenset[str] | None:
    if isinstance(parameters, ast.Name):
        parameters = dictionaries.get(parameters.id, parameters)
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


def test_raises_are_found_and_read() -> None:
    found = list(_raises())
    assert len(found) > 150
    assert len([one for one in found if one.parameters is None]) < 10


@pytest.mark.parametrize("package", PACKAGES)
def test_each_message_takes_all_of_its_parameters_and_no_others(package: str) -> None:
    for condition in load_conditions(package).values():
        parameters = {name: f"one {name}" for name in _PLACEHOLDER.findall(condition.message)}
        message = condition.render(parameters)
        assert all(value in message for value in parameters.values()), condition.name
        with pytest.raises(KeyError):
            condition.render({**parameters, "unheard_of": ""})
        for left_out in parameters:
            with pytest.raises(KeyError):
                condition.render({name: value for name, value in parameters.items() if name != left_out})
