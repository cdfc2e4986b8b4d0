"""``streamtables serve``: one process that opens a warehouse to JDBC, Spark Connect and probes, and runs schedules."""

from __future__ import annotations

from typing import Annotated

import typer

from streamtables.cli.console import print_lines
from streamtables.cli.warehouse import DEFAULT_WAREHOUSE, SPARK_LOG, WarehouseOption, is_there, missing_warehouse
from streamtables.spark.sessions.warehouse_place import WarehousePlace

_PORT = {"min": 1, "max": 65535, "show_default": False}


def serve(
    warehouse: WarehouseOption = DEFAULT_WAREHOUSE,
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
    master: Annotated[
        str | None, typer.Option("--master", help="Where Spark runs, such as local[4].", show_default=False)
    ] = None,
    conf: Annotated[
        list[str] | None,
        typer.Option(
            "--conf", metavar="NAME=VALUE", help="A setting of Spark; may be given again.", show_default=False
        ),
    ] = None,
    create: Annotated[bool, typer.Option("--create", help="Make the warehouse if it is not there.")] = False,
    stop_timeout: Annotated[
        float, typer.Option("--stop-timeout", min=0, help="Seconds that refreshes may go on when it is to stop.")
    ] = 60.0,
) -> None:
    """Open a warehouse to JDBC and Spark Connect clients, run its schedules, and tell how fresh its tables are."""
    from streamtables.serve.endpoints import Wishes
    from streamtables.serve.process import ServeOptions
    from streamtables.serve.process import serve as serve_until_stopped

    place = WarehousePlace.of(warehouse)
    if not create and not is_there(place):
        missing = missing_warehouse(place)
        raise missing
    place.home.mkdir(parents=True, exist_ok=True)
    options = ServeOptions(
        warehouse=warehouse,
        wishes=Wishes(host, jdbc_port, connect_port, http_port, not no_jdbc, not no_connect, not no_http),
        scheduler=not no_scheduler,
        master=master,
        conf=_settings(conf or []),
        stop_timeout_s=stop_timeout,
        output=place.home / SPARK_LOG,
    )
    serve_until_stopped(options, lambda line: print_lines([line]))


def _settings(given: list[str]) -> dict[str, str]:
    settings = {}
    for one in given:
        name, found, value = one.partition("=")
        if not found or not name:
            raise typer.BadParameter(f"{one!r} is not name=value", param_hint="--conf")
        settings[name] = value
    return settings
