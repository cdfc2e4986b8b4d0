"""``streamtables refresh``: bring stream tables up to date."""

from __future__ import annotations

from typing import Annotated

import typer

from streamtables.cli.chosen_tables import chosen_tables
from streamtables.cli.connection import open_target
from streamtables.cli.console import print_lines, print_rows
from streamtables.cli.formats import Output
from streamtables.cli.option_groups import with_option_groups
from streamtables.cli.target import Target


@with_option_groups
def refresh(
    names: Annotated[
        list[str] | None, typer.Argument(help="Stream tables; all of them if none is named.", show_default=False)
    ] = None,
    schema: Annotated[str | None, typer.Option("--in", help="All stream tables of this schema.")] = None,
    full: Annotated[bool, typer.Option("--full", help="Recompute, whatever changed.")] = False,
    differential: Annotated[bool, typer.Option("--differential", help="From what changed, or fail.")] = False,
    *,
    target: Target,
    output: Output,
) -> None:
    """Refresh stream tables and print what each refresh did; the exit code is 1 if one failed."""
    if full and differential:
        raise typer.BadParameter("--full and --differential exclude each other")
    if not names and (full or differential):
        raise typer.BadParameter("--full and --differential need the names of stream tables")
    chosen = chosen_tables(names, schema)
    mode = " FULL" if full else " DIFFERENTIAL" if differential else ""
    with open_target(target) as connection:
        answer = connection.ask(f"REFRESH STREAM {chosen}{mode}")
        if not answer.rows and output.is_table:
            print_lines(["No stream tables to refresh."])
            return
        print_rows(answer.columns, answer.rows, output.format)
    # With spark.streamtables.refresh.on_error = report it is a row that tells of a failure.
    if any(row.get("mode") == "FAILED" for row in answer.by_name()):
        raise typer.Exit(1)
