"""micro: one shape of query a table, and ever larger shares of its source changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from tests.benchmarks.contest import Bench, Case, create_in_each_mode
from tests.benchmarks.floor import Floor, columns_read
from tests.benchmarks.sources import Pattern, Source, SourceProperties, create_categories

SUITE = "micro"
ALL_FRACTIONS = (0.0001, 0.001, 0.01, 0.1, 0.5)

_SHAPES: Mapping[str, str] = {
    "scan": "SELECT id, region, category, amount, score FROM {src}",
    "filter": "SELECT id, region, amount FROM {src} WHERE score >= 500",
    "aggregate by region": "SELECT region, count(*) AS n, sum(amount) AS total, avg(amount) AS mean FROM {src} "
    "GROUP BY region",
    "aggregate by account": "SELECT account, count(*) AS n, sum(amount) AS total FROM {src} GROUP BY account",
    "join": "SELECT s.id, s.region, s.amount, d.name FROM {src} s JOIN {dim} d ON d.category = s.category",
    "join and aggregate": "SELECT d.name, s.region, count(*) AS n, sum(s.amount) AS total FROM {src} s "
    "JOIN {dim} d ON d.category = s.category GROUP BY d.name, s.region",
    "window": "SELECT id, account, amount, rank() OVER (PARTITION BY account ORDER BY amount DESC, id) AS place "
    "FROM {src}",
    "distinct": "SELECT DISTINCT account, region FROM {src}",
    "left join": "SELECT s.id, s.amount, d.name FROM {src} s "
    "LEFT JOIN {dim} d ON d.category = s.category AND d.family < 5",
    "exists": "SELECT s.id, s.amount FROM {src} s "
    "WHERE EXISTS (SELECT 1 FROM {dim} d WHERE d.category = s.category AND d.family < 5)",
}
_ROW_BY_ROW = frozenset({"scan", "filter", "join", "window", "left join", "exists"})
"""Shapes whose rows stand for themselves: one that goes has to be found among the stored ones, which have no key."""


@dataclass(frozen=True, slots=True)
class Options:
    """Sizes of the suite.

    Attributes:
        rows: Rows of the source, one size after the other.
        accounts: Groups of the larger aggregate.
        fractions: Shares of the rows that change a round.
        shapes: Names of the shapes to run, all if empty.
        properties: What the source records of its changes.
    """

    rows: tuple[int, ...] = (1_000_000,)
    accounts: int = 50_000
    fractions: tuple[float, ...] = (0.001, 0.01, 0.1)
    shapes: tuple[str, ...] = ()
    properties: SourceProperties = SourceProperties.FEED


def shape_names() -> tuple[str, ...]:
    """Return the names of all shapes."""
    return tuple(_SHAPES)


def run(bench: Bench, options: Options) -> None:
    """Run the suite.

    Args:
        bench: Where to run it.
        options: The sizes.
    """
    for rows in options.rows:
        schema = bench.fresh_schema("bench_micro")
        bench.tell(f"{SUITE}: loading {rows:,} rows")
        source = Source(bench.spark, f"{schema}.src", rows, options.accounts, options.properties)
        create_categories(bench.spark, f"{schema}.dim", options.properties)
        sides = {}
        for shape in options.shapes or shape_names():
            query = _SHAPES[shape].format(src=source.table, dim=f"{schema}.dim")
            created = create_in_each_mode(bench, _prefix(schema, shape), query)
            if created is not None:
                sides[shape] = created
        # From the smallest share to the largest, so that a rewritten source does not weigh on small changes.
        for number, fraction in enumerate(sorted(options.fractions)):
            changed = max(1, round(rows * fraction))
            floors = {shape: _floor(bench, schema, shape, changed) for shape in sides}
            cases = [
                Case({"shape": shape, "rows": rows, "fraction": fraction}, (*created, floors[shape].side()))
                for shape, created in sides.items()
            ]
            bench.compete(SUITE, cases, partial(source.change, changed, Pattern.SPREAD), warm=number > 0)
            for floor in floors.values():
                floor.forget_rows()
        bench.drop_stream_tables([side.table for created in sides.values() for side in created if side.table])


def _floor(bench: Bench, schema: str, shape: str, changed: int) -> Floor:
    """Return what reads the source, and stored rows where some have to be found, and inserts what a change gives."""
    source, dim, stored = f"{schema}.src", f"{schema}.dim", f"{_prefix(schema, shape)}_differential"
    query = _SHAPES[shape]
    read = columns_read(bench.spark, query, [source, *([dim] if "{dim}" in query else [])])
    if shape in _ROW_BY_ROW:
        read[stored] = bench.spark.table(stored).columns
    rows = bench.spark.sql(query.format(src=f"(SELECT * FROM {source} WHERE id < {changed})", dim=dim))
    return Floor(bench.spark, f"{_prefix(schema, shape)}_floor", read, rows)


def _prefix(schema: str, shape: str) -> str:
    return f"{schema}.{shape.replace(' ', '_')}"
