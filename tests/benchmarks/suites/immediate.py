"""immediate: what a statement costs more where IMMEDIATE stream tables follow its table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from streamtables.spark.jvm.bridge import JvmBridge
from tests.benchmarks.contest import Bench, Case, Side
from tests.benchmarks.equality import require_equal
from tests.benchmarks.measurement import Parameter
from tests.benchmarks.sources import Source, SourceProperties

if TYPE_CHECKING:
    from pyspark.sql import Row, SparkSession

SUITE = "immediate"
ALONE = "statement alone"
FLOOR = "statement alone and a bare commit"
AGGREGATE = "with one aggregate"
STALE_READS = "spark.streamtables.fresh_reads"
ASKED = {
    "aggregate": "SELECT account, count(*) AS n, sum(amount) AS total FROM {} GROUP BY account",
    "filter": "SELECT id, region, score FROM {} WHERE score < 50",
    "regions": "SELECT region, count(*) AS n, max(score) AS most FROM {} GROUP BY region",
}
FOLLOWING: dict[str, tuple[str, ...]] = {
    AGGREGATE: ("aggregate",),
    "with one filter": ("filter",),
    "with three tables": tuple(ASKED),
}
"""What follows the table of a side."""
ELSEWHERE = "beside IMMEDIATE tables"
REPEATED = 20
"""A statement that touches no source costs so little more that it is only seen over many."""
STATEMENTS_ELSEWHERE = {
    "INSERT elsewhere": "INSERT INTO {} VALUES (1)",
    "DELETE elsewhere": "DELETE FROM {} WHERE x < 0",
    "SELECT elsewhere": "SELECT * FROM {}",
}


@dataclass(frozen=True, slots=True)
class Options:
    """Sizes of the suite.

    Attributes:
        rows: Rows of the sources.
        accounts: Groups of the aggregate.
        changed: Rows that one statement changes.
        properties: What the sources record of their changes.
    """

    rows: int = 1_000_000
    accounts: int = 50_000
    changed: tuple[int, ...] = (1, 100, 10_000)
    properties: SourceProperties = SourceProperties.FEED

    def with_rows(self, rows: int) -> Options:
        """Return the same for other numbers of rows, of which 1, 100 and a hundredth change."""
        return replace(self, rows=rows, changed=tuple(sorted({1, 100, max(1, rows // 100)})))


def run(bench: Bench, options: Options) -> None:
    """Run the suite.

    Args:
        bench: Where to run it.
        options: The sizes.
    """
    schema = bench.fresh_schema("bench_immediate")
    sources: dict[str, Source] = {}
    queries: dict[str, str] = {}
    for number, side in enumerate((ALONE, *FOLLOWING)):
        bench.tell(f"{SUITE}: loading {options.rows:,} rows, {side}")
        sources[side] = Source(
            bench.spark, f"{schema}.src_{number}", options.rows, options.accounts, options.properties
        )
        for name in FOLLOWING.get(side, ()):
            table = f"{schema}.{name}_{number}"
            queries[table] = ASKED[name].format(sources[side].table)
            bench.spark.sql(f"CREATE STREAM TABLE {table} REFRESH MODE IMMEDIATE AS {queries[table]}")
    bare = f"{schema}.bare"
    bench.spark.sql(f"CREATE TABLE {bare} (account INT, n BIGINT) USING delta")

    def check(when: str) -> None:
        bench.spark.conf.set(STALE_READS, "off")
        for table, query in queries.items():
            bench.tell(f"{SUITE}: comparing {table}, {when}")
            require_equal(bench.spark, table, query, when)
        bench.spark.conf.unset(STALE_READS)

    statements: dict[str, Callable[[Source, int], None]] = {"INSERT": Source.insert, "UPDATE": Source.update}
    cases = []
    for statement, change in statements.items():
        for changed in options.changed:
            case: dict[str, Parameter] = {"statement": statement, "rows": options.rows, "changed": changed}
            sides = [_side(name, source, change, changed) for name, source in sources.items()]
            cases.append(Case(case, (*sides, _floor(bench, sources[ALONE], change, changed, bare))))
    cases += _elsewhere(bench, schema, options.rows)
    bench.compete(SUITE, cases, lambda: None, check=check)
    bench.drop_stream_tables(list(queries))


def _side(name: str, source: Source, change: Callable[[Source, int], None], changed: int) -> Side:
    def run_it() -> Row | None:
        change(source, changed)
        return None

    return Side(name, run_it)


def _floor(bench: Bench, source: Source, change: Callable[[Source, int], None], changed: int, bare: str) -> Side:
    def run_it() -> Row | None:
        change(source, changed)
        bench.spark.sql(f"INSERT INTO {bare} VALUES (1, 1)").collect()
        return None

    return Side(FLOOR, run_it)


def _elsewhere(bench: Bench, schema: str, rows: int) -> list[Case]:
    """Return statements on tables that nothing follows, in a session that is not ours and in one that is."""
    alone = bench.spark.newSession()
    JvmBridge.of(bench.spark).uninstall(alone._jsparkSession)
    sessions = {ALONE: alone, ELSEWHERE: bench.spark.newSession()}
    for number in range(len(sessions)):
        bench.spark.sql(f"CREATE TABLE {schema}.elsewhere_{number} (x INT) USING delta")
    return [
        Case(
            {"statement": statement, "rows": rows, "changed": 0},
            tuple(
                Side(name, partial(_repeat, session, text.format(f"{schema}.elsewhere_{number}")))
                for number, (name, session) in enumerate(sessions.items())
            ),
        )
        for statement, text in STATEMENTS_ELSEWHERE.items()
    ]


def _repeat(session: SparkSession, statement: str) -> None:
    for _ in range(REPEATED):
        session.sql(statement).collect()
