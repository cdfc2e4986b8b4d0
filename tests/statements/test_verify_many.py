"""VERIFY of several stream tables, of all, and of a sample."""

from __future__ import annotations

import pytest

from streamtables.errors import RefreshError

GROUPS = "SELECT k, count(*) AS n, sum(v) AS total FROM s GROUP BY k"


@pytest.fixture
def tables(spark, schema):
    spark.sql("CREATE TABLE s USING delta AS SELECT CAST(id % 500 AS INT) AS k, CAST(id AS INT) AS v FROM range(1000)")
    for name, query in {"groups": GROUPS, "plain": "SELECT k, v FROM s", "one": "SELECT count(*) AS n FROM s"}.items():
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE DIFFERENTIAL AS {query}")


def edit(spark, statement):
    """Change rows behind our back."""
    import streamtables

    streamtables.disable(spark)
    spark.sql(statement)
    streamtables.enable(spark)


def verify(spark, tail):
    return {row["stream_table"].split(".")[-1]: tuple(row)[1:] for row in spark.sql(f"VERIFY STREAM {tail}").collect()}


def test_several_and_all_are_verified(spark, schema, tables):
    assert verify(spark, "TABLE groups, plain") == {"groups": (True, 0, 0), "plain": (True, 0, 0)}
    edit(spark, "DELETE FROM plain__stream WHERE k = 7")
    spark.sql(f"CREATE STREAM TABLE empty WITH NO DATA AS {GROUPS}")
    assert verify(spark, f"TABLES IN {schema}") == {
        "groups": (True, 0, 0),
        "plain": (False, 2, 0),
        "one": (True, 0, 0),
        "empty": (None, None, None),
    }
    assert spark.sql("REFRESH STREAM TABLE plain").collect()[-1]["mode"] == "FULL"
    assert verify(spark, "TABLE plain")["plain"] == (True, 0, 0)


def test_those_that_cannot_be_verified_are_named_behind_the_others(spark, schema, tables):
    edit(spark, "DELETE FROM plain__stream WHERE k = 7")
    spark.sql(f"CREATE STREAM TABLE empty WITH NO DATA AS {GROUPS}")
    with pytest.raises(RefreshError) as raised:
        spark.sql("VERIFY STREAM TABLE empty, groups, plain")
    assert raised.value.getCondition() == "VERIFY_FAILED"
    assert all(text in str(raised.value) for text in ("1 of 3", "NOT_POPULATED", "plain: 2 rows missing"))


def test_a_sample_takes_whole_groups_and_the_same_ones_each_time(spark, schema, tables):
    edit(spark, "DELETE FROM plain__stream WHERE v >= 0")
    edit(spark, "DELETE FROM groups__stream WHERE k >= 0")
    (_, few, _), (_, many, _) = (verify(spark, f"TABLE plain SAMPLE {n} PERCENT")["plain"] for n in (10, 50))
    assert 50 < few < 200
    assert 400 < many < 600
    assert verify(spark, "TABLE plain SAMPLE 10 PERCENT")["plain"] == (False, few, 0)
    assert verify(spark, "TABLE plain SAMPLE 100 PERCENT")["plain"] == (False, 1000, 0)
    (_, groups, _) = verify(spark, "TABLE groups SAMPLE 10 PERCENT")["groups"]
    assert 25 < groups < 100
    assert verify(spark, "TABLES SAMPLE 0.000001 PERCENT")["one"] == (True, 0, 0)


def test_every_copy_counts_on_both_sides(spark, schema, tables):
    spark.sql("INSERT INTO s SELECT NULL, 1 FROM range(3)")
    assert spark.sql("REFRESH STREAM TABLE plain").collect()[-1]["mode"] == "DIFFERENTIAL"
    assert verify(spark, "TABLE plain")["plain"] == (True, 0, 0)
    edit(spark, "UPDATE plain__stream SET k = 0 WHERE k IS NULL")
    assert verify(spark, "TABLE plain")["plain"] == (False, 3, 3)
    spark.sql("DELETE FROM s WHERE k = 8")
    assert verify(spark, "TABLE plain")["plain"] == (False, 3, 3), "at the frontier"


def test_of_approximations_alone_the_rows_are_counted(spark, schema, tables):
    spark.sql("CREATE STREAM TABLE middle AS SELECT approx_percentile(v, 0.5) AS m FROM s WHERE k < 4 GROUP BY k")
    assert verify(spark, "TABLE middle")["middle"] == (True, 0, 0)
    edit(spark, "DELETE FROM middle__stream WHERE m = 3")
    assert verify(spark, "TABLE middle")["middle"] == (False, 1, 0)
