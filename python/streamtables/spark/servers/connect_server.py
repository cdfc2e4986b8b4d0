"""Spark's own server for Spark Connect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from streamtables.errors import SessionError
from streamtables.spark.failures.java_causes import java_causes
from streamtables.spark.jvm import scala
from streamtables.spark.servers.class_path import require_server_class

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

HOST = "spark.connect.grpc.binding.address"
PORT = "spark.connect.grpc.binding.port"
DEFAULT_PORT = 15002
_CLASS = "org.apache.spark.sql.connect.service.SparkConnectService"
_LAST_ANSWERS_SECONDS = 2


class ConnectServer:
    """The running server.

    Args:
        spark: The session that it was started with.
        java: Spark's ``SparkConnectService``.
    """

    def __init__(self, spark: SparkSession, java: Any) -> None:
        self._spark: Any = spark
        self._java = java

    @classmethod
    def start(cls, spark: SparkSession, host: str, port: int) -> ConnectServer:
        """Start the server.

        Args:
            spark: A session of the application.
            host: The address to listen on.
            port: The port.

        Returns:
            The server, which listens.

        Raises:
            SessionError: SERVER_JAR_MISSING, or SERVER_NOT_STARTED with Spark's reason.
        """
        from py4j.protocol import Py4JJavaError

        require_server_class(spark, _CLASS, "spark-connect", "--no-connect")
        given: Any = spark
        context = given._jsc.sc()
        # Spark reads them when the server starts, from the application's own settings.
        context.conf().set(HOST, host)
        context.conf().set(PORT, str(port))
        service = scala.companion(given._jvm, _CLASS)
        try:
            service.start(context)
        except Py4JJavaError as error:
            reason = java_causes(error)[-1].message.strip().split("\n", 1)[0]
            raise SessionError("SERVER_NOT_STARTED", {"server": "Spark Connect", "reason": reason}) from error
        if int(service.localPort()) != port:
            service.stop(scala.none(given._jvm), scala.none(given._jvm))
            reason = f"the port was taken meanwhile, and it would listen on {service.localPort()}"
            raise SessionError("SERVER_NOT_STARTED", {"server": "Spark Connect", "reason": reason})
        return cls(spark, service)

    @property
    def is_listening(self) -> bool:
        """Whether it takes connections."""
        server = self._java.server()
        return server is not None and not bool(server.isShutdown())

    def stop(self) -> None:
        """End all sessions, and what they run; what has been answered is still sent."""
        jvm = self._spark._jvm
        server = self._java.server()
        server.shutdown()
        server.awaitTermination(_LAST_ANSWERS_SECONDS, jvm.java.util.concurrent.TimeUnit.SECONDS)
        self._java.stop(scala.none(jvm), scala.none(jvm))
