"""``streamtables status``: the stream tables of a warehouse, and how fresh they are."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from streamtables.cli.connection import Answer, Connection, open_target
from streamtables.cli.console import output_width, print_lines, print_rows
from streamtables.cli.formats import Output
from streamtables.cli.option_groups import with_option_groups
from streamtables.cli.target import Target

_SHOWN = ("stream table", "status", "schedule", "last mode", "data of", "lag")
_COLOURS = {"ok": "green", "failed": "red", "skipped": "yellow", "suspended": "yellow", "missing": "red"}
_UNITS = ((86_400_000, "d"), (3_600_000, "h"), (60_000, "min"), (1_000, "s"))


@with_option_groups
def status(
    schema: Annotated[str | None, typer.Option("--in", help="Only the stream tables of this schema.")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Look again and again, until Ctrl-C.")] = False,
    every: Annotated[float, typer.Option("--every", min=0.1, metavar="SECONDS", help="How often --watch looks.")] = 2,
    *,
    target: Target,
    output: Output,
) -> None:
    """List the stream tables: status, mode, freshness and lag; CSV and JSON have all columns of SHOW STREAM TABLES.

    "data of" is when the newest change was committed that is shown, "lag" how old the oldest is that is not.
    """
    statement = "SHOW STREAM TABLES" + (f" IN {schema}" if schema else "")
    with open_target(target) as connection:
        if watch:
            _watch(connection, statement, every, target, output)
            return
        answer = connection.ask(statement)
        if not output.is_table:
            print_rows(answer.columns, answer.rows, output.format)
        elif not answer.rows:
            print_lines([f"No stream tables in {f'the schema {schema} of ' if schema else ''}{target.shown}."])
        else:
            Console(width=output_width(), highlight=False).print(_picture(answer))


def _watch(connection: Connection, statement: str, seconds: float, target: Target, output: Output) -> None:
    """Show the stream tables again and again; on a terminal in place, else one below the other."""
    console = Console(width=output_width(), highlight=False)
    try:
        if not (output.is_table and sys.stdout.isatty()):
            while True:
                answer = connection.ask(statement)
                if output.is_table:
                    console.print(_watched(answer, target, seconds))
                else:
                    print_rows(answer.columns, answer.rows, output.format)
                sys.stdout.flush()
                time.sleep(seconds)
        with Live(console=console, auto_refresh=False, screen=False) as live:
            while True:
                live.update(_watched(connection.ask(statement, quiet=True), target, seconds), refresh=True)
                time.sleep(seconds)
    except KeyboardInterrupt:
        # That is how watching ends.
        return


def _watched(answer: Answer, target: Target, seconds: float) -> RenderableType:
    now = datetime.now(timezone.utc).astimezone().isoformat(sep=" ", timespec="seconds")
    head = Text(f"{target.shown}, {now[:19]}, every {seconds:g} s; Ctrl-C ends it", style="dim")
    return Group(head, _picture(answer) if answer.rows else Text("No stream tables."))


def _picture(answer: Answer) -> RenderableType:
    """Return the tables, with no more than fits into 80 columns, and below them why each was last refreshed so."""
    rows = answer.by_name()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for column in _SHOWN:
        table.add_column(column, justify="right" if column == "lag" else "left", overflow="fold")
    for row in rows:
        state = row.get("status") or ""
        table.add_row(
            Text(_name(row)),
            Text(state, style=_COLOURS.get(state, "")),
            Text(row.get("schedule") or "none"),
            Text(row.get("last_mode") or "never"),
            Text(_short_time(row.get("data_newest_at"))),
            Text(_short_duration(row.get("lag_ms"))),
        )
    return Group(table, *(line for row in rows for line in _reasons(row)))


def _reasons(row: Mapping[str, Any]) -> Sequence[Text]:
    """Return why a table was refreshed as it was, why it is always recomputed, and what failed, a line each."""
    told = [Text(f"{_name(row)}: {row['error']}", style="red")] if row.get("error") else []
    reasons = dict.fromkeys(filter(None, (row.get("last_reason"), row.get("reason"))))
    return [Text(f"{_name(row)}: {reason}") for reason in reasons] + told


def _name(row: Mapping[str, Any]) -> str:
    return f"{row['schema']}.{row['stream_table']}"


def _short_time(when: object) -> str:
    """Return a time of today without its day, another one without its time."""
    if not isinstance(when, datetime):
        return "" if when is None else str(when)
    local = when if when.tzinfo is None else when.astimezone().replace(tzinfo=None)
    now = datetime.now(timezone.utc).astimezone()
    return local.strftime("%H:%M:%S") if local.date() == now.date() else local.date().isoformat()


def _short_duration(milliseconds: int | None) -> str:
    """Return a duration in the largest unit of which there is at least one."""
    if milliseconds is None:
        return "unknown"
    for size, unit in _UNITS:
        if milliseconds >= size:
            return f"{milliseconds // size} {unit}"
    return f"{milliseconds} ms" if milliseconds else "0 s"
