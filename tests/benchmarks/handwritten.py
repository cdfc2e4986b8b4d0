"""The same aggregate kept by hand, as somebody would who knows Delta well: MERGE over the change data feed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.benchmarks.last_commit import last_version

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_SIGN = "CASE WHEN _change_type IN ('insert', 'update_postimage') THEN 1 ELSE -1 END"
_MATERIALIZE = "spark.databricks.delta.merge.materializeSource"


class MergedByHand:
    """Counts and sums by account in a Delta table, brought up to date by one MERGE.

    The naive way names ``table_changes`` in the MERGE. The best way known aggregates the changes first, brings the few
    groups to the driver and merges them as literals: Spark then knows their number, broadcasts them and evaluates the
    feed once, and Delta need not store them to be sure that they stay the same.

    Args:
        spark: The session.
        table: The table to keep.
        source: The source, with a change data feed.
        naive: Whether to take the naive way.

    Attributes:
        table: The table that is kept.
    """

    def __init__(self, spark: SparkSession, table: str, source: str, *, naive: bool) -> None:
        self._spark = spark
        self._source = source
        self._naive = naive
        self._done = self._newest = last_version(spark, source)
        self.table = table
        spark.sql(
            f"CREATE TABLE {table} USING delta TBLPROPERTIES ('delta.enableDeletionVectors' = 'true') AS "
            f"SELECT account, count(*) AS n, sum(amount) AS total FROM {source} GROUP BY account"
        )

    def look(self) -> None:
        """Learn the source's newest version; whoever writes by hand is taken to know it, so this is not measured."""
        self._newest = last_version(self._spark, self._source)

    def merge(self) -> None:
        """Bring the table up to date with all commits since the last time."""
        feed = f"table_changes('{self._source}', {self._done + 1}, {self._newest})"
        changes = f"""SELECT account, sum(w) AS n, sum(w * amount) AS total FROM (
              SELECT account, amount, {_SIGN} AS w FROM {feed}) AS signed
            GROUP BY account"""
        if self._naive:
            self._merge_from(f"({changes})")
        else:
            groups = self._spark.sql(changes).collect()
            values = ", ".join(f"({row['account']}, {row['n']}L, {row['total']}BD)" for row in groups)
            with_literals = f"(SELECT /*+ BROADCAST(v) */ * FROM VALUES {values} AS v(account, n, total))"
            before = self._spark.conf.get(_MATERIALIZE, "auto")
            self._spark.conf.set(_MATERIALIZE, "none")
            try:
                self._merge_from(with_literals)
            finally:
                self._spark.conf.set(_MATERIALIZE, str(before))
        self._done = self._newest

    def _merge_from(self, changes: str) -> None:
        self._spark.sql(
            f"""MERGE INTO {self.table} AS t USING {changes} AS c ON t.account = c.account
                WHEN MATCHED AND t.n + c.n = 0 THEN DELETE
                WHEN MATCHED THEN UPDATE SET n = t.n + c.n, total = t.total + c.total
                WHEN NOT MATCHED THEN INSERT (account, n, total) VALUES (c.account, c.n, c.total)"""
        ).collect()
