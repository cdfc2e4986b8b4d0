"""A local Spark session with Delta and an embedded metastore, ready for stream tables."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from streamtables.errors import SessionError
from streamtables.session.enabling import enable, require_sqlglot
from streamtables.spark import local_session

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_MINIMUM_PYTHON = (3, 10)
_LOCAL_MASTER = re.compile(r"local(?:\[(\*|\d+)(?:,\s*\d+)?\])?$")
_EXTENSIONS = "spark.sql.extensions"
_DELTA_EXTENSION = "io.delta.sql.DeltaSparkSessionExtension"
_JAVA_OPTIONS = "spark.driver.extraJavaOptions"


def session(
    warehouse: str | os.PathLike[str] = "warehouse",
    *,
    app_name: str = "streamtables",
    master: str | None = None,
    conf: Mapping[str, str] | None = None,
) -> SparkSession:
    """Start a Spark session with Delta whose tables outlive the process, or return the one that runs.

    Args:
        warehouse: Directory of the tables and of the embedded metastore; made if it is missing.
        app_name: Name of the Spark application.
        master: Where Spark runs; ``local[*]`` unless given here or in ``conf``.
        conf: Spark settings that win over those chosen here.

    Returns:
        The session, with stream tables enabled.

    Raises:
        SessionError: PYTHON_REQUIRED, SQLGLOT_COMPILED, JAVA_REQUIRED, METASTORE_IN_USE, SESSION_HAS_OTHER_WAREHOUSE
            or SPARK_START_FAILED.
    """
    _require_python()
    require_sqlglot()
    directory = Path(warehouse).absolute()
    running = local_session.active_session()
    if running is not None:
        _require_same_warehouse(running, directory)
        enable(running)
        return running
    metastore = directory / ".metastore"
    derby_log = directory / ".derby.log"
    if not local_session.jvm_is_running():
        local_session.require_java()
    if local_session.metastore_stays_locked(metastore):
        raise SessionError("METASTORE_IN_USE", {"warehouse": str(directory)}, hint=local_session.METASTORE_HINT)
    directory.mkdir(parents=True, exist_ok=True)
    settings = session_settings(directory, metastore, derby_log, app_name, master, dict(conf or {}))
    spark = local_session.start(settings, directory, metastore, derby_log)
    enable(spark)
    return spark


def session_settings(
    warehouse: Path, metastore: Path, derby_log: Path, app_name: str, master: str | None, conf: Mapping[str, str]
) -> dict[str, str]:
    """Choose the settings of a session; the user's win, lists are joined.

    Args:
        warehouse: Directory of the tables.
        metastore: Directory of the Derby database.
        derby_log: Where Derby writes what it does.
        app_name: Name of the Spark application.
        master: Where Spark runs, if the caller says so.
        conf: The user's settings.

    Returns:
        All settings.
    """
    chosen_master = master or conf.get("spark.master") or "local[*]"
    settings = {
        "spark.master": chosen_master,
        "spark.app.name": app_name,
        "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
        "spark.sql.catalogImplementation": "hive",
        "spark.sql.warehouse.dir": str(warehouse),
        "spark.hadoop.javax.jdo.option.ConnectionURL": f"jdbc:derby:;databaseName={metastore};create=true",
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
    settings.update(conf)
    settings.update(local_session.delta_settings(conf))
    extensions = [name for name in conf.get(_EXTENSIONS, "").split(",") if name and name != _DELTA_EXTENSION]
    settings[_EXTENSIONS] = ",".join([_DELTA_EXTENSION, *extensions])
    log_settings = files("streamtables.spark").joinpath("log4j2.properties")
    # Spark plans, sends and receives the trees of deep queries by recursion.
    own_options = f'-Xss4m "-Dlog4j.configurationFile=file:{log_settings}" "-Dderby.stream.error.file={derby_log}"'
    settings[_JAVA_OPTIONS] = f"{own_options} {conf.get(_JAVA_OPTIONS, '')}".strip()
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


def _require_same_warehouse(running: SparkSession, wanted: Path) -> None:
    active = str(running.conf.get("spark.sql.warehouse.dir")).removeprefix("file://").removeprefix("file:")
    if Path(active).resolve() != wanted.resolve():
        raise SessionError(
            "SESSION_HAS_OTHER_WAREHOUSE",
            {"active": active, "wanted": str(wanted)},
            hint="Call stop() on that session first, or streamtables.enable() to use it as it is.",
        )
