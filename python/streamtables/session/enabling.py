"""Teaching a Spark session our statements, and taking them away again."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from streamtables.errors import SessionError
from streamtables.spark.accelerators.chosen import chosen_by
from streamtables.spark.accelerators.probing import probe
from streamtables.spark.jvm.bridge import JvmBridge
from streamtables.spark.sessions.connect_client import is_connect_client, require_server_with_us
from streamtables.spark.sessions.session_state import SessionPool, recall, remember, require_classic, require_delta
from streamtables.spark.statements.java_errors import ErrorBorder
from streamtables.spark.statements.parser_proxy import Dispatcher, ParserProxy

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.session.runtime import Runtime

_RUNTIME = "runtime"
_COMPILED = "sqlglotc"
_COMPILED_HINT = f"Take it away with 'pip uninstall {_COMPILED}': sqlglot is complete without it."


def enable(spark: SparkSession) -> None:
    """Let a Delta session, and every session made from it, speak of stream tables.

    Doing it again changes nothing. A client of Spark Connect speaks of them where its server does: then nothing is to
    be done.

    Args:
        spark: A classic session with Delta configured, or a client of Spark Connect.

    Raises:
        SessionError: DELTA_REQUIRED, SESSION_CLOSED, SQLGLOT_COMPILED, INVALID_SETTING or UNKNOWN_ACCELERATOR for a
            setting of an accelerator, or CONNECT_SERVER_WITHOUT_STREAM_TABLES.
    """
    if is_connect_client(spark):
        require_server_with_us(spark)
        return
    from streamtables.session.dispatch import CommandDispatcher

    enable_with(spark, CommandDispatcher)


def enable_with(spark: SparkSession, make_dispatcher: Callable[[Runtime], Dispatcher]) -> Runtime:
    """Enable stream tables with a dispatcher of the caller's choice.

    Args:
        spark: A classic session with Delta configured.
        make_dispatcher: Called with the runtime, if the application has none yet.

    Returns:
        The application's runtime.

    Raises:
        SessionError: DELTA_REQUIRED, SPARK_CONNECT_NOT_SUPPORTED, SESSION_CLOSED, SQLGLOT_COMPILED, or INVALID_SETTING
            or UNKNOWN_ACCELERATOR for a setting of an accelerator.
    """
    # The engine behind it brings PySpark in, which importing the package must not.
    from streamtables.session.runtime import Runtime

    require_classic(spark)
    require_delta(spark)
    require_sqlglot()
    bridge = JvmBridge.of(spark)
    runtime: Runtime | None = recall(spark, _RUNTIME)
    if runtime is None:
        _accelerate(spark, bridge)
        border = ErrorBorder(bridge)
        runtime = Runtime(spark, SessionPool(spark, bridge))
        ParserProxy(spark, bridge, border, make_dispatcher(runtime)).connect()
        border.install()
        bridge.switch(True)
        remember(spark, _RUNTIME, runtime)
    bridge.install(spark)
    return runtime


def _accelerate(spark: SparkSession, bridge: JvmBridge) -> None:
    """Try what accelerators need, warn of what does not fit, and begin with what is for the whole application."""
    probe(spark)
    if "setting_sources" in chosen_by(spark).used:
        bridge.forget_setting_sources()


def sqlglot_may_be_compiled() -> bool:
    """Return whether the package is installed that compiles sqlglot, without bringing sqlglot in."""
    try:
        version(_COMPILED)
    except PackageNotFoundError:
        return False
    return True


def require_sqlglot() -> None:
    """Refuse a sqlglot that cannot be extended.

    Raises:
        SessionError: SQLGLOT_COMPILED.
    """
    from streamtables_rewriter.sql.dialect import require_extensible

    try:
        require_extensible()
    except TypeError as error:
        raise SessionError("SQLGLOT_COMPILED", {}, hint=_COMPILED_HINT) from error


def disable(spark: SparkSession) -> None:
    """Give all sessions of the application back the parser that they would have without us.

    Stream tables stay as they are, as views over Delta tables. Without ``enable`` before, nothing happens.

    Args:
        spark: A session of the application.

    Raises:
        SessionError: SPARK_CONNECT_NOT_SUPPORTED or SESSION_CLOSED.
    """
    require_classic(spark)
    runtime: Runtime | None = recall(spark, _RUNTIME)
    if runtime is None:
        return
    bridge = JvmBridge.of(spark)
    bridge.switch(False)
    bridge.uninstall_everywhere()
    ErrorBorder.uninstall()
    runtime.close()
    remember(spark, _RUNTIME, None)


def runtime_of(spark: SparkSession) -> Runtime:
    """Return the runtime of an enabled session.

    Args:
        spark: A session of the application.

    Returns:
        The runtime.

    Raises:
        SessionError: SESSION_CLOSED if stream tables are not enabled, SPARK_CONNECT_NOT_SUPPORTED.
    """
    require_classic(spark)
    runtime: Runtime | None = recall(spark, _RUNTIME)
    if runtime is None:
        raise SessionError("SESSION_CLOSED", hint="Call streamtables.enable(spark).")
    return runtime
