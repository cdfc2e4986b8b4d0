from __future__ import annotations

from datetime import timedelta

import pytest
from tests.grammar.reading import read

from streamtables_grammar.names import QualifiedName
from streamtables_grammar.spans import SourceSpan
from streamtables_grammar.statements import (
    ColumnSpec,
    CreateStreamTable,
    Query,
    RefreshMode,
    ScheduleCron,
    ScheduleDownstream,
    ScheduleEvery,
    ScheduleNone,
    ScheduleOnChange,
)


def test_shortest_create_has_every_default() -> None:
    sql = "CREATE STREAM TABLE t AS SELECT 1 AS a"
    assert read(sql) == CreateStreamTable(
        name=QualifiedName(("t",)),
        query=Query("SELECT 1 AS a", SourceSpan(25, 38, 1, 26)),
        span=SourceSpan(0, 38, 1, 1),
        or_replace=False,
        if_not_exists=False,
        columns=(),
        comment=None,
        partitioned_by=(),
        clustered_by=(),
        location=None,
        properties=(),
        refresh_mode=RefreshMode.AUTO,
        schedule=ScheduleNone(),
        with_data=True,
    )


def test_every_clause_reaches_its_field() -> None:
    sql = """CREATE STREAM TABLE IF NOT EXISTS c.s.t (a COMMENT 'first', `b b`)
        COMMENT 'it''s'
        PARTITIONED BY (a, `b b`)
        LOCATION '/data/t'
        TBLPROPERTIES ('k' = 'v', delta.minReaderVersion = 3, on = TRUE, ratio -0.5)
        REFRESH MODE DIFFERENTIAL
        SCHEDULE CRON '0 6 * * *' AT TIME ZONE 'Europe/Berlin'
        WITH NO DATA
        AS SELECT 1, 2"""
    statement = read(sql)
    assert statement.name == QualifiedName(("c", "s", "t"))
    assert statement.if_not_exists
    assert not statement.or_replace
    assert [(column.name, column.comment) for column in statement.columns] == [("a", "first"), ("b b", None)]
    assert [column.span.of(sql) for column in statement.columns] == ["a COMMENT 'first'", "`b b`"]
    assert statement.comment == "it's"
    assert statement.partitioned_by == ("a", "b b")
    assert statement.location == "/data/t"
    assert statement.properties == (
        ("k", "v"),
        ("delta.minReaderVersion", "3"),
        ("on", "true"),
        ("ratio", "-0.5"),
    )
    assert statement.refresh_mode is RefreshMode.DIFFERENTIAL
    assert statement.schedule == ScheduleCron("0 6 * * *", "Europe/Berlin")
    assert not statement.with_data
    assert statement.query.text == "SELECT 1, 2"


def test_clauses_come_in_any_order() -> None:
    clauses = [
        "COMMENT 'x'",
        "SCHEDULE EVERY 1 DAY",
        "REFRESH MODE FULL",
        "CLUSTER BY (a)",
        "WITH DATA",
        "LOCATION 'l'",
    ]
    forward = read(f"CREATE STREAM TABLE t {' '.join(clauses)} AS SELECT 1")
    backward = read(f"CREATE STREAM TABLE t {' '.join(reversed(clauses))} AS SELECT 1")
    assert forward == backward
    assert forward.clustered_by == ("a",)
    assert forward.with_data


def test_or_replace_is_read() -> None:
    assert read("CREATE OR REPLACE STREAM TABLE t AS SELECT 1").or_replace


@pytest.mark.parametrize("mode", list(RefreshMode))
def test_each_refresh_mode_is_read(mode: RefreshMode) -> None:
    assert read(f"CREATE STREAM TABLE t REFRESH MODE {mode.value.lower()} AS SELECT 1").refresh_mode is mode


