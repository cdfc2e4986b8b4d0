"""The registry's rows as one small file in its log, which a new process reads instead of asking Spark for them.

The file says of which version it has the rows, and a version never changes: one of another version, or of a table that
was made anew, is no longer read. Whoever then reads the table writes the file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from streamtables.spark.tables.delta_log import DeltaTableLog
    from streamtables.spark.tables.snapshot import Snapshot

_FILE = "_streamtables_registry"
_FORMAT = 1


def kept_rows(log: DeltaTableLog, snapshot: Snapshot) -> list[dict[str, Any]] | None:
    """Read the rows of a version.

    Args:
        log: The registry's log.
        snapshot: The version.

    Returns:
        The rows; None where they are not kept, or not whole.
    """
    text = log.side_file(_FILE)
    if text is None:
        return None
    try:
        kept = json.loads(text)
        if (kept["format"], kept["table_id"], kept["version"]) != (_FORMAT, snapshot.table_id, snapshot.version):
            return None
        rows: list[dict[str, Any]] = kept["rows"]
        whole = kept["digest"] == _digest(rows)
    except (ValueError, TypeError, KeyError):
        whole = False
    return rows if whole else None


def keep_rows(log: DeltaTableLog, snapshot: Snapshot, rows: Sequence[dict[str, Any]]) -> None:
    """Keep the rows of a version; where that is not possible the next process asks Spark, too.

    Args:
        log: The registry's log.
        snapshot: The version.
        rows: Its rows.
    """
    kept = {
        "format": _FORMAT,
        "table_id": snapshot.table_id,
        "version": snapshot.version,
        "digest": _digest(rows),
        "rows": list(rows),
    }
    log.write_side_file(_FILE, json.dumps(kept))


def _digest(rows: Sequence[dict[str, Any]]) -> str:
    return hashlib.sha256(json.dumps(list(rows), sort_keys=True).encode()).hexdigest()
