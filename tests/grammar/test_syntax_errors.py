from __future__ import annotations

import pytest
from tests.grammar.reading import read, refused

CLAUSES = "COMMENT, PARTITIONED BY, CLUSTER BY, LOCATION, TBLPROPERTIES, REFRESH MODE, SCHEDULE, WITH [NO] DATA, AS"

# The character ^ marks where the error must point; it is taken out before parsing.
MISTAKES = {
    "CREATE STREAM^": ("end of statement", "TABLE"),
    "CREATE STREAM ^FOO t AS SELECT 1": ("FOO", "TABLE"),
    "CREATE STREAM TABLE^": ("end of statement", "IF NOT EXISTS, a name"),
    "CREATE STREAM TABLE ^'t' AS SELECT 1": ("'t'", "IF NOT EXISTS, a name"),
    "CREATE STREAM TABLE t ^FOO": ("FOO", f"'(', {CLAUSES}"),
    "CREATE STREAM TABLE t (a) ^SELECT 1": ("SELECT", CLAUSES),
    "CREATE STREAM TABLE t (a, ^) AS SELECT 1": (")", "a name"),
    "CREATE STREAM TABLE t (a ^INT) AS SELECT 1": ("INT", "COMMENT, ',', ')'"),
    "CREATE STREAM TABLE t REFRESH ^AUTO AS SELECT 1": ("AUTO", "MODE"),
    "CREATE STREAM TABLE t REFRESH MODE ^INCREMENTAL AS SELECT 1": (
        "INCREMENTAL",
        "AUTO, DIFFERENTIAL, FULL, IMMEDIATE",
    ),
    "CREATE STREAM TABLE t SCHEDULE ^'5 minutes' AS SELECT 1": ("'5 minutes'", "EVERY, CRON, ON, DOWNSTREAM, NONE"),
    "CREATE STREAM TABLE t SCHEDULE ON CHANGE AT ^EVERY 5 MINUTES AS SELECT 1": ("EVERY", "MOST"),
    "CREATE STREAM TABLE t SCHEDULE ON ^COMMIT AS SELECT 1": ("COMMIT", "CHANGE"),
    "CREATE STREAM TABLE t SCHEDULE EVERY ^MINUTE AS SELECT 1": ("MINUTE", "a whole number"),
    "CREATE STREAM TABLE t SCHEDULE EVERY 5 ^WEEKS AS SELECT 1": ("WEEKS", "DAY, HOUR, MINUTE, SECOND"),
    "CREATE STREAM TABLE t SCHEDULE CRON '* * * * *' AT ^ZONE 'UTC' AS SELECT 1": ("ZONE", "TIME"),
    "CREATE STREAM TABLE t COMMENT ^x AS SELECT 1": ("x", "a string"),
    "CREATE STREAM TABLE t TBLPROPERTIES (a = ^) AS SELECT 1": (")", "a value"),
    "CREATE STREAM TABLE t WITH ^x AS (SELECT 1) SELECT 2": ("x", "NO, DATA"),
    "CREATE STREAM TABLE t AS ^INSERT INTO u SELECT 1": ("INSERT", "SELECT, WITH, FROM, VALUES, TABLE, '('"),
    "CREATE STREAM TABLE t AS SELECT 1; ^SELECT 2": ("SELECT", "end of statement"),
    "CREATE OR REPLACE STREAM ^VIEWS t AS SELECT 1": ("VIEWS", "TABLE"),
    "REFRESH STREAM TABLE^  -- which?": ("end of statement", "a name"),
    "REFRESH STREAM TABLE a ^b": ("b", "',', FULL, DIFFERENTIAL, WITHOUT UPSTREAM, CASCADE, end of statement"),
    "REFRESH STREAM TABLE a, ^": ("end of statement", "a name"),
    "REFRESH STREAM TABLES ^a": ("a", "IN, end of statement"),
    "ALTER STREAM ^t SUSPEND": ("t", "TABLE"),
    "ALTER STREAM TABLE t^": ("end of statement", "SET, SUSPEND, RESUME, RENAME, AS"),
    "ALTER STREAM TABLE t SET ^MODE FULL": ("MODE", "REFRESH MODE, SCHEDULE, TBLPROPERTIES"),
    "DROP STREAM TABLE t ^RESTRICT": ("RESTRICT", "CASCADE, end of statement"),
    "SHOW STREAM TABLES LIKE ^x": ("x", "a string"),
    "DESCRIBE STREAM TABLE ^": ("end of statement", "a name"),
    "SHOW CREATE STREAM ^t": ("t", "TABLE"),
    "SHOW REFRESH HISTORY ^t": ("t", "FOR, LIMIT, end of statement"),
    "SHOW REFRESH HISTORY LIMIT ^many": ("many", "a whole number"),
    "EXPLAIN REFRESH STREAM ^TABLES": ("TABLES", "TABLE"),
    "VERIFY STREAM ^t": ("t", "TABLE, TABLES"),
    "CREATE TRIGGER g ^BEFORE INSERT ON STREAM TABLE t AS SELECT 1": ("BEFORE", "AFTER"),
    "CREATE TRIGGER g AFTER ^TRUNCATE ON STREAM TABLE t AS SELECT 1": ("TRUNCATE", "DELETE, INSERT, UPDATE"),
    "CREATE TRIGGER g AFTER INSERT ON ^t AS SELECT 1": ("t", "STREAM"),
    "CREATE TRIGGER g AFTER INSERT ON STREAM TABLE t WHEN (^) AS SELECT 1": (")", "a condition"),
    "CREATE TRIGGER g AFTER INSERT ON STREAM TABLE t WHEN (a AS SELECT 1^": ("end of statement", "a condition, ')'"),
    "DROP TRIGGER g^": ("end of statement", "ON STREAM TABLE"),
    "CALL create_immv ^'x'": ("'x'", "'('"),
    "CALL create_immv('x', ^)": (")", "an argument"),
    "CALL create_immv('x', y^)": (")", "'=>'"),
    "CALL create_immv('x'^": ("end of statement", "',', ')'"),
}


