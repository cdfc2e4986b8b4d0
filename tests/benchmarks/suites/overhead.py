"""overhead: what a refresh costs when almost nothing changed, beside the same work written by hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from streamtables_grammar.quoting import quote_string
from tests.benchmarks.contest import (
    ALL_ACCELERATORS,
    Bench,
    Case,
    Side,
    condition_of,
    create_in_each_mode,
    refresh_side,
    statement_side,
)
from tests.benchmarks.handwritten import MergedByHand
from tests.benchmarks.last_commit import last_operation
from tests.benchmarks.measurement import Parameter
from tests.benchmarks.sources import Pattern, Source, SourceProperties

if TYPE_CHECKING:
    from pyspark.sql import Row

SUITE = "overhead"
APPLY_PROPERTY = "streamtables.apply"
APPLY_VALUES = ("append", "merge")

REFRESH, FULL, AUTO = "DIFFERENTIAL", "FULL", "AUTO"
HAND, NAIVE_HAND, INSERT = "MERGE by hand", "MERGE by hand, naive", "INSERT"


@dataclass(frozen=True, slots=True)
class Options:
    """Sizes of the suite.

    Attributes:
        rows: Rows of the source.
        accounts: Groups of the aggregate.
        changed: Rows that change a round.
        patterns: Which rows.
        properties: What the source records of its changes.
        short_rounds: Rounds of what takes a moment only: refreshing with nothing changed, and reading.
    """

    rows: int = 1_000_000
    accounts: int = 50_000
    changed: int = 100
    patterns: tuple[Pattern, ...] = (Pattern.SPREAD, Pattern.APPENDED)
    properties: SourceProperties = SourceProperties.FEED
    short_rounds: int = 10


def run(bench: Bench, options: Options) -> None:
    """Run the suite.

    Args:
        bench: Where to run it.
        options: The sizes.
    """
    schema = bench.fresh_schema("bench_overhead")
    bench.tell(f"{SUITE}: loading {options.rows:,} rows")
    source = Source(bench.spark, f"{schema}.src", options.rows, options.accounts, options.properties)
    query = f"SELECT account, count(*) AS n, sum(amount) AS total FROM {source.table} GROUP BY account"
    # What all of them bring is shown whoever is left out besides.
    bench = replace(bench, without=tuple(dict.fromkeys((ALL_ACCELERATORS, *bench.without))))
    sides = list(create_in_each_mode(bench, f"{schema}.t", query) or ())
    applied = _create_with_each_apply(bench, schema, source, query)
    sides += applied
    by_hand: dict[str, MergedByHand] = {}
    if options.properties is SourceProperties.FEED:
        for number, naive in enumerate((False, True)):
            hand = MergedByHand(bench.spark, f"{schema}.by_hand_{number}", source.table, naive=naive)
            name = NAIVE_HAND if naive else HAND
            by_hand[name] = hand
            sides.append(Side(name, hand.merge, hand.table, query, before=hand.look))
    else:
        bench.notes.append(f"{SUITE}: no MERGE by hand, since the source keeps no change data feed")
    sides.append(_insert(bench, schema, options))
    for pattern in options.patterns:
        parameters = _parameters(options, "refresh", pattern.value)
        bench.compete(SUITE, [Case(parameters, tuple(sides))], partial(source.change, options.changed, pattern))
    _nothing_changed(bench, schema, query, options)
    _reading(bench, schema, options, [side.name for side in applied], by_hand)


def _create_with_each_apply(bench: Bench, schema: str, source: Source, query: str) -> list[Side]:
    """Create a stream table for each way to apply a change; none if the engine has only one way."""
    sides: list[Side] = []
    for value in APPLY_VALUES:
        table = f"{schema}.t_apply_{value}"
        properties = f"TBLPROPERTIES ({quote_string(APPLY_PROPERTY)} = {quote_string(value)})"
        try:
            bench.spark.sql(f"CREATE STREAM TABLE {table} REFRESH MODE DIFFERENTIAL {properties} AS {query}")
        except Exception as error:  # noqa: BLE001 - an engine without this property may refuse it in any way
            bench.notes.append(f"{SUITE}: {APPLY_PROPERTY} = {value} is refused ({condition_of(error) or error})")
            break
        source.change(max(2, source.rows // 1000), Pattern.SPREAD)
        sides.append(refresh_side(bench.spark, table, query, "DIFFERENTIAL", name=f"DIFFERENTIAL, apply {value}"))
        bench.measure(sides[-1])
        # A property that nobody reads is stored all the same: what the commit did tells.
        if (last_operation(bench.spark, f"{table}__stream") == "WRITE") is not (value == "append"):
            bench.notes.append(f"{SUITE}: {APPLY_PROPERTY} = {value} has no effect yet")
            break
    else:
        return sides
    bench.drop_stream_tables([f"{schema}.t_apply_{value}" for value in APPLY_VALUES])
    return []


def _insert(bench: Bench, schema: str, options: Options) -> Side:
    table = f"{schema}.inserted"
    bench.spark.sql(f"CREATE TABLE {table} (account INT, n BIGINT, total DECIMAL(22, 2)) USING delta")
    rows = f"SELECT CAST(id AS INT), 1, CAST(id AS DECIMAL(22, 2)) FROM range(0, {options.changed}, 1, 1)"
    return statement_side(bench.spark, INSERT, f"INSERT INTO {table} {rows}", table)


def _nothing_changed(bench: Bench, schema: str, query: str, options: Options) -> None:
    quiet = refresh_side(bench.spark, f"{schema}.t_differential", query, "DIFFERENTIAL")
    nothing = Side("NO_CHANGE", quiet.run, quiet.table, None, frozenset({"NO_CHANGE"}))
    case = Case(_parameters(options, "nothing changed", "none"), (nothing,))
    bench.compete(SUITE, [case], lambda: None, rounds=options.short_rounds)


def _reading(bench: Bench, schema: str, options: Options, applied: list[str], by_hand: dict[str, MergedByHand]) -> None:
    """Read every row of the views, and of the table that was merged by hand."""
    sides = [_read(bench, "read, DIFFERENTIAL", f"{schema}.t_differential")]
    sides += [_read(bench, f"read, {name}", f"{schema}.t_apply_{name.rsplit(' ', 1)[-1]}") for name in applied]
    if HAND in by_hand:
        sides.append(_read(bench, f"read, {HAND}", by_hand[HAND].table))
    case = Case(_parameters(options, "read all", "none"), tuple(sides))
    bench.compete(SUITE, [case], lambda: None, rounds=options.short_rounds)


def _read(bench: Bench, name: str, table: str) -> Side:
    def run() -> Row | None:
        bench.spark.sql(f"SELECT count(*), sum(n), sum(total), max(account) FROM {table}").collect()
        return None

    return Side(name, run)


def _parameters(options: Options, action: str, pattern: str) -> dict[str, Parameter]:
    return {"action": action, "rows": options.rows, "changed": options.changed, "pattern": pattern}
