"""CREATE STREAM TABLE: its clauses, its names, and that a refused one leaves nothing behind."""

from __future__ import annotations

import pytest
from pyspark.errors import PySparkException


def _rows(spark, name):
    return sorted(map(tuple, spark.table(name).collect()), key=repr)


def _condition(spark, statement):
    with pytest.raises(PySparkException) as caught:
        spark.sql(statement)
    return caught.value


def test_the_first_rows_are_the_querys(spark, totals):
    expected = spark.sql("SELECT region, count(*) AS orders, sum(amount) AS revenue FROM orders GROUP BY region")
    assert _rows(spark, "totals") == sorted(map(tuple, expected.collect()), key=repr)
    assert spark.table("totals").schema.simpleString() == expected.schema.simpleString()


def test_create_reports_its_first_refresh(spark, orders):
    row = spark.sql("CREATE STREAM TABLE few AS SELECT id FROM orders WHERE id < 3").first()
    assert row["mode"] == "INITIAL"
    assert row["stream_table"].endswith(".few")
    assert row["rows_inserted"] == 2
    assert row["version"] == 0


def test_every_clause_is_kept(spark, orders, tmp_path):
    spark.sql(
        f"""CREATE STREAM TABLE full_dress (area COMMENT 'where', n, `sum of (amount)`)
        SCHEDULE EVERY 5 MINUTES TBLPROPERTIES ('team' = 'us', delta.enableDeletionVectors = false)
        LOCATION '{tmp_path}/rows' COMMENT 'it''s all' CLUSTER BY (area) REFRESH MODE AUTO WITH DATA AS
        SELECT region, count(*), sum(amount) FROM orders GROUP BY region"""
    )
    assert spark.table("full_dress").columns == ["area", "n", "sum of (amount)"]
    text = spark.sql("SHOW CREATE STREAM TABLE full_dress").first()[0]
    for part in ("area COMMENT 'where'", "SCHEDULE EVERY 5 MINUTES", "LOCATION", "CLUSTER BY", "'team'", "all"):
        assert part in text, text
    detail = spark.sql("DESCRIBE DETAIL full_dress__stream").first()
    assert detail["location"].rstrip("/").endswith("rows")
    assert detail["clusteringColumns"] == ["area"]
    assert detail["properties"]["team"] == "us"
    assert detail["properties"]["delta.enableDeletionVectors"] == "false"
    comments = {row["col_name"]: row["comment"] for row in spark.sql("DESCRIBE TABLE full_dress").collect()}
    assert comments["area"] == "where"


def test_what_show_create_gives_back_makes_the_same_table(spark, totals):
    text = spark.sql("SHOW CREATE STREAM TABLE totals").first()[0]
    before = _rows(spark, "totals")
    spark.sql("DROP STREAM TABLE totals")
    spark.sql(text)
    assert _rows(spark, "totals") == before


def test_partitions_are_those_asked_for(spark, orders):
    spark.sql("CREATE STREAM TABLE parts PARTITIONED BY (id) AS SELECT region, id FROM orders")
    assert spark.sql("DESCRIBE DETAIL parts__stream").first()["partitionColumns"] == ["id"]


def test_with_no_data_stays_empty_until_the_first_refresh(spark, orders, refresh):
    spark.sql("CREATE STREAM TABLE later WITH NO DATA AS SELECT id FROM orders")
    assert spark.table("later").count() == 0
    assert refresh("later")["mode"] == "INITIAL"
    assert spark.table("later").count() == 4
    assert refresh("later")["mode"] == "NO_CHANGE"


def test_if_not_exists_leaves_the_table_alone(spark, totals):
    row = spark.sql("CREATE STREAM TABLE IF NOT EXISTS totals AS SELECT 1 AS x FROM orders").first()
    assert (row["mode"], row["reason"]) == ("NO_CHANGE", "exists already")
    assert spark.table("totals").columns == ["region", "orders", "revenue"]


def test_or_replace_changes_query_columns_and_rows(spark, totals, orders, refresh):
    spark.sql("CREATE OR REPLACE STREAM TABLE totals REFRESH MODE DIFFERENTIAL AS SELECT id FROM orders WHERE id > 2")
    assert _rows(spark, "totals") == [(3,), (4,)]
    spark.sql("INSERT INTO orders VALUES (5, 'x', 1)")
    assert refresh("totals")["mode"] == "DIFFERENTIAL"
    assert _rows(spark, "totals") == [(3,), (4,), (5,)]
    assert (
        spark.sql("SELECT count(*) FROM streamtables.stream_tables WHERE stream_table LIKE '%totals'").first()[0] >= 1
    )


