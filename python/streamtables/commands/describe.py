"""DESCRIBE STREAM TABLE and SHOW CREATE STREAM TABLE."""

from __future__ import annotations

from datetime import datetime, timezone

from streamtables.catalog.definition import dotted
from streamtables.catalog.stored_state import StoredState, load_state
from streamtables.commands.context import Command, CommandContext, Rows
from streamtables.engine.defining.create_statement import create_statement_of
from streamtables.engine.defining.fresh_reads import fresh_reads_notice
from streamtables.engine.defining.reconcile import require
from streamtables.engine.defining.schedule import schedule_notice
from streamtables.engine.refreshing.report import suspended_reason
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.render import render_create, schedule_text
from streamtables_grammar.statements import DescribeStreamTable, ShowCreateStreamTable

_MOST_COMMITS = 100
"""Commits among which the last compaction is looked for."""


def run(statement: DescribeStreamTable, context: CommandContext) -> Rows:
    """Tell columns, then everything else, as DESCRIBE EXTENDED does."""
    state = _state(statement.name, context)
    definition = state.definition
    columns = [(column.name, column.type, column.comment) for column in definition.columns]
    return (*columns, ("", "", ""), ("# Stream table", "", ""), *((k, v, "") for k, v in _details(state, context)))


def run_show_create(statement: ShowCreateStreamTable, context: CommandContext) -> Rows:
    """Give back a statement that makes the same stream table."""
    definition = _state(statement.name, context).definition
    return ((render_create(create_statement_of(definition)),),)


def _state(name: QualifiedName, context: CommandContext) -> StoredState:
    full = require(context.engine, context.session, name)
    return load_state(CatalogLookup(context.session), QualifiedName(full))


def _details(state: StoredState, context: CommandContext) -> list[tuple[str, str]]:
    definition, frontier = state.definition, state.frontier
    how = "DIFFERENTIAL" if definition.full_only is None else f"FULL: {definition.full_only.reason}"
    schedule, notice = schedule_text(definition.schedule), schedule_notice(context.engine, definition.schedule)
    details = [
        ("Name", definition.display_name),
        ("Id", definition.id),
        ("Backing table", dotted(definition.backing[1:])),
        ("Refresh mode", definition.mode.value),
        ("Maintained", how),
        ("Schedule", schedule if notice is None else f"{schedule}; {notice}"),
        *((("Fresh reads", unfresh),) if (unfresh := fresh_reads_notice(definition)) is not None else ()),
        *((("Suspended", suspended_reason(definition)),) if definition.suspended else ()),
        ("Comment", definition.comment or ""),
        ("Created at", definition.created_at),
        ("Namespace", dotted(definition.namespace)),
        ("Settings", ", ".join(f"{key} = {value}" for key, value in definition.settings.items())),
        ("Query", definition.query),
    ]
    if frontier is not None and state.populated:
        details += [
            ("Refresh number", str(frontier.refresh_number)),
            ("Last refresh", f"{frontier.started_at} {frontier.mode}: {frontier.reason}"),
        ]
        details += [(f"Source {name}", f"version {p.version}") for name, p in frontier.positions.items()]
    details += _storage_details(state)
    if state.problem is not None:
        details.append(("Problem", state.problem.value))
    return details


def _storage_details(state: StoredState) -> list[tuple[str, str]]:
    """Tell what the table behind a stream table takes, as far as its log tells it at once."""
    details, size, parts = list[tuple[str, str]](), state.snapshot.known_size, state.parts
    if size is not None:
        details.append(("Size", f"{size[0]} bytes in {size[1]} files"))
    if parts is not None:
        rows = f"{parts.compacted_rows} rows written together"
        since = f"{parts.appended_rows} rows appended and {parts.merges} times merged since"
        details.append(("Stored rows", f"{rows}, {since}"))
    for version in range(state.snapshot.version, max(-1, state.snapshot.version - _MOST_COMMITS), -1):
        commit = state.log.commit(version)
        if commit is None:
            break
        if commit.rearranged_adds and commit.timestamp_ms is not None:
            at = datetime.fromtimestamp(commit.timestamp_ms / 1000, timezone.utc).isoformat()
            return [*details, ("Last compaction", at)]
    return details


COMMAND = Command((("col_name", "string"), ("data_type", "string"), ("comment", "string")), run)
SHOW_CREATE = Command((("create_statement", "string"),), run_show_create)
