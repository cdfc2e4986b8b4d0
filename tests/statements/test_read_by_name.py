"""Rows that changed are the rows that a read by name gives, with all that Spark adds to it."""

from __future__ import annotations

import pytest
from tests.same_rows import assert_same_rows
from tests.statements.test_source_columns import check, create

JOIN = "SELECT c.k, d.n FROM c {kind} JOIN d ON c.k = d.k"
QUERIES = {
    "inner": JOIN.format(kind=""),
    "outer": JOIN.format(kind="LEFT"),
    "there": "SELECT d.n FROM d WHERE EXISTS (SELECT 1 FROM c WHERE c.k = d.k)",
    "missing": "SELECT d.n FROM d WHERE NOT EXISTS (SELECT 1 FROM c WHERE c.k = d.k)",
    "self": "SELECT a.id, b.id AS other FROM c a JOIN c b ON a.k = b.k AND a.id < b.id",
    "longest": "SELECT max(length(k)) AS m, max(length(s.x)) AS n FROM c",
    "grouped": "SELECT k, count(*) AS n, max(length(p)) AS p FROM c GROUP BY k",
    "literal": "SELECT id, k FROM c WHERE k = 'ab' OR k IN ('x', 'yz')",
    "above": "SELECT id FROM (SELECT c.id, c.k, d.n FROM c LEFT JOIN d ON c.k = d.k) WHERE k = 'ab' AND n IS NULL",
    "counted": "SELECT n FROM (SELECT k, count(*) AS n FROM c GROUP BY k) WHERE k < 'abc'",
    "united": "SELECT k FROM c UNION SELECT k FROM d",
    "ranked": "SELECT id, row_number() OVER (PARTITION BY k ORDER BY id) AS r FROM c",
    "texts": "SELECT v, id FROM c WHERE v = 'ab'",
}
ROUNDS = (
    (
        "INSERT INTO c VALUES (1, 'ab', named_struct('x', 'q'), 'ab', 'p'), (2, 'x', NULL, 'ab ', 'p')",
        "INSERT INTO c VALUES (3, 'ab', named_struct('x', 'qr'), 'ab', NULL), (4, NULL, NULL, NULL, 'pq')",
    ),
    ("UPDATE c SET k = 'yz' WHERE id = 3", "INSERT INTO d VALUES ('yz  ', 5), ('yz', 6)"),
    ("DELETE FROM c WHERE id = 1", "DELETE FROM d WHERE n = 1"),
)
FEW = ("inner", "longest", "literal")
MORE = ("outer", "there", "self", "grouped", "above")
PLACES = {
    "plain": ("", FEW),
    "vectors": ("TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')", FEW + MORE),
    "feed": ("TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'false')", FEW),
    "partitioned": ("PARTITIONED BY (k)", FEW),
    "all": ("TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')", tuple(QUERIES)),
}
THOROUGH = ("plain", "all")


@pytest.mark.parametrize("place", [pytest.param(p, marks=pytest.mark.thorough) if p in THOROUGH else p for p in PLACES])
def test_char_columns_are_padded_in_every_change(spark, schema, refresh, place):
    clauses, names = PLACES[place]
    queries = {name: QUERIES[name] for name in names}
    columns = "id INT, k CHAR(4), s STRUCT<x: CHAR(3)>, v VARCHAR(5), p CHAR(4)"
    spark.sql(f"CREATE TABLE c ({columns}) USING delta {clauses}")
    spark.sql("CREATE TABLE d (k STRING, n INT) USING delta")
    spark.sql("INSERT INTO d VALUES ('ab  ', 1), ('ab', 2), ('x   ', 3)")
    for name, query in queries.items():
        create(spark, name, query)
    for changes in ROUNDS:
        for change in changes:
            spark.sql(change)
        for name, query in queries.items():
            assert refresh(name)["mode"] in ("DIFFERENTIAL", "NO_CHANGE")
            assert_same_rows(spark.table(name), spark.sql(query), (name, changes))


def test_char_columns_of_different_lengths_are_left_to_the_query_as_written(spark, schema, refresh):
    spark.sql("CREATE TABLE c (k CHAR(2), n INT) USING delta")
    spark.sql("CREATE TABLE d (k CHAR(4), m INT, v VARCHAR(3)) USING delta")
    query = "SELECT n FROM c WHERE k IN (SELECT k FROM d)"
    with pytest.raises(Exception, match="CHAR columns of different lengths"):
        create(spark, "strict", query)
    create(spark, "st", query, "AUTO")
    create(spark, "one", "SELECT n, v FROM c JOIN d ON c.n = d.m")
    spark.sql("INSERT INTO c VALUES ('ab', 1)")
    spark.sql("INSERT INTO d VALUES ('ab', 1, 'v')")
    assert refresh("st")["mode"] == "FULL"
    check(spark, "st", query)
    assert refresh("one")["mode"] == "DIFFERENTIAL"


def test_a_changed_declared_type_is_rebuilt_from(spark, schema, refresh):
    spark.sql("CREATE TABLE c (k VARCHAR(2), n INT) USING delta")
    spark.sql("INSERT INTO c VALUES ('ab', 1)")
    create(spark, "st", "SELECT k, n FROM c")
    create(spark, "unused", "SELECT n FROM c")
    spark.sql("ALTER TABLE c ALTER COLUMN k TYPE VARCHAR(6)")
    assert refresh("unused")["mode"] == "NO_CHANGE"
    row = refresh("st")
    assert (row["mode"], "varchar(6), was varchar(2)" in row["reason"]) == ("FULL", True)
    spark.sql("INSERT INTO c VALUES ('abcdef', 2)")
    assert refresh("st")["mode"] == "DIFFERENTIAL"
    check(spark, "st", "SELECT k, n FROM c")


def test_generated_and_defaulted_columns_are_read_as_they_are_stored(spark, schema, refresh):
    spark.sql(
        "CREATE TABLE t (a INT, g INT GENERATED ALWAYS AS (a + 1), c STRING DEFAULT 'd') USING delta "
        "TBLPROPERTIES ('delta.feature.allowColumnDefaults' = 'supported')"
    )
    spark.sql("INSERT INTO t (a) VALUES (1)")
    query = "SELECT g, c, count(*) AS n FROM t GROUP BY g, c"
    create(spark, "st", query)
    spark.sql("INSERT INTO t (a) VALUES (1), (2)")
    spark.sql("ALTER TABLE t ALTER COLUMN c SET DEFAULT 'other'")
    spark.sql("INSERT INTO t (a) VALUES (3)")
    spark.sql("ALTER TABLE t ADD COLUMN late INT")
    spark.sql("DELETE FROM t WHERE a = 2")
    assert refresh("st")["mode"] == "DIFFERENTIAL"
    check(spark, "st", query)
