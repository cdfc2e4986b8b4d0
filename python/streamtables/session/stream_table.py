"""A stream table as a Python object: every method is a statement of the language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from streamtables.graph import StreamGraph, read_graph

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, Row, SparkSession


class StreamTable:
    """A stream table of a session.

    Args:
        spark: A session that understands stream tables.
        name: The stream table, one to three parts, quoted with backticks where needed.
    """

    def __init__(self, spark: SparkSession, name: str) -> None:
        self._spark = spark
        self.name = name

    def __repr__(self) -> str:
        return f"StreamTable({self.name!r})"

    def to_df(self) -> DataFrame:
        """Return the rows."""
        return self._spark.table(self.name)

    def refresh(self, mode: str = "") -> Row:
        """Refresh the stream table and what it reads.

        Args:
            mode: ``FULL``, ``DIFFERENTIAL``, or nothing for its own mode.

        Returns:
            The stream table's own result row, as REFRESH gives it.

        Raises:
            StreamTableError: The refresh could not run; the table keeps its rows.
        """
        rows: list[Any] = self._spark.sql(f"REFRESH STREAM TABLE {self.name} {mode}").collect()
        own: Row = next(row for row in reversed(rows) if self._is_own(row["stream_table"]))
        return own

    def explain(self) -> dict[str, str]:
        """Return what a refresh would do now: mode, reason, sources and SQL by item."""
        rows = self._spark.sql(f"EXPLAIN REFRESH STREAM TABLE {self.name}").collect()
        return {row["item"]: row["value"] for row in rows}

    def history(self, limit: int | None = None) -> DataFrame:
        """Return the refreshes, newest first.

        Args:
            limit: At most so many rows.

        Returns:
            The rows of SHOW REFRESH HISTORY.
        """
        bound = "" if limit is None else f" LIMIT {limit}"
        return self._spark.sql(f"SHOW REFRESH HISTORY FOR {self.name}{bound}")

    def verify(self) -> bool:
        """Recompute the query at the frontier and tell whether the rows are equal."""
        return bool(self._spark.sql(f"VERIFY STREAM TABLE {self.name}").collect()[0]["equal"])

    @property
    def definition(self) -> str:
        """The statement that makes the stream table."""
        return str(self._spark.sql(f"SHOW CREATE STREAM TABLE {self.name}").collect()[0][0])

    def graph(self) -> StreamGraph:
        """Return the graph of what the stream table reads and what reads it: a picture in Jupyter, else a tree."""
        whole = read_graph(lambda statement: self._spark.sql(statement).collect())
        rows = self._spark.sql(f"DESCRIBE STREAM TABLE {self.name}").collect()
        details = rows[[row[0] for row in rows].index("# Stream table") :]
        return whole.around(next(str(row[1]) for row in details if row[0] == "Name"))

    def _is_own(self, shown: str) -> bool:
        last = self.name.rsplit(".", 1)[-1].strip("`")
        return shown.rsplit(".", 1)[-1].strip("`").lower() == last.lower()


def table(spark: SparkSession, name: str) -> StreamTable:
    """Return a stream table.

    Args:
        spark: A session that understands stream tables.
        name: The stream table, one to three parts.

    Returns:
        The stream table; whether it exists is seen at its first use.
    """
    return StreamTable(spark, name)
