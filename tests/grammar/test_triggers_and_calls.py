from __future__ import annotations

import pytest
from tests.grammar.reading import read

from streamtables_grammar.names import QualifiedName
from streamtables_grammar.statements import CallProcedure, CreateTrigger, DropTrigger, ShowTriggers, TriggerEvent

T = QualifiedName(("s", "t"))


def test_shortest_trigger_has_every_default() -> None:
    sql = "CREATE TRIGGER log AFTER INSERT ON STREAM TABLE s.t AS INSERT INTO audit SELECT 1;"
    trigger = read(sql)
    assert isinstance(trigger, CreateTrigger)
    assert trigger.name == QualifiedName(("log",))
    assert trigger.table == T
    assert trigger.events == (TriggerEvent.INSERT,)
    assert trigger.body.text == "INSERT INTO audit SELECT 1"
    assert trigger.body.span.of(sql) == trigger.body.text
    assert trigger.span.of(sql) == sql[:-1]
    assert (trigger.or_replace, trigger.old_table, trigger.new_table, trigger.condition) == (False, None, None, None)


def test_every_part_of_a_trigger_is_read() -> None:
    sql = (
        "CREATE OR REPLACE TRIGGER log AFTER UPDATE OR DELETE OR INSERT ON STREAM TABLE s.t\n"
        "REFERENCING NEW TABLE `n w` OLD TABLE AS o\n"
        "WHEN ((SELECT count(*) FROM o) > 1 AND ')' <> '(') AS CALL notify(')')"
    )
    trigger = read(sql)
    assert trigger.or_replace
    assert trigger.events == (TriggerEvent.UPDATE, TriggerEvent.DELETE, TriggerEvent.INSERT)
    assert (trigger.old_table, trigger.new_table) == ("o", "n w")
    assert trigger.condition.text == "(SELECT count(*) FROM o) > 1 AND ')' <> '('"
    assert (trigger.condition.span.line, trigger.condition.span.column) == (3, 7)
    assert trigger.body.text == "CALL notify(')')"


def test_compound_body_keeps_its_semicolons() -> None:
    body = "BEGIN INSERT INTO a SELECT 1; IF x THEN SELECT 2; END IF; END"
    assert read(f"CREATE TRIGGER g AFTER DELETE ON STREAM TABLE t AS {body} ;").body.text == body


def test_drop_trigger_has_the_values_written() -> None:
    statement = read("DROP TRIGGER IF EXISTS log ON STREAM TABLE s.t")
    assert isinstance(statement, DropTrigger)
    assert (statement.name, statement.table, statement.if_exists) == (QualifiedName(("log",)), T, True)
    assert not read("DROP TRIGGER log ON STREAM TABLE s.t").if_exists


def test_show_triggers_with_and_without_a_table() -> None:
    assert read("SHOW TRIGGERS").table is None
    statement = read("SHOW TRIGGERS ON STREAM TABLE s.t")
    assert isinstance(statement, ShowTriggers)
    assert statement.table == T


@pytest.mark.parametrize(
    "procedure",
    [
        "create_stream_table",
        "alter_stream_table",
        "drop_stream_table",
        "refresh_stream_table",
        "create_immv",
        "refresh_immv",
        "get_immv_def",
    ],
)
@pytest.mark.parametrize("prefix", ["", "streamtables.", "system.", "`System` . "])
def test_each_procedure_is_ours_with_and_without_our_schema(procedure: str, prefix: str) -> None:
    statement = read(f"CALL {prefix}{procedure.title()}('x')")
    assert isinstance(statement, CallProcedure)
    assert statement.procedure == procedure


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ("'it\\'s'", "it's"),
        ('"1m"', "1m"),
        ("42", 42),
        ("-7", -7),
        ("1.5", 1.5),
        ("-2e3", -2000.0),
        ("TRUE", True),
        ("false", False),
        ("NULL", None),
    ],
)
def test_argument_has_its_literals_value_and_type(literal: str, value: object) -> None:
    sql = f"CALL create_immv('x', query => {literal})"
    first, second = read(sql).arguments
    assert (first.name, first.value) == (None, "x")
    assert (second.name, second.value) == ("query", value)
    assert type(second.value) is type(value)
    assert second.span.of(sql) == f"query => {literal}"


def test_call_may_have_no_arguments() -> None:
    assert read("CALL create_stream_table()").arguments == ()
