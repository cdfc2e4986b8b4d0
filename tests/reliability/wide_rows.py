"""Keeps stream tables over rows of a megabyte each, in a process with a heap of one gigabyte.

A process of its own: the tests' shared session has another heap. It prints what ran, a line for each refresh.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import streamtables

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROWS = 160
"""Rows of a megabyte: what one change of them touches, as it was and as it is, takes most of the heap."""
SETTINGS = {
    "spark.driver.memory": "1g",
    # Spark's cached batches of such rows are a little larger than half a region of G1, which gives each a whole one.
    "spark.driver.extraJavaOptions": "-XX:+UseParallelGC",
    "spark.sql.catalogImplementation": "in-memory",
    # Spark decodes 4,096 rows at a time, whatever their size.
    "spark.sql.parquet.columnarReaderBatchSize": "8",
    # Parquet's writer looks at sizes after a hundred rows, and keeps 128 MB of them.
    "spark.hadoop.parquet.page.size.row.check.min": "2",
    "spark.hadoop.parquet.block.size": str(16 * 2**20),
    "spark.sql.ui.retainedExecutions": "5",
    "spark.streamtables.strict": "true",
}
TABLES = {
    "joined": ("SELECT w.id, w.text, n.name FROM wide w JOIN names n ON w.k = n.k", "id, md5(text), name"),
    "filtered": ("SELECT id, text FROM wide WHERE k < 4", "id, md5(text)"),
    "longest": ("SELECT k, max(text) AS longest, count(*) AS n FROM wide GROUP BY k", "k, md5(longest), n"),
    "top": ("SELECT id, text FROM wide ORDER BY id DESC LIMIT 30", "id, md5(text)"),
}
"""Each stream table's query, and what to compare of its rows."""
STATEMENTS = (
    "UPDATE wide SET text = concat(text, '!') WHERE k <> 1",
    "UPDATE names SET name = concat(name, '!') WHERE k > 0",
)


def _keep(spark: SparkSession) -> None:
    spark.sql("CREATE TABLE wide (id INT, k INT, text STRING) USING delta")
    spark.sql("CREATE TABLE names (k INT, name STRING) USING delta")
    text = "concat(repeat('x', 1048576), id)"
    spark.sql(
        f"INSERT INTO wide SELECT CAST(id AS INT), CAST(id % 5 AS INT), {text} FROM range(0, {ROWS}, 1, {ROWS // 10})"
    )
    spark.sql("INSERT INTO names SELECT CAST(id AS INT), concat('n', id) FROM range(5)")
    for name, (query, _) in TABLES.items():
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE DIFFERENTIAL AS {query}")
    for statement in STATEMENTS:
        spark.sql(statement)
        for name, (query, compared) in TABLES.items():
            started = time.monotonic()
            row = spark.sql(f"REFRESH STREAM TABLE {name}").first()
            seconds = time.monotonic() - started
            found, wanted = (f"SELECT {compared} FROM ({rows})" for rows in (f"TABLE {name}", query))
            differing = f"({found} EXCEPT ALL {wanted}) UNION ALL ({wanted} EXCEPT ALL {found})"
            wrong = spark.sql(differing).count()
            told = {"table": name, "mode": row["mode"], "reason": row["reason"], "wrong": wrong, "seconds": seconds}
            print(json.dumps(told), flush=True)  # noqa: T201 - what the test reads


if __name__ == "__main__":
    session = streamtables.session(Path(sys.argv[1]), master="local[2]", conf=SETTINGS)
    _keep(session)
    session.stop()