@pytest.mark.parametrize("marked", MISTAKES)
def test_syntax_error_points_at_the_mistake_and_says_what_was_expected(marked: str) -> None:
    found, expected = MISTAKES[marked]
    at = marked.index("^")
    sql = marked.replace("^", "")
    error = refused(sql)
    assert error.getCondition() == "STREAM_SQL_SYNTAX"
    assert error.getSqlState() == "42601"
    assert error.getMessageParameters() == {"found": found, "expected": expected}
    assert error.span is not None
    if found == "end of statement":
        # The end is behind the last word, whatever blanks follow it.
        at = len(sql.split(" -- ")[0].rstrip())
        assert error.span.start == error.span.stop
    else:
        assert error.span.of(sql) == found
    assert error.span.start == at


def test_position_counts_lines_and_columns() -> None:
    error = refused("-- first\nCREATE STREAM TABLE t\n  REFRESH MODE fast\nAS SELECT 1")
    assert error.span is not None
    assert (error.span.line, error.span.column) == (3, 16)
    assert "Syntax error at fast" in str(error)
    assert "(line 3, column 16)" in str(error)


def test_long_words_are_shortened_in_messages() -> None:
    found = refused(f"CREATE STREAM TABLE t {'x' * 1000} AS SELECT 1").getMessageParameters()["found"]
    assert found == "x" * 37 + "..."


@pytest.mark.parametrize(
    "sql", ["CREATE STREAM TABLE t AS", "CREATE STREAM TABLE t AS ;", "ALTER STREAM TABLE t AS -- q"]
)
def test_missing_query_has_its_own_condition(sql: str) -> None:
    error = refused(sql)
    assert error.getCondition() == "EMPTY_QUERY"
    assert error.getMessageParameters() == {"what": "query"}


def test_missing_trigger_body_is_called_a_statement() -> None:
    error = refused("CREATE TRIGGER g AFTER INSERT ON STREAM TABLE t AS")
    assert error.getCondition() == "EMPTY_QUERY"
    assert error.getMessageParameters() == {"what": "statement"}


@pytest.mark.parametrize(
    ("sql", "what", "at"),
    [
        ("CREATE STREAM TABLE t AS SELECT 'a", "string", 32),
        ('CREATE STREAM TABLE t AS SELECT "a\\"', "string", 32),
        ("CREATE STREAM TABLE `t AS SELECT 1", "quoted name", 20),
        ("CREATE STREAM TABLE t AS SELECT 1 /* a /* b */", "comment", 34),
    ],
)
def test_text_without_end_is_told_where_it_begins(sql: str, what: str, at: int) -> None:
    error = refused(sql)
    assert error.getCondition() == "UNCLOSED_TEXT"
    assert error.getMessageParameters() == {"what": what}
    assert error.span is not None
    assert error.span.start == at


def test_endless_nesting_is_an_error_of_ours() -> None:
    depth = 5000
    sql = f"CREATE TRIGGER g AFTER INSERT ON STREAM TABLE t WHEN ({'(' * depth}1{')' * depth}) AS SELECT 1"
    assert refused(sql).getCondition() == "TOO_DEEPLY_NESTED"


def test_nested_query_of_any_depth_is_accepted() -> None:
    query = f"{'(' * 2000}SELECT 1{')' * 2000}"
    assert read(f"CREATE STREAM TABLE t AS {query}").query.text == query


@pytest.mark.parametrize(
    ("sql", "hint"),
    [
        ("CREATE STREAM TABLE t (a INT) AS SELECT 1", "write names only"),
        ("CREATE STREAM TABLE t (a COMMENT 'c', b decimal(3, 2))", "write names only"),
        ("CREATE STREAM TABLE t USING delta AS SELECT 1", "Leave USING out"),
        ("CREATE STREAM TABLE t COMMENT 'c' OPTIONS (a = 1) AS SELECT 1", "Write TBLPROPERTIES"),
        ("CREATE STREAM TABLE t SELECT 1", "Write AS before the query"),
    ],
)
def test_parts_of_other_create_statements_get_a_hint(sql: str, hint: str) -> None:
    error = refused(sql)
    assert error.getCondition() == "STREAM_SQL_SYNTAX"
    assert error.hint is not None
    assert hint in error.hint


def test_other_mistakes_get_no_hint() -> None:
    assert refused("CREATE STREAM TABLE t (a 'x') AS SELECT 1").hint is None
    assert refused("CREATE STREAM TABLE t FOO AS SELECT 1").hint is None
