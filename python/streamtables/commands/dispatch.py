"""From a statement's kind to its command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from streamtables.commands import (
    alter,
    create,
    describe,
    drop,
    explain,
    immv,
    protect,
    rebuild_registry,
    refresh,
    show,
    triggers,
    verify,
)
from streamtables.commands.context import Columns, Command, CommandContext, EngineHolder, Rows
from streamtables.engine.changes.change_feed import read_change_feed
from streamtables.engine.defining.cycles import require_no_cycle_through_view
from streamtables.engine.defining.reconcile import require
from streamtables.engine.system_errors import system_error
from streamtables.errors import InternalError, RefreshError, StreamTableNotFoundError
from streamtables.spark.failures.failure_kind import is_cancelled
from streamtables.spark.statements.caller import working_for
from streamtables.spark.statements.java_errors import foreign_failure, internal_failure
from streamtables_grammar import procedures, statements
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.parse import parse_statement
from streamtables_grammar.spans import SourceSpan
from streamtables_grammar.statements import Statement

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from streamtables.spark.statements.plan_targets import Target

_Result = TypeVar("_Result")

COMMANDS: Mapping[type, Command] = {
    statements.CreateStreamTable: create.COMMAND,
    statements.AlterStreamTable: alter.COMMAND,
    statements.RefreshStreamTable: refresh.COMMAND,
    statements.RefreshStreamTables: refresh.COMMAND_ALL,
    statements.DropStreamTable: drop.COMMAND,
    statements.ShowStreamTables: show.TABLES,
    statements.ShowRefreshHistory: show.HISTORY_COMMAND,
    statements.DescribeStreamTable: describe.COMMAND,
    statements.ShowCreateStreamTable: describe.SHOW_CREATE,
    statements.Explain: explain.COMMAND,
    statements.VerifyStreamTable: verify.COMMAND,
    statements.VerifyStreamTables: verify.COMMAND_ALL,
    statements.CreateImmv: immv.CREATE,
    statements.RefreshImmv: immv.REFRESH,
    statements.GetImmvDefinition: immv.GET_DEFINITION,
    statements.CreateTrigger: triggers.CREATE,
    statements.DropTrigger: triggers.DROP,
    statements.ShowTriggers: triggers.SHOW,
}
PROCEDURES: Mapping[str, Command] = {"rebuild_registry": rebuild_registry.COMMAND}


def result_columns(statement: Statement) -> Columns:
    """Return the columns of a statement's result, known before it runs.

    Args:
        statement: The statement.

    Returns:
        Names and Spark types.
    """
    return _command(_meant(statement)).columns


def execute(statement: Statement, text: str, session: SparkSession, runtime: EngineHolder) -> Rows:
    """Run a statement.

    Args:
        statement: The statement.
        text: The text it was read from.
        session: The user's session.
        runtime: Keeps the engine.

    Returns:
        Rows of Python values that fit ``result_columns``.

    Raises:
        StreamTableError: Whatever the command finds wrong.
    """
    statement = _meant(statement)
    command = _command(statement)
    context = CommandContext(runtime.engine.on_behalf_of(session), session, text)
    return runtime.engine.threads.submit(
        _run_for, session, partial(command.run, statement, context), statement.span
    ).result()


def changes(runtime: EngineHolder, session: SparkSession, name: str, since: int, until: int | None) -> DataFrame:
    """Read the change feed of a stream table.

    Args:
        runtime: Keeps the engine.
        session: The user's session.
        name: The stream table, one to three parts, quoted where needed.
        since: The version from which changes count, exclusive.
        until: The last version; None for the newest.

    Returns:
        A frame of the user's session.

    Raises:
        StreamTableNotFoundError: There is no such stream table.
        StreamTableError: There is no such version, or what changed cannot be read any more.
    """
    engine = runtime.engine.on_behalf_of(session)
    read = partial(read_change_feed, engine, session, _name(name), since, until)
    return engine.threads.submit(_run_for, session, read, None).result()


def full_name(runtime: EngineHolder, session: SparkSession, name: str) -> tuple[str, ...]:
    """Complete the name of a stream table.

    Args:
        runtime: Keeps the engine.
        session: The user's session.
        name: The stream table, one to three parts, quoted where needed.

    Returns:
        Catalog, schema and name, as the catalog spells them.

    Raises:
        StreamTableNotFoundError: There is no such stream table.
    """
    engine = runtime.engine.on_behalf_of(session)
    return engine.threads.submit(_run_for, session, partial(require, engine, session, _name(name)), None).result()


def _name(text: str) -> QualifiedName:
    statement = parse_statement(f"DESCRIBE STREAM TABLE {text}")
    if not isinstance(statement, statements.DescribeStreamTable):
        raise StreamTableNotFoundError("STREAM_TABLE_NOT_FOUND", {"name": text})
    return statement.name


def _run_for(session: SparkSession, run: Callable[[], _Result], span: SourceSpan | None) -> _Result:
    with working_for(session):
        try:
            return run()
        except Exception as error:
            if is_cancelled(error):
                hint = "each stream table is as its last commit left it; run the statement again"
                raise RefreshError("STATEMENT_CANCELLED", span=span, hint=hint) from error
            told = system_error(error)
            if told is not None:
                raise told from error
            internal, foreign = internal_failure(error), foreign_failure(error)
            if internal is not None:
                raise InternalError("SPARK_FAILED", {"problem": internal}, span=span) from error
            if foreign is not None:
                hint = "each stream table is as its last commit left it; see to that, and run the statement again"
                raise RefreshError("SYSTEM_FAILED", {"problem": foreign}, span=span, hint=hint) from error
            raise


def _meant(statement: Statement) -> Statement:
    """Return the statement that a call stands for, or the statement itself."""
    if not isinstance(statement, statements.CallProcedure):
        return statement
    return procedures.statement_of_call(statement) or statement


def _command(statement: Statement) -> Command:
    if isinstance(statement, statements.CallProcedure):
        return PROCEDURES[statement.procedure]
    return COMMANDS[type(statement)]


def check_target(target: Target, session: SparkSession, runtime: EngineHolder) -> None:
    """Refuse ordinary SQL aimed at a stream table or the table behind it, and views that would close a circle.

    Args:
        target: What the SQL does to which name.
        session: The user's session.
        runtime: Keeps the engine.

    Raises:
        ProtectedTableError: The name is a stream table's.
        DefinitionError: ``STREAM_TABLE_CYCLE``: the view would read a stream table that reads it.
    """
    protect.check_target(target.action, target.name, session)
    if target.query is not None:
        require_no_cycle_through_view(runtime.engine, session, target.name, target.query)
