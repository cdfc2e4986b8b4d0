"""Functions of this process that are called when a run has refreshed stream tables."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from streamtables.catalog.definition import table_key
from streamtables.catalog.ran_mode import RanMode
from streamtables.catalog.stored_state import load_state
from streamtables.engine.changes.row_changes import Kind, row_changes
from streamtables.engine.context import Engine
from streamtables.engine.result import Refreshed, RefreshResult
from streamtables.spark.failures.failure_kind import is_cancelled
from streamtables.spark.failures.redacted_errors import redacted_trace
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables_grammar.names import QualifiedName

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableChange:
    """What one refresh changed of a stream table, as its readers see it.

    Attributes:
        inserted: Rows that came.
        updated_old: Rows that changed, as they were; empty where rows have no key among their columns.
        updated_new: The same rows as they are.
        deleted: Rows that went.
        result: What REFRESH reports.
    """

    inserted: DataFrame
    updated_old: DataFrame
    updated_new: DataFrame
    deleted: DataFrame
    result: RefreshResult


@dataclass(frozen=True, slots=True)
class RefreshEvent:
    """What became of one stream table of a run.

    Attributes:
        stream_table: Schema and name.
        mode: What ran, as REFRESH names it.
        reason_code: Why, in a word.
        reason: Why, in a sentence.
        rows_inserted: As REFRESH counts them, like the next two; None where that is not known.
        rows_updated: Rows that changed.
        rows_deleted: Rows that went.
        from_version: The version of the backing table before; None where the refresh did not get so far.
        to_version: The version after.
        duration_ms: Wall time in milliseconds.
    """

    stream_table: str
    mode: str
    reason_code: str
    reason: str
    rows_inserted: int | None
    rows_updated: int | None
    rows_deleted: int | None
    from_version: int | None
    to_version: int | None
    duration_ms: int

    @classmethod
    def of(cls, result: RefreshResult) -> RefreshEvent:
        """Return the event of a result."""
        return cls(
            stream_table=result.stream_table,
            mode=result.mode.value,
            reason_code=result.reason_code.name,
            reason=result.reason,
            rows_inserted=result.rows_inserted,
            rows_updated=result.rows_updated,
            rows_deleted=result.rows_deleted,
            from_version=result.before,
            to_version=result.version,
            duration_ms=result.duration_ms,
        )


class Subscription:
    """What ends that a function is called.

    Args:
        end: Ends it.
    """

    def __init__(self, end: Callable[[], None]) -> None:
        self._end = end

    def cancel(self) -> None:
        """Call the function no more; doing it again changes nothing."""
        self._end()


class Listeners:
    """Those of one Spark application."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._on_refresh: dict[object, Callable[[RefreshEvent], object]] = {}
        self._on_change: dict[object, tuple[str, SparkSession, Callable[[TableChange], object]]] = {}

    def on_refresh(self, listener: Callable[[RefreshEvent], object]) -> Subscription:
        """Call a function after each refresh of any stream table.

        Args:
            listener: The function.

        Returns:
            What ends it.
        """
        key = object()
        with self._lock:
            self._on_refresh[key] = listener
        return Subscription(lambda: self._forget(key))

    def on_change(
        self, session: SparkSession, name: tuple[str, ...], callback: Callable[[TableChange], object]
    ) -> Subscription:
        """Call a function after each refresh that changed rows of a stream table.

        Args:
            session: The session of the frames that it gets.
            name: Full name of the stream table.
            callback: The function.

        Returns:
            What ends it.
        """
        key = object()
        with self._lock:
            self._on_change[key] = (table_key(name), session, callback)
        return Subscription(lambda: self._forget(key))

    def follow(self, engine: Engine, refreshed: Sequence[Refreshed]) -> Sequence[Refreshed]:
        """Tell the functions what became of a run.

        Args:
            engine: The engine.
            refreshed: What became of each table.

        Returns:
            The same.

        Raises:
            Exception: The user cancelled the statement.
        """
        with self._lock:
            listeners, callbacks = list(self._on_refresh.values()), list(self._on_change.values())
        for one in refreshed:
            wanted = [(session, call) for key, session, call in callbacks if key == table_key(one.name)]
            if wanted and _changed(one.result):
                _guarded(one, partial(_tell_of_change, engine, one, wanted))
            for listener in listeners:
                _guarded(one, partial(listener, RefreshEvent.of(one.result)))
        return refreshed

    def _forget(self, key: object) -> None:
        with self._lock:
            self._on_refresh.pop(key, None)
            self._on_change.pop(key, None)


def _changed(result: RefreshResult) -> bool:
    """Return whether a refresh may have changed rows."""
    ran = result.mode not in (RanMode.FAILED, RanMode.SKIPPED, RanMode.NO_CHANGE)
    return ran and result.before is not None and result.version is not None and result.version > result.before


def _tell_of_change(
    engine: Engine, one: Refreshed, wanted: Sequence[tuple[SparkSession, Callable[[TableChange], object]]]
) -> None:
    result = one.result
    assert result.before is not None
    assert result.version is not None
    with engine.open_session({}) as own:
        state = load_state(CatalogLookup(own), QualifiedName(one.name))
    with row_changes(engine, state, result.before, result.version) as rows:
        if not rows.count(*Kind):
            return
        for session, callback in wanted:
            change = TableChange(
                inserted=rows.frame(session, Kind.INSERTED),
                updated_old=rows.frame(session, Kind.UPDATED_OLD),
                updated_new=rows.frame(session, Kind.UPDATED_NEW),
                deleted=rows.frame(session, Kind.DELETED),
                result=result,
            )
            _guarded(one, partial(callback, change))


def _guarded(one: Refreshed, act: Callable[[], object]) -> None:
    """Do what must not fail the refresh."""
    try:
        act()
    except Exception as error:
        if is_cancelled(error):
            raise
        _LOGGER.warning("%s: what follows its refresh failed", one.result.stream_table, exc_info=redacted_trace(error))
