"""The table that overhead, scale, micro, bulk and graph read, and how it changes: the same rows at every run."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

REGIONS = ("africa", "america", "asia", "europe", "oceania", "antarctica", "arctic", "atlantic", "indian", "pacific")
CATEGORIES = 100
_UPDATED, _DELETED = 0.70, 0.15
_LISTED_KEYS = 1_000
_BUCKETS = 1_000_000
_ROWS_A_FILE = 500_000


class SourceProperties(str, Enum):
    """What the source tables record of their changes."""

    FEED = "feed"
    VECTORS = "vectors"
    PLAIN = "plain"

    @property
    def clause(self) -> str:
        """The table properties, as SQL."""
        vectors = "false" if self is SourceProperties.PLAIN else "true"
        feed = "true" if self is SourceProperties.FEED else "false"
        return f"TBLPROPERTIES ('delta.enableDeletionVectors' = '{vectors}', 'delta.enableChangeDataFeed' = '{feed}')"


class Pattern(str, Enum):
    """Which rows change.

    SPREAD takes keys from the whole table, NEWEST the last ones, APPENDED only adds rows.
    """

    SPREAD = "spread"
    NEWEST = "newest"
    APPENDED = "appended"


class Source:
    """A table ``(id, region, category, account, amount, score)`` whose files hold ascending keys.

    Args:
        spark: The session.
        table: Its name.
        rows: How many rows it has at first.
        accounts: How many values ``account`` has.
        properties: What it records of its changes.

    Attributes:
        table: Its name.
        rows: How many rows it had at first.
    """

    def __init__(self, spark: SparkSession, table: str, rows: int, accounts: int, properties: SourceProperties) -> None:
        self._spark = spark
        self._accounts = accounts
        self._next_id = rows
        self._oldest_new = rows
        self._round = 0
        self.table = table
        self.rows = rows
        files = max(1, -(-rows // _ROWS_A_FILE))
        spark.sql(
            f"CREATE TABLE {table} USING delta {properties.clause} AS "
            f"SELECT {self._columns()} FROM range(0, {rows}, 1, {files})"
        )

    def change(self, rows: int, pattern: Pattern) -> None:
        """Change rows, in as many commits as there are kinds: 70 % updates, 15 % deletes, 15 % inserts.

        Args:
            rows: How many rows change, all kinds together.
            pattern: Which.
        """
        if pattern is Pattern.APPENDED:
            self.insert(rows)
            return
        updates, deletes = round(rows * _UPDATED), round(rows * _DELETED)
        updated, deleted = self._chosen(updates, deletes, pattern)
        self._update(updated)
        self._delete(deleted)
        self.insert(rows - updates - deletes)
        self._round += 1

    def insert(self, rows: int) -> None:
        """Insert rows with new keys."""
        first, self._next_id = self._next_id, self._next_id + rows
        self._spark.sql(
            f"INSERT INTO {self.table} SELECT {self._columns()} FROM range({first}, {self._next_id}, 1, 1)"
        ).collect()

    def update(self, rows: int) -> None:
        """Update rows that are spread over the whole table."""
        self._update(self._chosen(rows, 0, Pattern.SPREAD)[0])
        self._round += 1

    def delete(self, rows: int) -> None:
        """Delete rows that are spread over the whole table."""
        self._delete(self._chosen(0, rows, Pattern.SPREAD)[1])
        self._round += 1

    def _update(self, which: str) -> None:
        # Half of the updated rows move to another region and a tenth to another account; all change their amount.
        self._spark.sql(
            f"""UPDATE {self.table} SET amount = amount + 1.25, score = (score + 7) % 1000,
                  region = CASE WHEN id % 2 = 0 THEN {_region("id + score")} ELSE region END,
                  account = CASE WHEN id % 10 = 0 THEN (account + 1) % {self._accounts} ELSE account END
                WHERE {which}"""
        ).collect()

    def _delete(self, which: str) -> None:
        self._spark.sql(f"DELETE FROM {self.table} WHERE {which}").collect()

    def _chosen(self, updates: int, deletes: int, pattern: Pattern) -> tuple[str, str]:
        """Return the conditions of the rows to update and of those to delete; no round takes those of another."""
        wanted = updates + deletes
        if pattern is Pattern.NEWEST:
            end, self._oldest_new = self._oldest_new, max(0, self._oldest_new - wanted)
            middle = max(0, end - updates)
            return f"id >= {middle} AND id < {end}", f"id >= {self._oldest_new} AND id < {middle}"
        if wanted <= _LISTED_KEYS:
            step = max(1, self.rows // max(1, wanted))
            keys = [number * step + self._round % step for number in range(min(wanted, self.rows))]
            # Every n-th goes, so that deleted rows are as spread as the updated ones.
            gone = [n for n in range(len(keys)) if (n + 1) * deletes // wanted > n * deletes // wanted]
            return _one_of([key for n, key in enumerate(keys) if n not in gone]), _one_of([keys[n] for n in gone])
        bucket = f"pmod(xxhash64(id, {1000 + self._round}), {_BUCKETS})"
        first, second = updates / self.rows * _BUCKETS, wanted / self.rows * _BUCKETS
        return f"{bucket} < {first:.0f}", f"{bucket} >= {first:.0f} AND {bucket} < {second:.0f}"

    def _columns(self) -> str:
        return f"""id, {_region("xxhash64(id, 1)")} AS region,
            concat('c', lpad(pmod(xxhash64(id, 2), {CATEGORIES}), 2, '0')) AS category,
            CAST(pmod(xxhash64(id, 3), {self._accounts}) AS INT) AS account,
            CAST(pmod(xxhash64(id, 4), 100000) / 100 AS DECIMAL(12, 2)) AS amount,
            CAST(pmod(xxhash64(id, 5), 1000) AS INT) AS score"""


def create_categories(spark: SparkSession, table: str, properties: SourceProperties) -> None:
    """Create the small table that the categories are looked up in.

    Args:
        spark: The session.
        table: Its name.
        properties: What it records of its changes.
    """
    spark.sql(
        f"CREATE TABLE {table} USING delta {properties.clause} AS "
        f"SELECT concat('c', lpad(id, 2, '0')) AS category, concat('category ', id) AS name, "
        f"CAST(id % 7 AS INT) AS family FROM range(0, {CATEGORIES}, 1, 1)"
    )


def _region(number: str) -> str:
    names = ", ".join(f"'{name}'" for name in REGIONS)
    return f"element_at(array({names}), CAST(1 + pmod({number}, {len(REGIONS)}) AS INT))"


def _one_of(keys: list[int]) -> str:
    return f"id IN ({', '.join(map(str, keys))})" if keys else "false"
