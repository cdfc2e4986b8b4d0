"""The change feed of a stream table, for Python: a frame for a range of versions, or one that streams."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from streamtables.catalog.definition import split_name
from streamtables.commands.context import EngineHolder
from streamtables.commands.running import run_for
from streamtables.engine.changes.change_feed import read_change_feed
from streamtables.engine.changes.change_stream import open_change_stream, read_stream_range
from streamtables.engine.defining.reconcile import require
from streamtables.errors import StreamTableNotFoundError
from streamtables_grammar import statements
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.parse import parse_statement

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


def changes(runtime: EngineHolder, session: SparkSession, name: str, since: int, until: int | None) -> DataFrame:
    """Read the change feed of a stream table.

    Args:
        runtime: Keeps the engine.
        session: The user's session.
        name: The stream table, one to three parts, quoted where needed.
        since: The version from which changes count, exclusive.
        until: The last version; None for the newest.

    Returns:
        A frame of the user's session.

    Raises:
        StreamTableNotFoundError: There is no such stream table.
        StreamTableError: There is no such version, or what changed cannot be read any more.
    """
    engine = runtime.engine.on_behalf_of(session)
    read = partial(read_change_feed, engine, session, _name(name), since, until)
    return engine.threads.submit(run_for, session, read, None).result()


def change_stream(runtime: EngineHolder, session: SparkSession, name: str, since: int | None) -> DataFrame:
    """Open the change feed of a stream table as a stream.

    Args:
        runtime: Keeps the engine.
        session: The user's session.
        name: The stream table, one to three parts, quoted where needed.
        since: The version from which changes count, exclusive; None for all rows first.

    Returns:
        A streaming frame of the user's session.

    Raises:
        StreamTableNotFoundError: There is no such stream table.
        StreamTableError: There is no such version, or what changed cannot be read any more.
    """
    engine = runtime.engine.on_behalf_of(session)
    opened = partial(open_change_stream, engine, session, _name(name), since)
    return engine.threads.submit(run_for, session, opened, None).result()


def stream_range(runtime: EngineHolder, session: SparkSession, told: Mapping[str, Any]) -> DataFrame:
    """Read what a streaming query asks for next.

    Args:
        runtime: Keeps the engine.
        session: The session that the stream was opened in.
        told: ``table``, ``id``, ``since`` and ``until``: see ``streaming/ChangeStreams.java``.

    Returns:
        A frame of the session.

    Raises:
        StreamTableNotFoundError: There is no such stream table any more.
        StreamTableError: What changed cannot be read any more.
    """
    engine = runtime.engine.on_behalf_of(session)
    name = QualifiedName(split_name(told["table"]))
    read = partial(read_stream_range, engine, session, name, told["id"], told["since"], told["until"])
    return engine.threads.submit(run_for, session, read, None).result()


def full_name(runtime: EngineHolder, session: SparkSession, name: str) -> tuple[str, ...]:
    """Complete the name of a stream table.

    Args:
        runtime: Keeps the engine.
        session: The user's session.
        name: The stream table, one to three parts, quoted where needed.

    Returns:
        Catalog, schema and name, as the catalog spells them.

    Raises:
        StreamTableNotFoundError: There is no such stream table.
    """
    engine = runtime.engine.on_behalf_of(session)
    return engine.threads.submit(run_for, session, partial(require, engine, session, _name(name)), None).result()


def _name(text: str) -> QualifiedName:
    statement = parse_statement(f"DESCRIBE STREAM TABLE {text}")
    if not isinstance(statement, statements.DescribeStreamTable):
        raise StreamTableNotFoundError("STREAM_TABLE_NOT_FOUND", {"name": text})
    return statement.name
