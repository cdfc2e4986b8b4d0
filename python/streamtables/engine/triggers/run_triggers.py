"""Running triggers behind a run: each once for the changes of its stream table that it has not seen.

How far a trigger has got is written down before its statement runs and when it has (``TriggerLog``). A statement that
was begun runs again for the very same versions, under the same transaction number, so that Delta leaves it out where it
had been committed: whatever is killed when, a write to a Delta table happens once.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from streamtables.catalog.definition import DEFINITION_PROPERTY, Definition, dotted
from streamtables.catalog.ran_mode import RanMode
from streamtables.catalog.stored_state import StoredState, load_state
from streamtables.catalog.trigger_log import TriggerLog, TriggerProgress
from streamtables.catalog.triggers import TRIGGERS_PROPERTY, Trigger, triggers_in
from streamtables.engine.changes.row_changes import RowChanges, row_changes
from streamtables.engine.context import Engine
from streamtables.engine.refreshing.report import with_failure
from streamtables.engine.result import Refreshed
from streamtables.engine.triggers.settings import OnTriggerError
from streamtables.engine.triggers.trigger_session import (
    condition_query,
    new_kinds,
    old_kinds,
    show_rows,
    trigger_session,
)
from streamtables.fault_points import FAULT_POINTS
from streamtables.spark.failures.failure_kind import is_cancelled
from streamtables.spark.jvm.settings import settings_for
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.tables.delta_writes import transaction_settings
from streamtables_grammar.names import QualifiedName

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LOGGER = logging.getLogger(__name__)


def run_triggers(engine: Engine, refreshed: Sequence[Refreshed]) -> Sequence[Refreshed]:
    """Run the triggers of the tables of a run.

    Args:
        engine: The engine.
        refreshed: What became of each table.

    Returns:
        The same, with what failed in the reasons.

    Raises:
        Exception: The user cancelled the statement.
    """
    return [_follow(engine, one) for one in refreshed]


def _follow(engine: Engine, one: Refreshed) -> Refreshed:
    if not one.has_triggers or one.result.mode in (RanMode.FAILED, RanMode.SKIPPED):
        return one
    result = one.result
    try:
        # Another statement of this process may be running them: they are taken up where it has left them.
        with engine.locks.hold([f"triggers of {dotted(one.name)}"]), engine.open_session({}) as own:
            FAULT_POINTS.reach("trigger.begin")
            state = load_state(CatalogLookup(own), QualifiedName(one.name))
            for name, error in _TableTriggers(engine, own, state).run():
                result = with_failure(result, f"trigger {name}", error)
    except Exception as error:
        if is_cancelled(error):
            raise
        result = with_failure(result, "the triggers", error)
    return replace(one, result=result)


class _TableTriggers:
    """The triggers of one stream table, and the changes that they look at, each read once for all of them.

    Args:
        engine: The engine.
        session: A session of our own.
        state: The stream table's stored state.
    """

    def __init__(self, engine: Engine, session: SparkSession, state: StoredState) -> None:
        self._engine = engine
        self._state = state
        self._log = TriggerLog(session)
        self._changes: dict[tuple[int, int], RowChanges] = {}
        self._held = ExitStack()

    def run(self) -> Iterator[tuple[str, Exception]]:
        """Run them by name.

        Yields:
            Those that failed, with their errors.

        Raises:
            Exception: The user cancelled the statement.
        """
        on_error = OnTriggerError.of(self._engine.user)
        off = self._state.definition.properties.get(TRIGGERS_PROPERTY, "auto").lower() == "off"
        with self._held:
            for trigger in triggers_in(self._state.snapshot.properties):
                self._log.list(trigger, self._state.definition.id)
                progress = self._log.progress(trigger)
                for since, until in self._ranges(progress):
                    if off:
                        self._log.finish(trigger, until)
                        continue
                    try:
                        self._fire(trigger, progress, since, until)
                    except Exception as error:
                        if is_cancelled(error):
                            raise
                        yield trigger.name, error
                        if on_error is OnTriggerError.RETRY:
                            break
                        self._log.finish(trigger, until)
                    progress = self._log.progress(trigger)

    def _ranges(self, progress: TriggerProgress) -> list[tuple[int, int]]:
        """Return the versions that a trigger has not done: first what it had begun, then the rest."""
        newest, done = self._state.snapshot.version, progress.done
        ends = [done, *(() if progress.interrupted is None else (progress.interrupted,))]
        if ends[-1] < newest:
            ends.append(newest)
        return list(pairwise(ends))

    def _fire(self, trigger: Trigger, progress: TriggerProgress, since: int, until: int) -> None:
        """Run a trigger for the changes between two versions, if there are any for it."""
        changes = self._read(since, until)
        old, new = old_kinds(trigger), new_kinds(trigger)
        if changes is not None and changes.count(*old, *new):
            with trigger_session(self._engine, trigger) as session:
                show_rows(trigger, changes.frame(session, *old), changes.frame(session, *new))
                begun = progress.begun == until
                if begun or _holds(session, trigger):
                    if not begun and not self._log.begin(trigger, progress, until):
                        # Another process runs it, or its next refresh does.
                        return
                    FAULT_POINTS.reach("trigger.begun")
                    with settings_for(session, transaction_settings(trigger.id, until)):
                        session.sql(trigger.statement)
                    FAULT_POINTS.reach("trigger.ran")
        self._log.finish(trigger, until)
        FAULT_POINTS.reach("trigger.done")

    def _read(self, since: int, until: int) -> RowChanges | None:
        """Return what changed; None where the rows of the two versions cannot be compared with each other."""
        start = self._comparable(since, until)
        if start == until:
            return None
        if (start, until) not in self._changes:
            changes = row_changes(self._engine, self._state, start, until)
            self._changes[start, until] = self._held.enter_context(changes)
        return self._changes[start, until]

    def _comparable(self, since: int, until: int) -> int:
        """Return the first version, from one on, at which the table was defined with the columns that it has later.

        A statement that gave it others made other rows of it: there is nothing to compare them with.
        """
        earlier, later = self._columns(since), self._columns(until)
        if earlier is None or earlier == later:
            # What cannot be read is an error of whoever reads it.
            return since
        return next((version for version in range(since, until) if self._columns(version) == later), until)

    def _columns(self, version: int) -> tuple[object, ...] | None:
        newest = self._state.snapshot
        snapshot = newest if version == newest.version else self._state.log.snapshot_at(version)
        text = None if snapshot is None else snapshot.properties.get(DEFINITION_PROPERTY)
        if text is None:
            return None
        definition = Definition.from_json(text)
        return (definition.id, *((column.name, column.type) for column in definition.columns))


def _holds(session: SparkSession, trigger: Trigger) -> bool:
    """Return whether a trigger's condition is true of the rows that are shown."""
    if trigger.condition is None:
        return True
    return session.sql(condition_query(trigger.condition)).collect()[0][0] is True
