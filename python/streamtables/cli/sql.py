"""``streamtables sql``: statements, of the command line, of a file, of standard input, or at a prompt."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from streamtables.cli.connection import Connection, open_target
from streamtables.cli.console import error_line, print_error, print_notice, print_rows, print_table
from streamtables.cli.formats import Output
from streamtables.cli.option_groups import with_option_groups
from streamtables.cli.target import Target
from streamtables_grammar.scripts import ScriptStatement, split_script

_STANDARD_INPUT = "standard input"


@with_option_groups
def run_sql(
    statement: Annotated[
        str | None,
        typer.Argument(help="Statements, with semicolons between: ours, Delta's or Spark's.", show_default=False),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--file", "-f", help="A file of statements, with semicolons between.")
    ] = None,
    max_rows: Annotated[int, typer.Option(min=1, help="Rows that a table shows; CSV and JSON have all.")] = 100,
    *,
    target: Target,
    output: Output,
) -> None:
    """Run SQL statements and print their rows; a warehouse that is not there is made.

    Without a statement and a file they are read from standard input; on a terminal, at a prompt. The first statement
    that fails ends it, with exit code 1.
    """
    _require_one(statement, file)
    if statement is None and file is None and sys.stdin.isatty():
        _prompt(max_rows, target, output)
        return
    name, script = _read(statement, file)
    statements = split_script(script)
    _require_some(statements, name)
    _tell_of_new_warehouse(target)
    with open_target(target, make=True) as connection:
        run_script(connection, statements, name, output, max_rows)


def run_script(
    connection: Connection, statements: Sequence[ScriptStatement], name: str | None, output: Output, max_rows: int
) -> None:
    """Run statements one after the other, and print what each answers.

    Args:
        connection: Where they run.
        statements: The statements.
        name: What they were read from, for errors; None for the command line itself.
        output: How rows are printed.
        max_rows: Rows that a table shows.

    Raises:
        typer.Exit: One of a file failed, which has been said.
        Exception: One of the command line failed.
    """
    for one in statements:
        try:
            run_statement(connection, one.in_place, output, max_rows)
        except Exception as error:
            if name is None:
                raise
            print_error(f"{name}, line {one.line}: {error_line(error)}")
            raise typer.Exit(1) from error


def run_statement(connection: Connection, text: str, output: Output, max_rows: int) -> int | None:
    """Run one statement, and print its rows.

    Args:
        connection: Where it runs.
        text: The statement.
        output: How rows are printed.
        max_rows: Rows that a table shows.

    Returns:
        How many rows a table showed; None where the statement has none, or in another format.

    Raises:
        Exception: Whatever the statement raises.
    """
    if not output.is_table:
        connection.stream(text, lambda columns, rows: print_rows(columns, rows, output.format))
        return None
    answer = connection.ask(text, max_rows)
    if not answer.columns:
        return None
    note = f"The first {max_rows} rows; --max-rows shows more." if answer.has_more else None
    print_table(answer.columns, answer.rows, note=note)
    return len(answer.rows)


def _require_one(statement: str | None, file: Path | None) -> None:
    if statement is not None and file is not None:
        raise typer.BadParameter("give statements or --file, not both")


def _require_some(statements: Sequence[ScriptStatement], name: str | None) -> None:
    if not statements:
        raise typer.BadParameter(f"there is no statement in {name or 'the text'}")


def _prompt(max_rows: int, target: Target, output: Output) -> None:
    # What draws it is not imported by those who do not use it.
    from streamtables.cli.prompt.loop import run_prompt

    _tell_of_new_warehouse(target)
    with open_target(target, make=True) as connection:
        run_prompt(connection, target.shown, lambda text: run_statement(connection, text, output, max_rows))


def _read(statement: str | None, file: Path | None) -> tuple[str | None, str]:
    """Return what messages call the text, and the text."""
    if statement is not None:
        return None, statement
    if file is None or str(file) == "-":
        return _STANDARD_INPUT, sys.stdin.read()
    try:
        return str(file), file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        print_error(f"{file} cannot be read: {reason}. Name a file of SQL statements.")
        raise typer.Exit(1) from None


def _tell_of_new_warehouse(target: Target) -> None:
    if target.remote is not None:
        return
    from streamtables.cli.warehouse import is_target_there, place_of

    if not is_target_there(target.warehouse, target.settings, target.metastore):
        place = place_of(target.warehouse, target.settings, target.metastore)
        print_notice(f"making a warehouse in {place.location}")
