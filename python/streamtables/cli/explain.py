"""``streamtables explain``: how the next refresh would run, and why."""

from __future__ import annotations

from typing import Annotated

import typer

from streamtables.cli.connection import open_target
from streamtables.cli.console import print_rows
from streamtables.cli.formats import Output
from streamtables.cli.option_groups import with_option_groups
from streamtables.cli.target import Target


@with_option_groups
def explain(
    name: Annotated[str, typer.Argument(help="A stream table.", show_default=False)],
    *,
    target: Target,
    output: Output,
) -> None:
    """Show the mode of the next refresh, its reason and the SQL it would run."""
    with open_target(target) as connection:
        answer = connection.ask(f"EXPLAIN REFRESH STREAM TABLE {name}")
        print_rows(answer.columns, answer.rows, output.format)
