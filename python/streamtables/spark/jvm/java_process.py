"""The JVM as a process: the command that starts it, and its end."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any


def java_command() -> Path | None:
    """Return the Java that Spark's launcher runs: that of ``JAVA_HOME``, or else of the PATH; None without any."""
    home = os.environ.get("JAVA_HOME")
    found = str(Path(home) / "bin" / "java") if home else shutil.which("java")
    return None if found is None else Path(found)


def end_gateway(gateway: Any) -> None:
    """End a JVM that this process has started, and wait until it has ended: Python itself would not.

    Args:
        gateway: The way into it.
    """
    gateway.shutdown()
    gateway.proc.stdin.close()
    gateway.proc.wait()
