"""The second half of a statement that writes to what IMMEDIATE stream tables follow: their maintenance.

Method: after the statement's commit, and before it returns, the stream tables below are refreshed as by any other run,
on the newest versions of all sources. From before the commit until then no other statement of this process commits to
what the same stream tables follow, as pg_ivm holds a lock on the view (its README, "Concurrent Transactions"); so each
statement answers for its own rows alone. Other processes are told apart by Delta's versions.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from streamtables.catalog.dependency_graph import DependencyGraph
from streamtables.engine.concurrency.conflicts import conflict_timeout_seconds
from streamtables.engine.context import Engine
from streamtables.engine.immediate.failures import failure_parameters, failures_of, redacted_failures_of
from streamtables.engine.immediate.undo import undo
from streamtables.engine.immediate.watched import watched_tables
from streamtables.engine.refreshing.refresh_run import refresh_below
from streamtables.errors import RefreshError
from streamtables.fault_points import FAULT_POINTS
from streamtables.spark.failures.error_lines import error_line
from streamtables.spark.statements.caller import working_for

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SourceCommit:
    """A commit that a statement has made to a table.

    Attributes:
        folder: URI of the table's folder.
        version: The version that the commit made.
    """

    folder: str
    version: int


def begin_write(engine: Engine, write: str, folder: str) -> None:
    """Keep other statements from committing to what the same IMMEDIATE tables follow.

    Args:
        engine: The engine, working for the user.
        write: Id of the statement.
        folder: The folder of the table that it is about to commit to.

    Raises:
        RefreshError: ``IMMEDIATE_BUSY``: they took too long; nothing was written.
    """
    with engine.open_session({}) as session:
        names = watched_tables(engine, session).names_at([folder])
        following = DependencyGraph(engine.registry.entries(session)).immediate_below(names)
    seconds = conflict_timeout_seconds(engine.user)
    if not engine.write_locks.acquire(write, following, seconds):
        shown = ", ".join(sorted(name.split(".", 1)[1] for name in following))
        raise RefreshError("IMMEDIATE_BUSY", {"names": shown, "seconds": f"{seconds:g}"}, hint="run it again later")


def finish_write(engine: Engine, user: SparkSession, write: str, commits: Sequence[SourceCommit]) -> None:
    """Maintain the IMMEDIATE stream tables below what a statement has written, or undo the statement.

    Args:
        engine: The engine, working for the user.
        user: The user's session.
        write: Id of the statement.
        commits: What it has committed; nothing if it failed.

    Raises:
        RefreshError: ``IMMEDIATE_FAILED``: the sources are as they were before; ``IMMEDIATE_FAILED_KEPT``: they are
            not, because somebody else has written since.
        Exception: The user cancelled the statement, which was undone.
    """
    try:
        if commits:
            engine.threads.submit(_maintain, engine, user, commits).result()
    finally:
        engine.write_locks.release(write)


def _maintain(engine: Engine, user: SparkSession, commits: Sequence[SourceCommit]) -> None:
    with engine.open_session({}) as session:
        sources = watched_tables(engine, session).names_at(commit.folder for commit in commits)
    if not sources:
        return
    try:
        FAULT_POINTS.reach("immediate.written")
        with working_for(user):
            failures = failures_of(refresh_below(engine, sources))
    except Exception as error:
        _take_back(engine, commits, sources, {", ".join(sorted(sources)): error_line(error)})
        raise
    if failures and _take_back(engine, commits, sources, failures):
        hint = "change the statement, or SUSPEND, ALTER or DROP the stream table"
        raise RefreshError("IMMEDIATE_FAILED", failure_parameters(failures), hint=hint)


def _take_back(
    engine: Engine, commits: Sequence[SourceCommit], sources: Collection[str], failures: Mapping[str, str]
) -> bool:
    """Undo a statement.

    Returns:
        Whether there was something to undo: it has changed rows.

    Raises:
        RefreshError: ``IMMEDIATE_FAILED_KEPT``: it cannot be undone.
    """
    versions: dict[str, list[int]] = {}
    for commit in commits:
        versions.setdefault(commit.folder, []).append(commit.version)
    undone = undo(engine, versions)
    if undone.restored:
        # What had followed already follows back.
        for name, reason in redacted_failures_of(refresh_below(engine, sources)).items():
            _LOGGER.warning("%s could not follow a statement that was undone: %s", name, reason)
    if undone.problem is not None:
        parameters = {**failure_parameters(failures), "reason": undone.problem}
        hint = "do not run it again: the next statement that writes or reads tries to bring the stream table up to date"
        raise RefreshError("IMMEDIATE_FAILED_KEPT", parameters, hint=hint)
    if undone.harmless:
        _LOGGER.warning("A statement that changes no row left stream tables behind: %s", ", ".join(failures))
    return not undone.harmless
