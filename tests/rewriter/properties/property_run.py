"""Runs random cases: a query, some rows, and several rounds of changes; after each round everything must be equal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import duckdb
from tests.rewriter.close_rows import close_rows
from tests.rewriter.duckdb_engine import Database, StreamTable
from tests.rewriter.properties.case import Case, Step
from tests.rewriter.properties.random_changes import change, fill
from tests.rewriter.properties.random_padding import PaddingWriter
from tests.rewriter.properties.random_pipes import PipeWriter
from tests.rewriter.properties.random_queries import SCHEMA_KINDS, Columns, QueryWriter
from tests.rewriter.properties.random_time_windows import TimeWindowWriter

from streamtables_rewriter.compile import Apply
from streamtables_rewriter.errors import UnsupportedQueryError

QUERIES_PER_DATABASE = 29
TIME_WINDOWS_PER_DATABASE = 2
ROUNDS = 4
LARGEST_RESULT = 400
"""A cross product of more rows shows nothing new; its query is left."""


INSTANTS = tuple(f"2024-01-0{day} 12:00:00" for day in range(1, 5))
_REFUSED = frozenset(
    {
        "UNSUPPORTED_QUERY.NESTED_FLOAT_AGGREGATE",
        "UNSUPPORTED_QUERY.ORDER_DEPENDENT",
        # Over a computed column.
        "UNSUPPORTED_QUERY.PIVOT",
    }
)


class FailedCaseError(AssertionError):
    """A case that failed.

    Attributes:
        case: The case, where it got as far as a refresh.
    """

    case: Case | None = None


class WrongRowsError(FailedCaseError):
    """A stream table that differs from its query, or would have if a guard had not fired."""


class BrokenStatementError(FailedCaseError):
    """A query that does not compile, or whose SQL does not run."""


_PADDED = (-2, -1)
"""The last queries of each database are over outer joins of rows with constants and computed columns."""
_SPECIAL = {-4: QueryWriter.grouped_outer_join, -3: QueryWriter.top_k_rows}
"""Those before them."""
_PIPE = -5
"""The one before these is a pipe."""


@dataclass
class Tally:
    """What a run covered."""

    refreshes: int = 0
    queries: int = 0
    groups: int = 0
    parts: int = 0
    recomputed: int = 0
    insert_only: int = 0
    refused: int = 0
    pipes: int = 0
    padded: int = 0
    time_windows: int = 0
    with_ranges: int = 0
    reduced: int = 0
    filtered: int = 0
    reducing: int = 0
    stepwise: int = 0
    unconsolidated: int = 0
    told: int = 0
    untold: int = 0
    rows_shown: int = 0


def random_schema(chance: random.Random) -> dict[str, Columns]:
    """Choose tables and their columns; all have an ``id`` and a ``k`` to join by."""
    kinds = list(SCHEMA_KINDS)
    return {
        f"t{number}": [("id", "int"), ("k", chance.choice(("int", "string")))]
        + [(f"v{i}", chance.choice(kinds)) for i in range(chance.randint(1, 3))]
        for number in range(chance.randint(2, 4))
    }


def seeds(first: int) -> Iterator[int]:
    """Count up from a seed."""
    while True:
        yield first
        first += 1


def run(first_seed: int, refreshes: int, tally: Tally | None = None) -> Tally:
    """Check random cases until so many refreshes were checked.

    Args:
        first_seed: Seed of the first database; a failure names its own.
        refreshes: When to stop.
        tally: Where to count; a new one if not given.

    Returns:
        What was covered.

    Raises:
        WrongRowsError: A case in which the rows differ.
        BrokenStatementError: A case that fails otherwise.
    """
    tally = tally if tally is not None else Tally()
    for seed in seeds(first_seed):
        if tally.refreshes >= refreshes:
            return tally
        chance = random.Random(seed)
        schema = random_schema(chance)
        typed = {name: [(c, SCHEMA_KINDS[k]) for c, k in columns] for name, columns in schema.items()}
        database = Database(typed)
        for number in range(QUERIES_PER_DATABASE):
            if tally.refreshes >= refreshes:
                break
            where, ranges = f"seed {seed}, query {number}", number % 3 != 0
            if number == QUERIES_PER_DATABASE + _PIPE:
                text, plain = PipeWriter(chance, schema).pipe()
                check_query(chance, database, text, tally, where, plain=plain, ranges=ranges)
                continue
            write = _SPECIAL.get(number - QUERIES_PER_DATABASE, QueryWriter.query)
            padded = number - QUERIES_PER_DATABASE in _PADDED
            writer = PaddingWriter(chance, schema) if padded else QueryWriter(chance, schema)
            tally.padded += padded
            check_query(chance, database, write(writer), tally, where, ranges=ranges)
        if tally.refreshes < refreshes:
            _check_time_windows(random.Random(f"{seed} windows"), schema, database, tally, f"seed {seed}, time window")
        database.connection.close()
    return tally


def _check_time_windows(
    chance: random.Random, schema: dict[str, Columns], database: Database, tally: Tally, where: str
) -> None:
    """Check queries with time windows, by chance of their own: those before them are what they were without."""
    for _ in range(TIME_WINDOWS_PER_DATABASE):
        written = TimeWindowWriter(chance, schema).query()
        if written is not None:
            tally.time_windows += 1
            check_query(chance, database, written[0], tally, where, plain=written[1], ranges=chance.random() < 0.5)


def check_query(
    chance: random.Random,
    database: Database,
    text: str,
    tally: Tally,
    where: str,
    *,
    plain: str | None = None,
    ranges: bool = False,
) -> None:
    """Keep one query through several rounds of changes; ``plain`` is the same in SQL that DuckDB understands."""
    database.clear()
    fill(chance, database)
    top_k_rows = tuple((name, row, weight) for name, listed in database.pending.items() for row, weight in listed)
    tally.queries += 1
    try:
        apply = chance.choice((Apply.MERGE, Apply.AUTO))
        table = StreamTable(database, text, apply=apply, clock=True, ranges=ranges)
        table.text = plain or text
        tally.with_ranges += ranges
    except UnsupportedQueryError as error:
        if error.getCondition() not in _REFUSED:
            raise BrokenStatementError(f"{where}: {text}\n{error}") from error
        tally.refused += 1
        return
    except Exception as error:
        raise BrokenStatementError(f"{where}: {text}\n{error}") from error
    tally.pipes += plain is not None and "|>" in text
    tally.groups += table.plan.layout != "rows"
    tally.parts += table.plan.layout == "parts"
    tally.unconsolidated += apply is Apply.AUTO and table.plan.layout == "rows"
    if _is_large(table):
        return
    own = sorted(table.connection.execute(table.sql(table.plan.query)).fetchall(), key=repr)
    if not close_rows(own, sorted(table.connection.execute(table.own_text() or text).fetchall(), key=repr)):
        raise WrongRowsError(f"{where}: the template of the query gives other rows: {text}")
    steps: list[Step] = []
    for number in range(ROUNDS if table.bound.sources else 0):
        if _is_large(table):
            return
        try:
            _check_round(chance, table, tally, steps, f"{where}, round {number}: {text}")
        except FailedCaseError as error:
            schema = tuple((name, tuple(columns)) for name, columns in database.schema.items())
            error.case = Case(schema, text, apply, ranges, top_k_rows, tuple(steps), plain)
            raise


def _check_round(chance: random.Random, table: StreamTable, tally: Tally, steps: list[Step], where: str) -> None:
    change(chance, table.database, [source.table.name[-1] for source in table.bound.sources])
    instant = chance.choice(INSTANTS) if table.plan.uses_now else None
    if instant is not None:
        table.pass_time(instant)
    pending = table.database.pending
    changes = tuple((name, row, weight) for name, listed in pending.items() for row, weight in listed)
    steps.append(Step(changes, instant))
    try:
        template = table.refresh()
        check(table)
        if table.plan.compaction is not None and chance.random() < 0.3:
            steps[-1] = replace(steps[-1], fold=True)
            table.fold()
            check(table)
    except (AssertionError, duckdb.ConstraintException) as error:
        raise WrongRowsError(f"{where}\n{error}") from error
    except Exception as error:
        raise BrokenStatementError(f"{where}\n{error}") from error
    tally.refreshes += 1
    tally.reduced += table.reduced > 0
    tally.filtered += table.filtered > 0
    tally.stepwise += table.steps > 0
    tally.reducing += table.reducing > 0
    tally.rows_shown += len(table.rows())
    if template is not None:
        tally.recomputed += template.recomputes_groups
        tally.insert_only += template.insert_only
        tally.told += template.alternative is not None and not table.untold
        tally.untold += table.untold


def _is_large(table: StreamTable) -> bool:
    (rows,) = table.connection.execute(f"SELECT count(*) FROM ({table.shown()})").fetchone() or (0,)
    return bool(rows > LARGEST_RESULT)


def check(table: StreamTable) -> None:
    """Compare what is shown with the query, and what is stored with a rebuild."""
    wrong = table.wrong()
    if wrong is not None:
        raise WrongRowsError(wrong)
