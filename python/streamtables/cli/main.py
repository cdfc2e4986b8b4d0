"""The entry point: the sub-commands, and how a failure is told."""

from __future__ import annotations

import sys

import typer

from streamtables.cli import explain, refresh, sql, status, verify
from streamtables.cli.console import error_line, print_error

app = typer.Typer(
    name="streamtables",
    help="Stream tables on an embedded warehouse: query, refresh, explain and verify them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("sql")(sql.run_sql)
app.command("refresh")(refresh.refresh)
app.command("status")(status.status)
app.command("explain")(explain.explain)
app.command("verify")(verify.verify)


def run(arguments: list[str] | None = None) -> None:
    """Run the command line and leave the process: 0 when all went well, 1 on an error, 2 on a wrong usage.

    Args:
        arguments: The words after the command's name; those of the process if not given.
    """
    try:
        app(args=arguments)
    except Exception as error:  # noqa: BLE001 - a command line answers with a line, whatever went wrong
        print_error(error_line(error))
        sys.exit(1)
