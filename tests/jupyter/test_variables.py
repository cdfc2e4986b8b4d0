"""Python's variables in statements."""

from __future__ import annotations

from datetime import date, datetime, timezone
from decimal import Decimal

import pytest

from streamtables.errors import NotebookError
from streamtables.jupyter.variables import bind
from streamtables_grammar.parse import parse_statement

QUERY = "CREATE STREAM TABLE x AS SELECT a FROM t WHERE b = :v"


def test_spark_binds_the_variables_of_its_own_statements() -> None:
    bound = bind("SELECT :a, ':b', :c", {"a": 1, "b": 2})
    assert bound.text == "SELECT :a, ':b', :c"
    assert bound.arguments == {"a": 1}
    assert not bound.is_ours


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, "NULL"),
        (True, "TRUE"),
        (5, "5"),
        (-5, "(-5)"),
        (1.5, "1.5D"),
        (float("nan"), "CAST('nan' AS DOUBLE)"),
        (Decimal("-1.50"), "(-1.50BD)"),
        ("it's -- ; ${env:HOME} :v", r"'it\'s -- ; \u0024{env:HOME} :v'"),
        (b"\x00'", "X'0027'"),
        (date(2013, 1, 2), "DATE'2013-01-02'"),
        ([1, "a'b", None], r"array(1, 'a\'b', NULL)"),
    ],
)
def test_a_value_in_a_statement_of_ours_is_a_literal(value: object, written: str) -> None:
    bound = bind(QUERY, {"v": value})
    assert bound.text == QUERY.replace(":v", written)
    assert bound.arguments == {}
    statement = parse_statement(bound.text)
    assert statement is not None


def test_a_time_keeps_its_zone() -> None:
    bound = bind(QUERY, {"v": datetime(2013, 1, 2, 3, 4, tzinfo=timezone.utc)})
    instant = bound.text.partition("TIMESTAMP'")[2].rstrip("'")
    assert datetime.fromisoformat(instant) == datetime(2013, 1, 2, 3, 4, tzinfo=timezone.utc)


def test_comments_texts_and_names_of_our_statements_stay_as_they_are() -> None:
    text = "CREATE STREAM TABLE `:v` COMMENT ':v' /* :v */ AS SELECT ':v', :v -- :v"
    assert bind(text, {"v": 7}).text == text.replace(", :v", ", 7")


def test_a_number_of_numpy_is_a_number() -> None:
    numpy = pytest.importorskip("numpy")
    assert bind(QUERY, {"v": numpy.int64(3)}).text.endswith("b = 3")
    assert bind("SELECT :v", {"v": numpy.float64(0.5)}).arguments == {"v": 0.5}


def test_a_variable_that_is_missing_is_told_with_its_place() -> None:
    with pytest.raises(NotebookError) as caught:
        bind(QUERY, {})
    assert caught.value.getCondition() == "VARIABLE_MISSING"
    assert caught.value.span is not None
    assert caught.value.span.of(QUERY) == ":v"


def test_what_is_no_value_is_refused() -> None:
    with pytest.raises(NotebookError, match="VARIABLE_UNUSABLE"):
        bind("SELECT :v", {"v": object()})


def test_places_in_the_text_that_runs_lead_back_to_what_was_written() -> None:
    text = "CREATE STREAM TABLE x COMMENT :long AS SELECT :one, oops FROM t"
    bound = bind(text, {"long": "a" * 40, "one": 1})
    assert bound.written_offset(bound.text.index("oops")) == text.index("oops")
    assert bound.written_offset(bound.text.index("aaa")) == text.index(":long")
    assert bound.written_offset(bound.text.index("COMMENT")) == text.index("COMMENT")
