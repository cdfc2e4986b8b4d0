"""Starting Spark in this process: Java, the embedded metastore, and what can be wrong with them."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from streamtables.errors import SessionError
from streamtables.spark.accelerators.probing import mark_own_application
from streamtables.spark.failures.java_causes import JavaCause, java_causes
from streamtables.spark.jvm.java_process import end_gateway, java_command
from streamtables.spark.sessions.chosen_metastore import CONNECTION
from streamtables.spark.sessions.delta_jars import remember_jars
from streamtables.spark.sessions.external_settings import note_external
from streamtables.spark.sessions.other_processes import described, lock_holder
from streamtables.spark.sessions.session_state import has_delta_classes, is_stopped, missing_delta_classes
from streamtables.spark.sessions.warehouse_place import WarehousePlace

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

MINIMUM_JAVA = 17
_SERVER_HINT = (
    "or let one process serve the warehouse (`streamtables serve`), and the others be its clients (--remote "
    "sc://host:port)."
)
_JAVA_HINT = (
    "Install a JDK, such as Eclipse Temurin 17 (Debian: apt install openjdk-17-jre-headless), or set JAVA_HOME."
)
_JAVA_VERSION = re.compile(r'version "(?:1\.)?(\d+)')
_LOCK_WAIT_SECONDS = 3.0
_LOCK_POLL_SECONDS = 0.1
_LOCK_FILE = "dbex.lck"
"""What Derby locks in the database's folder."""
_OPENED = "_streamtables_metastores"
_DERBY_IN_USE = "XSDB6"
"""The SQLSTATE under which Derby refuses a database that another process has open; Hive hands on its message alone."""
_CLASS_MISSING = "java.lang.ClassNotFoundException"
_SCHEME_UNKNOWN = "org.apache.hadoop.fs.UnsupportedFileSystemException"
_DRIVER_MISSING = re.compile(r'datastore driver \("([\w.$]+)"\) was not found')
_COMPLAINT = re.compile(r"\b(?:\w*Exception|\w*Error|Invalid|Unrecognized|Could not|Failed)\b")
_CLASS_NAME = re.compile(r"\w+(?:\.[\w$]+)+")
_FILE_SYSTEM_JARS: Mapping[str, str] = MappingProxyType(
    {
        "abfs": "org.apache.hadoop:hadoop-azure",
        "abfss": "org.apache.hadoop:hadoop-azure",
        "gs": "com.google.cloud.bigdataoss:gcs-connector",
        "s3a": "org.apache.hadoop:hadoop-aws",
        "wasbs": "org.apache.hadoop:hadoop-azure",
    }
)


def active_session() -> SparkSession | None:
    """Return this process's running Spark session, or None."""
    from pyspark.sql import SparkSession

    session: SparkSession | None = SparkSession._instantiatedSession
    return session if session is not None and not is_stopped(session) else None


def jvm_is_running() -> bool:
    """Return whether this process has a JVM, perhaps of a session that was stopped."""
    return _gateway() is not None or "PYSPARK_GATEWAY_PORT" in os.environ


def _gateway() -> Any:
    from pyspark import SparkContext

    return SparkContext._gateway


def require_java() -> str:
    """Refuse to start Spark without a Java that it can run on.

    Returns:
        Its main version.

    Raises:
        SessionError: JAVA_REQUIRED, saying what to install.
    """
    java = java_command()
    if java is None:
        raise SessionError(
            "JAVA_REQUIRED", {"minimum": str(MINIMUM_JAVA), "found": "no java on the PATH"}, hint=_JAVA_HINT
        )
    try:
        # The user's own Java: what Spark is about to run.
        answer = subprocess.run([java, "-version"], capture_output=True, text=True, check=False).stderr  # noqa: S603
    except OSError as error:
        found = f"{java} cannot be run ({error.strerror})"
        raise SessionError("JAVA_REQUIRED", {"minimum": str(MINIMUM_JAVA), "found": found}, hint=_JAVA_HINT) from None
    match = _JAVA_VERSION.search(answer)
    if match is None or int(match.group(1)) < MINIMUM_JAVA:
        found = f"{java} is {'Java ' + match.group(1) if match else 'not a working Java'}"
        raise SessionError("JAVA_REQUIRED", {"minimum": str(MINIMUM_JAVA), "found": found}, hint=_JAVA_HINT)
    return match.group(1)


