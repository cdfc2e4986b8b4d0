"""From an embedded metastore to another one, as docs/how-to/shared-metastore.md tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.processes import run_session

if TYPE_CHECKING:
    from pathlib import Path

_BEFORE = """
    spark.sql("CREATE SCHEMA shop")
    spark.sql("CREATE TABLE shop.orders (region STRING, amount INT) USING delta")
    spark.sql("INSERT INTO shop.orders VALUES ('north', 1), ('south', 2)")
    spark.sql(
        "CREATE STREAM TABLE shop.totals REFRESH MODE DIFFERENTIAL SCHEDULE EVERY 5 MINUTES AS "
        "SELECT region, sum(amount) AS total FROM shop.orders GROUP BY region"
    )
    spark.sql("INSERT INTO shop.orders VALUES ('north', 10)")
"""
_MOVED = """
    spark.stop()
    spark = streamtables.session(sys.argv[1], metastore="elsewhere", master="local[1]")
    spark.sql("CREATE SCHEMA shop")
    for name in ("orders", "totals__stream"):
        spark.sql(f"CREATE TABLE shop.{name} USING delta LOCATION '{sys.argv[1]}/shop.db/{name}'")
    spark.sql("CALL streamtables.rebuild_registry()").show(truncate=False)
    print(spark.sql("REFRESH STREAM TABLE shop.totals").first().mode)
    print(sorted(map(tuple, spark.table("shop.totals").collect())))
    print(spark.sql("VERIFY STREAM TABLE shop.totals").first().equal)
    print(spark.sql("SELECT schedule FROM streamtables.stream_tables").first().schedule)
    print([row.mode for row in spark.sql("SHOW REFRESH HISTORY FOR shop.totals").collect()])
"""


@pytest.mark.spark
@pytest.mark.slow
@pytest.mark.thorough
def test_stream_tables_go_on_in_another_metastore_with_rows_frontiers_and_settings(tmp_path: Path) -> None:
    done = run_session(tmp_path, _BEFORE + _MOVED)
    assert done.returncode == 0, done.stderr[-3000:]
    told = done.stdout.split("\n")[-6:-1]
    rows = "[('north', 11), ('south', 2)]"
    assert told == ["DIFFERENTIAL", rows, "True", "EVERY 5 MINUTES", "['DIFFERENTIAL', 'INITIAL']"]
