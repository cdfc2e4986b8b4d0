"""DESCRIBE STREAM TABLE and SHOW CREATE STREAM TABLE."""

from __future__ import annotations

from streamtables.catalog.definition import dotted
from streamtables.catalog.stored_state import StoredState, load_state
from streamtables.commands.context import Command, CommandContext, Rows
from streamtables.engine.defining.create_statement import create_statement_of
from streamtables.engine.defining.reconcile import require
from streamtables.engine.defining.schedule import schedule_notice
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.render import render_create, schedule_text
from streamtables_grammar.statements import DescribeStreamTable, ShowCreateStreamTable


def run(statement: DescribeStreamTable, context: CommandContext) -> Rows:
    """Tell columns, then everything else, as DESCRIBE EXTENDED does."""
    state = _state(statement.name, context)
    definition = state.definition
    columns = [(column.name, column.type, column.comment) for column in definition.columns]
    return (*columns, ("", "", ""), ("# Stream table", "", ""), *((k, v, "") for k, v in _details(state)))


def run_show_create(statement: ShowCreateStreamTable, context: CommandContext) -> Rows:
    """Give back a statement that makes the same stream table."""
    definition = _state(statement.name, context).definition
    return ((render_create(create_statement_of(definition)),),)


def _state(name: QualifiedName, context: CommandContext) -> StoredState:
    full = require(context.engine, context.session, name)
    return load_state(CatalogLookup(context.session), QualifiedName(full))


def _details(state: StoredState) -> list[tuple[str, str]]:
    definition, frontier = state.definition, state.frontier
    how = "DIFFERENTIAL" if definition.full_only is None else f"FULL: {definition.full_only.reason}"
    schedule, notice = schedule_text(definition.schedule), schedule_notice(definition.schedule)
    details = [
        ("Name", definition.display_name),
        ("Id", definition.id),
        ("Backing table", dotted(definition.backing[1:])),
        ("Refresh mode", definition.mode.value),
        ("Maintained", how),
        ("Schedule", schedule if notice is None else f"{schedule}; {notice}"),
        *((("Suspended", "yes: ALTER STREAM TABLE ... RESUME"),) if definition.suspended else ()),
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
    if state.problem is not None:
        details.append(("Problem", state.problem))
    return details


COMMAND = Command((("col_name", "string"), ("data_type", "string"), ("comment", "string")), run)
SHOW_CREATE = Command((("create_statement", "string"),), run_show_create)
