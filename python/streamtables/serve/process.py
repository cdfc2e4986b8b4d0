"""`streamtables serve`: a process from its first line to its exit code."""

from __future__ import annotations

import importlib.util
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from streamtables.errors import SessionError
from streamtables.serve.endpoints import Endpoints, Wishes, choose_endpoints
from streamtables.serve.health import Health, Phase
from streamtables.serve.http_endpoint import HttpEndpoint
from streamtables.serve.scheduling import Scheduling
from streamtables.serve.server import Server
from streamtables.serve.signals import StopSignals
from streamtables.session import builder
from streamtables.spark.servers.application import has_ended, master_of
from streamtables.spark.servers.class_path import class_path_settings
from streamtables.spark.sessions.delta_jars import delta_version
from streamtables.spark.sessions.external_settings import external_settings
from streamtables.spark.sessions.local_session import jvm_is_running, require_java

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LOOK_SECONDS = 2.0
"""How often the process looks whether Spark is still there."""


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """What the user asks for.

    Attributes:
        warehouse: Directory or URI of the tables; None for where Spark's settings say.
        place: Where that is, for those who read it.
        wishes: The ports.
        scheduler: Whether schedules are run.
        master: Where Spark runs; None for what it is told otherwise.
        conf: Settings of Spark that win over all others.
        metastore: Where the metastore is; None for where Spark's settings say, or in the warehouse.
        stop_timeout_s: For how long refreshes may go on when the process is asked to stop, in seconds.
        output: A file for what Spark's JVM prints.
    """

    warehouse: str | None
    place: str
    wishes: Wishes = field(default_factory=Wishes)
    scheduler: bool = True
    master: str | None = None
    conf: Mapping[str, str] = field(default_factory=dict)
    metastore: str | None = None
    stop_timeout_s: float = 60.0
    output: Path | None = None


def serve(options: ServeOptions, tell: Callable[[str], None]) -> None:
    """Serve a warehouse until the process is asked to stop.

    Args:
        options: What the user asks for.
        tell: Says a line to whoever has started the process.

    Raises:
        SessionError: A port is not free, a part is missing, Spark does not start or has ended by itself.
    """
    if options.wishes.http and importlib.util.find_spec("prometheus_client") is None:
        hint = "pip install 'streamtables[serve]', or --no-http."
        raise SessionError("PACKAGE_MISSING", {"package": "prometheus-client", "part": "/metrics"}, hint=hint)
    if not jvm_is_running():
        require_java()
    told = {**external_settings(), **options.conf}
    endpoints = choose_endpoints(options.wishes, told)
    for endpoint in endpoints.all:
        endpoint.require_free()
    signals, health = StopSignals(), Health()
    http = None if endpoints.http is None else HttpEndpoint(endpoints.http, health.pages)
    try:
        with signals.taken():
            _serve(options, endpoints, health, signals, told, tell)
    finally:
        if http is not None:
            http.stop()


def _serve(
    options: ServeOptions,
    endpoints: Endpoints,
    health: Health,
    signals: StopSignals,
    told: Mapping[str, str],
    tell: Callable[[str], None],
) -> None:
    tell(f"streamtables {version('streamtables')}: starting Spark on {options.place}")
    # PySpark logs the errors that it raises, as JSON with a stack trace; clients are told of theirs.
    logging.getLogger("SQLQueryContextLogger").setLevel(logging.CRITICAL)
    spark = builder.open_session(
        options.warehouse,
        app_name="streamtables serve",
        master=options.master,
        conf={**options.conf, **endpoints.settings, **class_path_settings(told)},
        metastore=options.metastore,
        output=options.output,
    )
    scheduling = Scheduling()
    server = Server(spark, endpoints, scheduling)
    signals.started()
    try:
        if endpoints.http is not None:
            # Prometheus' own package is only needed here.
            from streamtables.serve.metrics import Metrics

            metrics = Metrics(server.runtime, scheduling)
            # What it looks up first takes Spark jobs, and is remembered.
            metrics.text()
            health.metrics = metrics
        server.start(scheduler=options.scheduler)
        health.server = server
        for line in _lines(spark, options, endpoints, scheduling):
            tell(line)
        health.phase = Phase.READY
        tell("ready: Ctrl-C or SIGTERM stops it")
        _wait(spark, signals)
    finally:
        health.phase = Phase.STOPPING
        if not has_ended(spark):
            tell(f"stopping: what runs may go on for {options.stop_timeout_s:g} s; a second signal ends that at once")
        server.stop(options.stop_timeout_s, lambda: signals.is_urgent, tell)
        tell("stopped")


def _wait(spark: SparkSession, signals: StopSignals) -> None:
    """Wait for the end that is asked for.

    Raises:
        SessionError: SPARK_ENDED.
    """
    while not signals.wait(_LOOK_SECONDS):
        # Who ends all processes of a group ends Spark at the same time.
        if has_ended(spark) and not signals.wait(_LOOK_SECONDS):
            raise SessionError("SPARK_ENDED", hint="Its log says why; start the server again.")


def _lines(spark: SparkSession, options: ServeOptions, endpoints: Endpoints, scheduling: Scheduling) -> tuple[str, ...]:
    """Say what listens where."""
    jdbc, connect, http = endpoints.jdbc, endpoints.connect, endpoints.http
    mode = ";transportMode=http;httpPath=cliservice" if endpoints.jdbc_over_http else ""
    scheduler = "on" if scheduling.scheduler is not None else "off"
    lines = [
        f"Spark      {spark.version} with Delta {delta_version()} on {master_of(spark)}",
        f"JDBC       {'off' if jdbc is None else f'jdbc:hive2://{jdbc.shown}/default{mode}'}",
        f"Connect    {'off' if connect is None else f'sc://{connect.shown}'}",
        f"HTTP       {'off' if http is None else f'http://{http.shown} (/healthz, /readyz, /metrics)'}",
        f"Scheduler  {scheduler}",
    ]
    if options.output is not None:
        lines.append(f"Spark log  {options.output}")
    others = endpoints.open_to_others
    if others:
        named = ", ".join(f"{one.server} on {one.shown}" for one in others)
        lines.append(
            f"Note       other machines may reach {named}: who may connect is what Spark's and Hive's settings say"
        )
    return tuple(lines)