def test_unnamed_and_odd_columns_have_the_querys_own_names(spark, orders, refresh):
    query = "SELECT region, count(*), sum(amount), max(id) AS `a b,c;{}()=` FROM orders GROUP BY region"
    spark.sql(f"CREATE STREAM TABLE named REFRESH MODE DIFFERENTIAL AS {query}")
    assert spark.table("named").columns == spark.sql(query).columns
    spark.sql("INSERT INTO orders VALUES (9, 'north', 1)")
    assert refresh("named")["mode"] == "DIFFERENTIAL"
    assert _rows(spark, "named") == sorted(map(tuple, spark.sql(query).collect()), key=repr)


def test_a_star_is_expanded_once(spark, orders, refresh):
    spark.sql("CREATE STREAM TABLE everything REFRESH MODE DIFFERENTIAL AS SELECT * FROM orders")
    spark.sql("CREATE STREAM TABLE recomputed REFRESH MODE FULL AS SELECT * FROM orders")
    spark.sql("CREATE STREAM TABLE sampled AS SELECT * FROM orders TABLESAMPLE (100 PERCENT)")
    spark.sql("ALTER TABLE orders ADD COLUMN (extra STRING)")
    spark.sql("INSERT INTO orders VALUES (5, 'west', 1, 'x')")
    for name, mode in (("everything", "DIFFERENTIAL"), ("recomputed", "FULL"), ("sampled", "FULL")):
        assert refresh(name)["mode"] == mode
        assert spark.table(name).columns[:3] == ["id", "region", "amount"]
        assert "extra" not in spark.table(name).columns
        assert spark.table(name).count() == 5


def test_pipes_are_recomputed_and_verified_with_all_their_stages(spark, orders, refresh):
    piped = "FROM orders |> WHERE id > 1 |> SELECT id"
    spark.sql(f"CREATE STREAM TABLE maintained REFRESH MODE DIFFERENTIAL AS {piped}")
    spark.sql(f"CREATE STREAM TABLE sampled AS {piped} |> TABLESAMPLE (100 PERCENT)")
    spark.sql("INSERT INTO orders VALUES (5, 'x', 0.1)")
    for name, mode in (("maintained", "DIFFERENTIAL"), ("sampled", "FULL")):
        assert refresh(name)["mode"] == mode
        assert sorted(row["id"] for row in spark.table(name).collect()) == [2, 3, 4, 5]
    spark.sql("INSERT INTO orders VALUES (6, 'x', 0.1)")
    assert spark.sql("VERIFY STREAM TABLE maintained").first()["equal"]


def test_auto_takes_what_cannot_be_maintained_and_says_so(spark, orders, refresh):
    row = spark.sql("CREATE STREAM TABLE sampled AS SELECT id FROM orders TABLESAMPLE (100 PERCENT)").first()
    assert "TABLESAMPLE" in row["reason"]
    spark.sql("INSERT INTO orders VALUES (5, 'x', 0.1)")
    result = refresh("sampled")
    assert result["mode"] == "FULL"
    assert "TABLESAMPLE" in result["reason"]
    assert spark.sql("VERIFY STREAM TABLE sampled").first()["equal"]


def test_an_order_without_a_limit_is_a_notice(spark, orders):
    row = spark.sql("CREATE STREAM TABLE x AS SELECT id FROM orders ORDER BY id").first()
    assert "ORDER BY" in row["reason"]
    assert spark.table("x").count() == 4


def test_a_parquet_source_can_only_be_full(spark, schema, refresh):
    spark.sql("CREATE TABLE plain (a INT) USING parquet")
    spark.sql("INSERT INTO plain VALUES (1)")
    assert "parquet" in spark.sql("CREATE STREAM TABLE copy AS SELECT a FROM plain").first()["reason"]
    spark.sql("INSERT INTO plain VALUES (2)")
    assert refresh("copy")["mode"] == "FULL"
    assert spark.table("copy").count() == 2


def test_a_volatile_query_is_recomputed_every_time(spark, orders, refresh):
    spark.sql("CREATE STREAM TABLE noisy AS SELECT id, rand() AS r FROM orders")
    assert refresh("noisy")["mode"] == "FULL"


