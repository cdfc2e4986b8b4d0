"""Statements of a process of its own: what each said, and for how long it took, is printed as a line of JSON."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from pyspark.errors import PySparkException

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


class ToldStatements:
    """Runs statements and prints what became of them.

    Args:
        spark: The session.
    """

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        self._phase = "begin"

    def begin(self, phase: str) -> None:
        """Name what comes next.

        Args:
            phase: The name, which each line has.
        """
        self._phase = phase

    def run(self, statement: str) -> bool:
        """Run a statement, which may fail.

        Args:
            statement: The statement.

        Returns:
            Whether it did not.
        """
        return self._tell(statement, lambda: self._spark.sql(statement))

    def compare(self, name: str, query: str) -> None:
        """Tell the rows in which a stream table and its query differ, as the statement ``compare NAME``.

        Args:
            name: The stream table.
            query: Its query.
        """
        found, wanted = f"TABLE {name}", f"SELECT * FROM ({query})"
        differing = f"({found} EXCEPT ALL {wanted}) UNION ALL ({wanted} EXCEPT ALL {found})"
        self._tell(f"compare {name}", lambda: self._spark.sql(differing))

    def read_files(self, folder: str) -> None:
        """Tell the rows of a Delta table without asking a catalog, as the statement ``files``.

        Args:
            folder: The table's folder.
        """
        self._tell("files", lambda: self._spark.read.format("delta").load(folder))

    def _tell(self, statement: str, read: Any) -> bool:
        started = time.monotonic()
        told: dict[str, Any] = {"phase": self._phase, "statement": statement}
        try:
            frame: DataFrame = read()
            told["rows"] = [row.asDict() for row in frame.collect()]
        except PySparkException as error:
            told |= {"condition": error.getCondition(), "text": str(error)}
        told["seconds"] = round(time.monotonic() - started, 1)
        print(json.dumps(told, default=str), flush=True)  # noqa: T201 - what the test reads
        return "rows" in told
