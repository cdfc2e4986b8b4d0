"""The files that are carried on from commit to commit are those that Delta itself finds at each version."""

from __future__ import annotations

import json

import pytest

from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.tables.commit_log import parse_files
from streamtables.spark.tables.file_lists import FileLists

STATEMENTS = (
    "INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')",
    "INSERT INTO t VALUES (4, 'a'), (5, NULL)",
    "DELETE FROM t WHERE id = 2",
    "UPDATE t SET p = 'z' WHERE id = 1",
    "DELETE FROM t WHERE id = 3",
    "OPTIMIZE t",
    "ALTER TABLE t SET TBLPROPERTIES ('note' = 'nothing')",
    "INSERT OVERWRITE t VALUES (7, 'q')",
    "MERGE INTO t USING (SELECT 7 AS id) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET p = 'r'",
    "TRUNCATE TABLE t",
    "INSERT INTO t VALUES (8, 'a')",
)
TABLES = {
    "vectors": "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
    "no vectors": "TBLPROPERTIES ('delta.enableDeletionVectors' = 'false')",
    "partitions": "PARTITIONED BY (p) TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
}


@pytest.mark.parametrize("clauses", TABLES.values(), ids=TABLES)
def test_files_of_every_version_are_those_that_delta_finds(spark, schema, clauses):
    spark.sql(f"CREATE TABLE t (id INT, p STRING) USING delta {clauses}")
    log = CatalogLookup(spark).log(("spark_catalog", schema, "t"))
    carried, asked = FileLists(), 0
    for statement in STATEMENTS:
        spark.sql(statement)
        snapshot = log.latest()
        # Every second time it has to catch up over a version that it was not asked for.
        if snapshot.version % 2:
            asked += 1
            assert _identities(carried.at(log, snapshot, snapshot.version)) == _found(snapshot)
    assert asked > 3
    newest = log.latest()
    for version in range(newest.version, -1, -1):
        expected = _rows(spark.sql(f"SELECT * FROM t VERSION AS OF {version}"))
        for files in (carried.at(log, newest, version), FileLists().at(log, newest, version)):
            assert _rows(log.read_files(newest, files)) == expected, f"version {version}"


def test_a_table_of_many_files_is_left_to_delta(spark, schema):
    spark.sql("CREATE TABLE t (id INT) USING delta")
    spark.range(100).selectExpr("CAST(id AS INT) AS id").repartition(70).write.format("delta").mode(
        "append"
    ).saveAsTable(f"{schema}.t")
    log = CatalogLookup(spark).log(("spark_catalog", schema, "t"))
    newest = log.latest()
    assert FileLists().at(log, newest, newest.version) is None
    assert FileLists().at(log, newest, 0) is None


def test_a_file_is_complete_if_its_action_says_how_to_read_it():
    action = {"path": "a", "partitionValues": {}, "size": 3}
    assert parse_files([json.dumps({"add": action})])[0].is_complete
    del action["partitionValues"]
    assert not parse_files([json.dumps({"add": action})])[0].is_complete


def _identities(files):
    return sorted(file.identity for file in files)


def _found(snapshot):
    return _identities(parse_files(snapshot.live_files(10**6)))


def _rows(frame):
    return sorted(map(repr, frame.collect()))
