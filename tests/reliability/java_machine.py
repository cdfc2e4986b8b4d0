"""The JVM that processes of a soak run in: one for each, or one that outlives the Python processes that use it.

Starting a JVM takes most of the time between two deaths. All code of ours runs in the Python process, and at its named
steps the JVM waits for it: so killing that process there is killing all of it, but for what Spark and Delta remember.
Between two processes Spark's context is stopped and the metastore closed, so that nothing is remembered but classes.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from streamtables.session.builder import session_settings
from streamtables.spark.jvm.bridge import COMPILED
from streamtables.spark.jvm.compiling import Compiled
from streamtables.spark.sessions.warehouse_place import WarehousePlace

if TYPE_CHECKING:
    import subprocess

_BRIDGE = "streamtables.statements.StatementBridge"
LEAN = {
    "spark.driver.memory": "1g",
    "spark.databricks.delta.snapshotPartitions": "1",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.shuffle.partitions": "1",
    "spark.sql.session.timeZone": "UTC",
    "spark.streamtables.strict": "true",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:ReservedCodeCacheSize=256m "
    "-Ddelta.log.cacheSize=20",
}
"""Settings with which a session on tables of a few rows starts and answers fast."""


class JavaMachine:
    """A JVM that outlives the processes that use it.

    Args:
        warehouse: The warehouse that they open.
    """

    def __init__(self, warehouse: Path) -> None:
        self._place = WarehousePlace.of(warehouse)
        self._gateway: Any = None

    def environment(self) -> dict[str, str]:
        """Start the JVM if there is none, and tell how a process finds it.

        Returns:
            Environment variables.
        """
        from pyspark import SparkConf
        from pyspark.java_gateway import launch_gateway

        if self._gateway is None:
            conf = SparkConf(loadDefaults=False)
            settings = session_settings(self._place, "soak", "local[2]", LEAN)
            for key, value in settings.items():
                # The processes choose it themselves: one that a JVM brings along is not taken for the warehouse's own.
                if not key.startswith("spark.hadoop.javax.jdo"):
                    conf.set(key, value)
            self._gateway = launch_gateway(conf)  # type: ignore[no-untyped-call]
        java = self._gateway.java_parameters
        return {"PYSPARK_GATEWAY_PORT": str(java.port), "PYSPARK_GATEWAY_SECRET": java.auth_token}

    def clear(self) -> None:
        """Stop what a dead process has left running."""
        jvm = self._gateway.jvm
        companion = getattr(getattr(jvm.org.apache.spark, "SparkContext$"), "MODULE$")
        active = companion.getActive()
        if active.isDefined():
            active.get().stop()
        jvm.org.apache.spark.sql.classic.SparkSession.clearActiveSession()
        jvm.org.apache.spark.sql.classic.SparkSession.clearDefaultSession()
        jvm.org.apache.spark.sql.delta.DeltaLog.clearCache()
        self._close_metastore()

    def _close_metastore(self) -> None:
        """Have Derby close the warehouse's metastore, which it answers by an exception, as it does when it is not open.

        Where this process has a session of its own, PySpark looks for the objects of every Java exception in that
        session's JVM. So the call is sent as py4j would send it, and its answer left unread.
        """
        from py4j.protocol import CALL_COMMAND_NAME, END_COMMAND_PART, STATIC_PREFIX, get_command_part

        closing = f"jdbc:derby:;databaseName={self._place.metastore};shutdown=true"
        called = f"{STATIC_PREFIX}java.sql.DriverManager\ngetConnection\n"
        command = f"{CALL_COMMAND_NAME}{called}{get_command_part(closing)}{END_COMMAND_PART}"
        self._gateway._gateway_client.send_command(command)

    def kill(self) -> None:
        """End the JVM as a machine that loses its power would."""
        if self._gateway is None:
            return
        process: subprocess.Popen[bytes] = self._gateway.proc
        process.kill()
        process.wait()
        if process.stdin is not None:
            process.stdin.close()
        self._gateway.shutdown()
        self._gateway = None

    def is_running(self) -> bool:
        """Tell whether there is a JVM."""
        return self._gateway is not None


def join_running_machine() -> None:
    """Let this process use the classes that an earlier one has compiled in the JVM that it joins, if it joins one."""
    if "PYSPARK_GATEWAY_PORT" not in os.environ:
        return
    from py4j.protocol import Py4JJavaError
    from pyspark import SparkContext

    SparkContext._ensure_initialized()
    gateway: Any = SparkContext._gateway
    loader = gateway.jvm.java.lang.Thread.currentThread().getContextClassLoader()
    try:
        known = loader.loadClass(_BRIDGE)
    except Py4JJavaError:
        return
    jar = Path(str(known.getProtectionDomain().getCodeSource().getLocation().getPath()))
    gateway.__dict__[COMPILED] = Compiled(jar, loader)
