"""A random case as data: it can be run again, and made smaller while it still fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import duckdb
from tests.rewriter.duckdb_engine import Database, Row, StreamTable
from tests.rewriter.duckdb_types import literal

from streamtables_rewriter.compile import Apply

Change = tuple[str, Row, int]
"""A table, a row, and by how many copies it becomes more."""


@dataclass(frozen=True)
class Step:
    """What happens before a refresh.

    Attributes:
        changes: The changes, in order.
        instant: When the refresh happens; None for when the one before did.
        fold: Whether parts of groups are folded after it.
    """

    changes: tuple[Change, ...]
    instant: str | None = None
    fold: bool = False


@dataclass(frozen=True)
class Case:
    """A query and what happens to its tables.

    Attributes:
        schema: The tables, and their columns with Spark types.
        query: The query.
        apply: How changes are applied.
        ranges: Whether ranges of changed keys are said.
        rows: The first rows.
        steps: What happens then.
        plain: The query in SQL that DuckDB understands; None if it is that.
    """

    schema: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    query: str
    apply: Apply
    ranges: bool
    rows: tuple[Change, ...]
    steps: tuple[Step, ...]
    plain: str | None = None

    def fails(self) -> bool:
        """Run the case; tell whether it shows wrong rows or a statement that does not run."""
        database = Database(dict(self.schema))
        try:
            for change in self.rows:
                database.change(*change)
            table = StreamTable(database, self.query, apply=self.apply, clock=True, ranges=self.ranges)
            table.text = self.plain or self.query
            for step in self.steps:
                for change in step.changes:
                    database.change(*change)
                if step.instant is not None:
                    table.pass_time(step.instant)
                if _is_wrong(table, step):
                    return True
        except ValueError:
            # Without the row that was to be deleted, the case is none.
            return False
        finally:
            database.connection.close()
        return False

    def text(self) -> str:
        """Write the case for people."""
        lines = [f"{name}({', '.join(f'{c} {t}' for c, t in columns)})" for name, columns in self.schema]
        lines += [self.query, f"applied by {self.apply.value}{', with ranges' if self.ranges else ''}", "at first:"]
        lines += map(_change_text, self.rows)
        for number, step in enumerate(self.steps, 1):
            lines.append(f"refresh {number}{f' at {step.instant}' if step.instant else ''}, after:")
            lines += map(_change_text, step.changes)
            lines += ["  then folded"] if step.fold else []
        return "\n".join(lines)


def _is_wrong(table: StreamTable, step: Step) -> bool:
    try:
        table.refresh()
        for _ in range(2 if step.fold else 1):
            if table.wrong() is not None:
                return True
            if step.fold:
                table.fold()
    except (AssertionError, duckdb.Error):
        return True
    return False


def _change_text(change: Change) -> str:
    table, row, weight = change
    return f"  {table} {weight:+d} ({', '.join(map(literal, row))})"


def shrink(case: Case, tried: Callable[[], None] = lambda: None) -> Case:
    """Take out what is not needed for the case to fail (Zeller and Hildebrandt, "Simplifying and Isolating
    Failure-Inducing Input", 2002, in its simplest form: one part at a time, until none can go).

    Args:
        case: A case that fails.
        tried: Called for each smaller case that is run.

    Returns:
        A case that fails, of which no single row, change or refresh can be left out.
    """
    smaller = True
    while smaller:
        smaller = False
        for candidate in _smaller(case):
            tried()
            if candidate.fails():
                case, smaller = candidate, True
                break
    return case


def _smaller(case: Case) -> Iterator[Case]:
    for index in reversed(range(len(case.steps))):
        yield replace(case, steps=_without(case.steps, index))
        if index + 1 < len(case.steps):
            both = Step((*case.steps[index].changes, *case.steps[index + 1].changes), case.steps[index + 1].instant)
            yield replace(case, steps=(*case.steps[:index], both, *case.steps[index + 2 :]))
    for index in range(len(case.rows)):
        yield replace(case, rows=_without(case.rows, index))
    for number, step in enumerate(case.steps):
        for index in range(len(step.changes)):
            fewer = replace(step, changes=_without(step.changes, index))
            yield replace(case, steps=(*case.steps[:number], fewer, *case.steps[number + 1 :]))


def _without(items: Sequence[object], index: int) -> tuple:  # type: ignore[type-arg]
    return (*items[:index], *items[index + 1 :])
