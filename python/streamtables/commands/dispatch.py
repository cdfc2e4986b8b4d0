"""From a statement's kind to its command."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

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
from streamtables.commands.running import run_for
from streamtables.engine.defining.cycles import require_no_cycle_through_view
from streamtables_grammar import procedures, statements
from streamtables_grammar.statements import Statement

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.spark.statements.plan_targets import Target

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
        run_for, session, partial(command.run, statement, context), statement.span
    ).result()


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
