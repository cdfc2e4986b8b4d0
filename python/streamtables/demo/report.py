"""Shows the story: Rich tables, and the notes that they need to be read rightly."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from streamtables.demo.play import Outcome
from streamtables.demo.story import STREAM_TABLES, Step

_WIDTH_WITHOUT_TERMINAL = 140

_NOTES = (
    "changed: rows of the sources that came or went and that the table's query can see; an updated row is two.",
    "written: rows of the stream table that were inserted (+), updated (~), deleted (-), unless it stores parts.",
    "refresh: REFRESH STREAM TABLE as a client sees it.",
    "recompute: CREATE OR REPLACE TABLE AS with the same query, the second time that it is run.",
    "verified: VERIFY STREAM TABLE recomputes the query at the recorded versions and compares all rows.",
    "The first refresh of each kind also pays for its template, and for classes that Spark compiles.",
    "Only the large table is compared: of smaller ones both take what Spark takes to run a few jobs.",
)


def open_console() -> Console:
    """Return a console that is wide enough when there is no terminal to ask."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=_WIDTH_WITHOUT_TERMINAL)


def show_sql(console: Console, statement: str) -> None:
    """Print a statement.

    Args:
        console: Where to.
        statement: SQL.
    """
    text = Syntax(statement, "sql", theme="ansi_dark", background_color="default", word_wrap=True)
    console.print(Padding(text, (0, 0, 0, 4)))


def show_step(console: Console, number: int, step: Step) -> None:
    """Print what happens now.

    Args:
        console: Where to.
        number: Which step it is, from 1.
        step: What happens.
    """
    console.print()
    console.print(Text(f"{number}. {step.title}", style="bold"))
    for statement in step.statements:
        show_sql(console, statement)


def show_outcomes(console: Console, outcomes: Sequence[Outcome]) -> None:
    """Print a step's refreshes.

    Args:
        console: Where to.
        outcomes: One for each stream table.
    """
    table = Table(show_lines=False)
    for heading in ("stream table", "mode", "reason"):
        table.add_column(heading, ratio=3 if heading == "reason" else None, no_wrap=heading != "reason")
    compared = any(outcome.recompute_seconds is not None for outcome in outcomes)
    for heading in ("changed", "written", "refresh", *(["recompute"] if compared else [])):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("verified", no_wrap=True)
    for outcome in outcomes:
        table.add_row(
            outcome.stream_table,
            outcome.mode,
            outcome.reason,
            "" if outcome.changed_rows is None else f"{outcome.changed_rows:,}",
            _written(outcome),
            _duration(outcome.refresh_seconds),
            *([_duration(outcome.recompute_seconds)] if compared else []),
            _verdict(outcome),
        )
    console.print(table)
    for outcome in outcomes:
        _show_gain(console, outcome)


def show_end(console: Console, outcomes: Sequence[Outcome], warehouse: Path, seconds: float) -> None:
    """Print the notes, the verdict and what to try next.

    Args:
        console: Where to.
        outcomes: All refreshes.
        warehouse: Where the tables are.
        seconds: What the demo took.
    """
    console.print()
    for note in _NOTES:
        console.print(Text(note, style="dim"))
    wrong = [outcome for outcome in outcomes if not outcome.equal]
    console.print()
    if wrong:
        names = ", ".join(sorted({outcome.stream_table for outcome in wrong}))
        console.print(Text(f"{len(wrong)} of {len(outcomes)} refreshes left wrong rows: {names}.", style="bold red"))
        return
    console.print(
        Text(f"{len(outcomes)} refreshes, each equal to its query recomputed. {seconds:.0f} seconds.", style="bold")
    )
    console.print("The tables stay where they are; ask them:")
    where = "" if warehouse == Path("warehouse") else f" --warehouse {shlex.quote(str(warehouse))}"
    worst = f"SELECT * FROM {STREAM_TABLES[0].full_name} ORDER BY average_arrival_delay DESC LIMIT 5"  # noqa: S608 - shown, not run
    console.print(Text(f'    .venv/bin/streamtables sql "{worst}"{where}', style="cyan"), soft_wrap=True)
    console.print(Text(f"    .venv/bin/streamtables status{where}", style="cyan"), soft_wrap=True)


def _written(outcome: Outcome) -> str:
    parts = (("+", outcome.rows_inserted), ("~", outcome.rows_updated), ("-", outcome.rows_deleted))
    written = " ".join(f"{sign}{count:,}" for sign, count in parts if count)
    return written or ("not counted" if None in (count for _, count in parts) else "0")


def _duration(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds * 1000:,.0f} ms"


def _show_gain(console: Console, outcome: Outcome) -> None:
    """Say how much faster refreshing was, or that it was not."""
    if outcome.recompute_seconds is None:
        return
    ratio = outcome.recompute_seconds / outcome.refresh_seconds
    told = f"{ratio:.1f} times faster than recomputing" if ratio >= 1 else "slower than recomputing here"
    console.print(Text(f"    {outcome.stream_table}: {told}", style="bold"))


def _verdict(outcome: Outcome) -> Text:
    if outcome.equal:
        return Text("equal", style="green")
    return Text(f"{outcome.missing_rows:,} missing, {outcome.extra_rows:,} extra", style="bold red")
