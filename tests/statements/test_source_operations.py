"""Everything that Delta lets happen to a source, and the mode in which each stream table above it follows.

One group of operations happens to one source, one after the other; behind each an aggregate, a linear query and a join
are refreshed in one run and held against their queries.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlparse

import pytest
from pyspark.errors import PySparkException

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

D = "DIFFERENTIAL REFRESH_MODE"
N = "NO_CHANGE NOTHING_CHANGED"
U = "NO_CHANGE NOTHING_USED_CHANGED"
R = "FULL SOURCE_REPLACED"
F = "FULL DEFINITION_CHANGED"

QUERIES = {
    "grouped": "SELECT g, count(*) AS n, sum(v) AS s FROM {t} GROUP BY g",
    "linear": "SELECT k, v * 2 AS w, g FROM {t} WHERE v > 0",
    "joined": "SELECT t.k, t.v, n.label FROM {t} t JOIN names n ON t.g = n.g",
}
WITH_STARS = {**QUERIES, "linear": "SELECT * FROM {t} WHERE v > 0"}
KEPT_STAR = "SELECT k, g, v FROM {t} WHERE v > 0"

Action = "str | Callable[[SparkSession], Any]"


@dataclass(frozen=True)
class Step:
    """An operation, what is done, and how the aggregate, the linear query and the join follow (one for all, or each).

    Attributes:
        operation: Its name.
        actions: Statements, or functions of the session.
        followed: Mode and reason code.
        fails: The condition under which the refresh fails instead.
    """

    operation: str
    actions: tuple[Any, ...]
    followed: tuple[str, ...]
    fails: str | None = None


def step(operation: str, *actions: Any, to: str | tuple[str, str, str]) -> Step:
    return Step(operation, actions, (to,) * 3 if isinstance(to, str) else to)


def failing(operation: str, *actions: Any, condition: str) -> Step:
    return Step(operation, actions, (), condition)


@dataclass(frozen=True)
class Group:
    """Operations on one source.

    Attributes:
        table: What follows ``CREATE TABLE t`` behind its columns.
        steps: The operations, in order.
        source: How the queries name it.
        queries: The queries.
        wanted: What they are held against; the same where it is not given.
    """

    table: str
    steps: Sequence[Step]
    source: str = "t"
    queries: Mapping[str, str] | None = None
    wanted: Mapping[str, str] | None = None


def location(spark: SparkSession, name: str) -> Path:
    return Path(urlparse(spark.sql(f"DESCRIBE DETAIL {name}").first()["location"]).path)


def rows(spark: SparkSession, text: str) -> DataFrame:
    return spark.sql(f"SELECT * FROM VALUES {text} AS x(k, g, v)")


def frame_write(mode: str, text: str, **options: str) -> Callable[[SparkSession], Any]:
    return lambda spark: rows(spark, text).write.format("delta").options(**options).mode(mode).saveAsTable("t")


def stream_write(spark: SparkSession) -> None:
    spark.sql("CREATE TABLE arriving (k INT, g STRING, v INT) USING delta")
    spark.sql("INSERT INTO arriving VALUES (60, 'a', 6), (61, 'c', 7)")
    writer = spark.readStream.table("arriving").writeStream.format("delta")
    writer = writer.option("checkpointLocation", str(location(spark, "arriving").with_name("progress")))
    writer.trigger(availableNow=True).toTable("t").awaitTermination()


def api_merge(spark: SparkSession) -> None:
    from delta.tables import DeltaTable

    merge = (
        DeltaTable.forName(spark, "t")
        .alias("t")
        .merge(rows(spark, "(1, 'b', 9), (70, 'a', 1)").alias("s"), "t.k = s.k")
    )
    merge.whenMatchedUpdateAll().whenNotMatchedInsertAll().execute()


def vacuum(spark: SparkSession) -> None:
    check = "spark.databricks.delta.retentionDurationCheck.enabled"
    spark.conf.set(check, "false")
    try:
        spark.sql("VACUUM t RETAIN 0 HOURS")
    finally:
        spark.conf.unset(check)


def checkpoint(spark: SparkSession) -> None:
    from streamtables.spark.tables.delta_log import DeltaTableLog

    DeltaTableLog.for_path(spark, str(location(spark, "t"))).checkpoint()


def without_old_log(spark: SparkSession) -> None:
    """Do what Delta does to entries of the log that are older than ``delta.logRetentionDuration``."""
    checkpoint(spark)
    newest = spark.sql("DESCRIBE HISTORY t LIMIT 1").first()["version"]
    for entry in (location(spark, "t") / "_delta_log").glob("*.json"):
        if int(entry.name.split(".")[0]) < newest:
            entry.unlink()


def overwrite_partitions(statement: str) -> Callable[[SparkSession], Any]:
    def run(spark: SparkSession) -> None:
        spark.conf.set("spark.sql.sources.partitionOverwriteMode", "dynamic")
        try:
            spark.sql(statement)
        finally:
            spark.conf.unset("spark.sql.sources.partitionOverwriteMode")

    return run


PLAIN = "TBLPROPERTIES ('delta.enableDeletionVectors' = 'false')"
GROUPS = {
    "statements": Group(
        PLAIN,
        (
            step("INSERT", "INSERT INTO t VALUES (10, 'a', 1), (11, NULL, 2)", to=D),
            step("UPDATE", "UPDATE t SET v = v + 1, g = 'b' WHERE k = 10", to=D),
            step("DELETE", "DELETE FROM t WHERE k = 11", to=D),
            step(
                "MERGE",
                "MERGE INTO t USING (SELECT * FROM VALUES (1, 'b', 5), (12, 'c', 5) AS x(k, g, v)) s ON t.k = s.k "
                "WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT * "
                "WHEN NOT MATCHED BY SOURCE AND t.k = 2 THEN DELETE",
                to=D,
            ),
            step("INSERT OVERWRITE", "INSERT OVERWRITE t VALUES (1, 'a', 1), (3, 'c', 3)", to=D),
            step("INSERT REPLACE WHERE", "INSERT INTO t REPLACE WHERE g = 'c' VALUES (4, 'c', 4)", to=D),
            step("TRUNCATE", "TRUNCATE TABLE t", to=D),
            step("RESTORE backwards", "RESTORE TABLE t TO VERSION AS OF 3", to=D),
            step("RESTORE forwards", "RESTORE TABLE t TO VERSION AS OF 6", to=D),
            step("OPTIMIZE", "INSERT INTO t VALUES (20, 'a', 1)", "OPTIMIZE t", to=D),
            step("OPTIMIZE, nothing else", "OPTIMIZE t", to=N),
            step("OPTIMIZE ZORDER BY", "OPTIMIZE t ZORDER BY (k)", to=N),
            step(
                "statements that find nothing", "DELETE FROM t WHERE k = 999", "UPDATE t SET v = 0 WHERE k = 999", to=N
            ),
        ),
    ),
    "maintenance": Group(
        PLAIN,
        (
            step("comments", "COMMENT ON TABLE t IS 'x'", "ALTER TABLE t ALTER COLUMN v COMMENT 'y'", to=N),
            step("properties", "ALTER TABLE t SET TBLPROPERTIES ('a' = 'b')", to=N),
            step(
                "change data feed on, nothing else",
                "ALTER TABLE t SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true')",
                to=N,
            ),
            step("change data feed on half-way", "UPDATE t SET v = 7 WHERE k = 1", to=D),
            step(
                "change data feed off half-way",
                "DELETE FROM t WHERE k = 2",
                "ALTER TABLE t SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'false')",
                "UPDATE t SET v = 8 WHERE k = 3",
                to=D,
            ),
            step(
                "deletion vectors on",
                "ALTER TABLE t SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
                "INSERT INTO t SELECT /*+ COALESCE(1) */ CAST(id AS INT), 'a', 1 FROM range(100, 120)",
                "DELETE FROM t WHERE k BETWEEN 100 AND 104",
                to=D,
            ),
            step("deletion vectors grown", "UPDATE t SET v = 3 WHERE k IN (105, 106)", to=D),
            step("REORG APPLY (PURGE)", "REORG TABLE t APPLY (PURGE)", to=N),
            step(
                "deletion vectors off",
                "DELETE FROM t WHERE k = 110",
                "ALTER TABLE t SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'false')",
                "DELETE FROM t WHERE k = 111",
                to=D,
            ),
            step("CLUSTER BY", "ALTER TABLE t CLUSTER BY (k)", to=N),
            step("OPTIMIZE FULL of a clustered table", "OPTIMIZE t FULL", to=N),
            step(
                "CLUSTER BY another column", "ALTER TABLE t CLUSTER BY (g)", "INSERT INTO t VALUES (130, 'c', 1)", to=D
            ),
            step("CLUSTER BY NONE", "ALTER TABLE t CLUSTER BY NONE", to=N),
            step("checkpoint", "INSERT INTO t VALUES (131, 'c', 2)", checkpoint, to=D),
            step(
                "V2 checkpoint",
                "ALTER TABLE t SET TBLPROPERTIES ('delta.checkpointPolicy' = 'v2')",
                "INSERT INTO t VALUES (132, 'c', 3)",
                checkpoint,
                "DELETE FROM t WHERE k = 131",
                to=D,
            ),
            step("log cleaned up below the frontier", without_old_log, to=N),
            step(
                "log cleaned up above the frontier",
                "INSERT INTO t VALUES (133, 'a', 2)",
                "INSERT INTO t VALUES (134, 'b', 2)",
                without_old_log,
                to=R,
            ),
            step("VACUUM behind the frontier", vacuum, to=N),
            step("VACUUM, of appended rows", "INSERT INTO t VALUES (135, 'a', 2)", vacuum, to=D),
            step("VACUUM below the frontier", "UPDATE t SET v = 9 WHERE k = 1", "OPTIMIZE t", vacuum, to=R),
        ),
    ),
    "columns": Group(
        "TBLPROPERTIES ('delta.columnMapping.mode' = 'name', 'delta.enableTypeWidening' = 'true')",
        (
            step("ADD COLUMN, under a star too", "ALTER TABLE t ADD COLUMN (x STRING)", to=N),
            step(
                "rows with the new column",
                "INSERT INTO t VALUES (30, 'a', 1, 'x')",
                "UPDATE t SET v = 4 WHERE k = 3",
                to=D,
            ),
            step("a change of the new column alone", "UPDATE t SET x = 'other' WHERE k = 30", to=(U, U, U)),
            step("RENAME of an unused column", "ALTER TABLE t RENAME COLUMN x TO y", to=N),
            step(
                "type widening of an unused column",
                "ALTER TABLE t ADD COLUMN (z INT)",
                "ALTER TABLE t ALTER COLUMN z TYPE BIGINT",
                to=N,
            ),
            step("DROP of an unused column", "ALTER TABLE t DROP COLUMN y", "DELETE FROM t WHERE k = 30", to=D),
            failing("RENAME of a used column", "ALTER TABLE t RENAME COLUMN v TO w", condition="SOURCE_COLUMN_MISSING"),
            step("renamed back", "ALTER TABLE t RENAME COLUMN w TO v", to=N),
            failing("DROP of a used column", "ALTER TABLE t DROP COLUMN v", condition="SOURCE_COLUMN_MISSING"),
            step("dropped and added again", "ALTER TABLE t ADD COLUMN (v INT)", to=R),
            step("rows behind it", "UPDATE t SET v = k", to=D),
            step("type widening of a used column", "ALTER TABLE t ALTER COLUMN v TYPE BIGINT", to=F),
            step("rows of the wider type", "INSERT INTO t (k, g, v) VALUES (31, 'b', 5000000000)", to=D),
            step("type widening of a key", "ALTER TABLE t ALTER COLUMN k TYPE BIGINT", to=(N, F, F)),
        ),
        queries=WITH_STARS,
        wanted={**WITH_STARS, "linear": KEPT_STAR},
    ),
    "partitions": Group(
        "PARTITIONED BY (g)",
        (
            step(
                "INSERT OVERWRITE, dynamic partitions",
                overwrite_partitions("INSERT OVERWRITE t VALUES (40, 'b', 1)"),
                to=D,
            ),
            step(
                "INSERT OVERWRITE of one partition",
                "INSERT OVERWRITE t PARTITION (g = 'a') VALUES (41, 5), (42, 7)",
                to=D,
            ),
            step(
                "REPLACE WHERE of partitions", "INSERT INTO t REPLACE WHERE g IN ('a', 'c') VALUES (43, 'c', 1)", to=D
            ),
            step(
                "NULL, empty and special values",
                "INSERT INTO t VALUES (50, NULL, 1), (51, '', 2), (52, '__HIVE_DEFAULT_PARTITION__', 3), "
                "(53, 'a b/c=d%25:é', 4), (54, 'a\\'b\"', 5), (55, 'A', 6), (56, ' a', 7)",
                to=D,
            ),
            step(
                "UPDATE that moves rows between them", "UPDATE t SET g = 'a b/c=d%25:é' WHERE k IN (50, 51, 54)", to=D
            ),
            step("DELETE of partitions", "DELETE FROM t WHERE g IS NULL OR g = 'a b/c=d%25:é'", to=D),
            step("OPTIMIZE of a partition", "OPTIMIZE t WHERE g = 'A'", to=N),
        ),
    ),
    "replaced": Group(
        "",
        (
            step(
                "CREATE OR REPLACE TABLE",
                "CREATE OR REPLACE TABLE t (k INT, g STRING, v INT) USING delta",
                "INSERT INTO t VALUES (1, 'a', 1)",
                to=R,
            ),
            step(
                "CREATE OR REPLACE TABLE AS SELECT",
                "CREATE OR REPLACE TABLE t USING delta AS SELECT 2 AS k, 'b' AS g, 2 AS v",
                to=R,
            ),
            step(
                "drop and recreate",
                "DROP TABLE t",
                "CREATE TABLE t (k INT, g STRING, v INT) USING delta",
                "INSERT INTO t VALUES (1, 'a', 1), (2, 'c', 2)",
                to=R,
            ),
            step("rows behind it", "INSERT INTO t VALUES (3, 'c', 2)", to=D),
            step("a shallow clone of it", "CREATE TABLE copied SHALLOW CLONE t", "DELETE FROM copied", to=N),
            step(
                "replaced by a shallow clone",
                "CREATE TABLE origin (k INT, g STRING, v INT) USING delta",
                "INSERT INTO origin VALUES (1, 'a', 1), (2, 'a', 2), (3, 'b', 3)",
                "DROP TABLE t",
                "CREATE TABLE t SHALLOW CLONE origin",
                to=R,
            ),
            step("changes of a shallow clone", "DELETE FROM t WHERE k = 2", "INSERT INTO t VALUES (4, 'c', 4)", to=D),
            step("changes of its origin", "DELETE FROM origin WHERE k = 1", to=N),
            # Delta replaces no table by a clone that holds rows.
            step(
                "CREATE OR REPLACE TABLE ... SHALLOW CLONE",
                "TRUNCATE TABLE t",
                "CREATE OR REPLACE TABLE t SHALLOW CLONE origin",
                to=D,
            ),
        ),
    ),
    "writers": Group(
        "",
        (
            step("DataFrame, append", frame_write("append", "(62, 'a', 1), (63, 'b', 2)"), to=D),
            step("DataFrame, replaceWhere", frame_write("overwrite", "(64, 'a', 3)", replaceWhere="g = 'a'"), to=D),
            step("DataFrame, overwrite", frame_write("overwrite", "(1, 'a', 3), (2, 'b', 4)"), to=D),
            step(
                "DataFrame, mergeSchema",
                lambda s: (
                    rows(s, "(65, 'b', 1)")
                    .selectExpr("*", "1 AS x")
                    .write.format("delta")
                    .mode("append")
                    .option("mergeSchema", "true")
                    .saveAsTable("t")
                ),
                to=D,
            ),
            step(
                "DataFrame, overwriteSchema",
                frame_write("overwrite", "(1, 'a', 3), (2, 'b', 4)", overwriteSchema="true"),
                to=D,
            ),
            step("writeStream", stream_write, to=D),
            step("DeltaTable.merge", api_merge, to=D),
        ),
    ),
    "paths": Group(
        "",
        (
            step("INSERT by path", "INSERT INTO delta.`{path}` VALUES (80, 'a', 1)", to=D),
            step(
                "UPDATE and DELETE by path",
                "UPDATE delta.`{path}` SET v = 3 WHERE k = 80",
                "DELETE FROM delta.`{path}` WHERE k = 1",
                to=D,
            ),
            step("OPTIMIZE by path", "OPTIMIZE delta.`{path}`", to=N),
            step("RESTORE by path", "RESTORE TABLE delta.`{path}` TO VERSION AS OF 1", to=D),
        ),
        source="delta.`{path}`",
    ),
}


SHORT = ("statements", "maintenance")


@pytest.mark.parametrize(
    "group",
    [
        pytest.param(group, id=name, marks=() if name in SHORT else pytest.mark.thorough)
        for name, group in GROUPS.items()
    ],
)
def test_every_operation_on_a_source_is_followed_in_its_mode(spark, schema, group):
    spark.sql(f"CREATE TABLE t (k INT, g STRING, v INT) USING delta {group.table}")
    spark.sql("CREATE TABLE names (g STRING, label STRING) USING delta")
    spark.sql("INSERT INTO names VALUES ('a', 'one'), ('b', 'two'), ('c', 'three'), ('', 'none'), ('A', 'large')")
    spark.sql("INSERT INTO t VALUES (1, 'a', 1), (2, 'a', 2), (3, 'b', 3)")
    path = location(spark, "t")
    source = group.source.format(path=path)
    queries = {name: query.format(t=source) for name, query in (group.queries or QUERIES).items()}
    wanted = {name: query.format(t=source) for name, query in (group.wanted or group.queries or QUERIES).items()}
    for name, query in queries.items():
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE DIFFERENTIAL AS {query}")
    found = {}
    for one in group.steps:
        for action in one.actions:
            spark.sql(action.format(path=path)) if isinstance(action, str) else action(spark)
        if one.fails is not None:
            found[one.operation] = _failure(spark, schema)
            continue
        results = {
            r["stream_table"].split(".")[1]: r for r in spark.sql(f"REFRESH STREAM TABLES IN {schema}").collect()
        }
        found[one.operation] = tuple(f"{results[n]['mode']} {results[n]['reason_code']}" for n in queries)
        assert _differences(spark, wanted) == [], one.operation
    assert found == {one.operation: one.fails or one.followed for one in group.steps}


def _failure(spark: SparkSession, schema: str) -> str | None:
    before = {name: sorted(map(repr, spark.table(name).collect())) for name in QUERIES}
    with pytest.raises(PySparkException) as caught:
        spark.sql("REFRESH STREAM TABLE linear")
    assert {name: sorted(map(repr, spark.table(name).collect())) for name in QUERIES} == before
    return caught.value.getCondition()


def _differences(spark: SparkSession, wanted: Mapping[str, str]) -> list[Any]:
    """Hold all tables against their queries in one query."""
    sides = [
        f"SELECT '{name}' AS name, '{what}' AS what, to_json(struct(*)) AS row FROM ({left} EXCEPT ALL {right})"
        for name, query in wanted.items()
        for what, left, right in (
            ("missing", f"({query})", f"SELECT * FROM {name}"),
            ("extra", f"SELECT * FROM {name}", f"({query})"),
        )
    ]
    return [tuple(row) for row in spark.sql(" UNION ALL ".join(sides)).collect()]
