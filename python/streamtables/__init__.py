"""Stream tables for Spark and Delta: a query's result, kept as a table and brought up to date by what changed.

Importing the package starts no Java and imports no PySpark.
"""

from __future__ import annotations

from streamtables.errors import StreamTableError
from streamtables.session.builder import session
from streamtables.session.enabling import disable, enable
from streamtables.session.scheduling import start_scheduler, stop_scheduler
from streamtables.session.stream_table import StreamTable, on_refresh, table

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
