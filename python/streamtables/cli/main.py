"""The entry point: the sub-commands, and how a failure is told."""

from __future__ import annotations

import os
import sys
from importlib.metadata import version
from typing import Annotated

import typer

from streamtables.cli import dbt, doctor, explain, graph, history, prepare, refresh, serve, sql, status, verify
from streamtables.cli.console import error_line, print_error, print_lines

app = typer.Typer(
    name="streamtables",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    from streamtables.spark.sessions.delta_jars import delta_version

    if wanted:
        print_lines([f"streamtables {version('streamtables')}, Spark {version('pyspark')}, Delta {delta_version()}"])
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the versions and exit.")
    ] = False,
) -> None:
    """Stream tables, on a warehouse or on a server that runs: query, refresh, explain and verify them.

    Exit codes: 0 all went well, 1 an error, 2 a wrong usage.
    """


app.command("sql")(sql.run_sql)
app.command("refresh")(refresh.refresh)
app.command("status")(status.status)
app.command("explain")(explain.explain)
app.command("verify")(verify.verify)
app.command("history")(history.history)
app.command("graph")(graph.graph)
app.command("serve")(serve.serve)
app.command("dbt", context_settings={"allow_interspersed_args": False})(dbt.dbt)
app.command("prepare")(prepare.prepare)
app.command("doctor")(doctor.doctor)


def run(arguments: list[str] | None = None) -> None:
    """Run the command line and leave the process: 0 when all went well, 1 on an error, 2 on a wrong usage.

    Whoever reads the output may leave first: then nothing more is printed, and the code is 1.

    Args:
        arguments: The words after the command's name; those of the process if not given.
    """
    code: str | int | None = 0
    try:
        app(args=arguments)
    except SystemExit as left:
        code = left.code
    except Exception as error:  # noqa: BLE001 - a command line answers with a line, whatever went wrong
        print_error(error_line(error))
        code = 1
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter's own last flush would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code)
