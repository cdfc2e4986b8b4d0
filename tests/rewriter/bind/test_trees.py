"""Queries and the operator trees they become: the files under ``trees``, rewritten with UPDATE_GOLDEN=1."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import sqlglot

from streamtables_rewriter.plan.nodes import Aggregate, BoundQuery, Node, Project, Scan, UnionAll, Values, Window
from streamtables_rewriter.plan.render import render_query
from streamtables_rewriter.plan.tree import inputs_of
from streamtables_rewriter.sql.dialect import FaithfulSpark
from streamtables_rewriter.sql.pipe_syntax import Pipe

_FOLDER = Path(__file__).parent / "trees"
_FILES = sorted(_FOLDER.glob("*.sql"))
_ARROW = "\n--> "


def _cases() -> Iterator[tuple[Path, str, str, str]]:
    """Yield file, claim, query and expected tree of each case."""
    for path in _FILES:
        for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
            claim, _, rest = block.partition("\n")
            query, _, expected = rest.partition(_ARROW)
            yield path, claim.removeprefix("-- "), query, expected.replace("\n--  ", "\n")


_CASES = list(_cases())


@pytest.mark.skipif(not os.environ.get("UPDATE_GOLDEN"), reason="rewrites the expectations")
def test_update(bind):
    for path in _FILES:
        blocks = [
            f"-- {claim}\n{query}{_ARROW}" + render_query(bind(query)).replace("\n", "\n--  ")
            for file, claim, query, _ in _CASES
            if file == path
        ]
        path.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")


@pytest.mark.skipif(bool(os.environ.get("UPDATE_GOLDEN")), reason="the expectations are being rewritten")
@pytest.mark.parametrize(("query", "expected"), [c[2:] for c in _CASES], ids=[f"{c[0].stem}: {c[1]}" for c in _CASES])
def test_query_becomes_tree(bind, query, expected):
    assert render_query(bind(query)) == expected


def _new_names(node: Node) -> list[str]:
    """The names that a node gives to columns, and those of all nodes below it."""
    if isinstance(node, Scan):
        return list(node.output)
    own = list(node.output) if isinstance(node, (Project, UnionAll, Aggregate, Values)) else []
    own += [call.name for call in node.calls] if isinstance(node, Window) else []
    return own + [name for child in inputs_of(node) for name in _new_names(child)]


@pytest.mark.parametrize("query", [c[2] for c in _CASES])
def test_column_names_are_unique_in_the_tree_in_any_case(bind, query):
    names = [name.lower() for name in _new_names(bind(query).root)]
    assert len(names) == len(set(names))
    assert not any(name.startswith("__st_") for name in names)


@pytest.mark.parametrize("query", [c[2] for c in _CASES])
def test_root_puts_out_exactly_the_outputs(bind, query):
    bound: BoundQuery = bind(query)
    assert bound.root.output == tuple(output.column for output in bound.outputs)


@pytest.mark.parametrize("query", [c[2] for c in _CASES])
def test_sources_say_what_scans_read(bind, query):
    bound: BoundQuery = bind(query)
    for source in bound.sources:
        read = {stored for scan in _scans(bound.root) if scan.source == source.index for _, stored in scan.columns}
        assert source.used == tuple(c.name for c in source.table.columns if c.name in read)


@pytest.mark.parametrize("query", [c[2] for c in _CASES])
def test_query_written_out_again_is_read_as_the_same_tree(bind, query):
    tree = sqlglot.parse_one(query, dialect=FaithfulSpark)
    if tree.find(Pipe) is not None:
        return
    written, bound = bind(tree.sql(dialect=FaithfulSpark)), bind(query)
    assert render_query(replace(written, outputs=bound.outputs)) == render_query(bound)


def _scans(node: Node) -> list[Scan]:
    if isinstance(node, Scan):
        return [node]
    return [scan for child in inputs_of(node) for scan in _scans(child)]
