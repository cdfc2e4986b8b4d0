"""SHOW STREAM TABLES and SHOW REFRESH HISTORY."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from typing import Any

from streamtables.catalog.definition import dotted
from streamtables.catalog.frontier import Frontier
from streamtables.catalog.history import SKIPPED, Attempt
from streamtables.catalog.registry import RegisteredTable
from streamtables.catalog.stored_state import StoredState, load_state
from streamtables.catalog.system_tables import HISTORY, HISTORY_TABLE
from streamtables.commands.context import Command, CommandContext, Rows
from streamtables.commands.schemas import require_schema
from streamtables.engine.defining.reconcile import reconcile_all, require
from streamtables.engine.sources.lag import Lags, Positions, shown_positions
from streamtables.engine.sources.source_logs import SourceLogs
from streamtables.errors import NewerFormatError
from streamtables.spark.failures.error_lines import error_line
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.quoting import quote_string
from streamtables_grammar.statements import ShowRefreshHistory, ShowStreamTables

_LOGGER = logging.getLogger(__name__)
_HISTORY_COLUMNS = (
    ("stream_table", "string"),
    ("started_at", "timestamp_ltz"),
    ("mode", "string"),
    ("reason", "string"),
    ("changed_rows", "bigint"),
    ("rows_inserted", "bigint"),
    ("rows_updated", "bigint"),
    ("rows_deleted", "bigint"),
    ("version", "bigint"),
    ("duration_ms", "bigint"),
    ("error", "string"),
    ("reason_code", "string"),
    ("run_id", "string"),
    ("finished_at", "timestamp_ltz"),
    ("requested_by", "string"),
    ("predicted_differential_ms", "bigint"),
    ("predicted_full_ms", "bigint"),
    ("predicted_from", "string"),
    ("detect_ms", "bigint"),
    ("decide_ms", "bigint"),
    ("plan_ms", "bigint"),
    ("apply_ms", "bigint"),
    ("rows_read", "bigint"),
    ("bytes_read", "bigint"),
    ("rows_written", "bigint"),
    ("bytes_written", "bigint"),
    ("data_oldest_at", "timestamp_ltz"),
    ("data_newest_at", "timestamp_ltz"),
    ("size_bytes", "bigint"),
    ("files", "bigint"),
    ("sources", "string"),
)


def run_tables(statement: ShowStreamTables, context: CommandContext) -> Rows:
    """List the stream tables with their last refresh, from the commits and the history of what made none."""
    wanted = None if statement.schema is None else require_schema(context.session, statement.schema).lower()
    pattern = _like(statement.pattern)
    rows = []
    with context.engine.open_session({}) as own:
        reconcile_all(context.engine, own)
        attempts = context.engine.history.latest(own)
        lookup, tables = CatalogLookup(own), context.engine.registry.entries(own)
        found: dict[tuple[str, ...], StoredState | NewerFormatError | None] = {}

        def state_of(name: tuple[str, ...]) -> StoredState | NewerFormatError | None:
            if name not in found:
                found[name] = _state_of(lookup, name)
            return found[name]

        def shown(table: RegisteredTable) -> Positions | None:
            state = state_of(table.name)
            return shown_positions(state) if isinstance(state, StoredState) else None

        lags = Lags(tables, shown, SourceLogs(own), _tell)
        now_s = time.time()
        for table in tables:
            if (wanted is not None and table.name[1].lower() != wanted) or not pattern.fullmatch(table.name[2]):
                continue
            last = _last_refresh(state_of(table.name), attempts.get(dotted(table.name[1:]), ()))
            rows.append(
                (
                    table.name[1],
                    table.name[2],
                    table.refresh_mode,
                    table.maintained,
                    table.schedule,
                    last.at,
                    last.mode,
                    last.version,
                    last.status,
                    table.reason,
                    last.error,
                    last.reason,
                    last.data_at,
                    None if (lag_s := lags.lag_s(table, now_s)) is None else round(1000 * lag_s),
                )
            )
    return tuple(rows)


def run_history(statement: ShowRefreshHistory, context: CommandContext) -> Rows:
    """List refreshes, newest first."""
    context.engine.history.flush(complete=True)
    lookup = CatalogLookup(context.session)
    chosen = None
    if statement.name is not None:
        full = require(context.engine, context.session, statement.name)
        chosen = load_state(lookup, QualifiedName(full)).definition
    if lookup.find(HISTORY) is None:
        return ()
    limit = "" if statement.limit is None else f" LIMIT {statement.limit}"
    with context.engine.open_session({"spark.sql.session.timeZone": "UTC"}) as own:
        there = {column.lower() for column in own.table(HISTORY_TABLE).columns}
        columns = ", ".join(name if name in there else f"NULL AS {name}" for name, _ in _HISTORY_COLUMNS)
        where = ""
        if chosen is not None:
            # Rows from before it was renamed have its id.
            by_id = f" OR stream_table_id = {quote_string(chosen.id)}" if "stream_table_id" in there else ""
            where = f" WHERE stream_table = {quote_string(chosen.display_name)}{by_id}"
        found = own.sql(f"SELECT {columns} FROM {HISTORY_TABLE}{where} ORDER BY started_at DESC{limit}").collect()
    return tuple((*row[:-1], _sources_text(row["sources"])) for row in found)


def _sources_text(sources: Sequence[Mapping[str, Any]] | None) -> str | None:
    """Write down which versions of its sources a refresh used; None where none are known."""
    if sources is None:
        return None
    texts = []
    for source in sources:
        start, changed = source["from_version"], source["changed_rows"]
        versions = f"version {source['to_version']}" if start is None else f"{start} to {source['to_version']}"
        texts.append(f"{source['source']}: {versions}{'' if changed is None else f', {changed} rows changed'}")
    return "; ".join(texts)


@dataclass(frozen=True, slots=True)
class _Last:
    """What is known of a stream table's last refresh that succeeded, its status, and the last failure."""

    status: str
    at: datetime | None = None
    mode: str | None = None
    reason: str | None = None
    version: int | None = None
    data_at: datetime | None = None
    error: str | None = None