def metastore_hint(metastore: Path) -> str:
    """Say what to do about an embedded metastore that another process has open.

    Args:
        metastore: Directory of the Derby database.

    Returns:
        A sentence that names the process, where that is known.
    """
    holder = lock_holder(metastore / _LOCK_FILE)
    if holder is None:
        return f"Close the other process (a notebook, a shell, another command) and try again, {_SERVER_HINT}"
    return f"It is {described(holder)}: close it and try again, {_SERVER_HINT}"


def require_delta_classes() -> None:
    """Refuse a JVM that runs already, as under spark-submit, and was started without Delta's jars.

    Raises:
        SessionError: DELTA_REQUIRED, naming them.
    """
    from pyspark import SparkContext

    if not has_delta_classes(SparkContext._jvm):
        missing = missing_delta_classes()
        raise missing


def metastore_stays_locked(metastore: Path) -> bool:
    """Return whether another process has an embedded metastore open, without asking Java.

    Derby says so too, but through Hive, which tries for half a minute. The JVM of a process that has just ended
    needs a moment to let go.

    Args:
        metastore: Directory of the Derby database.

    Returns:
        True if Derby's own lock on it is held for some seconds; False if not, if this process's JVM holds it, or
        where locks cannot be asked.
    """
    deadline = time.monotonic() + _LOCK_WAIT_SECONDS
    while _is_locked(metastore):
        if time.monotonic() > deadline:
            return True
        time.sleep(_LOCK_POLL_SECONDS)
    return False


def _is_locked(metastore: Path) -> bool:
    try:
        import fcntl
    except ImportError:
        return False
    gateway = _gateway()
    if gateway is not None and str(metastore) in gateway.__dict__.get(_OPENED, ()):
        return False
    try:
        with (metastore / _LOCK_FILE).open("r+b") as lock:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def start(
    conf: Mapping[str, str],
    place: WarehousePlace,
    given: Mapping[str, str],
    *,
    embedded: bool,
    output: Path | None = None,
) -> SparkSession:
    """Start Spark.

    Args:
        conf: All settings of the session.
        place: The warehouse.
        given: What Spark had been told without us.
        embedded: Whether the metastore is our own, in the warehouse.
        output: A file for what the JVM prints, instead of this process's own output.

    Returns:
        The session, its metastore open.

    Raises:
        SessionError: METASTORE_IN_USE, WAREHOUSE_MOVED, FILE_SYSTEM_MISSING, METASTORE_DRIVER_MISSING, or
            SPARK_START_FAILED with Spark's reason.
    """
    from py4j.protocol import Py4JJavaError
    from pyspark import SparkContext
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    builder: Any = SparkSession.builder
    for key, value in conf.items():
        builder = builder.config(key, value)
    session: SparkSession | None = None
    try:
        if not jvm_is_running():
            _launch(conf, output)
            note_external(given)
        SparkContext._jvm.java.lang.System.setProperty("derby.stream.error.file", str(place.derby_log))  # type: ignore[union-attr]
        session = builder.getOrCreate()
        mark_own_application(session)
        _open_file_system(session, place)
        original = _open_metastore(session)
    except (PySparkException, Py4JJavaError) as error:
        if session is not None:
            session.stop()
        causes = java_causes(error)
        if any(_DERBY_IN_USE in cause.message for cause in causes):
            raise SessionError(
                "METASTORE_IN_USE", {"warehouse": place.location}, hint=metastore_hint(place.metastore)
            ) from None
        _refuse_missing_file_system(place, causes)
        _refuse_missing_driver(conf, causes)
        reason = {"error": str(error).split("\n")[0] + _said(output)}
        raise SessionError("SPARK_START_FAILED", reason, hint=_start_hint(conf, output)) from error
    if embedded:
        _gateway().__dict__.setdefault(_OPENED, set()).add(str(place.metastore))
        if place.folder is not None and not place.is_at(original):
            session.stop()
            elsewhere = moved_warehouse(place, original)
            raise elsewhere
    if "spark.jars.packages" in conf:
        remember_jars(session)
    return session


