"""A lease's files, one a term, beside a Delta table's data: of several writers one makes the next."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from py4j.protocol import Py4JJavaError

from streamtables.spark.failures.java_causes import java_causes
from streamtables.spark.jvm import scala

if TYPE_CHECKING:
    from streamtables.spark.tables.delta_log import DeltaTableLog

_NAME = re.compile(r"(\d{20})\.json")
_THERE = frozenset({"java.nio.file.FileAlreadyExistsException", "org.apache.hadoop.fs.FileAlreadyExistsException"})
_MISSING = frozenset({"java.io.FileNotFoundException", "java.nio.file.NoSuchFileException"})


class TermFiles:
    """The files of one lease.

    Delta's log store writes them, which knows how each file system is asked to write a file only if it is not there.

    Args:
        log: A Delta table, in whose folder they lie; Delta and VACUUM leave folders alone that begin with ``_``.
        folder: Name of their folder there.
    """

    def __init__(self, log: DeltaTableLog, folder: str) -> None:
        self._log = log.java
        self._jvm: Any = log.session._jvm
        self._folder = self._path(f"{log.path.rstrip('/')}/{folder}")
        self._files = self._folder.getFileSystem(self._hadoop())

    def newest(self) -> int | None:
        """Return the newest term; None if there was none."""
        return max(self._terms(), default=None)

    def read(self, term: int) -> str | None:
        """Return what a term's file holds; None if it is not there."""
        try:
            lines = self._log.store().read(self._file(term), self._hadoop())
        except Py4JJavaError as error:
            if _is_one_of(error, _MISSING):
                return None
            raise
        return str(lines.mkString("\n"))

    def create(self, term: int, text: str) -> bool:
        """Write a term's file if it is not there; return whether it was not."""
        self._files.mkdirs(self._folder)
        try:
            self._write(term, text, replace=False)
        except Py4JJavaError as error:
            if _is_one_of(error, _THERE):
                return False
            raise
        return True

    def replace(self, term: int, text: str) -> None:
        """Write a term's file anew."""
        self._write(term, text, replace=True)

    def remove_before(self, term: int) -> None:
        """Remove the files of earlier terms."""
        for earlier in self._terms():
            if earlier < term:
                self._files.delete(self._file(earlier), False)

    def _terms(self) -> list[int]:
        try:
            found = self._files.listStatus(self._folder)
        except Py4JJavaError as error:
            if _is_one_of(error, _MISSING):
                return []
            raise
        named = (_NAME.fullmatch(str(status.getPath().getName())) for status in found)
        return [int(match.group(1)) for match in named if match is not None]

    def _write(self, term: int, text: str, *, replace: bool) -> None:
        lines = scala.sequence(self._jvm, [text]).iterator()
        self._log.store().write(self._file(term), lines, replace, self._hadoop())

    def _file(self, term: int) -> Any:
        return self._path(f"{self._folder}/{term:020d}.json")

    def _path(self, uri: str) -> Any:
        return scala.java_class(self._jvm, "org.apache.hadoop.fs.Path")(uri)

    def _hadoop(self) -> Any:
        return self._log.newDeltaHadoopConf()


def _is_one_of(error: Py4JJavaError, classes: frozenset[str]) -> bool:
    return any(classes.intersection(cause.classes) for cause in java_causes(error))
