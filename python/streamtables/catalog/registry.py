"""The registry: which stream tables there are. Written by DDL only; the tables themselves stay the truth."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from streamtables.catalog.definition import Definition, dotted, split_name, table_key
from streamtables.catalog.kept_registry import keep_rows, kept_rows
from streamtables.catalog.system_tables import (
    REGISTRY,
    REGISTRY_COLUMNS,
    REGISTRY_TABLE,
    STREAM_TABLES,
    ensure_system_tables,
)
from streamtables.spark.failures.failure_kind import is_conflict
from streamtables.spark.jvm.bridge import JvmBridge
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.rows.materialized_frames import collect_rows
from streamtables.spark.tables.delta_log import DeltaTableLog
from streamtables.spark.tables.snapshot import Snapshot
from streamtables_grammar.quoting import quote_name, quote_string
from streamtables_grammar.render import schedule_text
from streamtables_grammar.statements import RefreshMode, ScheduleDownstream, ScheduleNone

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_WRITER = "streamtables.registry"
"""Under which Delta keeps the newest version that the driver has written."""


@dataclass(frozen=True, slots=True)
class RegisteredTable:
    """A row of the registry.

    Attributes:
        id: The stream table's id.
        name: Full name.
        backing: Full name of the table that holds the rows.
        sources: Dotted full names of the Delta tables that the query reads, backing tables included.
        suspended: Whether refreshes leave it out.
        fresh_reads: Whether it is brought up to date before it is read.
    """

    id: str
    name: tuple[str, ...]
    backing: tuple[str, ...]
    refresh_mode: str
    maintained: str
    reason: str | None
    schedule: str
    sources: tuple[str, ...]
    suspended: bool = False
    fresh_reads: bool = False

    @property
    def is_immediate(self) -> bool:
        """Whether statements that write to its sources maintain it."""
        return self.refresh_mode == RefreshMode.IMMEDIATE.value and not self.suspended

    @property
    def keeps_time(self) -> bool:
        """Whether it is refreshed at times of its own: by a schedule, or by the statements that write."""
        untimed = (schedule_text(ScheduleNone()), schedule_text(ScheduleDownstream()))
        return self.is_immediate or self.schedule not in untimed

    @property
    def passes_changes_on(self) -> bool:
        """Whether a change of its sources becomes a change of its own, and no recomputation, as soon as one asks."""
        return not self.suspended and self.refresh_mode != RefreshMode.FULL.value and self.maintained != "FULL"

    @classmethod
    def of(cls, definition: Definition) -> RegisteredTable:
        """Return the row that a definition has."""
        return cls(
            id=definition.id,
            name=tuple(definition.name),
            backing=tuple(definition.backing),
            refresh_mode=definition.mode.value,
            maintained="DIFFERENTIAL" if definition.full_only is None else "FULL",
            reason=None if definition.full_only is None else definition.full_only.reason,
            schedule=schedule_text(definition.schedule),
            sources=tuple(definition.base_tables),
            suspended=definition.suspended,
            fresh_reads=definition.fresh_reads,
        )


@dataclass(frozen=True, slots=True)
class _Cached:
    """The registry at a version of its table, which is found again by its folder: the metastore is slow."""

    path: str
    table_id: str
    version: int
    entries: tuple[RegisteredTable, ...]

    def is_of(self, path: str, snapshot: Snapshot) -> bool:
        return (self.path, self.table_id, self.version) == (path, snapshot.table_id, snapshot.version)


class Registry:
    """Reads and writes the registry; remembers it until its table gets a new version."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._cached: _Cached | None = None

    def entries(self, session: SparkSession) -> tuple[RegisteredTable, ...]:
        """Return every registered stream table, by name.

        Args:
            session: A session of our own.

        Returns:
            The rows; empty where no stream table was ever made.
        """
        with self._lock:
            known = self._cached
        if known is not None and known.is_of(known.path, DeltaTableLog.for_path(session, known.path).latest()):
            return known.entries
        lookup = CatalogLookup(session)
        entry = lookup.find(REGISTRY) or lookup.find(STREAM_TABLES)
        if entry is None or entry.is_view:
            return ()
        log = lookup.log_of(entry)
        snapshot = log.latest()
        found = _of_kept(kept_rows(log, snapshot))
        if found is None:
            found = _read(session, entry.name, snapshot.version)
            keep_rows(log, snapshot, [asdict(row) for row in found])
        with self._lock:
            self._cached = _Cached(log.path, snapshot.table_id, snapshot.version, found)
        return found

    def version(self, session: SparkSession) -> tuple[str, int] | None:
        """Return folder and version of the registry's table, as ``entries`` has found them last.

        Args:
            session: A session of our own.

        Returns:
            The URI of the folder and the version; None where no stream table was ever made.
        """
        self.entries(session)
        with self._lock:
            return None if self._cached is None else (self._cached.path, self._cached.version)

    def put(self, session: SparkSession, definition: Definition) -> None:
        """Register a stream table, in the place of whatever has its name.

        Args:
            session: A session of our own.
            definition: The definition.
        """
        self.ensure(session)
        row = RegisteredTable.of(definition)
        name = table_key(row.name)
        with self._changing(session):
            spelled = {dotted(entry.name) for entry in self.entries(session) if table_key(entry.name) == name}
            replaced = ", ".join(map(quote_string, sorted({*spelled, dotted(row.name)})))
            before = self._cached
            if spelled or before is None or not _append(session, before, definition):
                session.sql(
                    f"INSERT INTO {REGISTRY_TABLE} REPLACE WHERE stream_table IN ({replaced}) "
                    f"SELECT {_values(definition)}"
                )
            self._carry_on(session, before, lambda entries: (*_without(entries, name), row))

    def remove(self, session: SparkSession, *stream_table_ids: str) -> None:
        """Forget stream tables.

        Args:
            session: A session of our own.
            stream_table_ids: Their ids; those that are not registered are none of its business.
        """
        if not {entry.id for entry in self.entries(session)} & set(stream_table_ids):
            return
        self.ensure(session)
        ids = ", ".join(map(quote_string, stream_table_ids))
        with self._changing(session):
            before = self._cached
            session.sql(f"DELETE FROM {REGISTRY_TABLE} WHERE id IN ({ids})")
            self._carry_on(session, before, lambda entries: tuple(e for e in entries if e.id not in stream_table_ids))

    def replace_all(self, session: SparkSession, definitions: Sequence[Definition]) -> None:
        """Register these stream tables and no others.

        Args:
            session: A session of our own.
            definitions: Their definitions.
        """
        self.ensure(session)
        rows = [f"SELECT {_values(definition)}" for definition in definitions]
        with self._changing(session):
            if rows:
                session.sql(f"INSERT OVERWRITE {REGISTRY_TABLE} {' UNION ALL '.join(rows)}")
            else:
                session.sql(f"DELETE FROM {REGISTRY_TABLE}")

    @contextmanager
    def _changing(self, session: SparkSession) -> Iterator[None]:
        """Write one after another; from then on queries of this process know the tables that they have to wait for."""
        with self._writing:
            try:
                yield
            finally:
                JvmBridge.of(session).forget_watched()

    def _carry_on(
        self,
        session: SparkSession,
        before: _Cached | None,
        change: Callable[[tuple[RegisteredTable, ...]], tuple[RegisteredTable, ...]],
    ) -> None:
        """Change what is remembered as the table was, if the next version is the one that we have made."""
        if before is None:
            return
        log = CatalogLookup(session).log(REGISTRY)
        newest = log.latest()
        after = replace(
            before,
            version=before.version + 1,
            entries=tuple(sorted(change(before.entries), key=lambda entry: dotted(entry.name))),
        )
        if after.is_of(log.path, newest):
            with self._lock:
                self._cached = after
            keep_rows(log, newest, [asdict(row) for row in after.entries])

    def ensure(self, session: SparkSession) -> None:
        """Make what is missing of the system tables.

        Args:
            session: A session of our own.
        """
        with self._writing:
            ensure_system_tables(session)


