"""What tests need that start processes of their own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import textwrap
from pathlib import Path

from streamtables.fault_points import VARIABLE

PYTHON_PATH = os.pathsep.join(
    [*(str(Path(__file__).parents[1] / root) for root in ("sql_grammar", "rewriter", "python")), *sys.path]
)
"""With which such a process imports what the tests import."""


def free_port() -> int:
    """Find a port on loopback that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def run_session(folder: Path, code: str, step: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, with ``spark``, a session on the folder's warehouse.

    Args:
        folder: A folder.
        code: The program; it may be indented.
        step: The step of ``fault_points`` at which the process is killed; none if it is empty.

    Returns:
        What became of it.
    """
    session = 'import sys, streamtables; spark = streamtables.session(sys.argv[1], master="local[1]")\n'
    return subprocess.run(
        [sys.executable, "-c", session + textwrap.dedent(code), str(folder / "warehouse")],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": PYTHON_PATH, VARIABLE: step and f"{step}=kill"},
        capture_output=True,
        check=False,
        text=True,
        timeout=400,
    )
