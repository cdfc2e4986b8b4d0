"""Keeps a stream table on a cluster whose executor runs out of memory, in a process of its own.

It prints what each statement said, a line for each.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pyspark

import streamtables
from tests.reliability.told_statements import ToldStatements

QUERY = (
    "SELECT k, max(length(array_join(transform(sequence(1, megabytes), i -> concat(repeat('x', 1000000), i)), ''))) "
    "AS longest FROM source GROUP BY k"
)
SETTINGS = {
    "spark.driver.memory": "1g",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.executor.memory": "512m",
    "spark.sql.catalogImplementation": "in-memory",
    "spark.sql.shuffle.partitions": "1",
    "spark.streamtables.strict": "true",
    # One task that fails ends its job; executors are replaced as often as they die.
    "spark.task.maxFailures": "1",
    "spark.deploy.maxExecutorRetries": "-1",
}


def _keep(told: ToldStatements) -> None:
    told.run("CREATE TABLE source (id INT, k INT, megabytes INT) USING delta")
    told.run("INSERT INTO source SELECT CAST(id AS INT), CAST(id % 3 AS INT), 1 FROM range(20)")
    told.run(f"CREATE STREAM TABLE kept REFRESH MODE DIFFERENTIAL AS {QUERY}")
    told.begin("out of memory")
    told.run("INSERT INTO source VALUES (100, 1, 900), (101, 5, 2)")
    for words in ("", " FULL"):
        told.run(f"REFRESH STREAM TABLE kept{words}")
    told.run("SELECT * FROM kept ORDER BY k")
    told.run("SHOW REFRESH HISTORY FOR kept LIMIT 2")
    told.begin("mended")
    told.run("DELETE FROM source WHERE id = 100")
    told.run("REFRESH STREAM TABLE kept")
    told.compare("kept", QUERY)


if __name__ == "__main__":
    # Spark starts its workers from there.
    os.environ["SPARK_HOME"] = str(Path(pyspark.__file__).parent)
    root = Path(sys.argv[1])
    os.environ["SPARK_WORKER_DIR"] = str(root / "work")
    session = streamtables.session(root / "tables", master="local-cluster[1,1,1024]", conf=SETTINGS)
    _keep(ToldStatements(session))
    session.stop()
