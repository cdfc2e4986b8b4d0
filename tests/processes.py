"""What tests need that start processes of their own."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

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
