"""The columns of what a statement answers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from docs.generating.markdown import table

from streamtables.commands import (
    alter,
    create,
    describe,
    drop,
    explain,
    immv,
    rebuild_registry,
    refresh,
    show,
    triggers,
    verify,
)
from streamtables.commands.context import Command

_REFRESHED = {
    "stream_table": "schema and name",
    "mode": "what really ran: `INITIAL`, `DIFFERENTIAL`, `FULL`, `NO_CHANGE`, `SKIPPED` or `FAILED`",
    "reason": "why, in a sentence",
    "changed_rows": "how many rows of the sources had changed; `NULL` where their logs do not tell",
    "rows_inserted": "rows that came, as readers see them; `NULL` where a refresh does not learn it",
    "rows_updated": "rows that have other values now; `NULL` as above",
    "rows_deleted": "rows that went; `NULL` as above",
    "version": "of the table behind it, from which [what changed](../how-to/change-feed.md) can be read",
    "duration_ms": "how long it took",
    "reason_code": "why, in a word: see [reason codes](../reason-codes.md)",
}
_STATEMENTS: Mapping[str, tuple[Command, Mapping[str, str]]] = MappingProxyType(
    {
        "alter": (
            alter.COMMAND,
            {
                "stream_table": "schema and name",
                "change": "`NONE`, `DEFINITION`, `NAME`, `MIGRATE` or `REBUILD`: see below",
                "reason": "why, in a sentence",
            },
        ),
        "create": (create.COMMAND, _REFRESHED),
        "create-immv": (immv.CREATE, {"create_immv": "how many rows it has"}),
        "create-trigger": (
            triggers.CREATE,
            {"trigger": "its name", "stream_table": "whose it is", "reason": "what to know of its events"},
        ),
        "describe": (
            describe.COMMAND,
            {
                "col_name": "a column, or below `# Stream table` an item",
                "data_type": "the column's type, or the item's value",
                "comment": "the column's comment",
            },
        ),
        "drop": (drop.COMMAND, {"dropped": "schema and name of each table that was dropped"}),
        "drop-trigger": (triggers.DROP, {"dropped": "the trigger's name"}),
        "explain": (explain.COMMAND, {"item": "what is told: see below", "value": "the text"}),
        "get-immv-def": (immv.GET_DEFINITION, {"get_immv_def": "the query, as it was written"}),
        "rebuild-registry": (rebuild_registry.COMMAND, {"stream_tables": "how many there are"}),
        "refresh": (refresh.COMMAND, _REFRESHED),
        "refresh-immv": (immv.REFRESH, {"refresh_immv": "how many rows it has"}),
        "show-create": (describe.SHOW_CREATE, {"create_statement": "a statement that makes the same stream table"}),
        "show-tables": (
            show.TABLES,
            {
                "schema": "its schema",
                "stream_table": "its name",
                "refresh_mode": "as it was created or altered",
                "maintained": "`DIFFERENTIAL`, or `FULL` where the query can only be recomputed",
                "schedule": "as it was created or altered",
                "last_refresh": "when the last refresh began that succeeded, also if nothing had changed",
                "last_mode": "what that one did",
                "version": "of the table behind it",
                "status": (
                    "`ok`, `failed`, `skipped`, `suspended`, `empty` (never filled), `needs a rebuild` (somebody else wrote "
                    "to the table), `missing`, or `needs a newer release`"
                ),
                "reason": "why the query can only be recomputed",
                "error": "of the last refresh, if that failed",
                "last_reason": "why the last refresh ran as it did",
                "data_newest_at": "when the newest version of the sources that it shows was committed",
                "lag_ms": "how old the oldest change is that it does not show, also through stream tables it reads; 0 if none",
            },
        ),
        "show-triggers": (
            triggers.SHOW,
            {
                "trigger": "its name",
                "stream_table": "whose it is",
                "events": "what it waits for",
                "old_table": "the name of the rows as they were",
                "new_table": "the name of the rows as they are",
                "condition": "behind `WHEN`",
                "statement": "what it runs",
                "created_at": "when it was created",
                "done_version": "up to which version of the table it has run",
            },
        ),
        "verify": (
            verify.COMMAND,
            {
                "stream_table": "schema and name",
                "equal": "whether its rows are those of its query",
                "missing_rows": "rows of the query that it does not have",
                "extra_rows": "rows that it has and the query does not give",
            },
        ),
    }
)


def column_block(name: str) -> str:
    """Write the table of a statement's columns.

    Args:
        name: The statement, as in the marks of its page.

    Returns:
        Markdown.
    """
    command, tells = _STATEMENTS[name]
    return table(
        ("column", "type", "tells"), [(f"`{column}`", type_, tells[column]) for column, type_ in command.columns]
    )
