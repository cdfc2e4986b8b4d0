"""Results that several places of a query read: computed before it, once, or cached from the refresh before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from streamtables.engine.reading.bound_statements import Query
from streamtables.engine.reading.read_rows import ReadRows
from streamtables.engine.reading.step_cache import MOST_CACHED_ROWS, StepCache, StepCacheKey
from streamtables.engine.sources.source_changes import SourceChanges
from streamtables.spark.accelerators.chosen import uses
from streamtables.spark.failures.size_failures import TooWideError
from streamtables.spark.jvm.settings import settings_for
from streamtables.spark.rows.materialized_frames import (
    CollectedRows,
    MaterializedFrame,
    collect_rows,
    most_collected_rows,
    persisted,
)
from streamtables_rewriter.templates.staging import Statement

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from streamtables.engine.programs.program import Program


class Steps:
    """Computes the steps of one refresh, and holds their rows in the driver's memory where they are few.

    Args:
        session: A session of our own; temporary views are made in it.
        program: The compiled definition.
        changes: What each source did.
        rows: Where the results go that are held.
        step_cache: Results of steps at the refreshes before.
        most_bytes: How many bytes of rows the driver's memory takes.
    """

    def __init__(
        self,
        session: SparkSession,
        program: Program,
        changes: SourceChanges,
        rows: ReadRows,
        step_cache: StepCache,
        most_bytes: int,
    ) -> None:
        self._session = session
        self._program = program
        self._changes = changes
        self._rows = rows
        self._step_cache = step_cache
        self._most_bytes = most_bytes
        self._views: list[str] = []
        self._kept: list[DataFrame] = []

    def take(self, step: Statement, write: Callable[[Statement], Query]) -> None:
        """Make a step's result known to the statements that follow.

        Args:
            step: The step.
            write: Writes a statement over what is known by now.

        Raises:
            TooWideError: The rows are too many bytes to be broadcast.
        """
        remembers = uses(self._session, "remembered_groups")
        memory = StepCacheKey.of(self._program, step, self._changes) if remembers else None
        collected = self._result(step, memory, write)
        if memory is not None and collected is not None:
            self._step_cache.put(memory, collected, most_collected_rows(self._session), self._most_bytes)

    def _result(
        self, step: Statement, memory: StepCacheKey | None, write: Callable[[Statement], Query]
    ) -> CollectedRows | None:
        """Compute a step, or take or continue what is cached; None where its rows do not fit into memory."""
        known = None if memory is None else self._step_cache.get(memory)
        if known is not None and step.incremental is None:
            self._use_collected(step.name, known, step.keys)
            return known
        statement = step
        if known is not None and step.incremental is not None:
            self._use_collected(step.cached, known, ())
            statement = step.incremental
        query = write(statement)
        with settings_for(self._session, query.settings):
            if statement.has_all_groups:
                return self._compute_whole(step.name, query.text, step.keys, is_remembered=memory is not None)
            return self._compute(step.name, query.text, step.keys)

    def keep_whole(self, name: str, query: Query) -> None:
        """Compute all groups of an aggregate, perhaps many, and leave them where they are.

        Args:
            name: The step's name.
            query: Its query.
        """
        with settings_for(self._session, query.settings):
            self._compute_whole(name, query.text, (), is_remembered=False)

    def _compute(self, name: str, query: str, keys: Sequence[str]) -> CollectedRows | None:
        """Compute what is expected to be small; ``keys`` are the columns by whose values rows are looked up."""
        rows = self._session.sql(query)
        collected = collect_rows(self._session, rows)
        if collected is not None:
            self._use_collected(name, collected, keys)
            return collected
        rows, _, bytes_ = persisted(rows)
        self._kept.append(rows)
        if bytes_ > self._most_bytes:
            raise TooWideError
        self._show(name, rows)
        return None

    def _compute_whole(
        self, name: str, query: str, keys: Sequence[str], *, is_remembered: bool
    ) -> CollectedRows | None:
        """Compute what may be large, so that its rows are counted first: many are better left where they are."""
        rows, count, _ = persisted(self._session.sql(query))
        self._kept.append(rows)
        collected = None
        if is_remembered and count <= MOST_CACHED_ROWS:
            collected = collect_rows(self._session, rows)
        if collected is None:
            self._show(name, rows)
        else:
            self._use_collected(name, collected, keys)
        return collected

    def _use_collected(self, name: str, collected: CollectedRows, keys: Sequence[str]) -> None:
        """Show rows in the driver's memory under a step's name."""
        rows = MaterializedFrame.of(self._session, collected, keys)
        self._rows.put_step(name, rows)
        self._show(name, rows.frame)

    def _show(self, name: str, rows: DataFrame) -> None:
        rows.createOrReplaceTempView(name)
        self._views.append(name)

    def release(self) -> None:
        """Drop the temporary views and free what the executors hold."""
        for view in self._views:
            self._session.catalog.dropTempView(view)
        for rows in self._kept:
            rows.unpersist()