def _of_kept(rows: Sequence[dict[str, Any]] | None) -> tuple[RegisteredTable, ...] | None:
    """Return kept rows, unless they have other fields than are known here."""
    names = {field.name for field in fields(RegisteredTable)}
    if rows is None or any(row.keys() != names for row in rows):
        return None
    given: Iterable[dict[str, Any]] = (
        {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()} for row in rows
    )
    return tuple(RegisteredTable(**row) for row in given)


def _read(session: SparkSession, table: tuple[str, ...], version: int) -> tuple[RegisteredTable, ...]:
    rows = session.sql(f"SELECT * FROM {quote_name(table)} VERSION AS OF {version} ORDER BY stream_table").collect()
    return tuple(
        RegisteredTable(
            id=row["id"],
            name=split_name(row["stream_table"]),
            backing=split_name(row["backing_table"]),
            refresh_mode=row["refresh_mode"],
            maintained=row["maintained"],
            reason=row["reason"],
            schedule=row["schedule"],
            sources=tuple(row["sources"]),
            suspended="suspended" in row and bool(row["suspended"]),
            fresh_reads="fresh_reads" in row and bool(row["fresh_reads"]),
        )
        for row in rows
    )


def _without(entries: Iterable[RegisteredTable], name: str) -> list[RegisteredTable]:
    return [entry for entry in entries if table_key(entry.name) != name]


def _append(session: SparkSession, known: _Cached, definition: Definition) -> bool:
    """Let the driver write the row of a name that is not there yet, without a Spark job; return whether it has."""
    rows = collect_rows(session, session.sql(f"SELECT {_values(definition)}"))
    if rows is None:
        return False
    log = DeltaTableLog.for_path(session, known.path)
    try:
        with JvmBridge.of(session).guarding_version(known.version):
            return log.append(rows, list(REGISTRY_COLUMNS), _WRITER, known.version + 1)
    except Exception as error:
        if not is_conflict(error):
            raise
        return False


def _values(definition: Definition) -> str:
    row = RegisteredTable.of(definition)
    sources = ", ".join(quote_string(name) for name in row.sources)
    values = [
        quote_string(row.id),
        quote_string(dotted(row.name)),
        quote_string(dotted(row.backing)),
        quote_string(row.refresh_mode),
        quote_string(row.maintained),
        "CAST(NULL AS STRING)" if row.reason is None else quote_string(row.reason),
        quote_string(row.schedule),
        quote_string(definition.query),
        f"CAST(array({sources}) AS ARRAY<STRING>)",
        f"TIMESTAMP {quote_string(definition.created_at)}",
        str(row.suspended).lower(),
        str(row.fresh_reads).lower(),
    ]
    return ", ".join(values)
