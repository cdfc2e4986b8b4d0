"""Starting Spark in this process: Java, Delta's jars, the embedded metastore."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from streamtables.errors import SessionError
from streamtables.spark.session_state import is_stopped

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

MINIMUM_JAVA = 17
METASTORE_HINT = (
    "Close the other process, or let it be `streamtables serve` and connect to that by JDBC or Spark Connect."
)
_JAVA_HINT = (
    "Install a JDK, such as Eclipse Temurin 17 (Debian: apt install openjdk-17-jre-headless), or set JAVA_HOME."
)
_JAVA_VERSION = re.compile(r'version "(?:1\.)?(\d+)')
_DELTA_JARS = ("io.delta_", "io.unitycatalog_")
_LOCK_WAIT_SECONDS = 3.0
_LOCK_POLL_SECONDS = 0.1
_OPENED = "_streamtables_metastores"
_DERBY_IN_USE = ("XSDB6", "Another instance of Derby")


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


def require_java() -> None:
    """Refuse to start Spark without a Java that it can run on.

    Raises:
        SessionError: JAVA_REQUIRED, saying what to install.
    """
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home) / "bin" / "java") if home else shutil.which("java")
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


def delta_package() -> str:
    """Return the Maven coordinates of Delta's jar that fits the installed packages."""
    spark = ".".join(version("pyspark").split(".")[:2])
    return f"io.delta:delta-spark_{spark}_2.13:{version('delta-spark')}"


def delta_settings(conf: Mapping[str, str]) -> dict[str, str]:
    """Say how Spark finds Delta's jars: from Maven Central at the first start, afterwards from the local disk.

    Args:
        conf: The user's settings; jars named there leave the resolution to Spark.

    Returns:
        The settings to add.
    """
    if "spark.jars.packages" in conf:
        packages = conf["spark.jars.packages"]
        return {} if "io.delta:delta-spark" in packages else {"spark.jars.packages": f"{packages},{delta_package()}"}
    known = _known_jars() if "spark.jars" not in conf else None
    if known is not None:
        return {"spark.jars": ",".join(known)}
    sys.stderr.write("streamtables: fetching Delta Lake from Maven Central, at the first start only\n")
    return {"spark.jars.packages": delta_package()}


def _jar_list() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "streamtables" / (delta_package().replace(":", "_") + ".json")


def _known_jars() -> list[str] | None:
    try:
        jars = json.loads(_jar_list().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return jars if jars and all(Path(jar).is_file() for jar in jars) else None


def remember_jars(spark: SparkSession) -> None:
    """Keep where Delta's jars are: resolving them again takes Ivy seconds, and it prints a page.

    The others that Ivy finds (Hadoop, Parquet, Jackson, logging) come with Spark.
    """
    found = [jar.removeprefix("file://") for jar in str(spark.conf.get("spark.jars", "")).split(",")]
    jars = [jar for jar in found if Path(jar).name.startswith(_DELTA_JARS) and Path(jar).is_file()]
    if not jars:
        return
    path = _jar_list()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(jars, indent=1), encoding="utf-8")
    except OSError:
        # A home that cannot be written to only costs the resolution at the next start.
        return


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
        with (metastore / "dbex.lck").open("r+b") as lock:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def start(conf: Mapping[str, str], warehouse: Path, metastore: Path, derby_log: Path) -> SparkSession:
    """Start Spark with an embedded metastore.

    Args:
        conf: All settings of the session.
        warehouse: The warehouse, for messages.
        metastore: Directory of the Derby database.
        derby_log: Where Derby writes what it does.

    Returns:
        The session, its metastore open.

    Raises:
        SessionError: METASTORE_IN_USE, or SPARK_START_FAILED with Spark's reason.
    """
    from py4j.protocol import Py4JJavaError
    from pyspark import SparkContext
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    builder: Any = SparkSession.builder
    for key, value in conf.items():
        builder = builder.config(key, value)
    if SparkContext._jvm is not None:
        SparkContext._jvm.java.lang.System.setProperty("derby.stream.error.file", str(derby_log))
    session: SparkSession | None = None
    try:
        session = builder.getOrCreate()
        _open_metastore(session)
    except (PySparkException, Py4JJavaError) as error:
        text = str(error)
        if session is not None:
            text += _causes(error)
            session.stop()
        if any(sign in text for sign in _DERBY_IN_USE):
            raise SessionError("METASTORE_IN_USE", {"warehouse": str(warehouse)}, hint=METASTORE_HINT) from None
        raise SessionError("SPARK_START_FAILED", {"error": text.split("\n")[0]}, hint=_start_hint(conf)) from error
    _gateway().__dict__.setdefault(_OPENED, set()).add(str(metastore))
    if "spark.jars.packages" in conf:
        remember_jars(session)
    return session


def _open_metastore(session: SparkSession) -> None:
    java_session: Any = session._jsparkSession
    java_session.sharedState().externalCatalog().databaseExists("default")


def _causes(error: BaseException) -> str:
    """Return the messages of all causes of a Java exception."""
    java_error = getattr(error, "java_exception", None) or getattr(error, "_origin", None)
    text = ""
    while java_error is not None:
        text += f"\n{java_error.toString()}"
        java_error = java_error.getCause()
    return text


def _start_hint(conf: Mapping[str, str]) -> str | None:
    if "spark.jars.packages" in conf:
        return "The first start fetches Delta's jars from Maven Central, so it needs the network."
    return None
