"""The session that a sub-command runs its statement in."""

from __future__ import annotations

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
    """Start a session on a warehouse and stop it at the end.

    Args:
        directory: Where the warehouse is, or will be.

    Yields:
        The session.
    """
    spark = streamtables.session(warehouse=directory, app_name="streamtables")
    try:
        yield spark
    finally:
        spark.stop()
