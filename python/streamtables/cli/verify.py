"""``streamtables verify``: compare stream tables with their queries recomputed."""

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
def verify(
    names: Annotated[
        list[str] | None, typer.Argument(help="Stream tables; all of them if none is named.", show_default=False)
    ] = None,
    schema: Annotated[str | None, typer.Option("--in", help="All stream tables of this schema.")] = None,
    sample: Annotated[
        float | None, typer.Option("--sample", help="Compare this percentage of the groups, the same ones each time.")
    ] = None,
    *,
    target: Target,
    output: Output,
) -> None:
    """Recompute stream tables at their frontiers and compare; the exit code is 1 if one differs."""
    chosen = chosen_tables(names, schema)
    with open_target(target) as connection:
        answer = connection.ask(f"VERIFY STREAM {chosen}" + ("" if sample is None else f" SAMPLE {sample:g} PERCENT"))
        if not answer.rows and output.is_table:
            print_lines(["No stream tables to verify."])
            return
        print_rows(answer.columns, answer.rows, output.format)
    # That of a table which was never filled is NULL.
    if any(row["equal"] is False for row in answer.by_name()):
        raise typer.Exit(1)
