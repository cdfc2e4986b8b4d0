"""VERIFY STREAM TABLE and VERIFY STREAM TABLES."""

from __future__ import annotations

from collections.abc import Sequence

from streamtables.commands.context import Command, CommandContext, Rows
from streamtables.commands.schemas import require_schema
from streamtables.engine.defining.reconcile import reconcile_all
from streamtables.engine.verify import verify_stream_table
from streamtables.errors import RefreshError
from streamtables.spark.failures.error_lines import error_line
from streamtables.spark.failures.failure_kind import is_cancelled
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.statements import VerifyStreamTable, VerifyStreamTables

_COLUMNS = (("stream_table", "string"), ("equal", "boolean"), ("missing_rows", "bigint"), ("extra_rows", "bigint"))
_NEVER_FILLED = "NOT_POPULATED"


def run(statement: VerifyStreamTable, context: CommandContext) -> Rows:
    """Recompute the queries at their frontiers and compare."""
    if len(statement.names) == 1:
        return (_row(context, statement.names[0], statement.percent),)
    return _rows(context, statement.names, statement.percent)


def run_all(statement: VerifyStreamTables, context: CommandContext) -> Rows:
    """Verify every stream table, or those of a schema; ``equal`` is NULL of one that was never filled."""
    wanted = None if statement.schema is None else require_schema(context.session, statement.schema).lower()
    with context.engine.open_session({}) as own:
        reconcile_all(context.engine, own)
        tables = [entry.name for entry in context.engine.registry.entries(own)]
    names = [QualifiedName(name) for name in tables if wanted is None or name[1].lower() == wanted]
    return _rows(context, names, statement.percent, never_filled=True)


def _rows(
    context: CommandContext, names: Sequence[QualifiedName], percent: float | None, *, never_filled: bool = False
) -> Rows:
    """Verify some tables; all of them before it is said that some could not be."""
    rows: list[tuple[object, ...]] = []
    failed: list[str] = []
    for name in names:
        shown = str(QualifiedName(name.parts[-2:]))
        try:
            rows.append(_row(context, name, percent))
        except Exception as error:
            if is_cancelled(error):
                raise
            if never_filled and isinstance(error, RefreshError) and error.getCondition() == _NEVER_FILLED:
                rows.append((shown, None, None, None))
                continue
            failed.append(f"{shown}: {error_line(error)}")
    if failed:
        found = [f"{row[0]}: {row[2]} rows missing, {row[3]} extra" for row in rows if row[1] is False]
        details = "".join(f"  {line}\n" for line in (*failed, *found))
        parameters = {"failed": str(len(failed)), "total": str(len(names)), "details": details}
        raise RefreshError("VERIFY_FAILED", parameters)
    return tuple(rows)


def _row(context: CommandContext, name: QualifiedName, percent: float | None) -> tuple[object, ...]:
    found = verify_stream_table(context.engine, context.session, name, percent)
    return (found.stream_table, found.equal, found.missing_rows, found.extra_rows)


COMMAND = Command(_COLUMNS, run)
COMMAND_ALL = Command(_COLUMNS, run_all)
