"""Taking back what a statement has written, where the IMMEDIATE stream tables below cannot follow.

Delta's RESTORE puts a table back to the version before, as a further commit. It is made only if nobody else has changed
rows since, which is looked up before and compared once more when Delta begins the transaction.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from streamtables.engine.context import Engine
from streamtables.fault_points import FAULT_POINTS
from streamtables.spark.failures.error_lines import error_line
from streamtables.spark.failures.redacted_errors import redacted_trace
from streamtables.spark.jvm.bridge import JvmBridge
from streamtables.spark.jvm.settings import settings_for
from streamtables.spark.tables.delta_log import DeltaTableLog
from streamtables.spark.tables.delta_writes import USER_METADATA
from streamtables_grammar.quoting import quote_identifier

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LOGGER = logging.getLogger(__name__)
_NOTE = "streamtables: the statement before was undone, since an IMMEDIATE stream table could not follow it"


@dataclass(frozen=True, slots=True)
class Undone:
    """What became of taking a statement back.

    Attributes:
        restored: Folders of the tables that are as they were before.
        problem: Why others are not; None if all are.
        harmless: Whether the statement has changed no row, so that there was nothing to take back.
    """

    restored: tuple[str, ...] = ()
    problem: str | None = None
    harmless: bool = False


def undo(engine: Engine, versions: Mapping[str, Sequence[int]]) -> Undone:
    """Put tables back to where they were before a statement.

    Args:
        engine: The engine.
        versions: The versions that the statement has committed, by the folder of the table.

    Returns:
        What became of it.
    """
    with engine.open_session({}) as session:
        logs = {folder: DeltaTableLog.for_path(session, folder) for folder in versions}
        changed = {folder: rows for folder, made in versions.items() if (rows := _changing_rows(logs[folder], made))}
        if not changed:
            return Undone(harmless=True)
        restored: list[str] = []
        for folder, made in changed.items():
            try:
                problem = _restore(session, logs[folder], made)
            except Exception as error:
                _LOGGER.warning("A statement could not be undone", exc_info=redacted_trace(error))
                problem = error_line(error)
            if problem is not None:
                return Undone(tuple(restored), problem)
            restored.append(folder)
        return Undone(tuple(restored))


def _changing_rows(log: DeltaTableLog, versions: Sequence[int]) -> list[int]:
    commits = {version: log.commit(version) for version in versions}
    return [version for version, commit in commits.items() if commit is None or commit.changes_rows]


def _restore(session: SparkSession, log: DeltaTableLog, made: Sequence[int]) -> str | None:
    """Put one table back; return why it cannot be."""
    before, latest = min(made) - 1, log.latest().version
    shown = log.path.rstrip("/").rsplit("/", 1)[-1]
    if before < 0:
        return f"it has made the table {shown}"
    others = [version for version in _changing_rows(log, range(before + 1, latest + 1)) if version not in made]
    if others:
        return f"somebody else has changed the table {shown} meanwhile (version {others[0]})"
    FAULT_POINTS.reach("immediate.undo")
    with settings_for(session, {USER_METADATA: _NOTE}), JvmBridge.of(session).guarding_version(latest):
        session.sql(f"RESTORE TABLE delta.{quote_identifier(log.path)} TO VERSION AS OF {before}").collect()
    return None
