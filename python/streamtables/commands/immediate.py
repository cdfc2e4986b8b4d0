"""What the JVM asks while it runs commands and queries of users: see ``immediate/Maintenance.java``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from streamtables.commands.context import EngineHolder
from streamtables.engine.immediate.catch_up import refresh_for_reading
from streamtables.engine.immediate.maintain import SourceCommit, begin_write, finish_write
from streamtables.engine.immediate.watched import watched_tables

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def answer(question: str, told: dict[str, Any], session: SparkSession, runtime: EngineHolder) -> dict[str, Any] | None:
    """Answer the JVM.

    Args:
        question: ``watched``: which tables matter; ``begin``: a statement is about to commit to one; ``finish``: it has
            committed, or failed; ``read``: a query reads a stream table.
        told: What it is about.
        session: The user's session.
        runtime: Keeps the engine.

    Returns:
        The tables that matter; None for every other question.

    Raises:
        RefreshError: Why the command or query fails.
        ValueError: There is no such question.
    """
    engine = runtime.engine.on_behalf_of(session)
    match question:
        case "watched":
            with engine.open_session({}) as own:
                watched = watched_tables(engine, own)
            folder, version = watched.registry or (None, 0)
            readers, sources = list(watched.readers), list(watched.sources)
            return {"registry": folder, "version": version, "sources": sources, "readers": readers}
        case "begin":
            begin_write(engine, told["write"], told["folder"])
        case "finish":
            commits = [SourceCommit(commit["folder"], commit["version"]) for commit in told["commits"]]
            finish_write(engine, session, told["write"], commits)
        case "read":
            refresh_for_reading(engine, session, told["names"])
        case _:
            raise ValueError(question)
    return None
