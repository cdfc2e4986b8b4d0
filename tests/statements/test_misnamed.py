"""Names that are not what they are taken for: of properties, sources, schemas, catalogs, and of stream tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from pyspark.errors import PySparkException

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ELSEWHERE = "org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTableCatalog"
_PROPERTY = "CREATE STREAM TABLE x\nTBLPROPERTIES ('note' = 'n', {}) AS SELECT id FROM orders"


@pytest.fixture
def refused(spark: SparkSession) -> Callable[..., str]:
    """Run a statement that must fail under a condition, and return its message."""

    def run(statement: str, condition: str) -> str:
        with pytest.raises(PySparkException) as caught:
            spark.sql(statement).collect()
        assert caught.value.getCondition() == condition, str(caught.value)
        return str(caught.value)

    return run


@pytest.fixture
def elsewhere(spark: SparkSession) -> Iterator[str]:
    """Another catalog, current while the test runs."""
    settings = {"": ELSEWHERE, ".url": "jdbc:derby:memory:elsewhere;create=true"}
    settings[".driver"] = "org.apache.derby.jdbc.EmbeddedDriver"
    for key, value in settings.items():
        spark.conf.set(f"spark.sql.catalog.elsewhere{key}", value)
    spark.sql("USE elsewhere")
    yield "elsewhere"
    spark.sql("USE spark_catalog.default")


PROPERTIES = [
    ("'streamtables.aply' = 'merge'", "UNKNOWN_TABLE_PROPERTY", "Write streamtables.apply."),
    ("streamtables.APPLY = 'merge'", "UNKNOWN_TABLE_PROPERTY", "Write streamtables.apply."),
    ("'streamtable.full_fracton' = 0.5", "UNKNOWN_TABLE_PROPERTY", "Write streamtables.full_fraction."),
    ("'streamtables.fresh_read' = true", "UNKNOWN_TABLE_PROPERTY", "Write streamtables.fresh_reads."),
    ("'streamtables.trigger' = 'x'", "UNKNOWN_TABLE_PROPERTY", "Write streamtables.triggers."),
    ("'streamtables.trigger.x' = '{}'", "RESERVED_TABLE_PROPERTY", "kept by streamtables"),
    ("'streamtables.triggers' = 'x'", "INVALID_TABLE_PROPERTY", "one of auto, on, off"),
    ("'streamtables.zzz' = 1", "UNKNOWN_TABLE_PROPERTY", "streamtables.float_sums"),
    ("'streamtables.multiplicity' = 'id'", "RESERVED_TABLE_PROPERTY", "kept by streamtables"),
    ("'streamtables.definition' = '{}'", "RESERVED_TABLE_PROPERTY", "kept by streamtables"),
    ("'streamtables.id' = 'x'", "RESERVED_TABLE_PROPERTY", "kept by streamtables"),
    ("'streamtables.fuse' = 0.5", "INVALID_TABLE_PROPERTY", "a share such as 50 percent"),
    ("'streamtables.fresh_reads' = 'maybe'", "INVALID_TABLE_PROPERTY", "one of true, false"),
    ("'streamtables.apply' = 'often'", "INVALID_TABLE_PROPERTY", "one of auto, merge, append"),
    ("location = '/x'", "RESERVED_TABLE_PROPERTY", "Write the clause LOCATION"),
    ("'delta.appendOnly' = 'true'", "UNFIT_TABLE_PROPERTY", "refreshes delete and replace rows"),
    ("delta.APPENDONLY = TRUE", "UNFIT_TABLE_PROPERTY", "refreshes delete and replace rows"),
    ("'delta.columnMapping.mode' = 'name'", "UNFIT_TABLE_PROPERTY", "other ids"),
    ("'delta.constraints.c' = 'id > 0'", "UNFIT_TABLE_PROPERTY", "parts"),
    ("'delta.setTransactionRetentionDuration' = 'interval 1 day'", "UNFIT_TABLE_PROPERTY", "refresh numbers"),
    ("'delta.feature.catalogManaged' = 'supported'", "UNFIT_TABLE_PROPERTY", "own log"),
]


def test_property_without_effect_or_with_a_bad_one_is_refused_where_it_stands(refused, orders, nothing_left):
    for written, condition, told in PROPERTIES:
        message = refused(_PROPERTY.format(written), condition)
        assert told in message
        assert "(line 2, column 30)" in message


def test_properties_of_the_user_and_harmless_ones_of_delta_are_kept(spark, orders):
    spark.sql(
        "CREATE STREAM TABLE x TBLPROPERTIES ('note' = 'n', 'stream.owner' = 'us', delta.appendOnly = false, "
        "'delta.columnMapping.mode' = 'none') AS SELECT id FROM orders"
    )
    properties = {row["key"]: row["value"] for row in spark.sql("SHOW TBLPROPERTIES x__stream").collect()}
    assert (properties["note"], properties["stream.owner"]) == ("n", "us")


def test_append_only_as_the_default_of_all_new_tables_is_put_out_of_force(spark, orders):
    # A default of the whole application reaches the engine's sessions; what they set themselves is in the table.
    spark.sql("CREATE STREAM TABLE x AS SELECT id FROM orders")
    properties = {row["key"]: row["value"] for row in spark.sql("SHOW TBLPROPERTIES x__stream").collect()}
    assert properties["delta.appendOnly"] == "false"


def test_schedule_that_nothing_runs_is_told_wherever_a_definition_is_shown(spark, orders, refresh):
    told = "neither runs in this process"
    for name, clause in (("x", "SCHEDULE EVERY 5 MINUTES"), ("y", "SCHEDULE DOWNSTREAM"), ("z", "")):
        scheduled, statement = bool(clause), f"CREATE STREAM TABLE {name} {clause} AS SELECT id FROM orders"
        notices = spark.sql(f"EXPLAIN {statement}").where("item = 'notice'").collect()
        assert [told in row["value"] for row in notices] == [True] * scheduled
        (row,) = spark.sql(statement).collect()
        assert (told in row["reason"], "schedule" in row["reason"]) == (scheduled, scheduled)
        (row,) = spark.sql(f"DESCRIBE STREAM TABLE {name}").where("col_name = 'Schedule'").collect()
        assert row["data_type"].startswith(clause.removeprefix("SCHEDULE ") if scheduled else "NONE")
        assert (told in row["data_type"]) == scheduled
    assert "schedule" not in refresh("x")["reason"]


def test_table_behind_a_stream_table_is_no_source(spark, refused, totals, nothing_left, tmp_path):
    folder = spark.sql("DESCRIBE DETAIL totals__stream").first()["location"]
    spark.sql("CREATE VIEW over AS SELECT region FROM totals__stream")
    spark.sql("CREATE VIEW fine AS SELECT region FROM totals")
    try:
        message = refused("CREATE STREAM TABLE x AS\nSELECT * FROM totals__stream", "BACKING_TABLE_AS_SOURCE")
        assert "totals__stream, which holds the rows of the stream table" in message
        assert f"(line 2, column 15) Hint: Read {totals}." in message
        for query in (
            "SELECT count(*) AS n FROM over",
            f"SELECT 1 AS a FROM delta.`{folder}`",
            "SELECT 1 AS a FROM fine WHERE region IN (SELECT region FROM totals__stream VERSION AS OF 0)",
        ):
            assert totals in refused(f"CREATE STREAM TABLE x REFRESH MODE FULL AS {query}", "BACKING_TABLE_AS_SOURCE")
        spark.sql("CREATE STREAM TABLE y REFRESH MODE DIFFERENTIAL AS SELECT region FROM fine")
        spark.sql("DROP STREAM TABLE y")
    finally:
        spark.sql("DROP VIEW over")
        spark.sql("DROP VIEW fine")


def test_missing_schema_is_named(spark, refused, schema):
    for statement in ("REFRESH STREAM TABLES IN no_schema", "SHOW STREAM TABLES IN no_schema"):
        assert "There is no schema no_schema." in refused(statement, "SCHEMA_NOT_FOUND")
    assert spark.sql(f"SHOW STREAM TABLES IN spark_catalog.{schema}").collect() == []
    assert spark.sql(f"REFRESH STREAM TABLES IN {schema}").collect() == []


def test_what_has_the_name_of_no_stream_table_is_told(spark, refused, totals):
    spark.sql("CREATE VIEW seen AS SELECT * FROM orders")
    spark.sql("CREATE TEMPORARY VIEW passing AS SELECT 1 AS a")
    kinds = {"orders": "a table", "seen": "a view", "passing": "a temporary view", "totals__stream": "a table"}
    for name, kind in kinds.items():
        for statement in ("REFRESH STREAM TABLE", "DROP STREAM TABLE", "VERIFY STREAM TABLE"):
            message = refused(f"{statement} {name}", "NOT_A_STREAM_TABLE")
            assert f"{name} is {kind}, not a stream table." in message
    assert f"write {totals}" in refused("DESCRIBE STREAM TABLE totals__stream", "NOT_A_STREAM_TABLE")
    refused("DROP STREAM TABLE IF EXISTS orders", "NOT_A_STREAM_TABLE")
    assert spark.sql("DROP STREAM TABLE IF EXISTS nothing").collect() == []
    assert "SHOW STREAM TABLES" in refused("REFRESH STREAM TABLE nothing", "STREAM_TABLE_NOT_FOUND")
    assert "no schema nowhere" in refused("REFRESH STREAM TABLE nowhere.x", "STREAM_TABLE_NOT_FOUND")
    spark.sql("DROP VIEW passing")


def test_another_current_catalog_is_named(spark: Any, refused, totals, elsewhere):
    for statement in (
        "REFRESH STREAM TABLE",
        "DROP STREAM TABLE",
        "DESCRIBE STREAM TABLE",
        "EXPLAIN REFRESH STREAM TABLE",
    ):
        message = refused(f"{statement} {totals}", "STREAM_TABLE_NOT_FOUND")
        assert f"There is no stream table elsewhere.{totals}." in message
        assert f"write spark_catalog.{totals}." in message
    schema = totals.split(".")[0]
    for statement in ("REFRESH STREAM TABLES", "SHOW STREAM TABLES"):
        message = refused(f"{statement} IN {schema}", "UNSUPPORTED_CATALOG")
        assert f"elsewhere.{schema}" in message
        assert f"Write spark_catalog.{schema}." in message
    message = refused(f"CREATE STREAM TABLE {schema}.x AS SELECT 1 AS a", "UNSUPPORTED_CATALOG")
    assert f"Write spark_catalog.{schema}.x." in message
    assert spark.sql(f"REFRESH STREAM TABLE spark_catalog.{totals}").collect()[0]["mode"] == "NO_CHANGE"


def test_near_misses_reach_the_user_of_spark_sql(refused, schema):
    for statement, instead in {
        "REFRESH STREAM x": "REFRESH STREAM TABLE x",
        "VERIFY x": "VERIFY STREAM TABLE x",
        "EXPLAIN STREAM TABLE x": "EXPLAIN REFRESH STREAM TABLE x",
        "CREATE DYNAMIC TABLE x AS SELECT 1": "CREATE STREAM TABLE x AS <query>",
        "REPLACE STREAM TABLE x AS SELECT 1": "CREATE OR REPLACE STREAM TABLE x AS <query>",
    }.items():
        message = refused(statement, "NEAR_MISS")
        assert f"(line 1, column 1) Hint: Write {instead}." in message
