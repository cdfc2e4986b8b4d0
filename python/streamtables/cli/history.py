"""``streamtables history``: what refreshes did."""

from __future__ import annotations

from typing import Annotated

import typer

from streamtables.cli.connection import open_target
from streamtables.cli.console import print_lines, print_rows, print_table
from streamtables.cli.formats import Output
from streamtables.cli.option_groups import with_option_groups
from streamtables.cli.target import Target

_SHOWN = ("started_at", "stream_table", "mode", "changed_rows", "duration_ms", "reason")
_SECONDS = 19
"""Characters of a time without fractions."""


@with_option_groups
def history(
    name: Annotated[str | None, typer.Argument(help="Only of this stream table.", show_default=False)] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="At most so many refreshes.")] = 20,
    *,
    target: Target,
    output: Output,
) -> None:
    """List refreshes, newest first; CSV and JSON have all columns of SHOW REFRESH HISTORY."""
    with open_target(target) as connection:
        answer = connection.ask(f"SHOW REFRESH HISTORY{f' FOR {name}' if name else ''} LIMIT {limit}")
        if not output.is_table:
            print_rows(answer.columns, answer.rows, output.format)
        elif not answer.rows:
            print_lines(["No refreshes."])
        else:
            shown = [[_text(column, row.get(column)) for column in _SHOWN] for row in answer.by_name()]
            print_table([column.replace("_", " ") for column in _SHOWN], shown)


def _text(column: str, value: object) -> object:
    return str(value)[:_SECONDS] if column == "started_at" else value
