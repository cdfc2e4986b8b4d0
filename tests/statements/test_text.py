"""Texts of users and of rows are never read as SQL, and a query's text means what it meant at CREATE."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from tests.same_rows import assert_same_rows

from streamtables.session.enabling import runtime_of
from streamtables_grammar.quoting import quote_identifier, quote_string

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

NASTY = (
    "${env:HOME}",
    "${spark.app.name}",
    "${system:user.name} ${undefined}",
    ":name ? ?1",
    "it's",
    'say "it"',
    "back\\slash \\n \\' \\u0041 \\",
    "``tick`",
    "line\nend\r\nand\ttab",
    "nul\x00 \x1a \x7f \x85 \u2028",
    "-- comment /* open",
    "'; DROP TABLE x; --",
    "100% \\% \\_ {{ }} {0} %s",
    "emoji 😀 \U0010ffff é e\u0301",
    "",
    " ",
    "NULL",
)


@contextmanager
def setting(spark: SparkSession, **values: str) -> Iterator[None]:
    names = {name.replace("__", "."): value for name, value in values.items()}
    for name, value in names.items():
        spark.conf.set(name, value)
    try:
        yield
    finally:
        for name in names:
            spark.conf.unset(name)


def test_a_literal_is_the_text_it_was_made_of_in_every_session(spark: SparkSession) -> None:
    texts = [*NASTY, "x" * 2**20 + "'${env:HOME}", *map(chr, range(256))]
    query = f"SELECT {', '.join(map(quote_string, texts))}"
    names = [text for text in NASTY if text]
    columns = ", ".join(f"{number} AS {quote_identifier(name)}" for number, name in enumerate(names))
    with runtime_of(spark).engine.open_session({}) as own:
        for session in (spark, own):
            assert list(session.sql(query).collect()[0]) == texts
        assert own.sql(f"SELECT {columns}").columns == names
    (lone,) = spark.sql(f"SELECT {quote_string(chr(0xD800))}").collect()[0]
    assert len(lone) == 1


@pytest.mark.parametrize("apply", ["auto", "merge"])
def test_keys_that_look_like_sql_stay_keys(spark: SparkSession, schema: str, apply: str) -> None:
    spark.sql("CREATE TABLE s (k STRING, v INT) USING delta")
    # Each in a commit of its own, so that the bounds of its keys are said.
    spark.createDataFrame([(text, 1) for text in NASTY], "k string, v int").write.insertInto(f"{schema}.s")
    query = "SELECT k, count(*) AS n, max(v) AS m FROM s GROUP BY k"
    spark.sql(
        f"CREATE STREAM TABLE g TBLPROPERTIES ('streamtables.apply' = '{apply}') REFRESH MODE DIFFERENTIAL AS {query}"
    )
    for text in (*NASTY[:4], NASTY[6], NASTY[9], "\ufffd"):
        spark.createDataFrame([(text, 2)], "k string, v int").write.insertInto(f"{schema}.s")
        (row,) = spark.sql("REFRESH STREAM TABLE g").collect()
        assert row.mode == "DIFFERENTIAL"
        assert_same_rows(spark.table("g"), spark.sql(query), text)
    spark.sql("INSERT INTO s SELECT CAST(X'F5' AS STRING), 1")
    spark.sql("REFRESH STREAM TABLE g")
    spark.sql("INSERT INTO s SELECT CAST(X'F5' AS STRING), 3")
    spark.sql("REFRESH STREAM TABLE g")
    assert_same_rows(spark.table("g"), spark.sql(query))
    assert spark.sql("VERIFY STREAM TABLE g").collect()[0].equal


def test_texts_of_a_definition_come_back_as_they_were_given(spark: SparkSession, schema: str) -> None:
    spark.sql("CREATE TABLE s (k STRING) USING delta")
    hostile = 'it\'s "${env:HOME}" \\ \n ? :x 😀'
    query = f"SELECT k, {quote_string(hostile)} AS {quote_identifier('a b`c')}, count(*) AS n FROM s GROUP BY k"
    spark.sql(
        f"CREATE STREAM TABLE g (k COMMENT {quote_string(hostile)}, c, n) COMMENT {quote_string(hostile)} "
        f"TBLPROPERTIES ('p' = {quote_string(hostile)}) REFRESH MODE DIFFERENTIAL AS {query}"
    )
    spark.sql(f"INSERT INTO s VALUES ({quote_string(hostile)})")
    spark.sql("REFRESH STREAM TABLE g")
    assert [tuple(row) for row in spark.table("g").collect()] == [(hostile, hostile, 1)]
    assert spark.catalog.getTable("g").description == hostile
    assert spark.catalog.listColumns("g")[0].description == hostile
    properties = {row.key: row.value for row in spark.sql("SHOW TBLPROPERTIES g__stream").collect()}
    assert properties["p"] == hostile
    kept = spark.sql(
        "SELECT query FROM streamtables.stream_tables WHERE stream_table = 'spark_catalog.' || current_schema() || '.g'"
    )
    assert [row.query for row in kept.collect()] == [query]


def test_variables_are_substituted_when_the_table_is_made_and_never_again(spark: SparkSession, schema: str) -> None:
    spark.sql("CREATE TABLE s (k STRING) USING delta")
    with setting(spark, my__word="first"):
        spark.sql("CREATE STREAM TABLE g REFRESH MODE DIFFERENTIAL AS SELECT k, '${my.word}' AS w FROM s")
        spark.sql("CREATE STREAM TABLE f REFRESH MODE FULL AS SELECT k, '${my.word}' AS w FROM s")
    with setting(spark, spark__sql__variable__substitute="false"):
        spark.sql("CREATE STREAM TABLE h REFRESH MODE DIFFERENTIAL AS SELECT k, '${my.word}' AS w FROM s")
    with setting(spark, my__word="second"):
        spark.sql("INSERT INTO s VALUES ('a')")
        spark.sql("REFRESH STREAM TABLE g, f, h")
        words = [spark.table(name).collect()[0].w for name in ("g", "f", "h")]
    assert words == ["first", "first", "${my.word}"]


def test_quotes_mean_what_they_meant_when_the_table_was_made(spark: SparkSession, schema: str) -> None:
    spark.sql("CREATE TABLE s (k STRING, n INT) USING delta")
    spark.createDataFrame([("a\\db", 1), ("a7b", 2)], "k string, n int").write.insertInto(f"{schema}.s")
    escaped = r"SELECT k, n, 'a\d''' AS t FROM s WHERE k RLIKE 'a\\db' OR k RLIKE 'a\db' GROUP BY k, n"
    quoted = 'SELECT "k" AS "a b", count(*) AS n FROM s GROUP BY "k"'
    with setting(spark, spark__sql__parser__escapedStringLiterals="true"):
        spark.sql(f"CREATE STREAM TABLE e REFRESH MODE DIFFERENTIAL AS {escaped}")
        spark.sql(f"CREATE STREAM TABLE ef REFRESH MODE FULL AS {escaped}")
        assert_same_rows(spark.table("e"), spark.sql(escaped))
        expected = spark.sql(escaped).collect()
    with setting(spark, spark__sql__ansi__doubleQuotedIdentifiers="true"):
        spark.sql(f"CREATE STREAM TABLE q REFRESH MODE DIFFERENTIAL AS {quoted}")
        assert_same_rows(spark.table("q"), spark.sql(quoted))
    spark.sql("INSERT INTO s VALUES ('c', 3)")
    spark.sql("REFRESH STREAM TABLE e, ef, q")
    assert sorted(spark.table("e").collect()) == sorted(spark.table("ef").collect()) == sorted(expected)
    assert [row.n for row in spark.table("q").collect()] == [1, 1, 1]


def test_what_a_row_holds_reaches_neither_history_nor_log(
    spark: SparkSession, schema: str, caplog: pytest.LogCaptureFixture
) -> None:
    spark.sql("CREATE TABLE s (k INT, t STRING) USING delta")
    spark.sql("INSERT INTO s VALUES (1, '1')")
    for mode in ("DIFFERENTIAL", "AUTO"):
        spark.sql(f"CREATE STREAM TABLE {mode} REFRESH MODE {mode} AS SELECT k, CAST(t AS INT) AS n FROM s")
    spark.createDataFrame([(2, "hidden ${env:PATH}")], "k int, t string").write.insertInto(f"{schema}.s")
    for mode in ("DIFFERENTIAL", "AUTO"):
        with pytest.raises(Exception, match="CAST_INVALID_INPUT"):
            spark.sql(f"REFRESH STREAM TABLE {mode}")
        history = str(spark.sql(f"SHOW REFRESH HISTORY FOR {mode}").collect())
        assert "CAST_INVALID_INPUT" in history
        commits = str(spark.sql(f"DESCRIBE HISTORY {mode}__stream").collect())
        # Spark writes its own errors to a log of its own.
        told = " ".join(record.getMessage() for record in caplog.records if record.name.startswith("streamtables"))
        for kept in (history, commits, told, str(spark.sql("SHOW STREAM TABLES").collect())):
            assert "hidden" not in kept
            assert os.environ["PATH"] not in kept
    spark.sql("UPDATE s SET t = '2' WHERE k = 2")
    assert spark.sql("REFRESH STREAM TABLE differential").collect()[0].mode == "DIFFERENTIAL"
    assert_same_rows(spark.table("differential"), spark.sql("SELECT k, CAST(t AS INT) AS n FROM s"))
