"""A local Spark session with Delta and an embedded metastore, ready for stream tables."""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from streamtables.errors import SessionError
from streamtables.session.enabling import enable, require_sqlglot, sqlglot_may_be_compiled
from streamtables.spark.jvm.class_archive import ClassArchive
from streamtables.spark.sessions import local_session
from streamtables.spark.sessions.chosen_metastore import (
    CONNECTION,
    chosen_metastore,
    embedded_connection,
    require_service,
)
from streamtables.spark.sessions.delta_jars import delta_settings, fetch, must_be_fetched
from streamtables.spark.sessions.external_settings import external_settings, metastore_is_external
from streamtables.spark.sessions.warehouse_place import WarehousePlace

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_MINIMUM_PYTHON = (3, 10)
_LOCAL_MASTER = re.compile(r"local(?:\[(\*|\d+)(?:,\s*\d+)?\])?$")
_EXTENSIONS = "spark.sql.extensions"
_DELTA_EXTENSION = "io.delta.sql.DeltaSparkSessionExtension"
_JAVA_OPTIONS = "spark.driver.extraJavaOptions"
_WAREHOUSE = "spark.sql.warehouse.dir"
_BEHIND_STATEMENTS = ("streamtables.session.runtime", "streamtables.commands")
"""What is not imported with the package; together it takes longer than a JVM to begin."""
DEFAULT_WAREHOUSE = "warehouse"


def session(
    warehouse: str | os.PathLike[str] | None = None,
    *,
    app_name: str | None = None,
    master: str | None = None,
    conf: Mapping[str, str] | None = None,
    metastore: str | os.PathLike[str] | None = None,
) -> SparkSession:
    """Start a Spark session with Delta whose tables outlive the process, or return the one that runs.

    What Spark was told otherwise counts: by spark-submit, in spark-defaults.conf, or by a hive-site.xml.

    Args:
        warehouse: Directory of the tables and of the embedded metastore, made if it is missing; or a URI, whose
            embedded metastore is in ``.streamtables`` beside the process unless another one is configured. If not
            given, the running session's, the setting ``spark.sql.warehouse.dir``, or ``warehouse``.
        app_name: Name of the Spark application; ``streamtables`` unless given here or in a setting.
        master: Where Spark runs; ``local[*]`` unless given here or in a setting.
        conf: Spark settings that win over all others.
        metastore: ``thrift://host:port`` of a metastore service, the JDBC URL of its database, or a directory for an
            embedded one; what a setting or a hive-site.xml says unless given here, and the warehouse's own if none
            does.

    Returns:
        The session, with stream tables enabled.

    Raises:
        SessionError: PYTHON_REQUIRED, SQLGLOT_COMPILED, JAVA_REQUIRED, DELTA_NOT_FETCHED, DELTA_REQUIRED,
            METASTORE_IN_USE, METASTORE_NOT_UNDERSTOOD, METASTORE_UNREACHABLE, METASTORE_DRIVER_MISSING,
            WAREHOUSE_MOVED, FILE_SYSTEM_MISSING, SESSION_HAS_OTHER_WAREHOUSE or SPARK_START_FAILED.
    """
    return open_session(warehouse, app_name=app_name, master=master, conf=conf, metastore=metastore)


def warehouse_place(
    warehouse: str | os.PathLike[str] | None,
    conf: Mapping[str, str],
    metastore: str | os.PathLike[str] | None = None,
) -> WarehousePlace:
    """Return where a session's warehouse would be.

    Args:
        warehouse: See ``session``.
        conf: All settings that Spark would be given.
        metastore: See ``session``.

    Returns:
        The place.

    Raises:
        SessionError: METASTORE_NOT_UNDERSTOOD.
    """
    return WarehousePlace.of(warehouse or conf.get(_WAREHOUSE) or DEFAULT_WAREHOUSE, chosen_metastore(metastore).folder)


def open_session(
    warehouse: str | os.PathLike[str] | None,
    *,
    app_name: str | None = None,
    master: str | None = None,
    conf: Mapping[str, str] | None = None,
    metastore: str | os.PathLike[str] | None = None,
    output: Path | None = None,
) -> SparkSession:
    """Start a session as ``session`` does, and say where the JVM prints.

    Args:
        warehouse: See ``session``.
        app_name: See ``session``.
        master: See ``session``.
        conf: See ``session``.
        metastore: See ``session``.
        output: A file for what the JVM prints, instead of this process's own output.

    Returns:
        The session, with stream tables enabled.

    Raises:
        SessionError: See ``session``.
    """
    _require_python()
    chosen = chosen_metastore(metastore)
    own = {**(conf or {}), **chosen.settings}
    running = local_session.active_session()
    if running is not None or sqlglot_may_be_compiled():
        # Otherwise it is asked for behind the start, which brings it in meanwhile.
        require_sqlglot()
    if running is not None:
        wanted = warehouse or own.get(_WAREHOUSE)
        if wanted is not None:
            _require_same_warehouse(running, WarehousePlace.of(wanted))
        _tell_what_stays(running, master, own)
        enable(running)
        return running
    in_jvm = local_session.jvm_is_running()
    if not in_jvm:
        local_session.require_java()
    given = external_settings()
    told = {**given, **own}
    place = warehouse_place(warehouse, told, chosen.folder)
    embedded = chosen.folder is not None or not metastore_is_external(told)
    if not embedded:
        require_service(told)
    if embedded and local_session.metastore_stays_locked(place.metastore):
        hint = local_session.metastore_hint(place.metastore)
        raise SessionError("METASTORE_IN_USE", {"warehouse": place.location}, hint=hint)
    if in_jvm:
        local_session.require_delta_classes()
    elif must_be_fetched(told):
        fetch(told)
    (place.home if embedded else place.folder or Path()).mkdir(parents=True, exist_ok=True)
    settings = session_settings(place, app_name, master, own, given)
    if not embedded and CONNECTION not in own:
        settings.pop(CONNECTION, None)
    imports = _begin_imports()
    spark = local_session.start(settings, place, given, embedded=embedded, output=output)
    imports.join()
    enable(spark)
    return spark