@pytest.mark.parametrize(
    ("text", "schedule"),
    [
        ("EVERY 5 MINUTES", ScheduleEvery(timedelta(minutes=5), "EVERY 5 MINUTES")),
        ("every 5 minute", ScheduleEvery(timedelta(minutes=5), "EVERY 5 MINUTES")),
        ("EVERY 01 HOURS", ScheduleEvery(timedelta(hours=1), "EVERY 1 HOUR")),
        ("EVERY 30 SECONDS", ScheduleEvery(timedelta(seconds=30), "EVERY 30 SECONDS")),
        ("EVERY 2 DAY", ScheduleEvery(timedelta(days=2), "EVERY 2 DAYS")),
        ("CRON '*/5  *  * * *'", ScheduleCron("*/5 * * * *", None)),
        ("CRON '0 0 6 ? JAN-MAR MON,FRI'", ScheduleCron("0 0 6 ? JAN-MAR MON,FRI", None)),
        ("CRON '0 6 1 * *' AT TIME ZONE 'UTC'", ScheduleCron("0 6 1 * *", "UTC")),
        ("ON CHANGE", ScheduleOnChange()),
        (
            "on change at most every 10 second",
            ScheduleOnChange(ScheduleEvery(timedelta(seconds=10), "EVERY 10 SECONDS")),
        ),
        ("DOWNSTREAM", ScheduleDownstream()),
        ("NONE", ScheduleNone()),
    ],
)
def test_each_schedule_is_read(text: str, schedule: object) -> None:
    assert read(f"CREATE STREAM TABLE t SCHEDULE {text} AS SELECT 1").schedule == schedule


@pytest.mark.parametrize(
    "query",
    [
        "SELECT 1",
        "WITH x AS (SELECT 1) SELECT * FROM x",
        "FROM x SELECT a",
        "FROM x |> WHERE a > 1",
        "VALUES (1), (2)",
        "TABLE x",
        "(SELECT 1)",
        "((SELECT 1) UNION ALL (SELECT 2))",
        "SELECT ';' AS a, \";\" AS b, `;` FROM x /* ; */ WHERE c = 'AS' -- ;\n AND d = r'\\'",
        "SELECT a -> b, a => b, $1, :p, ?, a::int, 1.5e3, x'FF', N'é', '\U0001f600' FROM `ü`",
        "SELECT 'CREATE STREAM TABLE x AS SELECT 1' AS refresh, schedule, stream FROM data",
    ],
)
def test_query_is_kept_verbatim_with_its_place(query: str) -> None:
    sql = f"  CREATE STREAM TABLE t\nCOMMENT '\U0001f600' AS {query} ; ;\n-- the end ;\n/* really */ "
    statement = read(sql)
    assert statement.query.text == query
    assert statement.query.span == SourceSpan.at(sql, sql.index(query), sql.index(query) + len(query))
    assert statement.query.span.line == 2
    assert statement.query.span.column == len("COMMENT '.' AS ") + 1
    assert statement.span.of(sql) == sql[2 : statement.query.span.stop]


def test_query_starts_behind_a_comment_that_follows_as() -> None:
    assert read("CREATE STREAM TABLE t AS -- why\n/* so */ SELECT 1").query.text == "SELECT 1"


@pytest.mark.parametrize("word", ["as", "stream", "table", "refresh", "if", "create", "comment", "none", "with"])
def test_our_words_can_be_names(word: str) -> None:
    sql = f"CREATE STREAM TABLE {word} ({word}) CLUSTER BY ({word}) TBLPROPERTIES ({word} = 'x') AS SELECT 1"
    statement = read(sql)
    assert statement.name == QualifiedName((word,))
    assert [column.name for column in statement.columns] == [word]
    assert statement.clustered_by == (word,)
    assert statement.properties == ((word, "x"),)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("t", ("t",)),
        ("S.t", ("S", "t")),
        ("`a.b`.`c``d`.`e f`", ("a.b", "c`d", "e f")),
        ("s . `t`", ("s", "t")),
        ("größe.2024_sales", ("größe", "2024_sales")),
    ],
)
def test_names_lose_their_quotes_and_keep_their_case(text: str, parts: tuple[str, ...]) -> None:
    sql = f"CREATE STREAM TABLE {text} AS SELECT 1"
    name = read(sql).name
    assert name.parts == parts
    assert name.span is not None
    assert name.span.of(sql) == text


def test_column_list_is_told_from_the_query() -> None:
    statement = read("CREATE STREAM TABLE t (a, b) AS (SELECT 1, 2)")
    assert [column.name for column in statement.columns] == ["a", "b"]
    assert isinstance(statement.columns[0], ColumnSpec)
    assert statement.query.text == "(SELECT 1, 2)"
