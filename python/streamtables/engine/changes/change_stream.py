"""The change feed of a stream table as a source of structured streaming.

A source of Spark's first kind asks for a frame whenever there is a newer version: see ``streaming/ChangeStream.java``.
What a query has read is a version and the definition's id, which Spark keeps in the query's checkpoint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from streamtables.catalog.definition import dotted
from streamtables.engine.changes.change_feed import change_feed, feed_of_all_rows, feed_state
from streamtables.engine.changes.stored_versions import unreadable
from streamtables.engine.context import Engine
from streamtables.spark.tables.change_streams import open_stream, why_no_streams
from streamtables_grammar.names import QualifiedName

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


def open_change_stream(engine: Engine, session: SparkSession, name: QualifiedName, since: int | None) -> DataFrame:
    """Make a streaming frame of what changes of a stream table.

    Args:
        engine: The engine.
        session: The user's session.
        name: The stream table.
        since: The version of the backing table from which changes count, exclusive; None for all rows first.

    Returns:
        A streaming frame of the user's session, with the columns of the change feed.

    Raises:
        ChangesError: There is no such version, what changed cannot be read, or this Spark takes no source of ours.
        StreamTableNotFoundError: There is no such stream table.
    """
    state = feed_state(engine, session, name)
    version = state.snapshot.version
    reason = why_no_streams(session)
    if reason is not None:
        refused = unreadable(state, version, f"this Spark takes no stream of ours ({reason})", "use changes() instead")
        raise refused
    # What cannot be read is told here, and not by a query that ends in the background.
    first = feed_of_all_rows(engine, session, state, version)
    if since is not None:
        change_feed(engine, session, state, since, version)
    table = dotted(state.definition.name)
    return open_stream(session, first, state.log, table, state.definition.id, since, version)


def read_stream_range(
    engine: Engine, session: SparkSession, name: QualifiedName, stream_id: str, since: int | None, until: int
) -> DataFrame:
    """Read one batch of a stream.

    Args:
        engine: The engine.
        session: The session that the stream was opened in.
        name: The stream table.
        stream_id: The definition's id when the query began.
        since: The version from which changes count, exclusive; None for all rows as they are at the last version.
        until: The last version.

    Returns:
        A frame of the session: it is read when it is used.

    Raises:
        ChangesError: The stream table is another one, there is no such version, or what changed cannot be read.
        StreamTableNotFoundError: There is no such stream table.
    """
    state = feed_state(engine, session, name)
    if state.definition.id != stream_id:
        shown = 0 if since is None else since
        reason = "the stream table was dropped and made anew since the query began"
        another = unreadable(state, shown, reason, "begin the query with another checkpoint")
        raise another
    if since is None:
        return feed_of_all_rows(engine, session, state, until)
    return change_feed(engine, session, state, since, until)
