"""Stream tables for Spark and Delta: a query's result, kept as a table and brought up to date by what changed.

Importing the package starts no Java and imports no PySpark.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from streamtables.errors import StreamTableError
from streamtables.session.builder import session
from streamtables.session.enabling import disable, enable
from streamtables.session.scheduling import start_scheduler, stop_scheduler
from streamtables.session.stream_table import StreamTable, on_refresh, table

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

__all__ = [
    "StreamTable",
    "StreamTableError",
    "disable",
    "enable",
    "on_refresh",
    "session",
    "start_scheduler",
    "stop_scheduler",
    "table",
]


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Give a notebook ``%sql``, ``%%sql`` and ``%stream_graph``: what ``%load_ext streamtables`` calls.

    Args:
        shell: IPython's shell.

    Raises:
        NotebookError: JUPYTER_REQUIRED: IPython is not installed.
    """
    from streamtables.jupyter.extension import load  # noqa: PLC0415 - IPython is an optional dependency

    load(shell)


def unload_ipython_extension(shell: InteractiveShell) -> None:
    """Take the magics away again: what ``%unload_ext streamtables`` calls.

    Args:
        shell: IPython's shell.
    """
    from streamtables.jupyter.extension import unload  # noqa: PLC0415 - IPython is an optional dependency

    unload(shell)
