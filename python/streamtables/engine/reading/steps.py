"""Results that several places of a query read: computed before it, once, or remembered from the refresh before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from streamtables.engine.reading.bound_statements import Query
from streamtables.engine.reading.read_rows import ReadRows
from streamtables.engine.reading.remembered_steps import MOST_REMEMBERED_ROWS, RememberedSteps, StepMemory
from streamtables.engine.sources.source_changes import SourceChanges
from streamtables.spark.accelerators.chosen import uses
from streamtables.spark.failures.size_failures import TooWideError
from streamtables.spark.jvm.settings import settings_for
from streamtables.spark.rows.small_frames import HeldRows, SmallFrame, brought_here, kept_whole, most_held_rows
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
        remembered: Results of steps at the refreshes before.
        most_bytes: How many bytes of rows the driver's memory takes.
    """

    def __init__(
        self,
        session: SparkSession,
        program: Program,
        changes: SourceChanges,
        rows: ReadRows,
        remembered: RememberedSteps,
        most_bytes: int,
    ) -> None:
        self._session = session
        self._program = program
        self._changes = changes
        self._rows = rows
        self._remembered = remembered
        self._most_bytes = most_bytes
        self._views: list[str] = []
        self._kept: list[DataFrame] = []

    def take(self, step: Statement, write: Callable[[Statement], Query]) -> None:
        """Make a step's result known to the statements that follow.

        Args:
            step: The step.
            write: Writes a statement over what is known by now.

        Raises:
            TooWideError: The rows are too many bytes to be sent around.
        """
        remembers = uses(self._session, "remembered_groups")
        memory = StepMemory.of(self._program, step, self._changes) if remembers else None
        held = self._result(step, memory, write)
        if memory is not None and held is not None:
            self._remembered.keep(memory, held, most_held_rows(self._session), self._most_bytes)

    def _result(
        self, step: Statement, memory: StepMemory | None, write: Callable[[Statement], Query]
    ) -> HeldRows | None:
        """Compute a step, or take or follow what is remembered; None where its rows do not fit into memory."""
        known = None if memory is None else self._remembered.recall(memory)
        if known is not None and step.following is None:
            self._hold(step.name, known, step.keys)
            return known
        statement = step
        if known is not None and step.following is not None:
            self._hold(step.remembered, known, ())
            statement = step.following
        query = write(statement)
        with settings_for(self._session, query.settings):
            if statement.is_whole:
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

    def _compute(self, name: str, query: str, keys: Sequence[str]) -> HeldRows | None:
        """Compute what is expected to be small; ``keys`` are the columns by whose values rows are looked up."""
        rows = self._session.sql(query)
        held = brought_here(self._session, rows)
        if held is not None:
            self._hold(name, held, keys)
            return held
        rows, _, bytes_ = kept_whole(rows)
        self._kept.append(rows)
        if bytes_ > self._most_bytes:
            raise TooWideError
        self._show(name, rows)
        return None

    def _compute_whole(self, name: str, query: str, keys: Sequence[str], *, is_remembered: bool) -> HeldRows | None:
        """Compute what may be large, so that its rows are counted first: many are better left where they are."""
        rows, count, _ = kept_whole(self._session.sql(query))
        self._kept.append(rows)
        held = None
        if is_remembered and count <= MOST_REMEMBERED_ROWS:
            held = brought_here(self._session, rows)
        if held is None:
            self._show(name, rows)
        else:
            self._hold(name, held, keys)
        return held

    def _hold(self, name: str, held: HeldRows, keys: Sequence[str]) -> None:
        """Show rows in the driver's memory under a step's name."""
        rows = SmallFrame.of(self._session, held, keys)
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
