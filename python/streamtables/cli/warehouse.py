"""The session that a sub-command runs its statement in."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import streamtables

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

WarehouseOption = Annotated[
    Path, typer.Option("--warehouse", "-w", help="Directory of the tables and of their embedded metastore.")
]
DEFAULT_WAREHOUSE = Path("warehouse")


@contextmanager
def open_warehouse(directory: Path) -> Iterator[SparkSession]:
    """Start a session on a warehouse; at the end write what is still to be written, and stop it.

    Args:
        directory: Where the warehouse is, or will be.

    Yields:
        The session.
    """
    # PySpark logs the errors that it raises, as JSON with a stack trace; here each is told once, in a line.
    logging.getLogger("SQLQueryContextLogger").setLevel(logging.CRITICAL)
    spark = streamtables.session(warehouse=directory, app_name="streamtables")
    try:
        yield spark
    finally:
        try:
            # The refresh history is written in the background: disabling waits for it.
            streamtables.disable(spark)
        finally:
            spark.stop()
