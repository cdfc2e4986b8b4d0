"""Ordinary SQL that changes a table is asked about before it runs; what only reads is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from streamtables.errors import SourceError
from streamtables.spark.statements.plan_targets import Target, read_targets
from streamtables_grammar.names import QualifiedName

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

CHANGING = [
    ("INSERT INTO s.t VALUES (1)", [("INSERT", "s.t")]),
    ("insert into `S`.`t t` select 1", [("INSERT", "S.`t t`")]),
    ("INSERT OVERWRITE spark_catalog.s.t SELECT 1", [("INSERT", "spark_catalog.s.t")]),
    ("INSERT OVERWRITE t PARTITION (p = 1) SELECT 1", [("INSERT", "t")]),
    ("INSERT INTO t REPLACE WHERE a = 1 SELECT 1", [("INSERT", "t")]),
    ("INSERT INTO t BY NAME SELECT 1 AS a", [("INSERT", "t")]),
    ("/* x */ -- y\n INSERT INTO t VALUES (1)", [("INSERT", "t")]),
    ("WITH c AS (SELECT 1 AS a) INSERT INTO t SELECT * FROM c", [("INSERT", "t")]),
    ("FROM x INSERT INTO t SELECT a INSERT INTO u SELECT b", [("INSERT", "t"), ("INSERT", "u")]),
    ("INSERT INTO delta.`/a/b` VALUES (1)", [("INSERT", "delta.`/a/b`")]),
    ("UPDATE t AS x SET a = 1 WHERE a IN (SELECT b FROM u)", [("UPDATE", "t")]),
    ("DELETE FROM s.t x WHERE a = 1", [("DELETE", "s.t")]),
    ("MERGE INTO t AS a USING u AS b ON a.k = b.k WHEN MATCHED THEN DELETE", [("MERGE", "t")]),
    ("MERGE WITH SCHEMA EVOLUTION INTO t USING u ON t.k = u.k WHEN NOT MATCHED THEN INSERT *", [("MERGE", "t")]),
    ("TRUNCATE TABLE s.t", [("TRUNCATE", "s.t")]),
    ("TRUNCATE TABLE t PARTITION (p = 1)", [("TRUNCATE", "t")]),
    ("RESTORE TABLE s.t TO VERSION AS OF 1", [("RESTORE", "s.t")]),
    ("RESTORE s.t TO TIMESTAMP AS OF '2024-01-01'", [("RESTORE", "s.t")]),
    ("OPTIMIZE s.t WHERE a = 1 ZORDER BY (b)", [("OPTIMIZE", "s.t")]),
    ("REORG TABLE s.t APPLY (PURGE)", [("REORG", "s.t")]),
    ("VACUUM s.t RETAIN 200 HOURS DRY RUN", [("VACUUM", "s.t")]),
    ("REFRESH TABLE s.t", [("REFRESH TABLE", "s.t")]),
    ("REFRESH s.t", [("REFRESH", "s.t")]),
    ("DROP TABLE IF EXISTS s.t", [("DROP TABLE", "s.t")]),
    ("DROP VIEW s.v", [("DROP VIEW", "s.v")]),
    ("CREATE OR REPLACE TABLE s.t (a INT) USING delta", [("REPLACE TABLE", "s.t")]),
    ("CREATE OR REPLACE TABLE s.t USING delta AS SELECT 1 AS a", [("REPLACE TABLE", "s.t")]),
    ("REPLACE TABLE s.t USING delta AS SELECT 1 AS a", [("REPLACE TABLE", "s.t")]),
    ("CREATE OR REPLACE TABLE s.t SHALLOW CLONE u", [("REPLACE TABLE", "s.t")]),
    ("CREATE OR REPLACE VIEW s.v AS SELECT 1", [("REPLACE VIEW", "s.v")]),
    ("ALTER VIEW s.v AS SELECT 1", [("ALTER VIEW", "s.v")]),
    ("ALTER VIEW s.v SET TBLPROPERTIES ('a' = 'b')", [("ALTER VIEW", "s.v")]),
    ("ALTER VIEW s.v UNSET TBLPROPERTIES ('a')", [("ALTER VIEW", "s.v")]),
    ("ALTER VIEW s.v WITH SCHEMA COMPENSATION", [("ALTER VIEW", "s.v")]),
    ("ALTER VIEW s.v RENAME TO s.w", [("ALTER ... RENAME TO", "s.v")]),
    ("ALTER TABLE s.t RENAME TO s.u", [("ALTER ... RENAME TO", "s.t")]),
    ("ALTER TABLE s.t ADD COLUMN a INT", [("ALTER TABLE", "s.t")]),
    ("ALTER TABLE s.t DROP COLUMN a", [("ALTER TABLE", "s.t")]),
    ("ALTER TABLE s.t RENAME COLUMN a TO b", [("ALTER TABLE", "s.t")]),
    ("ALTER TABLE s.t ALTER COLUMN a COMMENT 'x'", [("ALTER TABLE", "s.t")]),
    ("ALTER TABLE s.t REPLACE COLUMNS (a INT)", [("ALTER TABLE", "s.t")]),
    ("ALTER TABLE s.t SET TBLPROPERTIES ('a' = 'b')", [("ALTER TABLE", "s.t")]),
    ("ALTER TABLE s.t UNSET TBLPROPERTIES ('a')", [("ALTER TABLE", "s.t")]),
    ("ALTER TABLE s.t SET LOCATION '/x'", [("ALTER TABLE", "s.t")]),
    ("ALTER TABLE s.t CLUSTER BY (a)", [("ALTER TABLE", "s.t")]),
    ("ALTER TABLE s.t ADD CONSTRAINT c CHECK (a > 0)", [("ALTER TABLE", "s.t")]),
    ("ALTER TABLE s.t DROP CONSTRAINT c", [("ALTER TABLE", "s.t")]),
    ("ALTER TABLE s.t DROP FEATURE deletionVectors", [("ALTER TABLE", "s.t")]),
    ("ALTER TABLE s.t ADD PARTITION (p = 1)", [("ALTER TABLE", "s.t")]),
    ("ALTER TABLE s.t DROP PARTITION (p = 1)", [("ALTER TABLE", "s.t")]),
    ("BEGIN INSERT INTO t VALUES (1); DELETE FROM u; END", [("INSERT", "t"), ("DELETE", "u")]),
    ("BEGIN IF 1 = 1 THEN UPDATE t SET a = 1; END IF; END", [("UPDATE", "t")]),
]

READING = [
    "SELECT * FROM s.t",
    "FROM s.t SELECT a",
    "WITH c AS (SELECT 1) SELECT * FROM c",
    "VALUES (1)",
    "EXPLAIN INSERT INTO s.t VALUES (1)",
    "EXPLAIN DELETE FROM s.t",
    "ANALYZE TABLE s.t COMPUTE STATISTICS",
    "REFRESH '/a/s.t'",
    "REFRESH FUNCTION s.t",
    "DESCRIBE HISTORY s.t",
    "DESCRIBE s.t",
    "SHOW CREATE TABLE s.t",
    "CREATE TABLE s.t (a INT) USING delta",
    "CREATE TABLE IF NOT EXISTS s.t (a INT) USING delta",
    "CREATE VIEW s.v AS SELECT 1",
    "CREATE OR REPLACE TEMPORARY VIEW v AS SELECT 1",
    "CREATE SCHEMA s",
    "DROP SCHEMA s CASCADE",
    "BEGIN SELECT 1; END",
]


def _parse(spark: Any, text: str) -> None:
    spark._jsparkSession.sessionState().sqlParser().parsePlan(text)


@pytest.mark.parametrize(("text", "targets"), CHANGING)
def test_statement_that_changes_a_table_is_asked_about(
    stub: SparkSession, dispatcher: Any, text: str, targets: list[tuple[str, str]]
) -> None:
    _parse(stub, text)
    assert dispatcher.targets == targets
    gets_a_query = " VIEW " in text and " AS " in text
    assert dispatcher.queries == (["SELECT 1"] if gets_a_query else [None] * len(targets))


def test_statements_that_read_or_make_something_new_are_not_asked_about(stub: SparkSession, dispatcher: Any) -> None:
    for text in READING:
        _parse(stub, text)
    assert dispatcher.targets == []


def test_tables_of_users_are_not_asked_about(stub: SparkSession, dispatcher: Any, schema: str) -> None:
    stub.sql("CREATE TABLE plain (a INT) USING delta")
    stub.sql("CREATE TABLE plain__stream (a INT) USING delta")
    stub.sql("CREATE VIEW seen AS SELECT * FROM plain")
    for text in ("INSERT INTO plain VALUES (1)", f"DELETE FROM {schema}.Plain", "ALTER TABLE plain ADD COLUMN b INT"):
        _parse(stub, text)
    assert dispatcher.targets == []
    asked = {
        f"INSERT INTO spark_catalog.{schema}.plain VALUES (1)": ("INSERT", f"spark_catalog.{schema}.plain"),
        "DELETE FROM Plain__Stream": ("DELETE", "Plain__Stream"),
        "DROP VIEW seen": ("DROP VIEW", "seen"),
        "INSERT INTO nowhere VALUES (1)": ("INSERT", "nowhere"),
        "INSERT INTO nowhere.plain VALUES (1)": ("INSERT", "nowhere.plain"),
        "ALTER VIEW plain AS SELECT 1": ("ALTER VIEW", "plain"),
    }
    for text in asked:
        _parse(stub, text)
    assert dispatcher.targets == list(asked.values())
    _parse(stub, "FROM plain INSERT INTO plain SELECT a INSERT INTO seen SELECT a")
    assert dispatcher.targets[-2:] == [("INSERT", "plain"), ("INSERT", "seen")]


def test_refused_statement_does_not_run(stub: SparkSession, dispatcher: Any, schema: str) -> None:
    stub.sql("CREATE TABLE kept__stream (a INT) USING delta")

    def refuse(action: str, name: QualifiedName) -> None:
        raise SourceError("SOURCE_MISSING", {"source": f"{action} {name}"})

    dispatcher.refuse = refuse
    for text in ("INSERT INTO kept__stream VALUES (1)", "EXECUTE IMMEDIATE 'INSERT INTO kept__stream VALUES (1)'"):
        with pytest.raises(SourceError, match="INSERT kept__stream"):
            stub.sql(text)
    with pytest.raises(SourceError, match="INSERT kept__stream"):
        stub.sql("INSERT INTO kept__stream SELECT :x", args={"x": 1})
    with pytest.raises(SourceError, match="DROP TABLE kept__stream"):
        stub.sql("DROP TABLE kept__stream")
    assert stub.sql("SELECT * FROM kept__stream").collect() == []


def test_target_named_twice_is_asked_about_once() -> None:
    assert read_targets("INSERT\x1fs\x1ft\x1eINSERT\x1fs\x1ft\x1eDELETE\x1fu\x1e") == (
        Target("INSERT", QualifiedName(("s", "t"))),
        Target("DELETE", QualifiedName(("u",))),
    )
