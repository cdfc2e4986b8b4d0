"""A process that does what processes of stream tables do, so that its JVM loads the classes that theirs will need."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

START = "start"
"""The argument for which only a JVM is started."""
_JAVA_OPTIONS = "spark.driver.extraJavaOptions"
_STATEMENTS = (
    "CREATE TABLE orders (id INT, region STRING, amount DECIMAL(10, 2), at TIMESTAMP) USING delta",
    "INSERT INTO orders VALUES (1, 'north', 10, TIMESTAMP'2026-01-01'), (2, 'south', 20, TIMESTAMP'2026-01-02')",
    "CREATE STREAM TABLE totals AS SELECT region, count(*) n, sum(amount) s, max(at) m FROM orders GROUP BY region",
    "UPDATE orders SET amount = amount + 1 WHERE id = 1",
    "REFRESH STREAM TABLE totals DIFFERENTIAL",
    "SHOW STREAM TABLES",
    "SELECT * FROM totals",
)


def main(folder: str, options: str, what: str = "") -> None:
    """Do it.

    Args:
        folder: A folder of its own.
        options: Options of its JVM.
        what: ``START``, or nothing.
    """
    from streamtables.session.builder import open_session
    from streamtables.spark.sessions.local_session import end_jvm, launch_jvm

    conf, output = {_JAVA_OPTIONS: options}, Path(folder) / "spark.log"
    if what == START:
        launch_jvm(output, conf)
    else:
        spark: Any = open_session(Path(folder) / "warehouse", conf=conf, output=output)
        for statement in _STATEMENTS:
            spark.sql(statement).collect()
        spark.stop()
    end_jvm()


if __name__ == "__main__":
    main(*sys.argv[1:])
