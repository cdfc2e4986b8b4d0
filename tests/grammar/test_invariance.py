"""What does not change a statement: case, white space, comments, quotes; and the way there and back through text."""

from __future__ import annotations

import re
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st
from tests.grammar.reading import read, values

from streamtables_grammar.errors import StreamSqlSyntaxError
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.parse import parse_statement
from streamtables_grammar.quoting import quote_string
from streamtables_grammar.render import render_create, schedule_text
from streamtables_grammar.spans import SourceSpan
from streamtables_grammar.statements import (
    ColumnSpec,
    CreateStreamTable,
    Query,
    RefreshMode,
    Schedule,
    ScheduleCron,
    ScheduleDownstream,
    ScheduleEvery,
    ScheduleNone,
)
from streamtables_grammar.string_literals import string_value

NOWHERE = SourceSpan(0, 0, 1, 1)
GAPS = (" ", "\n", "\t \r\n", "/**/", " -- CREATE STREAM\n", "/* AS /* ; */ ' */", "\u00a0", " --\\\n AS SELECT\n")
WORD = re.compile(r"'[^']*'|`[^`]*`|[A-Za-z_0-9]+|=>|.")

# Keywords in upper case, names in lower case: only keywords change their case below.
STATEMENTS = [
    "CREATE OR REPLACE STREAM TABLE s.t ( a COMMENT 'x' , b ) COMMENT 'c' CLUSTER BY ( a ) AS SELECT * FROM u",
    "CREATE STREAM TABLE IF NOT EXISTS t LOCATION 'l' TBLPROPERTIES ( k.l = 'v' , m 1 ) WITH NO DATA AS TABLE u",
    "CREATE STREAM TABLE t PARTITIONED BY ( a ) REFRESH MODE FULL SCHEDULE EVERY 5 MINUTES AS ( SELECT 1 )",
    "REFRESH STREAM TABLE a , s.b FULL WITHOUT UPSTREAM CASCADE",
    "REFRESH STREAM TABLES IN s",
    "ALTER STREAM TABLE t SET SCHEDULE CRON '0 6 * * *' AT TIME ZONE 'UTC'",
    "ALTER STREAM TABLE t RENAME TO s.u",
    "DROP STREAM TABLE IF EXISTS t CASCADE",
    "SHOW STREAM TABLES IN s LIKE 'x*'",
    "DESCRIBE STREAM TABLE t",
    "SHOW CREATE STREAM TABLE t",
    "EXPLAIN REFRESH STREAM TABLE t",
    "SHOW REFRESH HISTORY FOR t LIMIT 3",
    "VERIFY STREAM TABLE t",
    "CREATE TRIGGER g AFTER INSERT OR DELETE ON STREAM TABLE t REFERENCING OLD TABLE AS o WHEN ( 1 ) AS SELECT 1",
    "DROP TRIGGER IF EXISTS g ON STREAM TABLE t",
    "SHOW TRIGGERS ON STREAM TABLE t",
    "CALL streamtables.create_immv ( 'n' , query => 'q' )",
]


def _words(sql: str) -> list[str]:
    return [word for word in WORD.findall(sql) if word.strip()]


def _without_query(sql: str) -> tuple[list[str], list[str]]:
    """Split into words that may be respelled and words of the query, which is kept verbatim."""
    words = _words(sql)
    at = next(
        (i for i, w in enumerate(words) if w == "AS" and words[i + 1] in {"SELECT", "TABLE", "("}), len(words) - 1
    )
    return words[: at + 1], words[at + 1 :]


@given(st.sampled_from(STATEMENTS), st.data())
def test_case_blanks_comments_and_quotes_do_not_change_the_statement(sql: str, data: st.DataObject) -> None:
    respelled, rest = _without_query(sql)
    spelled = []
    for word in respelled:
        if word.isupper() and word.isidentifier():
            spelled.append(
                data.draw(st.sampled_from((word, word.lower(), word.title(), word.swapcase()[:-1] + word[-1])))
            )
        elif word.isidentifier() and word.islower():
            spelled.append(data.draw(st.sampled_from((word, f"`{word}`"))))
        else:
            spelled.append(word)
    gap = st.sampled_from(GAPS)
    text = data.draw(gap) + "".join(word + data.draw(gap) for word in spelled)
    text += " ".join(rest) + data.draw(gap) + data.draw(st.sampled_from(("", ";", ";;"))) + data.draw(gap)
    plain = " ".join(respelled) + " " + " ".join(rest)
    assert values(read(text)) == values(read(plain))


TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
NAME = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=8) | st.sampled_from(
    ("as", "AS", "if", "comment", "`", "a.b", "r", "select", "refresh", "mode", "1", "1e5", "2024_x", "ß")
)
NAMES = st.lists(NAME, max_size=3, unique_by=str.lower).map(tuple)
UNIT = st.sampled_from(("SECOND", "MINUTE", "HOUR", "DAY"))


def _every(number: int, unit: str) -> ScheduleEvery:
    interval = timedelta(**{f"{unit.lower()}s": number})
    return ScheduleEvery(interval, f"EVERY {number} {unit}{'' if number == 1 else 'S'}")


SCHEDULES: st.SearchStrategy[Schedule] = st.one_of(
    st.builds(_every, st.integers(1, 10_000), UNIT),
    st.builds(
        ScheduleCron,
        st.sampled_from(("0 * * * *", "*/5 0-6 1,15 * MON", "30 0 6 ? JAN 7")),
        st.sampled_from((None, "UTC", "Europe/Berlin")),
    ),
    st.just(ScheduleDownstream()),
    st.just(ScheduleNone()),
)
QUERIES = st.sampled_from(
    (
        "SELECT 1",
        "(SELECT ';' AS `a;b`)",
        "WITH x AS (SELECT 1) -- why\nSELECT * FROM x",
        "FROM t\n|> WHERE a = 'CREATE STREAM TABLE t AS SELECT 1'",
        "VALUES (1), (2)",
        "SELECT r'\\', '\\'', \"''\" /* ; */ FROM t",
    )
)


@st.composite
def creates(draw: st.DrawFn) -> CreateStreamTable:
    """Draw a CREATE STREAM TABLE that our grammar can say."""
    or_replace = draw(st.booleans())
    columns = draw(NAMES)
    by_partition = draw(st.booleans())
    storage = draw(NAMES)
    return CreateStreamTable(
        name=QualifiedName(tuple(draw(st.lists(NAME, min_size=1, max_size=3)))),
        query=Query(draw(QUERIES), NOWHERE),
        span=NOWHERE,
        or_replace=or_replace,
        if_not_exists=not or_replace and draw(st.booleans()),
        columns=tuple(ColumnSpec(name, draw(st.none() | TEXT), NOWHERE) for name in columns),
        comment=draw(st.none() | TEXT),
        partitioned_by=storage if by_partition else (),
        clustered_by=() if by_partition else storage,
        location=draw(st.none() | TEXT),
        properties=tuple(draw(st.dictionaries(TEXT, TEXT, max_size=3)).items()),
        refresh_mode=draw(st.sampled_from(RefreshMode)),
        schedule=draw(SCHEDULES),
        with_data=draw(st.booleans()),
    )


@given(creates())
def test_rendered_create_parses_to_the_same_statement(statement: CreateStreamTable) -> None:
    rendered = render_create(statement)
    assert values(read(rendered)) == values(statement)
    assert render_create(read(rendered)) == rendered


@given(SCHEDULES)
def test_schedule_text_parses_to_the_same_schedule(schedule: Schedule) -> None:
    assert read(f"ALTER STREAM TABLE t SET SCHEDULE {schedule_text(schedule)}").action.schedule == schedule


@given(st.text(st.characters(exclude_categories=("Cs",))))
def test_written_string_is_read_back(text: str) -> None:
    assert string_value(quote_string(text)) == text


@given(st.text(max_size=200), st.sampled_from([*STATEMENTS, "CREATE STREAM TABLE t AS SELECT "]), st.data())
def test_garbage_in_a_statement_gives_a_statement_or_our_error(garbage: str, sql: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(sql)))
    text = sql[:at] + garbage + sql[at:]
    span = _span_of_error(text)
    if span is not None:
        assert 0 <= span.start <= span.stop <= len(text)
        assert span == SourceSpan.at(text, span.start, span.stop)


def _span_of_error(text: str) -> SourceSpan | None:
    try:
        parse_statement(text)
    except StreamSqlSyntaxError as error:
        assert error.span is not None  # noqa: PT017 - most texts are right
        return error.span
    return None
