"""The first statement of a warehouse makes the tables of the system, whatever the session's settings are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.processes import run_session

if TYPE_CHECKING:
    from pathlib import Path

_CODE = """
    for setting, value in {
        "spark.sql.timestampType": "TIMESTAMP_NTZ",
        "spark.sql.caseSensitive": "true",
        "spark.sql.ansi.enabled": "false",
        "spark.sql.groupByOrdinal": "false",
        "spark.sql.parser.quotedRegexColumnNames": "true",
    }.items():
        spark.conf.set(setting, value)
    spark.sql("CREATE TABLE s (k INT, v INT) USING delta")
    spark.sql("CREATE STREAM TABLE t AS SELECT k, count(*) AS n FROM s GROUP BY k")
    spark.sql("CREATE TABLE audit (k INT, n BIGINT) USING delta")
    rows = "REFERENCING NEW TABLE AS came"
    spark.sql(f"CREATE TRIGGER kept AFTER INSERT ON STREAM TABLE t {rows} AS INSERT INTO audit SELECT k, n FROM came")
    spark.sql("INSERT INTO s VALUES (1, 2)")
    print(spark.sql("REFRESH STREAM TABLE t").collect()[0].mode)
    other = spark.newSession()
    for session in (spark, other):
        print(session.sql("SHOW STREAM TABLES").collect()[0].stream_table)
        print([row.mode for row in session.sql("SHOW REFRESH HISTORY FOR t").collect()][-1])
        print(session.table("streamtables.triggers").first()["name"], session.table("audit").count())
    for name in ("stream_tables", "refresh_history", "triggers"):
        print({kind for _, kind in other.table(f"streamtables.{name}").dtypes if kind.startswith("timestamp")})
"""


@pytest.mark.spark
@pytest.mark.slow
def test_the_tables_of_the_system_have_their_types_under_any_settings(tmp_path: Path) -> None:
    done = run_session(tmp_path, _CODE)
    assert done.returncode == 0, done.stderr[-3000:]
    shown = ["t", "INITIAL", "kept 1"]
    assert done.stdout.split("\n")[:-1] == ["FULL", *shown, *shown, *["{'timestamp'}"] * 3]
