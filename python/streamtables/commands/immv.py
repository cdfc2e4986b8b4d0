"""CALL of pg_ivm's functions: create_immv, refresh_immv and get_immv_def.

What they do follows the README of pg_ivm; an IMMV is a stream table of REFRESH MODE IMMEDIATE.
"""

from __future__ import annotations

from datetime import datetime, timezone
from uuid import uuid4

from streamtables.catalog.definition import Definition
from streamtables.catalog.stored_state import load_state
from streamtables.commands import create
from streamtables.commands.context import Command, CommandContext, Rows
from streamtables.engine.defining.empty import empty_stream_table
from streamtables.engine.defining.reconcile import require
from streamtables.engine.refreshing.refresh_run import refresh_stream_tables
from streamtables.engine.refreshing.report import record
from streamtables.errors import DefinitionError
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.quoting import quote_name
from streamtables_grammar.statements import CreateImmv, GetImmvDefinition, RefreshImmv, RefreshMode


def run_create(statement: CreateImmv, context: CommandContext) -> Rows:
    """Create an IMMEDIATE stream table and tell how many rows it has."""
    create.run(statement.create, context)
    return ((_count(statement.create.name, context),),)


def run_refresh(statement: RefreshImmv, context: CommandContext) -> Rows:
    """Compute the rows anew and maintain them from then on, or take them all out and maintain none; tell how many."""
    _immv(statement.name, context)
    engine, session = context.engine, context.session
    if statement.with_data:
        refresh_stream_tables(engine, session, [statement.name], RefreshMode.FULL)
    else:
        started_at = datetime.now(timezone.utc).isoformat()
        record(engine, empty_stream_table(engine, session, statement.name), started_at, uuid4().hex)
    # Whoever asks pg_ivm_immv next finds what was done.
    engine.history.flush_quietly()
    return ((_count(statement.name, context),),)


def run_get_definition(statement: GetImmvDefinition, context: CommandContext) -> Rows:
    """Give back the query, as it was written."""
    return ((_immv(statement.name, context).query,),)


def _immv(name: QualifiedName, context: CommandContext) -> Definition:
    full = require(context.engine, context.session, name)
    definition = load_state(CatalogLookup(context.session), QualifiedName(full)).definition
    if definition.mode is not RefreshMode.IMMEDIATE:
        parameters = {"name": definition.display_name, "mode": definition.mode.value}
        hint = f"ALTER STREAM TABLE {name} SET REFRESH MODE IMMEDIATE"
        raise DefinitionError("NO_IMMV", parameters, span=name.span, hint=hint)
    return definition


def _count(name: QualifiedName, context: CommandContext) -> int:
    full = CatalogLookup(context.session).full_name(name.parts)
    with context.engine.open_session({}) as own:
        return int(own.sql(f"SELECT count(*) FROM {quote_name(full)}").collect()[0][0])


CREATE = Command((("create_immv", "bigint"),), run_create)
REFRESH = Command((("refresh_immv", "bigint"),), run_refresh)
GET_DEFINITION = Command((("get_immv_def", "string"),), run_get_definition)
