"""What the soaks work on: two sources, and five stream tables over them, two of which make a diamond."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SCHEMA = "soak"
ORDERS, CUSTOMERS = 200, 20
"""Rows that the sources begin with."""


@dataclass(frozen=True, slots=True)
class Node:
    """A stream table.

    Attributes:
        name: Its name.
        mode: Its refresh mode.
        reads: Names of what its queries read.
        variants: Its queries, of which CREATE OR REPLACE takes another one each time; ``{name}`` stands for a relation.
            Later ones have the columns of the first and perhaps more, where other stream tables read those.
    """

    name: str
    mode: str
    reads: tuple[str, ...]
    variants: tuple[str, ...]

    def query(self, variant: int, relations: Mapping[str, str] | None = None) -> str:
        """Return a query over the relations' names, or over what is given in their place."""
        return self.variants[variant].format(**(relations or {name: name for name in self.reads}))

    def variant_of(self, query: str) -> int | None:
        """Tell which of the queries a text is; None if it is none of them."""
        return next((i for i in range(len(self.variants)) if self.query(i) == query), None)


SOURCES: Mapping[str, str] = {
    "orders": "id INT, customer INT, amount INT, state STRING",
    "customers": "id INT, region STRING",
}
NODES: Mapping[str, Node] = {
    node.name: node
    for node in (
        Node(
            "by_customer",
            "DIFFERENTIAL",
            ("orders",),
            (
                "SELECT customer, count(*) AS n, sum(amount) AS total FROM {orders} GROUP BY customer",
                "SELECT customer, count(*) AS n, sum(amount) AS total FROM {orders} WHERE id < 190 GROUP BY customer",
                "SELECT customer, count(*) n, sum(amount) total, max(amount) largest FROM {orders} GROUP BY customer",
                "SELECT customer, count(*) n, sum(amount) total, sum(amount) - 1 less FROM {orders} GROUP BY customer",
                "SELECT customer, count(*) n, sum(amount) total FROM {orders} WHERE customer < 15 GROUP BY customer",
            ),
        ),
        Node(
            "open_orders",
            "DIFFERENTIAL",
            ("orders",),
            (
                "SELECT id, customer, amount FROM {orders} WHERE state = 'open'",
                "SELECT id, customer, amount FROM {orders} WHERE state <> 'done'",
                "SELECT id, customer, amount FROM {orders} WHERE state = 'open' AND amount > 20",
            ),
        ),
        Node(
            "states",
            "DIFFERENTIAL",
            ("orders",),
            (
                "SELECT state, max(amount) AS largest, min(id) AS first FROM {orders} GROUP BY state",
                "SELECT DISTINCT state, customer FROM {orders}",
            ),
        ),
        Node(
            "diamond",
            "DIFFERENTIAL",
            ("by_customer", "open_orders"),
            (
                "SELECT customer, n, total, id, amount FROM {by_customer} LEFT JOIN {open_orders} USING (customer)",
                "SELECT customer, n, total, id, amount FROM {by_customer} JOIN {open_orders} USING (customer)",
            ),
        ),
        Node(
            "regions",
            "AUTO",
            ("by_customer", "customers"),
            (
                "SELECT region, sum(total) t FROM {by_customer} JOIN {customers} ON id = customer GROUP BY region",
                "SELECT region, sum(n) n FROM {customers} LEFT JOIN {by_customer} ON id = customer GROUP BY region",
            ),
        ),
    )
}
"""Those that are read come before those that read them."""

SHOWN_OTHERWISE = 3
"""The query of by_customer that stores what the first one does."""

KEPT = ("keep__stream", "seen")
"""A table and a view of the user's own, which look a little like ours and which nobody may touch."""


def create_text(name: str, variant: int = 0, verb: str = "CREATE") -> str:
    """Return the statement that makes a stream table."""
    node = NODES[name]
    tail = " IF NOT EXISTS" if verb.endswith("IF NOT EXISTS") else ""
    head = verb.removesuffix(" IF NOT EXISTS")
    return f"{head} STREAM TABLE{tail} {name} REFRESH MODE {node.mode} AS {node.query(variant)}"


def alter_texts(name: str, variant: int) -> tuple[str, ...]:
    """Return statements that alter a stream table and leave it in the refresh mode that it had."""
    node = NODES[name]
    own = f"ALTER STREAM TABLE {name}"
    return (
        f"{own} AS {node.query(variant)}",
        f"{own} SET TBLPROPERTIES ('soak.variant' = '{variant}')",
        f"{own} SET REFRESH MODE {node.mode}",
        f"{own} RESUME",
    )


def readers(name: str) -> set[str]:
    """Return the stream tables that read another one, through others too."""
    found: set[str] = set()
    for node in NODES.values():
        if {name, *found} & set(node.reads):
            found.add(node.name)
    return found


def base_sources(name: str) -> set[str]:
    """Return the sources that a stream table's rows come from."""
    found: set[str] = set()
    for read in NODES[name].reads:
        found |= base_sources(read) if read in NODES else {read}
    return found


def source_rows(name: str) -> str:
    """Return the query of the rows that a source begins with."""
    if name == "customers":
        return f"SELECT CAST(id AS INT) AS id, concat('r', id % 4) AS region FROM range({CUSTOMERS})"
    return (
        f"SELECT CAST(id AS INT) AS id, CAST(id % {CUSTOMERS} AS INT) AS customer, "
        "CAST(id * 37 % 1000 AS INT) AS amount, element_at(array('open', 'paid', 'done'), CAST(id % 3 + 1 AS INT)) "
        f"AS state FROM range({ORDERS})"
    )


def set_up(spark: SparkSession, schema: str = SCHEMA, nodes: Iterable[str] = NODES) -> None:
    """Make schema, sources, the user's own things and the stream tables.

    Args:
        spark: A session with stream tables; the schema becomes its current one.
        schema: The schema.
        nodes: The stream tables to make.
    """
    spark.sql(f"CREATE SCHEMA IF NOT EXISTS {schema}")
    spark.sql(f"USE {schema}")
    for source in SOURCES:
        spark.sql(f"CREATE TABLE {source} USING delta AS {source_rows(source)}")
    spark.sql("CREATE TABLE keep__stream USING delta AS SELECT CAST(id AS INT) AS x FROM range(3)")
    spark.sql("CREATE VIEW seen AS SELECT count(*) AS n FROM orders")
    for name in nodes:
        spark.sql(create_text(name)).collect()
