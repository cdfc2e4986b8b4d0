from __future__ import annotations

from typing import Any

import pytest
from tests.grammar.reading import read

from streamtables_grammar.names import QualifiedName
from streamtables_grammar.statements import (
    AlterStreamTable,
    DescribeStreamTable,
    DropStreamTable,
    Explain,
    RefreshMode,
    RefreshStreamTable,
    RefreshStreamTables,
    RenameTo,
    Resume,
    ScheduleDownstream,
    ScheduleOnChange,
    SetProperties,
    SetQuery,
    SetRefreshMode,
    SetSchedule,
    ShowCreateStreamTable,
    ShowRefreshHistory,
    ShowStreamTables,
    Suspend,
    VerifyStreamTable,
    VerifyStreamTables,
)

T = QualifiedName(("s", "t"))

STATEMENTS: dict[str, tuple[type, dict[str, Any]]] = {
    "REFRESH STREAM TABLE s.t": (RefreshStreamTable, {"names": (T,), "mode": None, "upstream": True, "cascade": False}),
    "REFRESH STREAM TABLE s.t, b , `c`": (
        RefreshStreamTable,
        {"names": (T, QualifiedName(("b",)), QualifiedName(("c",))), "mode": None, "upstream": True, "cascade": False},
    ),
    "REFRESH STREAM TABLE s.t FULL": (
        RefreshStreamTable,
        {"names": (T,), "mode": RefreshMode.FULL, "upstream": True, "cascade": False},
    ),
    "REFRESH STREAM TABLE s.t CASCADE WITHOUT UPSTREAM DIFFERENTIAL": (
        RefreshStreamTable,
        {"names": (T,), "mode": RefreshMode.DIFFERENTIAL, "upstream": False, "cascade": True},
    ),
    "REFRESH STREAM TABLES": (RefreshStreamTables, {"schema": None}),
    "REFRESH STREAM TABLES IN c.s": (RefreshStreamTables, {"schema": QualifiedName(("c", "s"))}),
    "DROP STREAM TABLE s.t": (DropStreamTable, {"name": T, "if_exists": False, "cascade": False}),
    "DROP STREAM TABLE IF EXISTS s.t CASCADE": (DropStreamTable, {"name": T, "if_exists": True, "cascade": True}),
    "SHOW STREAM TABLES": (ShowStreamTables, {"schema": None, "pattern": None}),
    "SHOW STREAM TABLES IN s LIKE 'a*|b'": (
        ShowStreamTables,
        {"schema": QualifiedName(("s",)), "pattern": "a*|b"},
    ),
    "SHOW STREAM TABLES LIKE 'x'": (ShowStreamTables, {"schema": None, "pattern": "x"}),
    "DESCRIBE STREAM TABLE s.t": (DescribeStreamTable, {"name": T}),
    "DESC STREAM TABLE s.t": (DescribeStreamTable, {"name": T}),
    "SHOW CREATE STREAM TABLE s.t": (ShowCreateStreamTable, {"name": T}),
    "SHOW REFRESH HISTORY": (ShowRefreshHistory, {"name": None, "limit": None}),
    "SHOW REFRESH HISTORY FOR s.t": (ShowRefreshHistory, {"name": T, "limit": None}),
    "SHOW REFRESH HISTORY FOR s.t LIMIT 10": (ShowRefreshHistory, {"name": T, "limit": 10}),
    "SHOW REFRESH HISTORY LIMIT 0": (ShowRefreshHistory, {"name": None, "limit": 0}),
    "VERIFY STREAM TABLE s.t": (VerifyStreamTable, {"names": (T,), "percent": None}),
    "VERIFY STREAM TABLE s.t, s.t SAMPLE 2.5 PERCENT": (VerifyStreamTable, {"names": (T, T), "percent": 2.5}),
    "VERIFY STREAM TABLES": (VerifyStreamTables, {"schema": None, "percent": None}),
    "VERIFY STREAM TABLES IN s SAMPLE 100 PERCENT": (
        VerifyStreamTables,
        {"schema": QualifiedName(("s",)), "percent": 100.0},
    ),
}

ACTIONS = {
    "SET REFRESH MODE immediate": SetRefreshMode(RefreshMode.IMMEDIATE),
    "SET SCHEDULE DOWNSTREAM": SetSchedule(ScheduleDownstream()),
    "SET SCHEDULE ON CHANGE": SetSchedule(ScheduleOnChange()),
    "SET TBLPROPERTIES ('a' = 'b', c.d 1)": SetProperties((("a", "b"), ("c.d", "1"))),
    "SUSPEND": Suspend(),
    "RESUME": Resume(),
    "RENAME TO c.s.u": RenameTo(QualifiedName(("c", "s", "u"))),
}


@pytest.mark.parametrize("sql", STATEMENTS)
def test_statement_has_the_values_written(sql: str) -> None:
    kind, expected = STATEMENTS[sql]
    statement = read(f"\n  {sql} ;")
    assert type(statement) is kind
    assert {name: getattr(statement, name) for name in expected} == expected
    assert (statement.span.line, statement.span.column) == (2, 3)
    assert statement.span.of(f"\n  {sql} ;") == sql


@pytest.mark.parametrize("action", ACTIONS)
def test_alter_has_the_action_written(action: str) -> None:
    sql = f"ALTER STREAM TABLE s.t {action}"
    statement = read(sql)
    assert isinstance(statement, AlterStreamTable)
    assert statement.name == T
    assert statement.action == ACTIONS[action]
    assert statement.span.of(sql) == sql


def test_alter_keeps_the_new_query_verbatim() -> None:
    sql = "ALTER STREAM TABLE s.t AS\nSELECT 1 -- one\n + 1;"
    action = read(sql).action
    assert isinstance(action, SetQuery)
    assert action.query.text == "SELECT 1 -- one\n + 1"
    assert action.query.span.of(sql) == action.query.text
    assert (action.query.span.line, action.query.span.column) == (2, 1)


def test_explain_holds_the_statement_it_explains() -> None:
    create = "CREATE OR REPLACE STREAM TABLE t REFRESH MODE FULL AS SELECT 1"
    sql = f"EXPLAIN {create}"
    statement = read(sql)
    assert isinstance(statement, Explain)
    assert statement.statement.refresh_mode is RefreshMode.FULL
    assert statement.span.of(sql) == sql
    assert statement.statement.span.of(sql) == create
    assert statement.statement.query.span.of(sql) == "SELECT 1"


def test_explain_refresh_holds_its_options() -> None:
    statement = read("EXPLAIN REFRESH STREAM TABLE s.t FULL")
    assert statement.statement.names == (T,)
    assert statement.statement.mode is RefreshMode.FULL


def test_explain_alter_holds_its_action() -> None:
    sql = "EXPLAIN ALTER STREAM TABLE s.t AS SELECT 1"
    statement = read(sql)
    assert statement.statement.name == T
    assert statement.statement.action.query.span.of(sql) == "SELECT 1"
    assert statement.statement.span.of(sql) == sql.removeprefix("EXPLAIN ")


def test_option_word_can_be_a_table_name() -> None:
    assert read("REFRESH STREAM TABLE full FULL").names == (QualifiedName(("full",)),)
    assert read("DROP STREAM TABLE cascade").cascade is False
