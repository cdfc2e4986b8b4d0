"""Delta's jars: fetched from Maven Central at the first start, known afterwards."""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from streamtables.errors import SessionError
from streamtables.spark.jvm.cache_files import cache_folder
from streamtables.spark.jvm.java_process import end_gateway

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_PREFIXES = ("io.delta_", "io.unitycatalog_")
_JARS, _PACKAGES = "spark.jars", "spark.jars.packages"
_RESOLUTION = ("spark.jars.", "spark.driver.extraJavaOptions")
_ATTEMPTS = 2
_TRIED = "4.4.0"
_OFFLINE_HINT = (
    "The first start needs the network, or the setting spark.jars with the paths of Delta's jars; what Ivy said is in "
)
_FAILURE = re.compile(r"\[?(?:download failed|unresolved dependency)\b.*")
_CAUSE = re.compile(r"Server access error.*? \((.*)\)$|\[FAILED +\].*?: (.*)")


def delta_version() -> str:
    """Return the version of Delta: that of its own Python package, where it is installed, or the one that is tried."""
    try:
        return version("delta-spark")
    except PackageNotFoundError:
        return _TRIED


def delta_package() -> str:
    """Return the Maven coordinates of Delta's jar that fits the installed packages."""
    spark = ".".join(version("pyspark").split(".")[:2])
    return f"io.delta:delta-spark_{spark}_2.13:{delta_version()}"


def delta_settings(conf: Mapping[str, str]) -> dict[str, str]:
    """Say how Spark finds Delta's jars: where they are known to lie, or else in Maven Central.

    Args:
        conf: What the user gave; packages named there leave the resolution to Spark, jars of Delta all of it.

    Returns:
        The settings to add.
    """
    jars = conf.get(_JARS, "")
    if "delta-spark" in jars:
        return {}
    if _PACKAGES in conf:
        packages = conf[_PACKAGES]
        return {} if "io.delta:delta-spark" in packages else {_PACKAGES: f"{packages},{delta_package()}"}
    known = known_jars()
    if known is None:
        return {_PACKAGES: delta_package()}
    return {_JARS: ",".join([*filter(None, jars.split(",")), *known])}


def must_be_fetched(conf: Mapping[str, str]) -> bool:
    """Return whether the next start would begin with Ivy's pages.

    Args:
        conf: What the user gave.

    Returns:
        True if nobody says where Delta's jars are.
    """
    return delta_settings(conf).get(_PACKAGES) == delta_package()


def fetch(conf: Mapping[str, str]) -> None:
    """Fetch Delta's jars and remember where they are.

    A JVM of its own does it: what Ivy prints, some 200 lines, goes to a file instead of to the user, and the start
    proper needs no Ivy. Processes that start for the first time beside each other wait for each other, since Ivy's
    cache takes one writer.

    Args:
        conf: What the user gave: a proxy, another repository, another place for the jars.

    Raises:
        SessionError: DELTA_NOT_FETCHED, naming the file with all that Ivy said.
    """
    with _alone():
        if known_jars() is not None:
            return
        sys.stderr.write(f"streamtables: fetching Delta Lake {delta_version()}, at the first start only\n")
        log = _log_file()
        for attempt in range(1, _ATTEMPTS + 1):
            with log.open("w", encoding="utf-8") as output:
                jars = _resolve(conf, output)
            if jars is not None:
                _remember(jars.split(","))
                return
            if attempt == _ATTEMPTS:
                raise SessionError("DELTA_NOT_FETCHED", {"reason": _reason(log)}, hint=f"{_OFFLINE_HINT}{log}.")


def _resolve(conf: Mapping[str, str], output: IO[str]) -> str | None:
    """Let Spark's own launcher find Delta's jars, and those that they need."""
    from pyspark import SparkConf
    from pyspark.errors import PySparkException
    from pyspark.java_gateway import launch_gateway

    settings = SparkConf(loadDefaults=False)
    settings.setAll([(key, value) for key, value in conf.items() if key.startswith(_RESOLUTION)])
    settings.set(_PACKAGES, delta_package())
    try:
        launch: Any = launch_gateway
        gateway = launch(settings, popen_kwargs={"stdout": output, "stderr": output})
    except PySparkException:
        return None
    try:
        return str(gateway.jvm.java.lang.System.getProperty(_JARS, ""))
    finally:
        end_gateway(gateway)


def _reason(log: Path) -> str:
    """Return what failed, and after it why, where Ivy knows more than that it did not find something."""
    lines = [line.strip() for line in log.read_text(encoding="utf-8", errors="replace").splitlines()]
    failures = [found[0] for line in lines if (found := _FAILURE.search(line)) is not None]
    causes = [found[1] or found[2] for line in lines if (found := _CAUSE.search(line)) is not None]
    # The last failure is that of Spark's own exception, which names all jars.
    return ", ".join([*failures[-1:], *causes[:1]])[:300] or "Spark's launcher ended without a word"


@contextmanager
def _alone() -> Iterator[None]:
    try:
        import fcntl

        path = _jar_list().with_suffix(".lock")
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.open("w", encoding="utf-8")
    except (ImportError, OSError):
        # Where files cannot be locked, or home cannot be written to, nobody waits.
        yield
        return
    with lock:
        fcntl.lockf(lock, fcntl.LOCK_EX)
        yield


def _log_file() -> Path:
    path = _jar_list().with_name("fetching-delta.log")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    except OSError:
        return Path(tempfile.gettempdir()) / f"streamtables-fetching-delta-{os.getpid()}.log"
    return path


def _jar_list() -> Path:
    return cache_folder() / (delta_package().replace(":", "_") + ".json")


def known_jars() -> list[str] | None:
    """Return where Delta's jars were found before, if all of them are still there."""
    try:
        jars = json.loads(_jar_list().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return jars if jars and all(Path(jar).is_file() for jar in jars) else None


def remember_jars(spark: SparkSession) -> None:
    """Keep where Delta's jars are: resolving them again takes Ivy seconds.

    Args:
        spark: A session that has them.
    """
    _remember(str(spark.conf.get(_JARS, "")).split(","))


def _remember(found: list[str]) -> None:
    """Keep Delta's own jars; the others that Ivy finds (Hadoop, Parquet, Jackson, logging) come with Spark."""
    paths = [jar.removeprefix("file://").removeprefix("file:") for jar in found]
    jars = [jar for jar in paths if Path(jar).name.startswith(_PREFIXES) and Path(jar).is_file()]
    if not jars:
        return
    path = _jar_list()
    # A home that cannot be written to only costs the resolution at the next start.
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(jars, indent=1), encoding="utf-8")
