"""A warehouse that an older version has made is refreshed without a rebuild.

``warehouses/older.tar.gz`` holds the Delta tables of a schema, as commit b9afab5 wrote them: a source, and stream
tables in each layout, one of them above another, after two refreshes.
"""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest
from tests.same_rows import assert_same_rows

QUERIES = {
    "totals": "SELECT shop, count(*) AS n, sum(amount) AS total FROM orders GROUP BY shop",
    "noted": "SELECT id, note FROM orders WHERE note IS NOT NULL",
    "largest": "SELECT shop, max(amount) AS amount FROM orders GROUP BY shop",
    "best": "SELECT shop, total FROM totals WHERE total > 50",
}


@pytest.fixture
def older(spark, tmp_path):
    """The schema, its tables in the catalog again, as another metastore would have them: without views and registry."""
    with tarfile.open(Path(__file__).parent / "warehouses" / "older.tar.gz") as archive:
        archive.extractall(tmp_path, filter="data")
    spark.sql("CREATE SCHEMA older")
    spark.sql("USE older")
    for folder in sorted((tmp_path / "older.db").iterdir()):
        spark.sql(f"CREATE TABLE {folder.name} USING delta LOCATION '{folder.as_uri()}'")
    yield
    spark.sql("USE default")
    spark.sql("DROP SCHEMA older CASCADE")


def _refresh(spark):
    rows = spark.sql("REFRESH STREAM TABLES").collect()
    return {row["stream_table"].removeprefix("older."): row["mode"] for row in rows}


def test_a_registry_of_an_older_version_becomes_what_the_view_reads(spark, schema, totals, elsewhere):
    columns = "id, stream_table, backing_table, refresh_mode, maintained, reason, schedule, query, sources, created_at"
    of_schema = f"WHERE stream_table LIKE '%.{schema}.%'"

    def as_an_older_version_had_it():
        # What is still to be written of refreshes would make the view again meanwhile.
        spark.sql("SHOW REFRESH HISTORY")
        spark.sql("DROP VIEW streamtables.stream_tables")
        spark.sql(f"CREATE TABLE streamtables.stream_tables USING delta AS SELECT {columns} FROM streamtables.registry")
        spark.sql("DROP TABLE streamtables.registry")
        query = "SELECT stream_table, explode(sources) AS source FROM streamtables.stream_tables"
        spark.sql(f"CREATE OR REPLACE VIEW streamtables.dependencies AS {query}")

    def found(what=columns):
        rows = spark.sql(f"SELECT {what} FROM streamtables.stream_tables {of_schema} ORDER BY stream_table").collect()
        return [tuple(row) for row in rows]

    before = found()
    as_an_older_version_had_it()
    assert found() == before
    ((_, mode, *_),) = elsewhere("REFRESH STREAM TABLE totals")
    assert mode == "NO_CHANGE"
    spark.sql("CREATE STREAM TABLE more AS SELECT region FROM totals")
    views = {r["viewName"] for r in spark.sql("SHOW VIEWS IN streamtables").collect() if not r["isTemporary"]}
    # That of triggers is made with the first of them, which an earlier test may have been.
    assert views - {"triggers"} == {"stream_tables", "dependencies", "pg_ivm_immv"}
    assert spark.sql(f"SELECT stream_table_id FROM streamtables.dependencies {of_schema}").count() == 2
    assert found()[1:] == before
    # What is written of a refresh brings it up to date, too.
    as_an_older_version_had_it()
    elsewhere("REFRESH STREAM TABLE more")
    elsewhere("SHOW REFRESH HISTORY")
    assert found("status") == [("ok",), ("ok",)]
    assert found()[1:] == before


def test_tables_of_an_older_version_go_on_where_they_were(spark, older):
    spark.sql("CALL streamtables.rebuild_registry()")
    assert _refresh(spark) == dict.fromkeys(QUERIES, "NO_CHANGE")
    for change in (
        "INSERT INTO orders VALUES (40, 2, 5.5, 'new'), (41, 9, 70, NULL)",
        "UPDATE orders SET amount = amount + 1, note = 'u' WHERE id IN (3, 8, 31)",
        "DELETE FROM orders WHERE shop = 1",
    ):
        spark.sql(change)
        # AUTO, which would recompute a table of so few rows.
        assert spark.sql("REFRESH STREAM TABLE largest DIFFERENTIAL").first()["mode"] == "DIFFERENTIAL"
        assert _refresh(spark) == {**dict.fromkeys(QUERIES, "DIFFERENTIAL"), "largest": "NO_CHANGE"}
        for name, query in QUERIES.items():
            found, expected = spark.table(name), spark.sql(query)
            assert found.schema == expected.schema or name == "totals"
            assert_same_rows(found, expected, (name, change))
            assert spark.sql(f"VERIFY STREAM TABLE {name}").first()["equal"]
