"""A Spark of a sub-command's own, on a warehouse."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamtables
from streamtables.errors import SessionError
from streamtables.session import builder
from streamtables.spark.sessions.chosen_metastore import chosen_metastore
from streamtables.spark.sessions.warehouse_place import WarehousePlace

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SPARK_LOG = ".spark.log"
"""What Spark's JVM prints while a sub-command runs; in the warehouse."""


def tell_errors_once() -> None:
    """Keep PySpark from logging the errors that it raises, as JSON with a stack trace: here each is told in a line."""
    logging.getLogger("SQLQueryContextLogger").setLevel(logging.CRITICAL)


@contextmanager
def open_warehouse(
    warehouse: str | Path | None,
    *,
    make: bool = False,
    master: str | None = None,
    conf: Mapping[str, str] | None = None,
    metastore: str | None = None,
) -> Iterator[SparkSession]:
    """Start a session on a warehouse; at the end write what is still to be written, and stop it.

    Args:
        warehouse: Where the warehouse is; None for where Spark's settings say.
        make: Whether a warehouse that is not there is made.
        master: Where Spark runs; None for where Spark's settings say.
        conf: Settings of Spark.
        metastore: Where the metastore is; None for where Spark's settings say, or in the warehouse.

    Yields:
        The session.

    Raises:
        SessionError: WAREHOUSE_NOT_FOUND, or what ``streamtables.session`` raises.
    """
    place = place_of(warehouse, conf, metastore)
    if not make and not is_target_there(warehouse, conf, metastore):
        missing = missing_warehouse(place)
        raise missing
    tell_errors_once()
    place.home.mkdir(parents=True, exist_ok=True)
    given: dict[str, Any] = {"master": master, "conf": conf, "metastore": metastore}
    spark = builder.open_session(
        warehouse, app_name="streamtables", output=place.home / SPARK_LOG, **{k: v for k, v in given.items() if v}
    )
    try:
        yield spark
    finally:
        try:
            # The refresh history is written in the background: disabling waits for it.
            streamtables.disable(spark)
        finally:
            spark.stop()


def place_of(
    warehouse: str | Path | None, conf: Mapping[str, str] | None = None, metastore: str | None = None
) -> WarehousePlace:
    """Return where a warehouse is.

    Args:
        warehouse: What the user gave; None for what Spark's settings say.
        conf: Settings of Spark that the user gave.
        metastore: Where the metastore is, if the user said so.

    Returns:
        Its place.

    Raises:
        SessionError: METASTORE_NOT_UNDERSTOOD.
    """
    from streamtables.spark.sessions.external_settings import external_settings

    told = {} if warehouse is not None else external_settings()
    return builder.warehouse_place(warehouse, {**told, **(conf or {})}, metastore)


def is_target_there(
    warehouse: str | Path | None, conf: Mapping[str, str] | None = None, metastore: str | None = None
) -> bool:
    """Return whether a warehouse is there, as far as this can be told without Spark.

    Args:
        warehouse: See ``place_of``.
        conf: See ``place_of``.
        metastore: See ``place_of``.

    Returns:
        See ``is_there``.

    Raises:
        SessionError: METASTORE_NOT_UNDERSTOOD.
    """
    chosen = chosen_metastore(metastore)
    return is_there(place_of(warehouse, conf, metastore), {**(conf or {}), **chosen.settings})


def is_there(place: WarehousePlace, conf: Mapping[str, str] | None = None) -> bool:
    """Return whether a warehouse is there, as far as this can be told without Spark.

    Args:
        place: Its place.
        conf: Settings of Spark that the user gave, those of a chosen metastore among them.

    Returns:
        False where a folder is not there or holds no metastore of ours, unless another metastore is configured.
    """
    from streamtables.spark.sessions.external_settings import external_settings, metastore_is_external

    if place.metastore.is_dir() or (place.folder is None and place.chosen_metastore is None):
        return True
    if place.chosen_metastore is not None or place.folder is None:
        return False
    return place.folder.is_dir() and metastore_is_external({**external_settings(), **(conf or {})})


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
