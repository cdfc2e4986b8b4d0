"""Our compiled Java code, kept from one process to the next in a cache directory of the user.

What was compiled fits the very sources, Java and jars that it was compiled with, so all of these are in its name. A
process works with a copy of its own: whatever becomes of the directory meanwhile, its classes stay.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from streamtables.spark.jvm.cache_files import cache_folder, keep_newest, only_we_write

_LOGGER = logging.getLogger(__name__)
_FITTED = (
    "org.apache.spark.SparkContext",
    "org.apache.spark.sql.classic.SparkSession",
    "org.apache.spark.sql.catalyst.plans.logical.LogicalPlan",
    "org.apache.spark.sql.delta.DeltaLog",
    "org.apache.hadoop.conf.Configuration",
    "org.apache.parquet.hadoop.ParquetFileReader",
    "org.codehaus.janino.Compiler",
)
"""Classes whose jars decide what our code compiles to."""
_JAVA = ("java.version", "java.vm.vendor", "java.class.version")
_LISTED = "META-INF/streamtables-classes"
"""In the jar: the names of all classes, by which one that is cut short shows."""
_FEWEST_DIGITS = 32
_MOST_KEPT = 8
"""Jars that are kept, the newest: others belong to versions that were used before."""


def kept_classes_folder() -> Path:
    """Return where compiled classes are kept."""
    return cache_folder() / "java"


def where_classes_are() -> str:
    """Say for users whether our Java code has to be compiled at the next start."""
    folder = kept_classes_folder()
    if any(folder.glob("*.jar")):
        return f"compiled before, in {folder}"
    there = next(path for path in (folder, *folder.parents) if path.exists())
    if there.is_dir() and os.access(there, os.W_OK):
        return f"will be compiled at the next start and kept in {folder}"
    return f"are compiled at each start: {there} cannot be written to"


def pack(classes: Path, jar: Path) -> None:
    """Put compiled classes into a jar.

    Args:
        classes: The folder that they are in.
        jar: The jar.
    """
    found = sorted(classes.rglob("*.class"))
    with zipfile.ZipFile(jar, "w") as archive:
        archive.writestr(_LISTED, "\n".join(str(path.relative_to(classes)) for path in found))
        for path in found:
            archive.write(path, path.relative_to(classes))


@dataclass(frozen=True, slots=True)
class KeptClasses:
    """The place for what is compiled from some sources with some Java and jars.

    Attributes:
        jar: The file, which need not be there.
    """

    jar: Path

    @classmethod
    def of(cls, jvm: Any, sources: Path) -> KeptClasses | None:
        """Find the place.

        Args:
            jvm: The JVM as py4j shows it.
            sources: The folder of our Java sources.

        Returns:
            The place; None where a class is in no file, so that nobody can tell whether it is the same one next time.
        """
        from py4j.protocol import Py4JError

        digest = hashlib.sha256()
        try:
            for fact in (*_facts(jvm), *_sources(sources)):
                digest.update(fact)
                digest.update(b"\0")
        except (Py4JError, OSError) as error:
            _LOGGER.info("Java classes are compiled anew, since what they would be kept for is unknown: %s", error)
            return None
        return cls(kept_classes_folder() / f"{digest.hexdigest()[:_FEWEST_DIGITS]}.jar")

    def copy_to(self, target: Path) -> bool:
        """Copy the jar, if it is there and whole.

        Args:
            target: The copy.

        Returns:
            Whether it is.
        """
        try:
            if not _is_ours(self.jar):
                return False
            shutil.copyfile(self.jar, target)
            with zipfile.ZipFile(target) as archive:
                listed = archive.read(_LISTED).decode().split("\n")
                whole = archive.testzip() is None and set(archive.namelist()) == {_LISTED, *listed}
        except FileNotFoundError:
            return False
        except (OSError, zipfile.BadZipFile, KeyError, ValueError, EOFError, NotImplementedError) as error:
            _LOGGER.info("Java classes are compiled anew, since those kept in %s cannot be used: %s", self.jar, error)
            return False
        if not whole:
            _LOGGER.info("Java classes are compiled anew, since those kept in %s are not whole", self.jar)
        return whole

    def keep(self, compiled: Path) -> None:
        """Keep a jar; where that is not possible the next process compiles, too.

        Args:
            compiled: The jar.
        """
        try:
            self.jar.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(prefix=f".{self.jar.stem}-", dir=self.jar.parent)
            part = Path(name)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(compiled.read_bytes())
                # Whoever reads meanwhile sees all of the file, or none.
                part.replace(self.jar)
            finally:
                part.unlink(missing_ok=True)
            keep_newest(self.jar.parent, "*.jar", _MOST_KEPT)
        except OSError as error:
            _LOGGER.info("Java classes are not kept for the next process: %s", error)


def _facts(jvm: Any) -> Iterable[bytes]:
    """Tell what the classes would be compiled with."""
    for name in _JAVA:
        yield str(jvm.java.lang.System.getProperty(name)).encode()
    loader = jvm.java.lang.Thread.currentThread().getContextClassLoader()
    for name in _FITTED:
        place = loader.loadClass(name).getProtectionDomain().getCodeSource().getLocation()
        jar = Path(str(jvm.java.io.File(place.toURI()).getPath()))
        status = jar.stat()
        yield f"{jar.name} {status.st_size} {status.st_mtime_ns}".encode()


def _sources(folder: Path) -> Iterable[bytes]:
    for path in sorted(folder.rglob("*.java")):
        yield str(path.relative_to(folder)).encode()
        yield path.read_bytes()


def _is_ours(path: Path) -> bool:
    trusted = only_we_write(path)
    if not trusted:
        _LOGGER.warning("Java classes are compiled anew, since others than this user can write to %s", path)
    return trusted