def _begin_imports() -> threading.Thread:
    """Import, while Spark starts, what statements will need."""

    def import_all() -> None:
        # Whoever needs what cannot be imported is told then.
        with suppress(Exception):
            for module in _BEHIND_STATEMENTS:
                import_module(module)

    # PySpark is there by now: of modules that import each other, two threads may meet half of one.
    thread = threading.Thread(target=import_all, name="streamtables-imports", daemon=True)
    thread.start()
    return thread


def session_settings(
    place: WarehousePlace,
    app_name: str | None = None,
    master: str | None = None,
    conf: Mapping[str, str] = MappingProxyType({}),
    given: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, str]:
    """Choose the settings of a session; the user's win, lists are joined.

    Args:
        place: The warehouse.
        app_name: Name of the Spark application, if the caller says so.
        master: Where Spark runs, if the caller says so.
        conf: The user's settings.
        given: What Spark is told without us.

    Returns:
        All settings but those that are given and stay as they are.
    """
    told = {**given, **conf}
    chosen_master = master or told.get("spark.master") or "local[*]"
    settings = {
        "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
        "spark.sql.catalogImplementation": "hive",
        CONNECTION: embedded_connection(place.metastore),
        "spark.databricks.delta.snapshotPartitions": "2",
        # A refresh has up to 70 classes, which the next one of the table finds compiled if no others push them out.
        "spark.sql.codegen.cache.maxEntries": "2000",
        # By default each operator of each task begins with a page of up to 64 MB, filled with zeros.
        "spark.buffer.pageSize": "2m",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }
    cores = _local_cores(chosen_master)
    if cores is not None:
        settings["spark.sql.shuffle.partitions"] = str(cores)
        settings["spark.driver.host"] = settings["spark.driver.bindAddress"] = "127.0.0.1"
        settings["spark.driver.memory"] = "4g"
        # A task for which memory runs out fails alone: as on a cluster, the driver lives, and a refresh is tried again.
        settings["spark.executor.killOnFatalError.depth"] = "0"
        # Its ports are open to every user of the machine. Spark makes a secret of its own where it runs in one process.
        settings["spark.authenticate"] = "true"
    settings = {key: value for key, value in settings.items() if key not in given}
    settings.update(conf)
    settings.update(delta_settings(told))
    settings["spark.master"] = chosen_master
    settings["spark.app.name"] = app_name or told.get("spark.app.name") or "streamtables"
    settings[_WAREHOUSE] = place.location
    extensions = [name for name in told.get(_EXTENSIONS, "").split(",") if name and name != _DELTA_EXTENSION]
    settings[_EXTENSIONS] = ",".join([_DELTA_EXTENSION, *extensions])
    log_settings = files("streamtables.spark.sessions").joinpath("log4j2.properties")
    # Spark plans, sends and receives the trees of deep queries by recursion.
    machine = "-Xss4m"
    # G1 gives an object of half a region or more whole regions: texts of a megabyte would take twice their size.
    if cores is not None:
        machine += " -XX:G1HeapRegionSize=8m"
    own_options = (
        f'{machine} "-Dlog4j.configurationFile=file:{log_settings}" "-Dderby.stream.error.file={place.derby_log}"'
    )
    told_options = told.get(_JAVA_OPTIONS, "")
    archive = ClassArchive.here()
    kept_options = "" if archive is None else archive.options(told_options)
    settings[_JAVA_OPTIONS] = " ".join(filter(None, (own_options, kept_options, told_options)))
    return settings


def _local_cores(master: str) -> int | None:
    """Return how many cores a local master uses, None for a cluster."""
    match = _LOCAL_MASTER.match(master)
    if match is None:
        return None
    wanted = match.group(1)
    return (os.cpu_count() or 1) if wanted == "*" else int(wanted or 1)


def _require_python() -> None:
    if sys.version_info < _MINIMUM_PYTHON:
        minimum, found = (".".join(map(str, part)) for part in (_MINIMUM_PYTHON, sys.version_info[:3]))
        raise SessionError("PYTHON_REQUIRED", {"minimum": minimum, "found": found})


def _tell_what_stays(running: SparkSession, master: str | None, conf: Mapping[str, str]) -> None:
    """Say on standard error which wishes come too late for a session that runs."""
    wishes = {**conf, **({} if master is None else {"spark.master": master})}
    late = [key for key, value in wishes.items() if key != _WAREHOUSE and (running.conf.get(key, None) or "") != value]
    if late:
        sys.stderr.write(f"streamtables: a session runs already, in which these stay as they are: {', '.join(late)}\n")


def _require_same_warehouse(running: SparkSession, wanted: WarehousePlace) -> None:
    active = str(running.conf.get(_WAREHOUSE))
    if not wanted.is_at(active):
        raise SessionError(
            "SESSION_HAS_OTHER_WAREHOUSE",
            {"active": WarehousePlace.of(active).location, "wanted": wanted.location},
            hint="Call stop() on that session first, or streamtables.enable() to use it as it is.",
        )
