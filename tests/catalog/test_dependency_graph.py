"""Who reads whom."""

from __future__ import annotations

import pytest

from streamtables.catalog.definition import table_key
from streamtables.catalog.dependency_graph import DependencyGraph
from streamtables.catalog.registry import RegisteredTable
from streamtables.errors import DefinitionError


def _table(name: str, *sources: str) -> RegisteredTable:
    full = ("spark_catalog", "s", name)
    return RegisteredTable(
        id=name,
        name=full,
        backing=(*full[:2], f"{name}__stream"),
        refresh_mode="AUTO",
        maintained="DIFFERENTIAL",
        reason=None,
        schedule="NONE",
        sources=tuple(f"spark_catalog.s.{source}" for source in sources),
    )


DIAMOND = DependencyGraph(
    [
        _table("bottom", "left__stream", "right__stream"),
        _table("left", "base"),
        _table("right", "base", "other"),
        _table("alone", "base"),
    ]
)


def _names(names):
    return sorted(name.rsplit(".", 1)[1] for name in names)


def test_upstream_reaches_every_stream_table_that_is_read():
    assert _names(DIAMOND.upstream(["spark_catalog.s.bottom"])) == ["bottom", "left", "right"]


def test_downstream_reaches_every_reader():
    assert _names(DIAMOND.downstream(["spark_catalog.s.LEFT"])) == ["bottom", "left"]


def test_order_puts_readers_behind_what_they_read():
    ordered = [table.id for table in DIAMOND.in_order(DIAMOND.upstream(["spark_catalog.s.bottom"]))]
    assert ordered[-1] == "bottom"
    assert sorted(ordered) == ["bottom", "left", "right"]


def test_a_circle_is_named_with_all_who_are_in_it():
    graph = DependencyGraph([_table("a", "b__stream"), _table("b", "a__stream"), _table("c", "base")])
    with pytest.raises(DefinitionError) as raised:
        graph.in_order(graph.names)
    assert raised.value.getCondition() == "SELF_REFERENCE"
    assert "alter or drop one of s.a, s.b" in str(raised.value)
    assert _names(table_key(table.name) for table in graph.in_order(["spark_catalog.s.c"])) == ["c"]
