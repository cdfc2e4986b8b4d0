"""One file a pass: queries, and the tree that the pass makes of theirs; rewritten with UPDATE_GOLDEN=1.

A pass gets what those before it leave, as in ``compile_query``. Where it has nothing to do, the tree is left out.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.rewriter.duckdb_engine import Database

from streamtables_rewriter import compile as compile_module
from streamtables_rewriter import normalize
from streamtables_rewriter.bind import bind_query
from streamtables_rewriter.plan.nodes import Aggregate, Node, Source
from streamtables_rewriter.plan.render import render_node
from streamtables_rewriter.plan.tree import walk

_FOLDER = Path(__file__).parent / "specs"
_ARROW = "\n--> "
_UNCHANGED = "unchanged"
_FUNCTIONS = {"nondeterminism": "is_nondeterministic"}
"""The functions of passes that are not called as their files are."""
_SCHEMA = {
    "orders": [("id", "int"), ("customer", "int"), ("amount", "decimal(12,2)"), ("day", "date"), ("weight", "double")],
    "customers": [("id", "int"), ("region", "string"), ("tags", "map<string,int>")],
    "items": [("order_id", "int"), ("sku", "string"), ("qty", "int")],
}


@dataclass(frozen=True)
class Case:
    """One block of a file."""

    name: str
    claim: str
    query: str
    expected: str

    def __str__(self) -> str:
        return f"{self.name}: {self.claim}"


class SeenError(Exception):
    """Ends a compilation where it has shown what is asked for."""


def _cases() -> list[Case]:
    found = []
    for path in sorted(_FOLDER.glob("*.sql")):
        for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
            claim, _, rest = block.partition("\n")
            query, _, expected = rest.partition(_ARROW)
            found.append(Case(path.stem, claim.removeprefix("-- "), query, expected))
    return found


_CASES = _cases()
_CHANGING = [case for case in _CASES if case.expected != _UNCHANGED]


def _adding(root: Node) -> list[str]:
    """The calls that are noted as adding up, which is no part of a tree's text."""
    return [c.name for node in walk(root) if isinstance(node, Aggregate) for c in node.calls if c.added_types]


def _difference(root: Node, made: Node, sources: tuple[Source, ...]) -> str:
    """Write what a pass made of a tree."""
    before, after = render_node(root, sources), render_node(made, sources)
    lines = [] if before == after else [after]
    adding = [name for name in _adding(made) if name not in _adding(root)]
    lines += [f"adding up: {', '.join(adding)}"] if adding else []
    return "\n".join(lines).replace("\n", "\n--  ") or _UNCHANGED


def _result(case: Case, *, switched_off: bool = False) -> str:
    """Compile the query up to the pass, and write what it makes of its input."""
    name = _FUNCTIONS.get(case.name, case.name)
    original, results = getattr(compile_module, name), []
    database = Database(_SCHEMA)
    bound = bind_query(case.query, database.relations, clock=True)

    def watched(root, *arguments, **options):
        made = original(root, *arguments, **options)
        if isinstance(made, bool):
            results.append("another evaluation may give other rows" if made and not switched_off else _UNCHANGED)
        else:
            results.append(_difference(root, root if switched_off else made, bound.sources))
        raise SeenError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compile_module, name, watched)
        with pytest.raises(SeenError):
            compile_module.compile_query(bound, database.oracle)
    database.connection.close()
    (result,) = results
    return result


@pytest.mark.skipif(not os.environ.get("UPDATE_GOLDEN"), reason="rewrites the expectations")
def test_update():
    for path in sorted(_FOLDER.glob("*.sql")):
        cases = [case for case in _CASES if case.name == path.stem]
        blocks = [f"-- {case.claim}\n{case.query}{_ARROW}{_result(case)}" for case in cases]
        path.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")


@pytest.mark.skipif(bool(os.environ.get("UPDATE_GOLDEN")), reason="the expectations are being rewritten")
@pytest.mark.parametrize("case", _CASES, ids=str)
def test_pass_makes_this_tree(case):
    assert _result(case) == case.expected


@pytest.mark.parametrize("case", _CHANGING, ids=str)
def test_spec_fails_where_its_pass_is_switched_off(case):
    assert _result(case, switched_off=True) != case.expected


def test_each_pass_has_a_spec_that_changes_something():
    passes = {path.stem for path in Path(normalize.__file__).parent.glob("[a-z]*.py")}
    assert {case.name for case in _CHANGING} == passes
