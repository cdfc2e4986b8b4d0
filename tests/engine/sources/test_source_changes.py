"""A source is known by its index, and by the name under which frontiers have it: both find the same change."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from streamtables.catalog.definition import table_key
from streamtables.engine.sources.change_set import ChangeSet, Provider
from streamtables.engine.sources.source_change import SourceChange
from streamtables.engine.sources.source_changes import SourceChanges
from streamtables_rewriter.plan.relations import Table
from streamtables_rewriter.templates.placeholders import Placeholder, PlaceholderKind

ORDERS, LINES = ("cat", "s", "orders"), ("cat", "s", "order lines")


def _change(name: tuple[str, ...], provider: Provider, version: int, before: int) -> SourceChange:
    source: Any = SimpleNamespace(name=name, version=version)
    return SourceChange(source, None, ChangeSet(provider, (), (), (), before, None, (), False, False), None)


def _changes() -> SourceChanges:
    by_name = {
        "cat.s.`order lines`": _change(LINES, Provider.NOTHING, 3, 3),
        "cat.s.orders": _change(ORDERS, Provider.APPENDED_FILES, 7, 5),
    }
    return SourceChanges.of(by_name, {0: Table(ORDERS, ()), 1: Table(LINES, ())})


def test_index_and_dotted_name_find_the_same_change() -> None:
    changes = _changes()
    assert changes[0] is changes.by_name["cat.s.orders"]
    assert changes.by_source == {0: changes[0], 1: changes[1]}
    assert changes.changed == {0}
    assert changes.versions == {"cat.s.orders": 7, "cat.s.`order lines`": 3}


def test_rows_as_they_were_are_read_at_the_version_up_to_which_nothing_changed() -> None:
    changes = _changes()
    kinds = (PlaceholderKind.NEW, PlaceholderKind.OLD)
    assert [changes.version_read(Placeholder(kind, 0)) for kind in kinds] == [7, 5]
    assert changes.version_read(Placeholder(PlaceholderKind.BACKING)) is None


def test_tables_are_known_again_whatever_case_they_are_written_in() -> None:
    assert table_key(("cat", "S", "Order Lines")) == table_key(LINES) == "cat.s.`order lines`"