def _tell(table: RegisteredTable, error: Exception) -> None:
    """Say in the log why a lag is NULL: the list itself goes on."""
    _LOGGER.warning("%s: how far it is behind cannot be told: %s", dotted(table.name[1:]), error_line(error))


def _state_of(lookup: CatalogLookup, name: tuple[str, ...]) -> StoredState | NewerFormatError | None:
    """Return what is stored of a stream table; what keeps it from being read, or None where it is gone."""
    if lookup.find(name) is None:
        return None
    try:
        return load_state(lookup, QualifiedName(name))
    except NewerFormatError as error:
        return error


def _last_refresh(state: StoredState | NewerFormatError | None, attempts: Sequence[Attempt]) -> _Last:
    failure = max((one for one in attempts if not one.succeeded), key=lambda one: one.started_at, default=None)
    if state is None:
        return _Last("missing", error=None if failure is None else failure.reason)
    if isinstance(state, NewerFormatError):
        return _Last("needs a newer release", error=state.message)
    frontier, last, status = state.frontier, None, "suspended" if state.definition.suspended else "empty"
    if frontier is not None and state.populated:
        # What makes no commit is in the history alone; a commit may not be there yet.
        known = [one for one in attempts if one.succeeded]
        if not frontier.is_compaction or not known:
            known.append(Attempt(datetime.fromisoformat(frontier.started_at), frontier.mode, frontier.reason))
        last = max(known, key=lambda one: one.started_at)
        status = status if state.definition.suspended else "needs a rebuild" if state.problem else "ok"
    when, mode, reason = (None, None, None) if last is None else (last.started_at, last.mode, last.reason)
    found = _Last(status, when, mode, reason, state.snapshot.version, None if frontier is None else _data_at(frontier))
    if failure is None or state.definition.suspended or (when is not None and when >= failure.started_at):
        return found
    failed = "skipped" if failure.mode == SKIPPED else "failed"
    return replace(found, status=failed, error=failure.reason)


def _data_at(frontier: Frontier) -> datetime | None:
    """Return when the newest of the sources' versions that are shown was committed."""
    newest = frontier.inputs.data_newest_ms
    return None if newest is None else datetime.fromtimestamp(newest / 1000, timezone.utc)


def _like(pattern: str | None) -> re.Pattern[str]:
    """Translate Spark's SHOW pattern: ``*`` stands for any characters, ``|`` separates alternatives."""
    if pattern is None:
        return re.compile(".*")
    parts = (re.escape(part).replace(r"\*", ".*").replace("%", ".*") for part in pattern.split("|"))
    return re.compile("|".join(parts), re.IGNORECASE)


TABLES = Command(
    (
        ("schema", "string"),
        ("stream_table", "string"),
        ("refresh_mode", "string"),
        ("maintained", "string"),
        ("schedule", "string"),
        ("last_refresh", "timestamp_ltz"),
        ("last_mode", "string"),
        ("version", "bigint"),
        ("status", "string"),
        ("reason", "string"),
        ("error", "string"),
        ("last_reason", "string"),
        ("data_newest_at", "timestamp_ltz"),
        ("lag_ms", "bigint"),
    ),
    run_tables,
)
HISTORY_COMMAND = Command(_HISTORY_COLUMNS, run_history)
