"""Tables that a newer release of streamtables has made or refreshed: no statement misreads them."""

from __future__ import annotations

import json

import pytest
from pyspark.errors import PySparkException
from tests.statements.test_source_columns import check, create

from streamtables.catalog.definition import DEFINITION_PROPERTY
from streamtables.engine.refreshing.report import ON_ERROR_SETTING

METADATA = "spark.databricks.delta.commitInfo.userMetadata"
NAMING = (
    "REFRESH STREAM TABLE later",
    "REFRESH STREAM TABLE later FULL",
    "REFRESH STREAM TABLE below FULL WITHOUT UPSTREAM",
    "EXPLAIN REFRESH STREAM TABLE later",
    "VERIFY STREAM TABLE later",
    "DESCRIBE STREAM TABLE later",
    "SHOW CREATE STREAM TABLE later",
    "ALTER STREAM TABLE later SET SCHEDULE EVERY 5 MINUTES",
    "ALTER STREAM TABLE later RENAME TO sooner",
    "CREATE OR REPLACE STREAM TABLE later AS SELECT id FROM orders",
    "DROP STREAM TABLE later",
)


@pytest.fixture
def later(spark, orders):
    """A stream table of which the definition is then one of a newer release, one that reads it, and one beside it."""
    create(spark, "later", "SELECT id, region FROM orders")
    create(spark, "below", "SELECT region, count(*) AS n FROM later GROUP BY region")
    create(spark, "beside", "SELECT id FROM orders")
    return spark.sql("DESCRIBE DETAIL later__stream").first()["location"]


def _set_definition(spark, path, **fields):
    (text,) = (
        row["value"]
        for row in spark.sql(f"SHOW TBLPROPERTIES delta.`{path}`").collect()
        if row["key"] == DEFINITION_PROPERTY
    )
    changed = json.dumps({**json.loads(text), **fields}).replace("\\", "\\\\").replace("'", "\\'")
    spark.sql(f"ALTER TABLE delta.`{path}` SET TBLPROPERTIES ('{DEFINITION_PROPERTY}' = '{changed}')")
    return json.loads(text)


def _refused(spark, statement):
    with pytest.raises(PySparkException) as caught:
        spark.sql(statement)
    assert caught.value.getCondition() == "NEWER_FORMAT", (statement, str(caught.value))
    return str(caught.value)


def test_a_definition_of_a_newer_release_is_refused_and_others_go_on(spark, schema, later):
    rows = spark.table("later").collect()
    known = _set_definition(spark, later, format=99, release="7.1.0")
    assert known["format"] == 1
    for statement in NAMING:
        text = _refused(spark, statement)
        assert "by streamtables 7.1.0, in format 99" in text
        assert "pip install 'streamtables>=7.1.0'" in text
    assert spark.table("later").collect() == rows
    shown = {row["stream_table"]: row for row in spark.sql(f"SHOW STREAM TABLES IN {schema}").collect()}
    assert (shown["later"]["status"], "7.1.0" in shown["later"]["error"]) == ("needs a newer release", True)
    assert shown["beside"]["status"] == "ok"
    spark.sql("INSERT INTO orders VALUES (9, 'west', 1)")
    spark.conf.set(ON_ERROR_SETTING, "report")
    try:
        found = {row["stream_table"]: row for row in spark.sql(f"REFRESH STREAM TABLES IN {schema}").collect()}
    finally:
        spark.conf.unset(ON_ERROR_SETTING)
    assert {name.split(".")[1]: (row["mode"], row["reason_code"]) for name, row in found.items()} == {
        "later": ("FAILED", "NEWER_RELEASE"),
        "below": ("SKIPPED", "UPSTREAM_FAILED"),
        "beside": ("DIFFERENTIAL", "REFRESH_MODE"),
    }
    spark.sql("CALL streamtables.rebuild_registry()")
    _set_definition(spark, later, format=1, release="0.0.1")
    for name, query in {"later": "SELECT id, region FROM orders", "beside": "SELECT id FROM orders"}.items():
        spark.sql(f"REFRESH STREAM TABLE {name}")
        check(spark, name, query)


def test_a_refresh_of_a_newer_release_is_not_taken_for_anybody_elses_commit(spark, later):
    (commit,) = spark.sql(f"DESCRIBE HISTORY delta.`{later}` LIMIT 1").collect()
    frontier = json.loads(commit["userMetadata"])
    assert (frontier["streamtables"], bool(frontier["release"])) == (1, True)
    spark.conf.set(METADATA, json.dumps({**frontier, "streamtables": 99, "release": "7.1.0"}))
    try:
        spark.sql(f"ALTER TABLE delta.`{later}` SET TBLPROPERTIES ('note' = 'x')")
    finally:
        spark.conf.unset(METADATA)
    for statement in ("REFRESH STREAM TABLE later", "VERIFY STREAM TABLE later"):
        assert "pip install 'streamtables>=7.1.0'" in _refused(spark, statement)
    spark.sql("DROP STREAM TABLE below")
    spark.sql("DROP STREAM TABLE later")
