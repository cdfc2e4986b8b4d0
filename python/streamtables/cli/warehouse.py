"""The session that a sub-command runs its statement in."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import streamtables
from streamtables.errors import SessionError
from streamtables.session import builder
from streamtables.spark.sessions.warehouse_place import WarehousePlace

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

WarehouseOption = Annotated[
    str,
    typer.Option("--warehouse", "-w", help="Directory or URI of the tables; a directory holds their metastore, too."),
]
DEFAULT_WAREHOUSE = "warehouse"
SPARK_LOG = ".spark.log"
"""What Spark's JVM prints while a sub-command runs; in the warehouse."""


@contextmanager
def open_warehouse(warehouse: str | Path, *, make: bool = False) -> Iterator[SparkSession]:
    """Start a session on a warehouse; at the end write what is still to be written, and stop it.

    Args:
        warehouse: Where the warehouse is.
        make: Whether a warehouse that is not there is made.

    Yields:
        The session.

    Raises:
        SessionError: WAREHOUSE_NOT_FOUND, or what ``streamtables.session`` raises.
    """
    place = WarehousePlace.of(warehouse)
    if not make and not is_there(place):
        missing = missing_warehouse(place)
        raise missing
    # PySpark logs the errors that it raises, as JSON with a stack trace; here each is told once, in a line.
    logging.getLogger("SQLQueryContextLogger").setLevel(logging.CRITICAL)
    place.home.mkdir(parents=True, exist_ok=True)
    spark = builder.open_session(warehouse, app_name="streamtables", output=place.home / SPARK_LOG)
    try:
        yield spark
    finally:
        try:
            # The refresh history is written in the background: disabling waits for it.
            streamtables.disable(spark)
        finally:
            spark.stop()


def is_there(place: WarehousePlace) -> bool:
    """Return whether a warehouse is there, as far as this can be told without Spark.

    Args:
        place: Its place.

    Returns:
        False where a folder is not there or holds no metastore of ours, unless another metastore is configured.
    """
    from streamtables.spark.sessions.external_settings import external_settings, metastore_is_external

    if place.folder is None or place.metastore.is_dir():
        return True
    return place.folder.is_dir() and metastore_is_external(external_settings())


def missing_warehouse(place: WarehousePlace) -> SessionError:
    """Return the error for a warehouse that is not there.

    Args:
        place: Where it should be.

    Returns:
        WAREHOUSE_NOT_FOUND, with how one is named and made.
    """
    return SessionError(
        "WAREHOUSE_NOT_FOUND",
        {"warehouse": place.location},
        hint="Name one with -w <directory>; `streamtables sql -w <directory> 'SHOW SCHEMAS'` makes one.",
    )
