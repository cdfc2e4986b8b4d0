from __future__ import annotations

import pytest
from tests.grammar.reading import refused

CREATE = "CREATE STREAM TABLE t {} AS SELECT 1"

# Statement, condition, parameters, the text that the error must point at (its last occurrence).
CHECKS = [
    (CREATE.format("COMMENT 'a' COMMENT 'b'"), "DUPLICATE_CLAUSE", {"clause": "COMMENT"}, "COMMENT 'b'"),
    (
        CREATE.format("REFRESH MODE AUTO SCHEDULE NONE REFRESH MODE FULL"),
        "DUPLICATE_CLAUSE",
        {"clause": "REFRESH MODE"},
        "REFRESH MODE FULL",
    ),
    (CREATE.format("WITH DATA WITH NO DATA"), "DUPLICATE_CLAUSE", {"clause": "WITH [NO] DATA"}, "WITH NO DATA"),
    (CREATE.format("SCHEDULE NONE SCHEDULE NONE"), "DUPLICATE_CLAUSE", {"clause": "SCHEDULE"}, "SCHEDULE NONE"),
    (CREATE.format("(a, b, `A`)"), "DUPLICATE_COLUMN", {"clause": "The column list", "column": "A"}, "`A`"),
    (
        CREATE.format("PARTITIONED BY (x, x)"),
        "DUPLICATE_COLUMN",
        {"clause": "PARTITIONED BY", "column": "x"},
        "x",
    ),
    (CREATE.format("CLUSTER BY (y, Y)"), "DUPLICATE_COLUMN", {"clause": "CLUSTER BY", "column": "Y"}, "Y"),
    (CREATE.format("TBLPROPERTIES (k.k = 1, 'k.k' = 2)"), "DUPLICATE_PROPERTY", {"property": "k.k"}, "'k.k'"),
    (
        CREATE.format("CLUSTER BY (a) PARTITIONED BY (b)"),
        "CONFLICTING_CLAUSES",
        {"first": "PARTITIONED BY", "second": "CLUSTER BY"},
        "PARTITIONED BY (b)",
    ),
    (
        "CREATE OR REPLACE STREAM TABLE IF NOT EXISTS t AS SELECT 1",
        "CONFLICTING_CLAUSES",
        {"first": "OR REPLACE", "second": "IF NOT EXISTS"},
        "IF NOT EXISTS",
    ),
    (
        CREATE.format("SCHEDULE EVERY 0 SECONDS"),
        "INVALID_INTERVAL",
        {"problem": "not above zero", "interval": "0 SECONDS"},
        "0 SECONDS",
    ),
    (
        CREATE.format("SCHEDULE EVERY - 1 DAY"),
        "INVALID_INTERVAL",
        {"problem": "not above zero", "interval": "-1 DAYS"},
        "- 1 DAY",
    ),
    (
        CREATE.format("SCHEDULE EVERY 9999999999999 DAYS"),
        "INVALID_INTERVAL",
        {"problem": "too long", "interval": "9999999999999 DAYS"},
        "9999999999999 DAYS",
    ),
    (
        CREATE.format("SCHEDULE CRON '* * * *'"),
        "INVALID_CRON",
        {"problem": "it has 4 fields instead of 5 or 6", "expression": "* * * *"},
        "'* * * *'",
    ),
    (
        CREATE.format("SCHEDULE CRON '* * * * * * *'"),
        "INVALID_CRON",
        {"problem": "it has 7 fields instead of 5 or 6", "expression": "* * * * * * *"},
        "'* * * * * * *'",
    ),
    (
        CREATE.format("SCHEDULE CRON '0 6 * * *' AT TIME ZONE 'Europe/Berln'"),
        "INVALID_TIME_ZONE",
        {"zone": "Europe/Berln"},
        "'Europe/Berln'",
    ),
    (
        CREATE.format("SCHEDULE CRON '0 6 * * *' AT TIME ZONE '../etc'"),
        "INVALID_TIME_ZONE",
        {"zone": "../etc"},
        "'../etc'",
    ),
    (
        "DROP STREAM TABLE a.b.c.d",
        "TOO_MANY_NAME_PARTS",
        {"kind": "stream table", "limit": "3", "name": "a.b.c.d"},
        "a.b.c.d",
    ),
    (
        "SHOW STREAM TABLES IN a.b.c",
        "TOO_MANY_NAME_PARTS",
        {"kind": "schema", "limit": "2", "name": "a.b.c"},
        "a.b.c",
    ),
    (
        "ALTER STREAM TABLE t RENAME TO a.b.c.d",
        "TOO_MANY_NAME_PARTS",
        {"kind": "stream table", "limit": "3", "name": "a.b.c.d"},
        "a.b.c.d",
    ),
    ("VERIFY STREAM TABLE t SAMPLE 0 PERCENT", "INVALID_SAMPLE", {"percent": "0"}, "0"),
    ("VERIFY STREAM TABLES SAMPLE -1 PERCENT", "INVALID_SAMPLE", {"percent": "-1"}, "-1"),
    ("VERIFY STREAM TABLES SAMPLE 100.5 PERCENT", "INVALID_SAMPLE", {"percent": "100.5"}, "100.5"),
    ("VERIFY STREAM TABLE s.``", "EMPTY_NAME", {}, "``"),
    ("SHOW REFRESH HISTORY LIMIT -1", "INVALID_LIMIT", {"limit": "-1"}, "-1"),
    ("SHOW REFRESH HISTORY LIMIT 9223372036854775808", "NUMBER_TOO_LARGE", {"number": "9223372036854775808"}, None),
    (f"CALL create_immv({'9' * 5000})", "NUMBER_TOO_LARGE", {"number": "9" * 37 + "..."}, "9" * 5000),
    ("REFRESH STREAM TABLE t FULL CASCADE FULL", "DUPLICATE_CLAUSE", {"clause": "FULL"}, "FULL"),
    ("REFRESH STREAM TABLE t CASCADE CASCADE", "DUPLICATE_CLAUSE", {"clause": "CASCADE"}, "CASCADE"),
    (
        "REFRESH STREAM TABLE t WITHOUT UPSTREAM WITHOUT UPSTREAM",
        "DUPLICATE_CLAUSE",
        {"clause": "WITHOUT UPSTREAM"},
        "WITHOUT UPSTREAM",
    ),
    (
        "REFRESH STREAM TABLE t FULL CASCADE DIFFERENTIAL",
        "CONFLICTING_CLAUSES",
        {"first": "FULL", "second": "DIFFERENTIAL"},
        "DIFFERENTIAL",
    ),
    (
        "CREATE TRIGGER g AFTER INSERT OR insert ON STREAM TABLE t AS SELECT 1",
        "DUPLICATE_CLAUSE",
        {"clause": "INSERT"},
        "insert",
    ),
    (
        "CREATE TRIGGER g AFTER INSERT ON STREAM TABLE t REFERENCING OLD TABLE a OLD TABLE b AS SELECT 1",
        "DUPLICATE_CLAUSE",
        {"clause": "OLD TABLE"},
        "OLD TABLE b",
    ),
    ("CALL create_immv(name => 'x', NAME => 'y')", "DUPLICATE_ARGUMENT", {"argument": "NAME"}, "NAME => 'y'"),
    ("CALL create_immv(name => 'x', 'y')", "POSITIONAL_ARGUMENT", {}, "'y'"),
]


