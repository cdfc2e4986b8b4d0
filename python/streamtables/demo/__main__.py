"""Runs the demo: ``python -m streamtables.demo --warehouse warehouse``."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

import streamtables
from streamtables.cli.console import error_line, print_error
from streamtables.cli.warehouse import open_warehouse
from streamtables.demo import flight_data, play, report
from streamtables.demo.story import (
    LARGE_SOURCE,
    LARGE_STEPS,
    LARGE_STREAM_TABLE,
    STEPS,
    STREAM_TABLES,
    Source,
    Step,
    StreamTable,
)

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def main(arguments: list[str] | None = None) -> int:
    """Run the demo.

    Args:
        arguments: The words after the command; those of the process if not given.

    Returns:
        0 if every stream table equalled its query after every step, else 1.
    """
    parser = argparse.ArgumentParser(prog="python -m streamtables.demo", description=streamtables.demo.__doc__)
    parser.add_argument("--warehouse", type=Path, default=Path("warehouse"), help="where the tables go")
    warehouse: Path = parser.parse_args(arguments).warehouse
    console = report.open_console()
    started = time.perf_counter()
    try:
        outcomes = _tell(console, warehouse)
    except Exception as error:  # noqa: BLE001 - whoever tries the product gets a line, not a traceback
        print_error(error_line(error))
        return 1
    report.show_end(console, outcomes, warehouse, time.perf_counter() - started)
    return 0 if all(outcome.equal for outcome in outcomes) else 1


def _tell(console: Console, warehouse: Path) -> list[play.Outcome]:
    """Play all of the story in a session of its own and return all outcomes."""
    with tempfile.TemporaryDirectory(prefix="streamtables-demo-") as unpacked, ExitStack() as stack:
        flight_data.unpack(Path(unpacked))
        spark = _start(console, stack, warehouse)
        play.clear_stage(spark)
        _load(console, spark, Path(unpacked))
        console.print()
        console.print(Text(f"{len(STREAM_TABLES)} stream tables", style="bold"))
        for stream_table in STREAM_TABLES:
            _create(console, spark, stream_table)
        outcomes = [
            outcome for number, step in enumerate(STEPS, start=1) for outcome in _play(console, spark, number, step)
        ]
        console.print()
        console.print(Text("A larger table: a row for each seat", style="bold"))
        _create(console, spark, LARGE_SOURCE)
        _create(console, spark, LARGE_STREAM_TABLE)
        for number, step in enumerate(LARGE_STEPS, start=1 + len(STEPS)):
            outcomes += _play(console, spark, number, step)
        play.leave_stage(spark)
        return outcomes


def _start(console: Console, stack: ExitStack, warehouse: Path) -> SparkSession:
    """Start Spark behind one line; what it prints itself goes to a file in the warehouse."""
    started = time.perf_counter()
    with console.status(f"starting Spark with its warehouse in {warehouse}"):
        spark = stack.enter_context(open_warehouse(warehouse, make=True))
    seconds = time.perf_counter() - started
    console.print(f"Spark {spark.version}, its warehouse in {warehouse}", Text(f"({seconds:.0f} s)", style="dim"))
    return spark


def _play(console: Console, spark: SparkSession, number: int, step: Step) -> list[play.Outcome]:
    """Show a step, let it happen, and show what the refreshes did."""
    report.show_step(console, number, step)
    with console.status("refreshing, recomputing, verifying" if step.is_compared else "refreshing, verifying"):
        outcomes = play.play(spark, step)
    report.show_outcomes(console, outcomes)
    return outcomes


def _load(console: Console, spark: SparkSession, unpacked: Path) -> None:
    """Load the sources behind a progress bar."""
    columns = (TextColumn("{task.description:<42}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    counts: list[str] = []
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("Loading Delta tables", total=1 + len(flight_data.DIMENSIONS))

        def loaded(name: str, rows: int) -> None:
            counts.append(f"{name} {rows:,}")
            progress.update(task, advance=1, description=f"Loaded {name}, {rows:,} rows")

        flight_data.load(spark, unpacked, loaded)
        progress.update(task, description="Delta tables loaded")
    console.print(Text("    rows: " + ", ".join(counts), style="dim"))


def _create(console: Console, spark: SparkSession, table: StreamTable | Source) -> None:
    """Create a table, showing its SQL."""
    report.show_sql(console, table.create_statement)
    with console.status(f"creating {table.full_name}"):
        rows, seconds = play.create(spark, table)
    console.print(Text(f"    {rows:,} rows in {seconds:.1f} s\n", style="dim"))


if __name__ == "__main__":
    sys.exit(main())
