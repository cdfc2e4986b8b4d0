"""Calls that stand for statements: which one, and what is wrong with one that stands for none."""

from __future__ import annotations

from datetime import timedelta

import pytest

from streamtables_grammar.errors import StreamSqlSyntaxError
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.parse import parse_statement
from streamtables_grammar.procedures import statement_of_call
from streamtables_grammar.statements import (
    AlterStreamTable,
    CallProcedure,
    CreateStreamTable,
    DropStreamTable,
    RefreshMode,
    RefreshStreamTable,
    Resume,
    ScheduleCron,
    ScheduleDownstream,
    ScheduleEvery,
    ScheduleNone,
    SetQuery,
    SetRefreshMode,
    SetSchedule,
    Statement,
    Suspend,
)

QUERY = "SELECT region, sum(amount) FROM sales GROUP BY region"


def meant(sql: str) -> Statement | None:
    call = parse_statement(sql)
    assert isinstance(call, CallProcedure)
    return statement_of_call(call)


def same(call: str, statement: str) -> bool:
    """Whether a call means what a statement says, but for where things stand."""
    one, other = meant(call), parse_statement(statement)
    assert type(one) is type(other)
    assert one is not None
    assert other is not None

    def parts(of: Statement) -> dict[str, object]:
        values = {name: getattr(of, name) for name in type(of).__dataclass_fields__ if not name.endswith("span")}
        return {name: getattr(value, "text", value) for name, value in values.items() if name != "property_spans"}

    return parts(one) == parts(other)


def test_create_takes_its_arguments_by_name_in_any_order_or_by_place() -> None:
    arguments = f"initialize => false, refresh_mode => 'full', schedule => '1h30m', query => '{QUERY}', NAME => 'a.b'"
    plain = f"CREATE STREAM TABLE a.b REFRESH MODE FULL SCHEDULE EVERY 90 MINUTES WITH NO DATA AS {QUERY}"
    assert same(f"CALL create_stream_table({arguments})", plain)
    assert same(f"CALL streamtables.create_stream_table('a.b', '{QUERY}', '90m', 'FULL', FALSE)", plain)


def test_create_without_more_is_auto_unscheduled_and_filled() -> None:
    statement = meant(f"CALL create_stream_table('`a b`.c', '{QUERY}', schedule => NULL)")
    assert isinstance(statement, CreateStreamTable)
    assert statement.name == QualifiedName(("a b", "c"))
    assert (statement.refresh_mode, statement.schedule, statement.with_data) == (RefreshMode.AUTO, ScheduleNone(), True)


def test_query_and_name_stand_where_they_stand_in_the_call() -> None:
    sql = f"CALL create_stream_table(\n  name => 'x',\n  query => '{QUERY}')"
    statement = meant(sql)
    assert isinstance(statement, CreateStreamTable)
    span = statement.query.span
    assert (span.of(sql), span.line, span.column) == (QUERY, 3, 13)
    with pytest.raises(StreamSqlSyntaxError, match=r"\(line 4, column 2\)"):
        meant("CALL create_stream_table(\n  'x',\n  'SELECT 1 AS a,\n `b')")
    assert statement.name.span is not None
    assert statement.name.span.of(sql) == "'x'"


@pytest.mark.parametrize(
    ("written", "schedule"),
    [
        ("30s", ScheduleEvery(timedelta(seconds=30), "EVERY 30 SECONDS")),
        ("1m", ScheduleEvery(timedelta(minutes=1), "EVERY 1 MINUTE")),
        ("24H", ScheduleEvery(timedelta(days=1), "EVERY 1 DAY")),
        ("1w", ScheduleEvery(timedelta(days=7), "EVERY 7 DAYS")),
        ("2m30s", ScheduleEvery(timedelta(seconds=150), "EVERY 150 SECONDS")),
        ("*/5 * * * *", ScheduleCron("*/5 * * * *")),
        ("@Hourly", ScheduleCron("0 * * * *")),
        ("calculated", ScheduleDownstream()),
        ("none", ScheduleNone()),
    ],
)
def test_schedule_is_a_duration_a_cron_expression_or_a_word(written: str, schedule: object) -> None:
    statement = meant(f"CALL alter_stream_table('x', schedule => '{written}')")
    assert isinstance(statement, AlterStreamTable)
    assert statement.action == SetSchedule(schedule)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("argument", "action"),
    [
        ("refresh_mode => 'differential'", SetRefreshMode(RefreshMode.DIFFERENTIAL)),
        ("status => 'suspended'", Suspend()),
        ("status => 'PAUSED'", Suspend()),
        ("status => 'Active'", Resume()),
    ],
)
def test_alter_changes_one_thing(argument: str, action: object) -> None:
    statement = meant(f"CALL alter_stream_table('s.x', {argument})")
    assert isinstance(statement, AlterStreamTable)
    assert (statement.name, statement.action) == (QualifiedName(("s", "x")), action)


