"""An archive of Spark's loaded classes, with which a JVM starts without reading and checking them again.

Method: application class-data sharing with an archive that a JVM writes when it ends (JEP 350). The JVM itself looks
whether an archive fits its build and its class path, and starts without it if not.
"""

from __future__ import annotations

import hashlib
import logging
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from streamtables.spark.jvm.cache_files import cache_folder, keep_newest, only_we_write
from streamtables.spark.jvm.java_process import java_command

_LOGGER = logging.getLogger(__name__)
_DIGITS = 32
_MOST_KEPT = 3
_ABOUT_ARCHIVES = ("-XX:SharedArchiveFile", "-XX:ArchiveClassesAtExit", "-Xshare:")
WITHOUT_ARCHIVE = "-Xshare:auto"
"""The option of a JVM that is to use no archive of ours: Java's own default."""
# A JVM that finds an archive of another class path says so on its output, and goes on.
_QUIET = "-Xlog:cds=off,cds+dynamic=off"


@dataclass(frozen=True, slots=True)
class ClassArchive:
    """The archive that fits this Java and this Spark, which need not be there.

    Attributes:
        folder: Where archives are kept.
        digest: Tells it from those of other versions; its file is called so and by its size.
    """

    folder: Path
    digest: str

    @classmethod
    def here(cls) -> ClassArchive | None:
        """Find the archive's place.

        Returns:
            The place; None where Java or Spark is not found.
        """
        java = java_command()
        try:
            facts = [] if java is None else [str(fact) for fact in _facts(java.resolve())]
        except OSError as error:
            _LOGGER.info("No archive of classes is looked for: %s", error)
            return None
        if not facts:
            return None
        digest = hashlib.sha256("\0".join(facts).encode()).hexdigest()[:_DIGITS]
        return cls(class_archives_folder(), digest)

    def file(self) -> Path | None:
        """Return the archive's file; None if there is none that can be used.

        Java dies of a file that is cut short, so its size is in its name; and what others can write is not run.
        """
        for path in self._files():
            try:
                if path.stem != f"{self.digest}-{path.stat().st_size}":
                    _LOGGER.warning("Spark starts without %s, which is not whole", path)
                elif only_we_write(path):
                    return path
                else:
                    _LOGGER.warning("Spark starts without %s, since others than this user can write to it", path)
            except FileNotFoundError:
                continue
        return None

    def options(self, told: str) -> str:
        """Return the JVM's options for using it.

        Args:
            told: The options that the user gives.

        Returns:
            The options; none where it cannot be used, or where the user's are about archives, too.
        """
        if any(option in told for option in _ABOUT_ARCHIVES):
            return ""
        path = self.file()
        return "" if path is None else f'"-XX:SharedArchiveFile={path}" {_QUIET}'

    def keep(self, made: Path) -> Path:
        """Take a file for the archive; an earlier one goes, and so do the oldest ones of other versions.

        Args:
            made: A file on the same file system as the archive's folder.

        Returns:
            The archive's file.

        Raises:
            OSError: The folder cannot be written to.
        """
        earlier = self._files()
        path = self.folder / f"{self.digest}-{made.stat().st_size}.jsa"
        made.chmod(0o600)
        # Whoever starts meanwhile sees all of the file, or none.
        made.replace(path)
        for gone in set(earlier) - {path}:
            gone.unlink(missing_ok=True)
        keep_newest(self.folder, "*.jsa", _MOST_KEPT)
        return path

    def _files(self) -> list[Path]:
        return sorted(self.folder.glob(f"{self.digest}-*.jsa"))


def class_archives_folder() -> Path:
    """Return where archives of classes are kept."""
    return cache_folder() / "classes"


def recording_options(target: Path) -> str:
    """Return the options of a JVM that writes an archive when it ends.

    Args:
        target: The file.

    Returns:
        The options.
    """
    return f'"-XX:ArchiveClassesAtExit={target}"'


def strict_options(archive: Path) -> str:
    """Return the options of a JVM that does not start without an archive.

    Args:
        archive: The file.

    Returns:
        The options.
    """
    return f'"-XX:SharedArchiveFile={archive}" -Xshare:on'


def _facts(java: Path) -> Iterable[object]:
    """Tell what the archive would be made with."""
    from pyspark.find_spark_home import _find_spark_home

    home = Path(_find_spark_home())
    for path in (java, home / "jars"):
        status = path.stat()
        yield path
        yield status.st_mtime_ns
        yield status.st_size
    yield os.environ.get("SPARK_CONF_DIR", home / "conf")
