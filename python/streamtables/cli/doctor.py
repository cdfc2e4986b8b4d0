"""``streamtables doctor``: what stream tables need here, what is wrong with it, and how to mend it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from streamtables.cli.console import error_line, output_width, print_lines, print_rows
from streamtables.cli.formats import Output
from streamtables.cli.option_groups import with_option_groups
from streamtables.cli.target import Warehouse

if TYPE_CHECKING:
    from streamtables.spark.sessions.checkup import Finding
    from streamtables.spark.sessions.warehouse_place import WarehousePlace

_COLUMNS = ("check", "state", "found", "mend")
_COLOURS = {"ok": "green", "note": "yellow", "wrong": "red"}


@with_option_groups
def doctor(
    relocate: Annotated[
        bool, typer.Option("--relocate", help="Write the warehouse's place into it, after it was copied or moved.")
    ] = False,
    start: Annotated[bool, typer.Option(help="Also start Spark on the warehouse, which takes some seconds.")] = True,
    *,
    warehouse: Warehouse,
    output: Output,
) -> None:
    """Look at what stream tables need here; the exit code is 1 if something is wrong.

    With --relocate open a copied or moved warehouse for use.
    """
    if relocate:
        _relocate(warehouse)
        return
    findings = []
    for finding in _findings(warehouse, start):
        findings.append(finding)
        if output.is_table:
            _print(finding)
    if not output.is_table:
        rows = [(one.what, one.state.value, one.found, one.mend or None) for one in findings]
        print_rows(_COLUMNS, rows, output.format)
    _leave(findings)


def _leave(findings: Sequence[Finding]) -> None:
    """Leave with what scripts look at."""
    if any(one.state.value == "wrong" for one in findings):
        raise typer.Exit(1)


def _findings(warehouse: Warehouse, start: bool) -> Iterator[Finding]:
    from streamtables.cli.warehouse import is_target_there, missing_warehouse, place_of
    from streamtables.errors import SessionError
    from streamtables.spark.sessions import checkup

    unfit = False
    for finding in checkup.machine():
        unfit = unfit or finding.state is checkup.State.WRONG
        yield finding
    try:
        place = place_of(warehouse.warehouse, warehouse.settings, warehouse.metastore)
        there = is_target_there(warehouse.warehouse, warehouse.settings, warehouse.metastore)
    except SessionError as error:
        yield checkup.Finding("Metastore", checkup.State.WRONG, error_line(error))
        return
    if not there:
        missing = missing_warehouse(place)
        found = missing.condition.render(missing.parameters)
        yield checkup.Finding("Warehouse", checkup.State.WRONG, found, missing.hint or "")
        return
    if place.metastore.is_dir():
        finding = checkup.metastore(place)
        unfit = unfit or finding.state is checkup.State.WRONG
        yield finding
    if start and not unfit:
        yield from _started(warehouse, place)
    else:
        why = "not opened: see above" if unfit else "not opened"
        yield checkup.Finding("Warehouse", checkup.State.NOTE, f"{place.location}, {why}")


def _started(warehouse: Warehouse, place: WarehousePlace) -> Iterator[Finding]:
    from streamtables.cli.progress import progress_on_terminal
    from streamtables.cli.warehouse import open_warehouse
    from streamtables.errors import SessionError
    from streamtables.spark.sessions import checkup

    opening = open_warehouse(
        warehouse.warehouse, master=warehouse.master, conf=warehouse.settings, metastore=warehouse.metastore
    )
    try:
        with progress_on_terminal().of("starting Spark"), opening as spark:
            found = f"{place.location}, Spark starts on it"
            yield checkup.Finding("Warehouse", checkup.State.OK, found)
            yield checkup.accelerators(spark)
    except SessionError as error:
        told = error.condition.render(error.parameters)
        yield checkup.Finding("Warehouse", checkup.State.WRONG, told, error.hint or "")


def _relocate(warehouse: Warehouse) -> None:
    from streamtables.cli.warehouse import SPARK_LOG, is_target_there, missing_warehouse, place_of
    from streamtables.spark.sessions import relocation
    from streamtables.spark.sessions.local_session import require_java

    place = place_of(warehouse.warehouse, warehouse.settings, warehouse.metastore)
    if not is_target_there(warehouse.warehouse, warehouse.settings, warehouse.metastore):
        missing = missing_warehouse(place)
        raise missing
    if not place.metastore.is_dir():
        print_lines([f"Warehouse  {place.location}, its metastore is configured elsewhere: nothing to do"])
        return
    require_java()
    done = relocation.relocate(place, place.home / SPARK_LOG)
    if done is None:
        print_lines([f"Warehouse  {place.location}, made there: nothing to do"])
        return
    print_lines(
        [
            f"Warehouse  {place.location}, made at {done.original}",
            f"           {done.schemas} schemas and {done.tables} tables and partitions lead here now",
            *(f"           left where it is: {path}" for path in done.outside),
        ]
    )


def _print(finding: Finding) -> None:
    console = Console(width=output_width(), highlight=False, soft_wrap=True)
    state = finding.state.value
    console.print(Text.assemble((f"{state:<6}", _COLOURS[state]), f"{finding.what:<14}{finding.found}"))
    if finding.mend and state != "ok":
        console.print(Text(f"{'':<20}{finding.mend}", style="dim"))
