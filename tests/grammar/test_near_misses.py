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
    "ALTER MATERIALIZED VIEW s.t ADD SCHEDULE": "ALTER STREAM TABLE s.t AS <query>",
    "CREATE DYNAMIC TABLE t TARGET_LAG = '1 minute' AS SELECT 1": "CREATE STREAM TABLE t AS <query>",
    "CREATE OR REFRESH LIVE TABLE t AS SELECT 1": "CREATE OR REPLACE STREAM TABLE t AS <query>",
    "CREATE STREAMING LIVE TABLE t AS SELECT 1": "CREATE STREAM TABLE t AS <query>",
    "CREATE STREAMTABLE t AS SELECT 1": "CREATE STREAM TABLE t AS <query>",
    "CREATE TEMPORARY STREAM TABLE t AS SELECT 1": "CREATE STREAM TABLE t AS <query>",
    "REPLACE STREAM TABLE t AS SELECT 1": "CREATE OR REPLACE STREAM TABLE t AS <query>",
    "REFRESH STREAM s.t": "REFRESH STREAM TABLE s.t",
    "REFRESH STREAM TABEL s.t": "REFRESH STREAM TABLE s.t",
    "REFRESH STREAM tabls FULL": "REFRESH STREAM TABLE tabls",
    "EXPLAIN STREAM TABEL s.t": "EXPLAIN REFRESH STREAM TABLE s.t",
    "REFRESH STREAM `a b`.t": "REFRESH STREAM TABLE `a b`.t",
    "REFRESH STREAMTABLE t FULL": "REFRESH STREAM TABLE t",
    "REFRESH DYNAMIC TABLE t": "REFRESH STREAM TABLE t",
    "REFRESH ALL STREAM TABLES": "REFRESH STREAM TABLES",
    "VERIFY s.t": "VERIFY STREAM TABLE s.t",
    "VERIFY TABLE t": "VERIFY STREAM TABLE t",
    "EXPLAIN STREAM TABLE s.t": "EXPLAIN REFRESH STREAM TABLE s.t",
    "EXPLAIN STREAM t": "EXPLAIN REFRESH STREAM TABLE t",
    "EXPLAIN EXTENDED REFRESH STREAM TABLE t": "EXPLAIN REFRESH STREAM TABLE t",
    "EXPLAIN FORMATTED CREATE OR REPLACE STREAM TABLE t AS SELECT 1": (
        "EXPLAIN CREATE OR REPLACE STREAM TABLE t AS <query>"
    ),
    "DROP DYNAMIC TABLE IF EXISTS t": "DROP STREAM TABLE t",
    "ALTER DYNAMIC TABLE t SUSPEND": "ALTER STREAM TABLE t AS <query>",
    "DESCRIBE DYNAMIC TABLE t": "DESCRIBE STREAM TABLE t",
    "DESC MATERIALIZED VIEW t": "DESCRIBE STREAM TABLE t",
    "SHOW STREAM TABLE": "SHOW STREAM TABLES",
    "SHOW DYNAMIC TABLES": "SHOW STREAM TABLES",
    "SHOW MATERIALIZED VIEWS IN s": "SHOW STREAM TABLES",
    "SHOW CREATE MATERIALIZED VIEW t": "SHOW CREATE STREAM TABLE t",
    "SHOW HISTORY FOR s.t": "SHOW REFRESH HISTORY FOR s.t",
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


def test_near_miss_of_our_own_words_names_what_was_written() -> None:
    assert refused("REFRESH  STREAM s.t FULL").getMessageParameters() == {"statement": "REFRESH STREAM s.t"}
    assert refused("verify\ttable t").getMessageParameters() == {"statement": "verify table t"}


@pytest.mark.parametrize("sql", NEAR_MISSES)
def test_hint_parses(sql: str) -> None:
    hint = refused(sql).hint
    assert hint is not None
    statement = hint.removeprefix("Write ").removesuffix(".").replace("<query>", "SELECT 1").replace("<name>", "t")
    read(statement)


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TABLE materialized (view INT)",
        "REFRESH TABLE materialized",
        "REFRESH stream",
        "REFRESH stream.x",
        "REFRESH stream/x",
        "REFRESH stream -- x",
        "REFRESH 'stream x'",
        "REFRESH dynamic",
        "DROP VIEW materialized",
        "DESCRIBE stream x",
        "DESCRIBE dynamic table",
        "DESCRIBE materialized view",
        "SHOW TABLES IN stream",
        "EXPLAIN FORMATTED TABLE stream",
        "REPLACE TABLE stream AS SELECT 1",
    ],
)
def test_words_elsewhere_are_no_near_miss(sql: str) -> None:
    assert parse_statement(sql) is None
