"""Spark's Thrift server, which clients of JDBC and ODBC speak to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from streamtables.errors import SessionError
from streamtables.spark.failures.java_causes import java_causes
from streamtables.spark.jvm import scala
from streamtables.spark.jvm.bridge import JvmBridge
from streamtables.spark.servers.class_path import require_server_class

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

HADOOP = "spark.hadoop."
HOST = "hive.server2.thrift.bind.host"
PORT, HTTP_PORT = "hive.server2.thrift.port", "hive.server2.thrift.http.port"
DEFAULT_PORT, DEFAULT_HTTP_PORT = 10000, 10001
_MODE = "hive.server2.transport.mode"
_CLASS = "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2"
_HIVE_STATE = "org.apache.hadoop.hive.ql.session.SessionState"
_STARTED = "STARTED"


def speaks_http(told: Mapping[str, str]) -> bool:
    """Return whether settings ask for JDBC over HTTP.

    Args:
        told: Spark's settings.

    Returns:
        Whether they do.
    """
    return told.get(HADOOP + _MODE, "").strip().lower() == "http"


class JdbcServer:
    """The running server.

    Args:
        java: Spark's ``HiveThriftServer2``.
    """

    def __init__(self, java: Any) -> None:
        self._java = java

    @classmethod
    def start(cls, spark: SparkSession, host: str, port: int, *, http: bool) -> JdbcServer:
        """Start the server.

        Args:
            spark: The session from which those of clients are made.
            host: The address to listen on.
            port: The port.
            http: Whether it speaks HTTP.

        Returns:
            The server, which listens.

        Raises:
            SessionError: SERVER_JAR_MISSING, or SERVER_NOT_STARTED with Hive's reason.
        """
        from py4j.protocol import Py4JJavaError

        require_server_class(spark, _CLASS, "spark-hive-thriftserver", "--no-jdbc")
        given: Any = spark
        # When a client's session ends, Hive closes the class loaders up to Spark's own.
        JvmBridge.of(spark).load_all()
        # Hive's client, which the metastore may have opened on this thread, hands its own settings on to the server.
        state = scala.java_class(given._jvm, _HIVE_STATE).get()
        for settings in (given._jsc.hadoopConfiguration(), *(() if state is None else (state.getConf(),))):
            settings.set(HOST, host)
            settings.set(HTTP_PORT if http else PORT, str(port))
        try:
            server = scala.java_class(given._jvm, _CLASS).startWithSparkSession(given._jsparkSession, False)
        except Py4JJavaError as error:
            reason = java_causes(error)[-1].message.strip().split("\n", 1)[0]
            raise SessionError("SERVER_NOT_STARTED", {"server": "The JDBC server", "reason": reason}) from error
        listens = next(one for one in server.getServices().toArray() if one.getName().startswith("Thrift"))
        found = str(listens.getServerIPAddress().getHostAddress()), int(listens.getPortNumber())
        if found != (str(given._jvm.java.net.InetAddress.getByName(host).getHostAddress()), port):
            server.stop()
            reason = f"it would listen on port {found[1]} of {found[0]}"
            raise SessionError("SERVER_NOT_STARTED", {"server": "The JDBC server", "reason": reason})
        return cls(server)

    @property
    def is_listening(self) -> bool:
        """Whether it takes connections."""
        return str(self._java.getServiceState().name()) == _STARTED

    def stop(self) -> None:
        """End all sessions, and what they run."""
        self._java.stop()
