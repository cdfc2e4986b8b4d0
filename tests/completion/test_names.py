"""Names from the catalog: what is asked, how often, and what is left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from streamtables.catalog.definition import BACKING_SUFFIX
from streamtables.completion import names as module
from streamtables.completion.names import CatalogNames

CATALOG: dict[str, list[Any]] = {
    "SHOW TABLES": [["default", name, False] for name in ("orders", "by_region", f"by_region{BACKING_SUFFIX}")],
    "SHOW TABLES IN `odd ``one`": [["odd `one", "t", False], ["odd `one", f"u{BACKING_SUFFIX}", False]],
    "DESCRIBE orders": [["id", "int", None], ["# Partitioning", "", ""], ["", "", ""]],
    "SELECT stream_table, source FROM streamtables.dependencies": [
        ["spark_catalog.s.late", "spark_catalog.s.flights"],
        ["s.late", "other.s.t"],
    ],
}


def test_catalog_is_asked_once_until_a_statement_may_have_changed_it() -> None:
    asked: list[str] = []

    def select(statement: str) -> list[Any]:
        asked.append(statement)
        if statement == "SHOW SCHEMAS":
            raise ValueError("no catalog")
        return CATALOG[statement]

    names = CatalogNames(select)
    for _ in range(2):
        assert names.tables() == ["orders", "by_region"]
        assert names.schemas() == []
    names.follow("SELECT 1")
    names.tables()
    assert asked == ["SHOW TABLES", "SHOW SCHEMAS"]
    names.follow(" create table x (a int)")
    names.tables()
    assert asked[2:] == ["SHOW TABLES"]


def test_stream_tables_are_told_from_the_tables_that_hold_their_rows() -> None:
    names = CatalogNames(lambda statement: CATALOG[statement])
    assert names.stream_tables() == ["by_region"]
    assert names.tables("odd `one") == ["t", f"u{BACKING_SUFFIX}"]
    assert names.stream_tables("odd `one") == []


def test_names_with_their_schemas_leave_out_the_catalog_of_the_session() -> None:
    names = CatalogNames(lambda statement: CATALOG[statement])
    assert names.qualified_stream_tables() == ["s.late"]
    assert names.qualified_tables() == ["other.s.t", "s.flights", "s.late"]


def test_columns_are_no_headings() -> None:
    assert CatalogNames(lambda statement: CATALOG[statement]).columns("orders") == ["id"]


@pytest.mark.parametrize(
    ("pass_time", "count"), [(lambda: 59.0, 1), (lambda: 61.0, 2)], ids=["still known", "asked again"]
)
def test_what_others_may_have_changed_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, pass_time: Callable[[], float], count: int
) -> None:
    asked: list[str] = []

    def select(statement: str) -> list[Any]:
        asked.append(statement)
        return CATALOG[statement]

    names = CatalogNames(select)
    monkeypatch.setattr(module.time, "monotonic", lambda: 0.0)
    names.tables()
    monkeypatch.setattr(module.time, "monotonic", pass_time)
    names.tables()
    assert len(asked) == count


def test_nothing_is_kept_where_nothing_can_be_asked() -> None:
    answers: list[list[Any] | None] = [None, [["default"]]]
    names = CatalogNames(lambda _statement: answers.pop(0))
    assert names.schemas() == []
    assert names.schemas() == ["default"]
