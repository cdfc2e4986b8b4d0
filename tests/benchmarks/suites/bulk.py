"""bulk: one kind of change at a time, from one row to a hundredth of all, against CREATE TABLE AS."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from tests.benchmarks.contest import Bench, Case, create_in_each_mode, statement_side
from tests.benchmarks.sources import Source, SourceProperties

SUITE = "bulk"
RECOMPUTED = "CREATE TABLE AS"
KINDS = ("insert", "update", "delete")


@dataclass(frozen=True, slots=True)
class Options:
    """Sizes of the suite.

    Attributes:
        rows: Rows of the orders, one size after the other.
        customers: Groups of the aggregate.
        changes: How many rows change: a number from 1 on, or a share of the rows below 1.
        kinds: What happens to them: some of ``KINDS``.
        properties: What the source records of its changes.
    """

    rows: tuple[int, ...] = (1_000_000,)
    customers: int = 50_000
    changes: tuple[float, ...] = (1, 100, 0.01)
    kinds: tuple[str, ...] = KINDS
    properties: SourceProperties = SourceProperties.FEED


def run(bench: Bench, options: Options) -> None:
    """Run the suite.

    Args:
        bench: Where to run it.
        options: The sizes.
    """
    for rows in options.rows:
        schema = bench.fresh_schema("bench_bulk")
        bench.tell(f"{SUITE}: loading {rows:,} orders")
        orders = Source(bench.spark, f"{schema}.orders", rows, options.customers, options.properties)
        _create_customers(bench, schema, options)
        # The tables are orders with their customers; a customer has one region, so both together make the groups.
        views = {
            "aggregate": f"SELECT o.account AS customer, c.region, count(*) AS n, sum(o.amount) AS total "
            f"FROM {orders.table} o JOIN {schema}.customers c ON c.id = o.account GROUP BY o.account, c.region",
            "join": f"SELECT o.id, o.amount, c.region FROM {orders.table} o "
            f"JOIN {schema}.customers c ON c.id = o.account",
            "filter": f"SELECT id, account, amount FROM {orders.table} WHERE amount >= 500",
        }
        sides = {}
        for view, query in views.items():
            created = create_in_each_mode(bench, f"{schema}.{view}", query, ("DIFFERENTIAL", "AUTO"))
            if created is not None:
                anew = f"CREATE OR REPLACE TABLE {schema}.{view}_anew USING delta AS {query}"
                if view == "filter":
                    # The filter may leave out the only row that changed.
                    created = tuple(replace(side, modes=side.modes | {"NO_CHANGE"}) for side in created)
                recomputed = statement_side(bench.spark, RECOMPUTED, anew, f"{schema}.{view}_anew", query)
                sides[view] = (*created, recomputed)
        first = True
        for size in options.changes:
            changed = max(1, round(size if size >= 1 else rows * size))
            for kind in options.kinds:
                happens: Callable[[int], None] = getattr(orders, kind)
                cases = [
                    Case({"view": view, "rows": rows, "change": kind, "changed": changed}, created)
                    for view, created in sides.items()
                ]
                bench.compete(SUITE, cases, partial(happens, changed), warm=not first)
                first = False
        bench.drop_stream_tables(
            [side.table for created in sides.values() for side in created if side.table and side.name != RECOMPUTED]
        )


def _create_customers(bench: Bench, schema: str, options: Options) -> None:
    bench.spark.sql(
        f"CREATE TABLE {schema}.customers USING delta {options.properties.clause} AS "
        f"SELECT CAST(id AS INT) AS id, concat('region ', id % 10) AS region FROM range(0, {options.customers}, 1, 1)"
    )
