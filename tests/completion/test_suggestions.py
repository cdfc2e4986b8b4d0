"""What can be written next, in statements of ours and in other SQL."""

from __future__ import annotations

from typing import Any

import pytest

from streamtables.completion.keywords import QUERY_WORDS, STATEMENTS
from streamtables.completion.names import CatalogNames
from streamtables.completion.suggestions import is_code, suggest

CATALOG: dict[str, list[Any]] = {
    "SHOW SCHEMAS": [["default"], ["sales"]],
    "SHOW TABLES": [["default", name, False] for name in ("orders", "daily", "daily__stream")],
    "SHOW TABLES IN `sales`": [["sales", name, False] for name in ("facts", "weekly", "weekly__stream")],
    "SHOW TRIGGERS": [["closed", "sales.weekly"], ["opened", "sales.weekly"]],
    "DESCRIBE orders": [["id", "int", None], ["amount", "int", None]],
    "DESCRIBE sales.facts": [["day", "date", None], ["odd name", "int", None]],
    "SELECT stream_table, source FROM streamtables.dependencies": [["sales.weekly", "sales.facts"]],
}


def suggested(text: str) -> list[str]:
    """What is offered where a bar stands."""
    before, after = text.split("|")
    return [one.text for one in suggest(before, after, CatalogNames(lambda statement: CATALOG[statement]))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CREATE STREAM |", ["TABLE"]),
        ("REFRESH STREAM TABLE |", ["daily", "sales.weekly", "default", "sales"]),
        ("REFRESH STREAM TABLE daily, sales.|", ["weekly"]),
        ("REFRESH STREAM TABLE sales.weekly |", ["FULL", "DIFFERENTIAL", "WITHOUT UPSTREAM", "CASCADE"]),
        ("REFRESH STREAM TABLE sales.weekly without |", ["UPSTREAM"]),
        ("explain alter stream table daily s|", ["set", "suspend"]),
        ("ALTER STREAM TABLE daily SET |", ["REFRESH MODE", "SCHEDULE", "TBLPROPERTIES"]),
        ("CREATE STREAM TABLE x REFRESH MODE |", ["AUTO", "DIFFERENTIAL", "FULL", "IMMEDIATE"]),
        ("CREATE STREAM TABLE x COMMENT 'rows FROM y' w|", ["with data", "with no data"]),
        ("CREATE STREAM TABLE x AS |", ["SELECT", "WITH"]),
        ("CREATE STREAM TABLE x CLUSTER BY (|) AS SELECT * FROM sales.facts", ["day", "`odd name`"]),
        ("SHOW STREAM TABLES |", ["IN", "LIKE"]),
        ("VERIFY STREAM TABLES IN |", ["default", "sales"]),
        ("SHOW REFRESH HISTORY FOR daily |", ["LIMIT"]),
        ("SHOW REFRESH HISTORY F|", ["FOR"]),
        ("DROP TRIGGER |", ["IF EXISTS", "closed", "opened"]),
        ("DROP TRIGGER closed ON STREAM TABLE d|", ["daily", "default"]),
        (
            "CREATE TRIGGER t AFTER DELETE ON STREAM TABLE daily AS |",
            ["DELETE FROM", "INSERT INTO", "MERGE INTO", "UPDATE"],
        ),
        ("REFRESH STREAM TABLE daily NONSENSE |", []),
    ],
)
def test_in_statements_of_ours_the_grammar_says_what_follows(text: str, expected: list[str]) -> None:
    assert suggested(text) == expected


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("SELECT a| FROM orders", ["amount"]),
        ("SELECT o.| FROM orders o", ["id", "amount"]),
        ("SELECT f.o| FROM sales.facts AS f", ["`odd name`"]),
        ("CREATE STREAM TABLE x AS SELECT | FROM orders", ["id", "amount", "orders", "daily"]),
        ("CREATE STREAM TABLE x AS (SELECT * FROM orders WHERE am|", ["amount"]),
        ("SELECT * FROM |", ["orders", "daily", "sales.facts", "sales.weekly", "default", "sales"]),
        ("SELECT * FROM sales.|", ["facts", "weekly"]),
        ("SELECT * FROM sales.`fa|", ["facts"]),
        ("MERGE INTO daily AS d USING orders AS o ON o.|", ["id", "amount"]),
        ("SELECT 1 -- FROM here\n FROM o|", ["orders"]),
        ("SHOW TABLES IN |", ["default", "sales"]),
        ("USE |", ["default", "sales"]),
        ("SELECT id FROM orders GROUP |", ["id", "amount", "orders", "daily", "sales.facts", "sales.weekly", "BY"]),
    ],
)
def test_elsewhere_names_come_first(text: str, first: list[str]) -> None:
    assert suggested(text)[: len(first)] == first


def test_columns_are_those_of_the_statement_that_is_written() -> None:
    assert "amount" not in suggested("SELECT am|; SELECT * FROM orders")
    assert "amount" not in suggested("SELECT * FROM orders; SELECT am|")


@pytest.mark.parametrize("text", ["|", "SELECT 1; |", "-- a comment\n|"])
def test_all_statements_are_offered_where_one_begins(text: str) -> None:
    assert suggested(text) == list(STATEMENTS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SELECT * fr|", ["from"]),
        ("select * FR|", ["FROM"]),
        ("select id from orders gro|", ["group by"]),
        ("create |", [text.removeprefix("CREATE ").lower() for text in STATEMENTS if text.startswith("CREATE ")]),
        ("refresh stream tables |", ["in"]),
    ],
)
def test_keywords_are_in_lower_case_where_the_word_is_or_else_the_statement(text: str, expected: list[str]) -> None:
    assert suggested(text) == expected


@pytest.mark.parametrize("text", ["SELECT 'a te|", 'SELECT "a|', "SELECT 1 -- se|", "/* REFR|", "SELECT `done`|"])
def test_nothing_is_offered_in_comments_and_texts_and_behind_a_closed_name(text: str) -> None:
    assert suggested(text) == []
    assert is_code(text.strip("|")) == ("`" in text)


def test_no_word_is_listed_twice_and_each_list_is_in_order() -> None:
    assert list(STATEMENTS) == sorted(set(STATEMENTS))
    assert len(set(QUERY_WORDS)) == len(QUERY_WORDS)
