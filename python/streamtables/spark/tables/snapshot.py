"""One version of a Delta table, as Delta's own classes in the JVM know it."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pyspark.sql import DataFrame
from pyspark.sql.types import StructType

from streamtables.spark.accelerators.chosen import uses
from streamtables.spark.jvm.bridge import JvmBridge
from streamtables.spark.jvm.long_text import full_text

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class Snapshot:
    """One version of a Delta table.

    Args:
        java: Delta's ``Snapshot``.
        facts: Answers questions about it.
    """

    def __init__(self, java: Any, facts: Any) -> None:
        self.java = java
        self._facts = facts

    @cached_property
    def _described(self) -> dict[str, Any]:
        described: dict[str, Any] = json.loads(full_text(self._facts.snapshot(self.java)) or "")
        return described

    @property
    def version(self) -> int:
        """The version; -1 for a table without a commit."""
        return int(self._described["version"])

    @property
    def table_id(self) -> str:
        """The id that a table keeps for life and a recreated one does not share."""
        return str(self._described["table_id"])

    @cached_property
    def schema(self) -> StructType:
        """The columns, partition columns included."""
        return StructType.fromJson(self.schema_json)

    @cached_property
    def schema_json(self) -> dict[str, Any]:
        """The columns as Delta's log has them: JSON, with all that is said of each."""
        schema: dict[str, Any] = json.loads(self._described["columns"])
        return schema

    @property
    def partition_columns(self) -> list[str]:
        """Names of the partition columns."""
        return list(self._described["partition_columns"])

    @property
    def properties(self) -> dict[str, str]:
        """The table's properties."""
        return dict(self._described["properties"])

    def live_files(self, most: int) -> list[str] | None:
        """Return an ``add`` action (JSON) for each live file; None if there are more than ``most``."""
        text = full_text(self._facts.files(self.java, most))
        return None if text is None else text.splitlines()

    def count_rows(self, session: SparkSession) -> int | None:
        """Count the live rows from the files' statistics.

        Args:
            session: Runs one small Spark job where the version's checksum file does not list the files.

        Returns:
            Rows; None where a file has no statistics.
        """
        known = self._facts.liveRows(self.java)
        if known is not None:
            return None if known < 0 else int(known)
        files = DataFrame(self.java.allFiles().toDF(), session)
        (row,) = files.selectExpr(
            "CAST(sum(get_json_object(stats, '$.numRecords') - coalesce(deletionVector.cardinality, 0)) AS BIGINT)",
            "count(*) - count(get_json_object(stats, '$.numRecords'))",
        ).collect()
        return None if row[1] else row[0] or 0

    @property
    def timestamp_ms(self) -> int:
        """When the version was committed, in milliseconds since 1970."""
        return int(self._described["timestamp"])

    @property
    def known_size(self) -> tuple[int, int] | None:
        """Bytes and number of the live files, if the version's checksum file tells them."""
        size, files = self._described["size"], self._described["files"]
        return None if size is None or files is None else (int(size), int(files))

    @property
    def size_bytes(self) -> int:
        """Sum of the sizes of the live files."""
        return int(self._facts.sizeInBytes(self.java))

    def compute_state(self, session: SparkSession) -> None:
        """Let Delta find out, and keep, what it has to know of a version before it writes the next one.

        Args:
            session: A session of our own.
        """
        if not self.know_transactions(session):
            self.java.transactions()

    def know_transactions(self, session: SparkSession) -> bool:
        """Let Delta know the numbers of past transactions without a query over the log.

        Args:
            session: A session of our own.

        Returns:
            Whether it knows them now; False where the version's checksum file does not list them, or without the
            accelerator ``known_transactions``.
        """
        if not uses(session, "known_transactions"):
            return False
        return bool(JvmBridge.of(session).part("host.KnownTransactions").tell(self.java))
