"""A stream table as a Python object: a statement of the language for every method but those that give changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from streamtables.session.enabling import runtime_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyspark.sql import DataFrame, Row, SparkSession

    from streamtables.engine.changes.listeners import RefreshEvent, Subscription, TableChange
    from streamtables.engine.progress import RefreshStep
    from streamtables.graph import StreamGraph


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

    def changes(self, since_version: int, until_version: int | None = None) -> DataFrame:
        """Return the rows that came and went between two versions, as readers of the stream table see them.

        It is the net change of the whole range: a row that went and came back is not there, nor is one that was
        written again with the same values; a row of which three copies came is there three times. Where the query has
        a key that is among its columns (those of GROUP BY), a row that went and one that came with the same key are
        ``update_preimage`` and ``update_postimage``; all others are ``delete`` and ``insert``.

        Args:
            since_version: The version from which changes count, itself exclusive: the ``version`` that a refresh
                returned.
            until_version: The last version; the newest if it is left out.

        Returns:
            The stream table's columns, ``_change_type`` and ``_commit_version``, which is the last version of the range
            for each row. It is read when it is used.

        Raises:
            StreamTableError: There is no such stream table or version, or what changed cannot be read any more.
            SessionError: The session is a client of Spark Connect, or stream tables are not enabled.
        """
        runtime = runtime_of(self._spark)
        # The engine behind it brings PySpark in, which importing the package must not.
        from streamtables.commands import changes

        return changes(runtime, self._spark, self.name, since_version, until_version)

    def read_stream(self, since_version: int | None = None) -> DataFrame:
        """Return the change feed as a streaming frame: ``writeStream`` on it starts a query of structured streaming.

        A batch is the net change of all versions that came since the batch before, as ``changes`` gives it. With its
        checkpoint a query goes on where it ended, each version read once; how often it looks, and how much of what it
        writes is written twice after a crash, is up to its trigger and its sink, as with any stream.

        Args:
            since_version: The version from which changes count when the query begins, itself exclusive; None: the first
                batch is all rows, as inserts. What a checkpoint says goes before it.

        Returns:
            The stream table's columns, ``_change_type`` and ``_commit_version``, the last version of the batch.

        Raises:
            StreamTableError: There is no such stream table or version, or what changed cannot be read any more. A query
                that runs ends with the same errors, also where the columns change or the stream table is made anew.
            SessionError: The session is a client of Spark Connect, or stream tables are not enabled.
        """
        runtime = runtime_of(self._spark)
        from streamtables.commands import change_stream

        return change_stream(runtime, self._spark, self.name, since_version)

    def on_change(self, callback: Callable[[TableChange], object]) -> Subscription:
        """Call a function after each refresh of this process that changed rows of the stream table.

        The statement that refreshes answers when the function has returned; what the function raises is a warning in
        the log, and no failure of the refresh.

        Args:
            callback: Called with the rows that came, changed and went, as frames of this session, and the result. They
                are kept while it runs, and computed again where they are read later.

        Returns:
            What ends it: ``cancel()``.

        Raises:
            StreamTableError: There is no such stream table.
            SessionError: The session is a client of Spark Connect, or stream tables are not enabled.
        """
        runtime = runtime_of(self._spark)
        from streamtables.commands import full_name

        return runtime.listeners.on_change(self._spark, full_name(runtime, self._spark, self.name), callback)

    def verify(self) -> bool:
        """Recompute the query at the frontier and tell whether the rows are equal."""
        return bool(self._spark.sql(f"VERIFY STREAM TABLE {self.name}").collect()[0]["equal"])

    @property
    def definition(self) -> str:
        """The statement that makes the stream table."""
        return str(self._spark.sql(f"SHOW CREATE STREAM TABLE {self.name}").collect()[0][0])

    def graph(self) -> StreamGraph:
        """Return the graph of what the stream table reads and what reads it: a picture in Jupyter, else a tree."""
        # It brings sqlglot in, which takes a process half a second that it can spend while Java starts.
        from streamtables.graph import read_graph

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


def on_refresh(spark: SparkSession, listener: Callable[[RefreshEvent], object]) -> Subscription:
    """Call a function after each refresh of any stream table by this process, whatever came of it.

    Args:
        spark: A session of the application.
        listener: Called with name, mode, counts, versions and reason; what it raises is a warning in the log.

    Returns:
        What ends it: ``cancel()``.

    Raises:
        SessionError: The session is a client of Spark Connect, or stream tables are not enabled.
    """
    return runtime_of(spark).listeners.on_refresh(listener)


def on_step(spark: SparkSession, follow: Callable[[RefreshStep], object]) -> Subscription:
    """Call a function with each step of each run of this process, while it goes on.

    Args:
        spark: A session of the application.
        follow: Is called from several threads, and has to return at once without an error.

    Returns:
        What ends it: ``cancel()``.

    Raises:
        SessionError: The session is a client of Spark Connect, or stream tables are not enabled.
    """
    from streamtables.engine.changes.listeners import Subscription

    followers = runtime_of(spark).engine.followers
    followers.append(follow)

    def end() -> None:
        if follow in followers:
            followers.remove(follow)

    return Subscription(end)
