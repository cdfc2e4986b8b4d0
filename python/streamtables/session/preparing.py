"""Getting a machine ready for processes that start, refresh and end: what each would do again is done once."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from streamtables.errors import SessionError
from streamtables.session.example_process import START
from streamtables.spark.jvm.class_archive import ClassArchive, class_archives_folder, recording_options, strict_options
from streamtables.spark.sessions.delta_jars import fetch, must_be_fetched
from streamtables.spark.sessions.local_session import require_java

_SECONDS_OF_A_PROCESS = 900
_LONGEST_REASON = 300


def prepare(tell: Callable[[str], None]) -> Path:
    """Fetch Delta's jars, compile our Java code, and make an archive of the classes that Spark loads.

    An archive that is there is made anew. Processes that run meanwhile keep the one that they have.

    Args:
        tell: Is told what is being done.

    Returns:
        The archive's file.

    Raises:
        SessionError: JAVA_REQUIRED, DELTA_NOT_FETCHED, or PREPARE_FAILED with Java's reason.
    """
    require_java()
    if must_be_fetched({}):
        tell("fetching Delta's jars")
        fetch({})
    archive = ClassArchive.here()
    if archive is None:
        raise SessionError("PREPARE_FAILED", {"reason": "Spark's jars cannot be looked at"})
    folder = class_archives_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".making-", dir=folder) as temporary:
            part = Path(temporary) / "classes.jsa"
            tell("a small process with Spark, whose classes Java writes down")
            _run(Path(temporary) / "recorded", recording_options(part))
            if not part.is_file():
                raise SessionError("PREPARE_FAILED", {"reason": _said(Path(temporary) / "recorded")})
            tell("a start with them")
            _run(Path(temporary) / "started", strict_options(part), START)
            return archive.keep(part)
    except OSError as error:
        raise SessionError("PREPARE_FAILED", {"reason": f"{folder}: {error.strerror}"}) from error


def _run(folder: Path, options: str, what: str = "") -> None:
    """Run the example, or a part of it, in a process of its own whose JVM has these options."""
    folder.mkdir()
    command = [sys.executable, "-m", "streamtables.session.example_process", str(folder), options, what]
    try:
        ran = subprocess.run(  # noqa: S603 - our own module
            command, cwd=folder, capture_output=True, text=True, timeout=_SECONDS_OF_A_PROCESS, check=False
        )
    except subprocess.TimeoutExpired:
        raise SessionError(
            "PREPARE_FAILED", {"reason": f"a small process took more than {_SECONDS_OF_A_PROCESS} s"}
        ) from None
    if ran.returncode != 0:
        last = ran.stderr.strip().rsplit("\n", 1)[-1]
        raise SessionError("PREPARE_FAILED", {"reason": f"{last[:_LONGEST_REASON]} ({_said(folder)})"})


def _said(folder: Path) -> str:
    """Return what Java said of archives last."""
    try:
        lines = (folder / "spark.log").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    told = [line.strip() for line in lines if "[cds" in line or "archive" in line.lower()]
    return (told[-1] if told else "Java said nothing of an archive")[:_LONGEST_REASON]
