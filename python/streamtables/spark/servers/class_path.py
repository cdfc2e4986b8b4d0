"""Delta's jars on the driver's class path, where the servers' threads look for classes.

Spark adds the jars of ``spark.jars`` to a class loader of its own main thread. The threads of the servers only see what
the JVM was started with.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from streamtables.errors import SessionError
from streamtables.spark.sessions.delta_jars import delta_package, fetch, known_jars, must_be_fetched

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

CLASS_PATH = "spark.driver.extraClassPath"
_JARS = "spark.jars"
_OF_DELTA = "delta-spark"
_DELTA_CLASS = "org.apache.spark.sql.delta.DeltaLog"


def class_path_settings(told: Mapping[str, str]) -> dict[str, str]:
    """Say what the driver's class path has to be; Delta's jars are fetched if nobody says where they are.

    Args:
        told: All that Spark is told otherwise.

    Returns:
        The setting to add; nothing where Delta's jars are on the class path, or are left to Spark's own resolution.

    Raises:
        SessionError: DELTA_NOT_FETCHED.
    """
    given = told.get(CLASS_PATH, "")
    if _OF_DELTA in given:
        return {}
    if must_be_fetched(told):
        fetch(told)
    named = [_path(jar) for jar in told.get(_JARS, "").split(",") if jar]
    jars = named if any(_OF_DELTA in jar for jar in named) else known_jars()
    if not jars:
        return {}
    return {CLASS_PATH: os.pathsep.join([*filter(None, [given]), *jars])}


def require_delta_on_class_path(spark: SparkSession) -> None:
    """Refuse a JVM whose servers' threads would not find Delta.

    Args:
        spark: A classic session.

    Raises:
        SessionError: DELTA_NOT_ON_CLASS_PATH, with the setting that helps.
    """
    if not _finds(spark, _DELTA_CLASS):
        raise SessionError(
            "DELTA_NOT_ON_CLASS_PATH",
            {"package": delta_package()},
            hint=f"Start Spark with --driver-class-path or the setting {CLASS_PATH}, which names the jars themselves "
            f"({os.pathsep.join(known_jars() or ['delta-spark_….jar', 'delta-storage-….jar'])}); --packages and "
            "spark.jars are not enough.",
        )


def require_server_class(spark: SparkSession, name: str, jar: str, switch: str) -> None:
    """Refuse a Spark without the jar of a server.

    Args:
        spark: A classic session.
        name: A class of the jar.
        jar: What the jar's name begins with.
        switch: The option that leaves the server out.

    Raises:
        SessionError: SERVER_JAR_MISSING.
    """
    if not _finds(spark, name):
        raise SessionError(
            "SERVER_JAR_MISSING",
            {"jar": f"{jar}_2.13-{spark.version}.jar"},
            hint=f"The wheel of pyspark has it in its folder jars; here, take a SPARK_HOME that has it, or {switch}.",
        )


def _finds(spark: SparkSession, name: str) -> bool:
    from py4j.protocol import Py4JJavaError

    jvm: Any = spark._jvm
    try:
        jvm.java.lang.ClassLoader.getSystemClassLoader().loadClass(name)
    except Py4JJavaError:
        return False
    return True


def _path(jar: str) -> str:
    return unquote(urlsplit(jar).path) if jar.startswith("file:") else jar