def test_alter_takes_another_query() -> None:
    statement = meant(f"CALL alter_stream_table('x', '{QUERY}')")
    assert isinstance(statement, AlterStreamTable)
    assert isinstance(statement.action, SetQuery)
    assert statement.action.query.text == QUERY


def test_drop_and_refresh() -> None:
    assert same("CALL drop_stream_table('a.x')", "DROP STREAM TABLE a.x")
    assert same("CALL drop_stream_table('x', true, cascade => true)", "DROP STREAM TABLE IF EXISTS x CASCADE")
    assert same("CALL refresh_stream_table('a.x')", "REFRESH STREAM TABLE a.x")
    assert isinstance(meant("CALL drop_stream_table('x')"), DropStreamTable)
    assert isinstance(meant("CALL refresh_stream_table('x')"), RefreshStreamTable)


def test_other_procedures_stand_for_no_statement() -> None:
    assert meant("CALL rebuild_registry()") is None


@pytest.mark.parametrize(
    ("call", "condition", "place", "told"),
    [
        ("refresh_stream_table(nam => 'x')", "UNKNOWN_ARGUMENT", "nam => 'x'", "Write name."),
        ("refresh_stream_table('x', 'y')", "UNKNOWN_ARGUMENT", "'y'", "Its arguments are name."),
        ("refresh_stream_table('x', mood => 'y')", "UNKNOWN_ARGUMENT", "mood => 'y'", "has no argument mood"),
        ("refresh_stream_table('x', name => 'y')", "DUPLICATE_ARGUMENT", "name => 'y'", "name is given twice"),
        ("refresh_stream_table()", "MISSING_ARGUMENT", None, "needs an argument: name"),
        ("refresh_stream_table(NULL)", "MISSING_ARGUMENT", None, "needs an argument: name"),
        ("create_stream_table('x')", "MISSING_ARGUMENT", None, "needs an argument: query"),
        ("alter_stream_table('x')", "MISSING_ARGUMENT", None, "query, schedule, refresh_mode, status"),
        ("alter_stream_table('x', 'q', '1m')", "CONFLICTING_CLAUSES", "'1m'", "query and schedule"),
        ("refresh_stream_table(5)", "INVALID_ARGUMENT", "5", "5 instead of a string"),
        ("drop_stream_table('x', 'yes')", "INVALID_ARGUMENT", "'yes'", "yes instead of true or false"),
        ("refresh_stream_table('x y')", "INVALID_ARGUMENT", "'x y'", "instead of a table's name"),
        ("refresh_stream_table('x; DROP TABLE y')", "INVALID_ARGUMENT", "'x; DROP TABLE y'", "a table's name"),
        ("refresh_stream_table('')", "INVALID_ARGUMENT", "''", "a table's name"),
        ("create_stream_table('x', 'DROP TABLE y')", "STREAM_SQL_SYNTAX", "DROP", "SELECT, WITH"),
        ("create_stream_table('x', '')", "EMPTY_QUERY", "", "no query after AS"),
        ("create_stream_table('x', 'SELECT `a')", "UNCLOSED_TEXT", "`", "The quoted name"),
        ("alter_stream_table('x', refresh_mode => 'FAST')", "INVALID_ARGUMENT", "'FAST'", "AUTO, DIFFERENTIAL"),
        ("alter_stream_table('x', status => 'on')", "INVALID_ARGUMENT", "'on'", "ACTIVE, PAUSED, SUSPENDED"),
        ("alter_stream_table('x', schedule => 'often')", "INVALID_ARGUMENT", "'often'", "a duration such as '5m'"),
        ("alter_stream_table('x', schedule => '0m')", "INVALID_INTERVAL", "'0m'", "not above zero: 0 SECONDS"),
        ("alter_stream_table('x', schedule => '61 * * * *')", "INVALID_CRON", "'61 * * * *'", "61 is no minute"),
    ],
)
def test_what_is_wrong_is_named_where_it_stands(call: str, condition: str, place: str | None, told: str) -> None:
    sql = f"CALL {call}"
    with pytest.raises(StreamSqlSyntaxError) as caught:
        meant(sql)
    assert caught.value.condition.name == condition
    assert caught.value.span is not None
    assert caught.value.span.of(sql) == (sql if place is None else place)
    assert told in str(caught.value)
