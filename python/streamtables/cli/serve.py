"""``streamtables serve``: one process that opens a warehouse to JDBC, Spark Connect and probes, and runs schedules."""

from __future__ import annotations

from typing import Annotated

import typer

from streamtables.cli.console import print_lines
from streamtables.cli.option_groups import with_option_groups
from streamtables.cli.target import Warehouse

_PORT = {"min": 1, "max": 65535, "show_default": False}


@with_option_groups
def serve(
    host: Annotated[
        str | None,
        typer.Option("--host", help="Address to listen on; this machine only unless given.", show_default=False),
    ] = None,
    jdbc_port: Annotated[int | None, typer.Option("--jdbc-port", help="JDBC (Thrift): 10000.", **_PORT)] = None,
    connect_port: Annotated[int | None, typer.Option("--connect-port", help="Spark Connect: 15002.", **_PORT)] = None,
    http_port: Annotated[
        int | None, typer.Option("--http-port", help="/healthz, /readyz and /metrics: 10080.", **_PORT)
    ] = None,
    no_jdbc: Annotated[bool, typer.Option("--no-jdbc", help="Without JDBC.")] = False,
    no_connect: Annotated[bool, typer.Option("--no-connect", help="Without Spark Connect.")] = False,
    no_http: Annotated[bool, typer.Option("--no-http", help="Without probes and metrics.")] = False,
    no_scheduler: Annotated[bool, typer.Option("--no-scheduler", help="Without running schedules.")] = False,
    create: Annotated[bool, typer.Option("--create", help="Make the warehouse if it is not there.")] = False,
    stop_timeout: Annotated[
        float, typer.Option("--stop-timeout", min=0, help="Seconds that refreshes may go on when it is to stop.")
    ] = 60.0,
    *,
    warehouse: Warehouse,
) -> None:
    """Open a warehouse to JDBC and Spark Connect clients, run its schedules, and tell how fresh its tables are."""
    from streamtables.cli.warehouse import SPARK_LOG, is_target_there, missing_warehouse, place_of
    from streamtables.serve.endpoints import Wishes
    from streamtables.serve.process import ServeOptions
    from streamtables.serve.process import serve as serve_until_stopped

    place = place_of(warehouse.warehouse, warehouse.settings, warehouse.metastore)
    if not create and not is_target_there(warehouse.warehouse, warehouse.settings, warehouse.metastore):
        missing = missing_warehouse(place)
        raise missing
    place.home.mkdir(parents=True, exist_ok=True)
    options = ServeOptions(
        warehouse=warehouse.warehouse,
        place=place.location,
        wishes=Wishes(host, jdbc_port, connect_port, http_port, not no_jdbc, not no_connect, not no_http),
        scheduler=not no_scheduler,
        master=warehouse.master,
        conf=warehouse.settings,
        metastore=warehouse.metastore,
        stop_timeout_s=stop_timeout,
        output=place.home / SPARK_LOG,
    )
    serve_until_stopped(options, lambda line: print_lines([line]))
