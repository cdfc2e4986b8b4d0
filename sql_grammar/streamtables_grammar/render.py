"""From a statement back to SQL text."""

from __future__ import annotations

from collections.abc import Iterable

from streamtables_grammar.names import QualifiedName
from streamtables_grammar.quoting import quote_string
from streamtables_grammar.statements import (
    ColumnSpec,
    CreateStreamTable,
    Schedule,
    ScheduleCron,
    ScheduleDownstream,
    ScheduleEvery,
    ScheduleNone,
    ScheduleOnChange,
)


def schedule_text(schedule: Schedule) -> str:
    """Return a schedule as one writes it behind SCHEDULE.

    Args:
        schedule: The schedule.

    Returns:
        The words, as in ``EVERY 5 MINUTES``.

    Examples:
        >>> schedule_text(ScheduleCron("0 * * * *", "Europe/Berlin"))
        "CRON '0 * * * *' AT TIME ZONE 'Europe/Berlin'"
    """
    match schedule:
        case ScheduleEvery():
            return schedule.text
        case ScheduleCron():
            zone = "" if schedule.time_zone is None else f" AT TIME ZONE {quote_string(schedule.time_zone)}"
            return f"CRON {quote_string(schedule.expression)}{zone}"
        case ScheduleOnChange():
            return "ON CHANGE" if schedule.at_most is None else f"ON CHANGE AT MOST {schedule.at_most.text}"
        case ScheduleDownstream():
            return "DOWNSTREAM"
        case ScheduleNone():
            return "NONE"


def render_create(statement: CreateStreamTable) -> str:
    """Write a CREATE STREAM TABLE in its canonical form.

    Args:
        statement: The statement.

    Returns:
        SQL that parses to the same statement, spans aside: clauses in a fixed order, one a line, the query as it is.
    """
    start = "CREATE OR REPLACE STREAM TABLE" if statement.or_replace else "CREATE STREAM TABLE"
    if statement.if_not_exists:
        start += " IF NOT EXISTS"
    start += f" {statement.name}"
    if statement.columns:
        start += " (" + ", ".join(_column(column) for column in statement.columns) + ")"
    return "\n".join([start, *_clauses(statement), "AS", statement.query.text])


def _clauses(statement: CreateStreamTable) -> Iterable[str]:
    if statement.comment is not None:
        yield f"COMMENT {quote_string(statement.comment)}"
    if statement.partitioned_by:
        yield f"PARTITIONED BY ({_names(statement.partitioned_by)})"
    if statement.clustered_by:
        yield f"CLUSTER BY ({_names(statement.clustered_by)})"
    if statement.location is not None:
        yield f"LOCATION {quote_string(statement.location)}"
    if statement.properties:
        pairs = (f"{quote_string(key)} = {quote_string(value)}" for key, value in statement.properties)
        yield f"TBLPROPERTIES ({', '.join(pairs)})"
    yield f"REFRESH MODE {statement.refresh_mode.value}"
    if not isinstance(statement.schedule, ScheduleNone):
        yield f"SCHEDULE {schedule_text(statement.schedule)}"
    if not statement.with_data:
        yield "WITH NO DATA"


def _column(column: ColumnSpec) -> str:
    comment = "" if column.comment is None else f" COMMENT {quote_string(column.comment)}"
    return f"{_names([column.name])}{comment}"


def _names(names: Iterable[str]) -> str:
    return ", ".join(str(QualifiedName((name,))) for name in names)
