"""What Spark was told before we start it: spark-defaults.conf, the arguments of spark-submit, a hive-site.xml."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

_DEFAULTS = "spark-defaults.conf"
_PROPERTY = re.compile(r"\s*(?P<key>[^#\s=:][^\s=:]*)\s*[\s=:]\s*(?P<value>.*?)\s*\Z")
_OPTIONS: Mapping[str, str] = MappingProxyType(
    {
        "--master": "spark.master",
        "--name": "spark.app.name",
        "--jars": "spark.jars",
        "--packages": "spark.jars.packages",
        "--repositories": "spark.jars.repositories",
        "--driver-memory": "spark.driver.memory",
        "--driver-java-options": "spark.driver.extraJavaOptions",
        "--driver-class-path": "spark.driver.extraClassPath",
    }
)
_METASTORE = (
    "spark.hadoop.javax.jdo.option.ConnectionURL",
    "spark.hadoop.hive.metastore.uris",
    "spark.hive.metastore.uris",
)
_HIVE_SITE = "hive-site.xml"
_GIVEN = "_streamtables_given"


def external_settings() -> dict[str, str]:
    """Return the settings that Spark has without us.

    Returns:
        Those of the running JVM, if there is one; else those of spark-defaults.conf under those of
        ``PYSPARK_SUBMIT_ARGS``.
    """
    from pyspark import SparkConf, SparkContext

    gateway = SparkContext._gateway
    # A gateway has a Java package for each attribute that it does not have.
    known: dict[str, str] | None = None if gateway is None else vars(gateway).get(_GIVEN)
    if known is not None:
        return known
    if gateway is not None or "PYSPARK_GATEWAY_PORT" in os.environ:
        initialize: Any = SparkContext._ensure_initialized
        initialize()
        return dict(SparkConf(loadDefaults=True).getAll())
    arguments = shlex.split(os.environ.get("PYSPARK_SUBMIT_ARGS", ""))
    submitted = _submitted(arguments)
    file = submitted.pop(_DEFAULTS, None)
    return {**_properties(_conf_folder() / _DEFAULTS if file is None else Path(file)), **submitted}


def note_external(settings: Mapping[str, str]) -> None:
    """Keep what was given before we started the JVM, which takes all of our settings for given.

    Args:
        settings: What was given.
    """
    from pyspark import SparkContext

    SparkContext._gateway.__dict__[_GIVEN] = dict(settings)


def metastore_is_external(settings: Mapping[str, str]) -> bool:
    """Return whether the user says where the metastore is.

    Args:
        settings: All that the user gave.

    Returns:
        True if a setting names a metastore, or Spark finds a hive-site.xml.
    """
    if any(settings.get(key) for key in _METASTORE):
        return True
    folders = [_conf_folder(), *(Path(os.environ[name]) for name in ("HADOOP_CONF_DIR",) if os.environ.get(name))]
    return any((folder / _HIVE_SITE).is_file() for folder in folders)


def _conf_folder() -> Path:
    configured = os.environ.get("SPARK_CONF_DIR")
    if configured:
        return Path(configured)
    home = os.environ.get("SPARK_HOME")
    if home:
        return Path(home) / "conf"
    from pyspark.find_spark_home import _find_spark_home

    return Path(_find_spark_home()) / "conf"


def _properties(file: Path) -> dict[str, str]:
    """Read a properties file as Spark does: a key, blanks or ``=`` or ``:``, a value."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    return {match["key"]: match["value"] for line in lines if (match := _PROPERTY.match(line)) is not None}


def _submitted(arguments: list[str]) -> dict[str, str]:
    """Read the arguments of spark-submit that are settings; another properties file comes under the usual name."""
    found: dict[str, str] = {}
    waiting = list(arguments)
    while waiting:
        option, _, value = waiting.pop(0).partition("=")
        if option not in _OPTIONS and option not in {"--conf", "-c", "--properties-file"}:
            continue
        value = value or (waiting.pop(0) if waiting else "")
        if option in _OPTIONS:
            found[_OPTIONS[option]] = value
        elif option == "--properties-file":
            found[_DEFAULTS] = value
        else:
            key, _, setting = value.partition("=")
            found[key] = setting
    return found
