"""``streamtables doctor``: what a session needs, and whether a warehouse is where it was made."""

from __future__ import annotations

import platform
from importlib.metadata import version
from typing import Annotated

import typer

from streamtables.cli.console import print_lines
from streamtables.cli.warehouse import DEFAULT_WAREHOUSE, SPARK_LOG, WarehouseOption, is_there, missing_warehouse


def doctor(
    warehouse: WarehouseOption = DEFAULT_WAREHOUSE,
    relocate: Annotated[
        bool, typer.Option("--relocate", help="Write the warehouse's place into it, after it was copied or moved.")
    ] = False,
) -> None:
    """Look at what stream tables need here; with --relocate open a copied or moved warehouse for use."""
    from streamtables.spark.jvm.kept_classes import where_classes_are
    from streamtables.spark.sessions import relocation
    from streamtables.spark.sessions.delta_jars import delta_version, known_jars
    from streamtables.spark.sessions.local_session import require_java
    from streamtables.spark.sessions.warehouse_place import WarehousePlace

    java = require_java()
    jars = "known" if known_jars() is not None else "will be fetched at the first start"
    print_lines(
        [
            f"Python     {platform.python_version()}",
            f"Java       {java}",
            f"Spark      {version('pyspark')}",
            f"Delta      {delta_version()}, its jars are {jars}",
            f"Classes    {where_classes_are()}",
        ]
    )
    place = WarehousePlace.of(warehouse)
    if not is_there(place):
        raise missing_warehouse(place)
    if not place.metastore.is_dir():
        print_lines([f"Warehouse  {place.location}, its metastore is configured elsewhere"])
        return
    log = place.home / SPARK_LOG
    if not relocate:
        original = relocation.made_at(place, log)
        if place.is_at(original):
            print_lines([f"Warehouse  {place.location}, made there"])
            return
        raise relocation.moved_warehouse(place, original)
    done = relocation.relocate(place, log)
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