def launch_jvm(output: Path, conf: Mapping[str, str] = MappingProxyType({})) -> Any:
    """Start a JVM with Spark's jars, and nothing in it.

    Args:
        output: A file for what it prints.
        conf: Settings of Spark.

    Returns:
        The JVM as py4j shows it, perhaps one that ran already.
    """
    from pyspark import SparkContext

    if not jvm_is_running():
        _launch(conf, output)
        note_external({})
    return SparkContext._jvm


def end_jvm() -> None:
    """End this process's JVM and wait until it has ended."""
    end_gateway(_gateway())


def moved_warehouse(place: WarehousePlace, original: str) -> SessionError:
    """Return the error for a warehouse that was made elsewhere.

    Args:
        place: Where it is.
        original: Where it was made, as its metastore says.

    Returns:
        WAREHOUSE_MOVED, with what to do.
    """
    return SessionError(
        "WAREHOUSE_MOVED",
        {"warehouse": place.location, "original": WarehousePlace.of(original).location},
        hint=f"Write its place into it with `streamtables doctor --relocate -w {place.location}`; what is at the old "
        "place stays as it is.",
    )


def _launch(conf: Mapping[str, str], output: Path | None) -> None:
    from pyspark import SparkConf, SparkContext
    from pyspark.java_gateway import launch_gateway

    settings = SparkConf(loadDefaults=False)
    settings.setAll(list(conf.items()))
    initialize: Any = SparkContext._ensure_initialized
    if output is None:
        initialize(conf=settings)
        return
    with output.open("w", encoding="utf-8") as file:
        launch: Any = launch_gateway
        initialize(gateway=launch(settings, popen_kwargs={"stdout": file, "stderr": file}))


def _open_file_system(session: SparkSession, place: WarehousePlace) -> None:
    """Have Hadoop find the warehouse's file system now, where an error can say what is missing."""
    context: Any = session.sparkContext
    context._jvm.org.apache.hadoop.fs.Path(place.location).getFileSystem(context._jsc.hadoopConfiguration())


def _open_metastore(session: SparkSession) -> str:
    """Open the metastore and return where it has the default schema: the warehouse's place when it was made."""
    java_session: Any = session._jsparkSession
    catalog = java_session.sharedState().externalCatalog()
    return str(catalog.getDatabase("default").locationUri().toString())


def _refuse_missing_file_system(place: WarehousePlace, causes: Sequence[JavaCause]) -> None:
    missing = next(filter(None, (_missing_file_system(place, cause) for cause in causes)), None)
    if place.folder is not None or missing is None:
        return
    package = _FILE_SYSTEM_JARS.get(place.scheme)
    hint = f"Add the setting spark.jars.packages={package}:<version of Hadoop>." if package is not None else None
    raise SessionError("FILE_SYSTEM_MISSING", {"warehouse": place.location, "missing": missing}, hint=hint) from None


def _refuse_missing_driver(conf: Mapping[str, str], causes: Sequence[JavaCause]) -> None:
    """Say which JDBC driver the metastore's database needs, if Hive's own library found none."""
    missing = next((found[1] for cause in causes if (found := _DRIVER_MISSING.search(cause.message))), None)
    if missing is not None:
        named = {"metastore": conf.get(CONNECTION, "of the settings"), "reason": f"{missing} is missing"}
        hint = "Put its jar on the driver's class path: --conf spark.driver.extraClassPath=<jar>."
        raise SessionError("METASTORE_DRIVER_MISSING", named, hint=hint) from None


def _missing_file_system(place: WarehousePlace, cause: JavaCause) -> str | None:
    if _SCHEME_UNKNOWN in cause.classes:
        return f"a file system for {place.scheme}"
    named = _CLASS_NAME.search(cause.message) if _CLASS_MISSING in cause.classes else None
    return None if named is None else named[0]


def _said(output: Path | None) -> str:
    """Return the first line that Java printed of something wrong: a JVM that does not start tells its reason there."""
    try:
        lines = [] if output is None else output.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    told = next((line.strip() for line in lines if _COMPLAINT.search(line)), None)
    return "" if told is None else f" ({told[:300]})"


def _start_hint(conf: Mapping[str, str], output: Path | None) -> str | None:
    hints = []
    if output is not None:
        hints.append(f"What Spark said is in {output}.")
    if "spark.jars.packages" in conf:
        hints.append("The first start fetches jars from Maven Central, so it needs the network.")
    return " ".join(hints) or None
