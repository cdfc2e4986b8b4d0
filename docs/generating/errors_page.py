"""The page of all errors, and the list of those that a statement may raise."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from itertools import groupby
from pathlib import Path

from docs.generating.markdown import anchor

from streamtables_grammar.errors import Condition, load_conditions

_TEXTS = Path(__file__).with_name("errors.json")
_PACKAGES = ("streamtables_grammar", "streamtables_rewriter", "streamtables")
_REFUSED = "UNSUPPORTED_QUERY."
_DEFECT = {
    "cause": "A defect of streamtables. Rows are not wrong for it: the statement ended, or the table was recomputed.",
    "action": (
        "Please report it, with the statement and the column `trace` of [the history](refresh-history.md), which holds no "
        "values of rows. In mode `AUTO` the table goes on, recomputed; `REFRESH STREAM TABLE … FULL` does so in others."
    ),
}
_RETRIES = {
    "backoff": "Trying again later can help.",
    "reinitialize": "Trying again helps after a rebuild.",
    "never": "",
}
_HEAD = """# Errors

An error begins with its condition in brackets and ends with its SQLSTATE; between them stand what was found, where in your text, and often a hint at what to write:

```
[STREAM_TABLE_NOT_FOUND] There is no stream table sales.by_regoin. (line 1, column 22) Hint: SHOW STREAM TABLES lists them. SQLSTATE: 42P01
```

Programs read `error.getCondition()` and `error.getSqlState()`, as with Spark's own errors; a JDBC client gets the SQLSTATE. Words in angle brackets below are filled in.
Queries that cannot be maintained from changes have conditions of their own, `UNSUPPORTED_QUERY.…`: they are told in [what is refused](refusals.md). An error that is not on
this page is Spark's or Delta's.
"""
_FAMILY = """### UNSUPPORTED_QUERY { #unsupported_query }

The query cannot be maintained from changes, and its refresh mode does not allow recomputing. What stands behind the dot names the part.

**What to do.** See [what is refused](refusals.md): each part has what to write in its place. Or use `REFRESH MODE AUTO`, which recomputes.
"""
_OF_STATEMENTS: Mapping[str, str] = {
    "alter": (
        "STREAM_TABLE_NOT_FOUND COLUMN_IN_USE DIFFERENTIAL_IMPOSSIBLE IMMEDIATE_IMPOSSIBLE IMMEDIATE_SCHEDULE SCHEDULE_IMPOSSIBLE "
        "STREAM_TABLE_EXISTS STREAM_TABLE_IN_USE SELF_REFERENCE INVALID_TABLE_PROPERTY UNKNOWN_TABLE_PROPERTY REFRESH_CONFLICT"
    ),
    "call": "INVALID_ARGUMENT MISSING_ARGUMENT UNKNOWN_ARGUMENT DUPLICATE_ARGUMENT POSITIONAL_ARGUMENT CONFLICTING_CLAUSES NO_IMMV",
    "create": (
        "STREAM_TABLE_EXISTS SCHEMA_NOT_FOUND UNSUPPORTED_CATALOG DUPLICATE_OUTPUT_COLUMN COLUMN_COUNT_MISMATCH RESERVED_COLUMN "
        "UNSTORABLE_TYPE LIMIT_WITHOUT_ORDER_BY SELF_REFERENCE TEMPORARY_SOURCE BACKING_TABLE_AS_SOURCE SHADOWING_FUNCTION "
        "UNKNOWN_TABLE_PROPERTY INVALID_TABLE_PROPERTY UNFIT_TABLE_PROPERTY APPEND_IMPOSSIBLE UNKNOWN_CLUSTER_COLUMN "
        "INEXACT_PARTITION_COLUMN LOCATION_IN_USE IMMEDIATE_IMPOSSIBLE IMMEDIATE_SCHEDULE SCHEDULE_IMPOSSIBLE INVALID_CRON "
        "INVALID_TIME_ZONE INVALID_INTERVAL COLUMN_IN_USE"
    ),
    "create-trigger": (
        "TRIGGER_EXISTS INVALID_TRIGGER TRIGGER_WRITES_SOURCE TRIGGER_LOOP STREAM_TABLE_NOT_FOUND PROTECTED_TABLE"
    ),
    "describe": "STREAM_TABLE_NOT_FOUND NOT_A_STREAM_TABLE NEWER_FORMAT BACKING_TABLE_MISSING",
    "drop": "STREAM_TABLE_NOT_FOUND NOT_A_STREAM_TABLE DEPENDENT_STREAM_TABLES",
    "drop-trigger": "TRIGGER_NOT_FOUND STREAM_TABLE_NOT_FOUND",
    "explain": "STREAM_TABLE_NOT_FOUND SOURCE_MISSING SOURCE_COLUMN_MISSING",
    "refresh": (
        "STREAM_TABLE_NOT_FOUND DIFFERENTIAL_IMPOSSIBLE REFRESH_FAILED REFRESH_CONFLICT SOURCE_MISSING SOURCE_COLUMN_MISSING "
        "FUNCTION_MISSING SYSTEM_FAILED STATEMENT_CANCELLED NEWER_FORMAT"
    ),
    "show": "SCHEMA_NOT_FOUND STREAM_TABLE_NOT_FOUND INVALID_LIMIT",
    "verify": "STREAM_TABLE_NOT_FOUND NOT_POPULATED FRONTIER_GONE INVALID_SAMPLE VERIFY_FAILED",
}


@cache
def conditions() -> Mapping[str, Condition]:
    """Return all conditions but those of refused queries, sorted by name."""
    found = {name: one for package in _PACKAGES for name, one in load_conditions(package).items()}
    return {name: found[name] for name in sorted(found) if not name.startswith(_REFUSED)}


@cache
def _texts() -> Mapping[str, Mapping[str, str]]:
    texts: dict[str, dict[str, str]] = json.loads(_TEXTS.read_text(encoding="utf-8"))
    wanted = {name for name, one in conditions().items() if not one.is_defect}
    if texts.keys() != wanted:
        raise ValueError(f"{_TEXTS.name} and the conditions differ in {sorted(texts.keys() ^ wanted)}")
    return texts


def errors_page() -> str:
    """Write the page.

    Returns:
        Markdown.
    """
    parts = [_HEAD]
    for letter, names in groupby(conditions(), key=lambda name: name[0]):
        parts += [f"## {letter}", ""]
        parts += [_entry(conditions()[name]) for name in names]
        if letter == "U":
            parts.append(_FAMILY)
    return "\n".join(parts).rstrip() + "\n"


def conditions_of_statement(name: str) -> str:
    """List the errors that a statement may raise.

    Args:
        name: The statement, as in the marks of its page.

    Returns:
        Links.
    """
    links = [f"[{one}](../errors.md#{anchor(conditions()[one].name)})" for one in _OF_STATEMENTS[name].split()]
    return (
        f"{', '.join(links)}; and [STREAM_SQL_SYNTAX](../errors.md#stream_sql_syntax) for what is not written as above."
    )


def _entry(condition: Condition) -> str:
    told = _DEFECT if condition.is_defect else _texts()[condition.name]
    message = condition.message.replace("\n", " ")
    lines = [
        f"### {condition.name} {{ #{anchor(condition.name)} }}",
        f"`{message}` SQLSTATE {condition.sql_state}",
        told["cause"],
        " ".join(filter(None, (f"**What to do.** {told['action']}", _RETRIES[condition.retry]))),
    ]
    return "\n\n".join(lines) + "\n"
