"""What stream tables need on this machine: what is there, what is wrong with it, and how to mend it."""

from __future__ import annotations

import platform
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from streamtables.errors import SessionError
from streamtables.spark.accelerators.chosen import chosen_by
from streamtables.spark.jvm.class_archive import ClassArchive
from streamtables.spark.jvm.kept_classes import where_classes_are
from streamtables.spark.sessions.delta_jars import delta_version, known_jars
from streamtables.spark.sessions.local_session import metastore_hint, metastore_stays_locked, require_java
from streamtables.spark.sessions.other_processes import described, listener
from streamtables.spark.sessions.remote_session import missing_packages
from streamtables.spark.sessions.warehouse_place import WarehousePlace

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_SPARK = "4.2."
PORTS = {10000: "JDBC", 15002: "Spark Connect", 10080: "probes and metrics"}
_SERVERS = {"spark-hive-thriftserver_": "JDBC", "spark-connect_": "Spark Connect"}


class State(Enum):
    """How something is."""

    OK = "ok"
    NOTE = "note"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of one thing.

    Attributes:
        what: The thing.
        state: Whether it is as it has to be; a note is what only some commands need.
        found: What is there.
        mend: What to do about it; empty where nothing is to be done.
    """

    what: str
    state: State
    found: str
    mend: str = ""


def machine() -> Iterator[Finding]:
    """Look at what every warehouse needs, without starting Java for longer than it takes to tell its version.

    Yields:
        Findings.
    """
    yield Finding("Python", State.OK, platform.python_version())
    yield _java()
    yield _spark()
    yield _delta()
    yield Finding("Classes", State.OK, where_classes_are())
    yield _class_archive()
    yield from _servers()
    for port, server in PORTS.items():
        yield _port(port, server)


def metastore(place: WarehousePlace) -> Finding:
    """Look whether the embedded metastore of a warehouse can be opened.

    Args:
        place: The warehouse's place.

    Returns:
        What was found.
    """
    if not metastore_stays_locked(place.metastore):
        return Finding("Metastore", State.OK, f"{place.metastore}, in use by nobody")
    return Finding("Metastore", State.WRONG, f"{place.metastore} is in use", metastore_hint(place.metastore))


def accelerators(session: SparkSession) -> Finding:
    """Look which accelerators work here.

    Args:
        session: An enabled session.

    Returns:
        What was found.
    """
    chosen = chosen_by(session)
    used = f"{len(chosen.used)} of {len(chosen.used) + len(chosen.off)} in use"
    if not chosen.off:
        return Finding("Accelerators", State.OK, used)
    off = "; ".join(f"{name}: {reason}" for name, reason in sorted(chosen.off.items()))
    return Finding("Accelerators", State.NOTE, f"{used}; off: {off}", "Refreshes are right without them, but slower.")


def _java() -> Finding:
    try:
        return Finding("Java", State.OK, require_java())
    except SessionError as error:
        return Finding("Java", State.WRONG, error.parameters["found"], error.hint or "")


def _spark() -> Finding:
    found = version("pyspark")
    if found.startswith(_SPARK):
        return Finding("Spark", State.OK, found)
    return Finding("Spark", State.WRONG, found, f"Install the one that is tried: pip install 'pyspark~={_SPARK}0'.")


def _delta() -> Finding:
    jars = known_jars()
    if jars is not None:
        return Finding("Delta", State.OK, f"{delta_version()}, its jars are in {Path(jars[0]).parent}")
    mend = "The first start fetches them, and needs the network for it; or name them in the setting spark.jars."
    return Finding("Delta", State.NOTE, f"{delta_version()}, its jars are not here yet", mend)


def _class_archive() -> Finding:
    archive = ClassArchive.here()
    file = None if archive is None else archive.file()
    if file is not None:
        return Finding("Archive", State.OK, f"of Spark's classes, {file}")
    mend = "`streamtables prepare` makes it once: processes start faster with it."
    return Finding("Archive", State.NOTE, "none of Spark's classes that fits this Java and this Spark", mend)


def _servers() -> Iterator[Finding]:
    """Look at what `streamtables serve` and its clients need."""
    from pyspark.find_spark_home import _find_spark_home

    folder = Path(_find_spark_home()) / "jars"
    there = [jar.name for jar in folder.glob("*.jar")]
    without = [name for prefix, name in _SERVERS.items() if not any(jar.startswith(prefix) for jar in there)]
    if without:
        mend = "Take a complete Spark, as pip install pyspark brings it: `streamtables serve` needs them."
        yield Finding("Server jars", State.NOTE, f"{folder} has none for {' and '.join(without)}", mend)
    else:
        yield Finding("Server jars", State.OK, f"JDBC and Spark Connect, in {folder}")
    missing = missing_packages()
    if missing:
        mend = "For --remote and `streamtables serve`: pip install 'streamtables[connect]'."
        yield Finding("Connect", State.NOTE, f"not installed: {', '.join(missing)}", mend)
    else:
        yield Finding("Connect", State.OK, f"grpcio {_version_of('grpcio')}")
    if find_spec("prometheus_client") is None:
        mend = "For the metrics of `streamtables serve`: pip install 'streamtables[serve]'."
        yield Finding("Metrics", State.NOTE, "prometheus-client is not installed", mend)
    else:
        yield Finding("Metrics", State.OK, f"prometheus-client {_version_of('prometheus-client')}")


def _port(port: int, server: str) -> Finding:
    with socket.socket() as probe:
        # As servers do, which may follow one that has just ended.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            holder = listener(port)
            who = error.strerror or "taken" if holder is None else f"taken by {described(holder)}"
            mend = f"If that is no server of yours, let `streamtables serve` take another port for {server}."
            return Finding(f"Port {port}", State.NOTE, who, mend)
    return Finding(f"Port {port}", State.OK, f"free, for {server}")


def _version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "of an unknown version"
