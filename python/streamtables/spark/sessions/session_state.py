"""Spark sessions: telling them apart, wrapping the JVM's, and lending internal ones to the engine."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from streamtables.errors import SessionError
from streamtables.spark.accelerators.chosen import choose, lend_accelerators
from streamtables.spark.accelerators.probing import is_own_application, problems_of
from streamtables.spark.jvm.driver_memory import SETTING, lend_memory
from streamtables.spark.jvm.settings import set_all
from streamtables.spark.sessions.connect_client import is_connect_client
from streamtables.spark.sessions.delta_jars import delta_package
from streamtables.spark.sessions.recorded_settings import in_force

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.spark.jvm.bridge import JvmBridge

_DELTA_EXTENSION = "io.delta.sql.DeltaSparkSessionExtension"
_EXTENSIONS = "spark.sql.extensions"
_CATALOG = "spark.sql.catalog.spark_catalog"
_DELTA_CLASS = "org.apache.spark.sql.delta.DeltaLog"
_DELTA_HINT = (
    f"Start the session with {_EXTENSIONS}={_DELTA_EXTENSION} and "
    f"{_CATALOG}=org.apache.spark.sql.delta.catalog.DeltaCatalog, or take streamtables.session()."
)
SETTINGS = "spark.streamtables."
"""How the names of our settings begin."""
_WRAPPED = ("_sc", "_jsc", "_jvm", "_profiler_collector")


def wrap_session(root: SparkSession, java_session: Any) -> SparkSession:
    """Return a PySpark session over a session of the JVM.

    PySpark's constructor is passed by: it would turn ``RDD.toDF`` to this session and cost several calls.

    Args:
        root: Any session of the same application.
        java_session: The JVM's session.

    Returns:
        The session, without a place among PySpark's default sessions.
    """
    from pyspark.sql import SparkSession

    session = SparkSession.__new__(SparkSession)
    for attribute in _WRAPPED:
        setattr(session, attribute, getattr(root, attribute))
    session._jsparkSession = java_session
    return session


def require_classic(spark: SparkSession) -> None:
    """Refuse what is not a running session of this process.

    Args:
        spark: What the user passed.

    Raises:
        SessionError: SPARK_CONNECT_NOT_SUPPORTED for a Connect client, SESSION_CLOSED after ``stop``.
    """
    if is_connect_client(spark):
        raise SessionError(
            "SPARK_CONNECT_NOT_SUPPORTED",
            hint="Statements of spark.sql, and the methods of streamtables.table that are statements, work from here.",
        )
    if is_stopped(spark):
        raise SessionError("SESSION_CLOSED", hint="Start a new session.")


def require_delta(spark: SparkSession) -> None:
    """Refuse a session that cannot hold Delta tables.

    Args:
        spark: A classic session.

    Raises:
        SessionError: DELTA_REQUIRED, naming the settings or the jar.
    """
    if _DELTA_EXTENSION not in str(spark.conf.get(_EXTENSIONS, "")):
        raise SessionError("DELTA_REQUIRED", {"missing": _EXTENSIONS}, hint=_DELTA_HINT)
    if not spark.conf.get(_CATALOG, ""):
        raise SessionError("DELTA_REQUIRED", {"missing": _CATALOG}, hint=_DELTA_HINT)
    if not has_delta_classes(spark._jvm):
        missing = missing_delta_classes()
        raise missing


def has_delta_classes(jvm: Any) -> bool:
    """Return whether a JVM has Delta's jars.

    Args:
        jvm: The JVM as py4j shows it.

    Returns:
        Whether Spark's class loader finds Delta.
    """
    from py4j.protocol import Py4JJavaError

    loader = jvm.java.lang.Thread.currentThread().getContextClassLoader()
    try:
        jvm.java.lang.Class.forName(_DELTA_CLASS, False, loader)
    except Py4JJavaError:
        return False
    return True


def missing_delta_classes() -> SessionError:
    """Return the error for a JVM without Delta's jars."""
    return SessionError(
        "DELTA_REQUIRED",
        {"missing": f"the jar {delta_package()}"},
        hint=f"The JVM runs already and takes no more jars: start it with --packages {delta_package()}, or with the "
        "setting spark.jars.packages.",
    )


def is_stopped(spark: SparkSession) -> bool:
    """Return whether the session's Spark application has been stopped."""
    context: Any = spark.sparkContext
    return context._jsc is None or bool(context._jsc.sc().isStopped())


def remember(spark: SparkSession, key: str, value: object) -> None:
    """Keep something as long as the session's Spark application lives."""
    setattr(spark.sparkContext, f"_streamtables_{key}", value)


def recall(spark: SparkSession, key: str) -> Any:
    """Return what was kept for the session's Spark application, or None."""
    return spark.sparkContext.__dict__.get(f"_streamtables_{key}")


class SessionPool:
    """Lends sessions whose parser is Delta's own, with settings of the borrower.

    Args:
        root: The session from which new ones are made.
        bridge: Takes our parser out of them.
    """

    def __init__(self, root: SparkSession, bridge: JvmBridge) -> None:
        self._root: Any = root
        self._bridge = bridge
        self._idle: deque[Any] = deque()
        self._lock = threading.Lock()

    @contextmanager
    def lend(self, settings: Mapping[str, str], user: SparkSession | None = None) -> Iterator[SparkSession]:
        """Lend a session for the length of a ``with`` block.

        Args:
            settings: Settings for the borrower; they and all changes to settings, current schema and temporary views
                are taken back at the end.
            user: The session whose temporary functions the borrower may call; None for nobody's.

        Yields:
            The session, used by nobody else meanwhile.

        Raises:
            SessionError: INVALID_MEMORY_FRACTION, INVALID_SETTING or UNKNOWN_ACCELERATOR for a setting of the user's.
        """
        java_session = self._take()
        before = java_session.sessionState().conf().getAllConfs()
        session = wrap_session(self._root, java_session)
        try:
            told = self._bridge.settings(user or self._root, SETTINGS)
            accelerators = choose(told, problems_of(session), own_application=is_own_application(session))
            files = self._bridge.local_files if "local_files" in accelerators.used else {}
            set_all(session, {**in_force(session, settings), **files})
            lend_accelerators(session, accelerators)
            lend_memory(session, told.get(SETTING), self._bridge.driver_memory)
            if user is not None:
                self._bridge.functions.lend(user._jsparkSession.sessionState(), java_session.sessionState())
            yield session
        finally:
            if not is_stopped(self._root):
                self._bridge.clean(java_session, before)
                with self._lock:
                    self._idle.append(java_session)

    def _take(self) -> Any:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        java_session = self._root._jsparkSession.newSession()
        self._bridge.uninstall(java_session)
        self._bridge.open_catalog(java_session)
        return java_session

    def clear(self) -> None:
        """Forget the idle sessions."""
        with self._lock:
            self._idle.clear()