@pytest.mark.usefixtures("standing", "nothing_left")
@pytest.mark.parametrize(
    ("statement", "condition", "words"),
    [
        ("CREATE STREAM TABLE x AS SELECT a FROM nowhere", "TABLE_OR_VIEW_NOT_FOUND", "nowhere"),
        ("CREATE STREAM TABLE x AS SELECT nope FROM orders", "UNRESOLVED_COLUMN.WITH_SUGGESTION", "nope"),
        ("CREATE STREAM TABLE x AS SELECT id FROM orders a, orders b", "AMBIGUOUS_REFERENCE", "id"),
        ("CREATE STREAM TABLE x AS\nSELECT id FROM orders WHERE (", "PARSE_SYNTAX_ERROR", "line 2"),
        ("CREATE STREAM TABLE x REFRESH MODE SOMETIMES AS SELECT 1", "STREAM_SQL_SYNTAX", "line 1, column 36"),
        ("CREATE STREAM TABLE orders AS SELECT 1 AS a", "STREAM_TABLE_EXISTS", "table"),
        ("CREATE STREAM TABLE x AS SELECT id AS __st_id FROM orders", "RESERVED_COLUMN", "__st_id"),
        ("CREATE STREAM TABLE x AS SELECT id, id FROM orders", "DUPLICATE_OUTPUT_COLUMN", "id"),
        ("CREATE STREAM TABLE x (a, b) AS SELECT id FROM orders", "COLUMN_COUNT_MISMATCH", "2 names"),
        ("CREATE STREAM TABLE x AS SELECT id FROM orders LIMIT 3", "LIMIT_WITHOUT_ORDER_BY", "line 1"),
        (
            "CREATE STREAM TABLE x REFRESH MODE DIFFERENTIAL AS\nSELECT id,\n  rand() AS r FROM orders",
            "UNSUPPORTED_QUERY.NON_DETERMINISTIC_FUNCTION",
            "line 3, column 3",
        ),
        (
            "CREATE STREAM TABLE x REFRESH MODE DIFFERENTIAL AS SELECT id FROM orders TABLESAMPLE (100 PERCENT)",
            "UNSUPPORTED_QUERY.TABLESAMPLE",
            "TABLESAMPLE",
        ),
        ("CREATE STREAM TABLE x AS SELECT INTERVAL 1 DAY AS i FROM orders", "UNSTORABLE_TYPE", "interval"),
        ("CREATE STREAM TABLE x AS SELECT NULL AS v FROM orders", "UNSTORABLE_TYPE", "void"),
        ("CREATE STREAM TABLE no_schema_here.x AS SELECT id FROM orders", "SCHEMA_NOT_FOUND", "no_schema_here"),
        ("CREATE STREAM TABLE x CLUSTER BY (nope) AS SELECT id FROM orders", "UNKNOWN_CLUSTER_COLUMN", "nope"),
        ("CREATE STREAM TABLE x AS SELECT 1 / 0 AS a FROM orders", "DIVIDE_BY_ZERO", "zero"),
        ("CREATE STREAMING TABLE x AS SELECT id FROM orders", "NEAR_MISS", "CREATE STREAM TABLE"),
    ],
)
def test_bad_input_is_one_clear_error_and_leaves_nothing(spark, statement, condition, words):
    error = _condition(spark, statement)
    assert error.getCondition() == condition, str(error)
    assert words in str(error)
    assert error.getSqlState()


def test_a_temporary_view_is_refused(spark, schema):
    spark.range(3).createOrReplaceTempView("short_lived")
    error = _condition(spark, "CREATE STREAM TABLE x AS SELECT id FROM short_lived")
    assert error.getCondition() == "TEMPORARY_SOURCE"


def test_a_stream_table_cannot_read_itself(spark, totals):
    own = "CREATE OR REPLACE STREAM TABLE totals AS SELECT region FROM totals"
    assert _condition(spark, own).getCondition() == "SELF_REFERENCE"
    spark.sql("CREATE STREAM TABLE below AS SELECT region FROM totals")
    cycle = "CREATE OR REPLACE STREAM TABLE totals AS SELECT region FROM below"
    assert _condition(spark, cycle).getCondition() == "SELF_REFERENCE"


def test_an_existing_stream_table_is_not_overwritten(spark, totals):
    before = _rows(spark, "totals")
    assert _condition(spark, "CREATE STREAM TABLE totals AS SELECT 1 AS a").getCondition() == "STREAM_TABLE_EXISTS"
    assert _rows(spark, "totals") == before


def test_a_failing_replacement_keeps_the_old_table(spark, totals):
    before = _rows(spark, "totals")
    with pytest.raises(PySparkException):
        spark.sql("CREATE OR REPLACE STREAM TABLE totals AS SELECT id / (id - 1) AS a FROM orders")
    assert _rows(spark, "totals") == before
