from __future__ import annotations

import pytest
from tests.grammar.reading import read, refused

from streamtables_grammar.parse import parse_statement

NEAR_MISSES = {
    "CREATE STREAMING TABLE s.t AS SELECT 1": "CREATE STREAM TABLE s.t AS <query>",
    "CREATE OR REFRESH STREAMING TABLE t AS SELECT 1": "CREATE OR REPLACE STREAM TABLE t AS <query>",
    "CREATE OR REPLACE STREAMING TABLE t AS SELECT 1": "CREATE OR REPLACE STREAM TABLE t AS <query>",
    "CREATE OR REFRESH STREAM TABLE t AS SELECT 1": "CREATE OR REPLACE STREAM TABLE t AS <query>",
    "create materialized view if not exists `a b`.t as select 1": "CREATE STREAM TABLE `a b`.t AS <query>",
    "CREATE OR REPLACE MATERIALIZED VIEW t AS SELECT 1": "CREATE OR REPLACE STREAM TABLE t AS <query>",
    "CREATE INCREMENTAL MATERIALIZED VIEW t AS SELECT 1": "CREATE STREAM TABLE t AS <query>",
    "CREATE INCREMENTAL TABLE t AS SELECT 1": "CREATE STREAM TABLE t AS <query>",
    "CREATE STREAM VIEW t AS SELECT 1": "CREATE STREAM TABLE t AS <query>",
    "CREATE /* a */ MATERIALIZED -- b\n VIEW": "CREATE STREAM TABLE <name> AS <query>",
    "REFRESH MATERIALIZED VIEW s.t": "REFRESH STREAM TABLE s.t",
    "REFRESH STREAMING TABLE s.t": "REFRESH STREAM TABLE s.t",
    "DROP MATERIALIZED VIEW IF EXISTS s.t": "DROP STREAM TABLE s.t",
    "ALTER MATERIALIZED VIEW s.t ADD SCHEDULE": "ALTER STREAM TABLE s.t ...",
}


@pytest.mark.parametrize("sql", NEAR_MISSES)
def test_near_miss_shows_the_statement_to_write(sql: str) -> None:
    error = refused(f" {sql}")
    assert error.getCondition() == "NEAR_MISS"
    assert error.hint == f"Write {NEAR_MISSES[sql]}."
    assert error.span is not None
    assert (error.span.line, error.span.column) == (1, 2)


def test_near_miss_names_the_words_it_found() -> None:
    sql = "CREATE  OR /**/ REFRESH streaming table t AS SELECT 1"
    error = refused(sql)
    assert error.getMessageParameters() == {"statement": "CREATE OR REFRESH STREAMING TABLE"}
    assert error.span is not None
    assert error.span.of(sql) == "CREATE  OR /**/ REFRESH streaming table"


@pytest.mark.parametrize("hinted", ["CREATE MATERIALIZED VIEW s.t AS", "DROP MATERIALIZED VIEW s.t"])
def test_hint_parses(hinted: str) -> None:
    hint = refused(hinted).hint
    assert hint is not None
    read(hint.removeprefix("Write ").removesuffix(".").replace("<query>", "SELECT 1"))


@pytest.mark.parametrize(
    "sql", ["CREATE TABLE materialized (view INT)", "REFRESH TABLE materialized", "DROP VIEW materialized"]
)
def test_words_elsewhere_are_no_near_miss(sql: str) -> None:
    assert parse_statement(sql) is None