@pytest.mark.parametrize(
    ("sql", "condition", "parameters", "at"), CHECKS, ids=[f"{c[1]}-{i}" for i, c in enumerate(CHECKS)]
)
def test_wrong_statement_is_refused_at_the_place(
    sql: str, condition: str, parameters: dict[str, str], at: str | None
) -> None:
    error = refused(sql)
    assert error.getCondition() == condition
    assert error.getMessageParameters() == parameters
    assert error.span is not None
    at = at or next(iter(parameters.values()))
    assert error.span.of(sql) == at
    assert error.span.start == sql.rindex(at)


WRONG_CRONS = """
60 * * * *
* 24 * * *
* * 0 * *
* * * 13 *
* * * * 8
5-1 * * * *
*/0 * * * *
a * * * *
? * * * *
* * * * MONDAY
1, * * * *
1--2 * * * *
60 * * * * *
* * * * TUE-MON
\u0661 * * * *
""".strip().splitlines()


@pytest.mark.parametrize("expression", WRONG_CRONS)
def test_cron_field_out_of_range_is_refused(expression: str) -> None:
    assert refused(CREATE.format(f"SCHEDULE CRON '{expression}'")).getCondition() == "INVALID_CRON"


@pytest.mark.parametrize("field", ["{}", "*/{}", "1-{}"])
def test_cron_number_of_any_length_is_refused(field: str) -> None:
    expression = f"{field.format('9' * 5_000)} * * * *"
    assert refused(CREATE.format(f"SCHEDULE CRON '{expression}'")).getCondition() == "INVALID_CRON"


def test_near_time_zone_is_suggested() -> None:
    assert (
        refused(CREATE.format("SCHEDULE CRON '0 6 * * *' AT TIME ZONE 'Europe/Berln'")).hint == "Write Europe/Berlin."
    )
