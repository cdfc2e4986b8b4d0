"""The surroundings of a commit of rows: what it records, and on which definition alone it may be made."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from streamtables.catalog.definition import DEFINITION_PROPERTY
from streamtables.catalog.frontier import Frontier
from streamtables.fault_points import FAULT_POINTS
from streamtables.spark.jvm.bridge import JvmBridge
from streamtables.spark.tables.delta_writes import commit_settings

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def on_definition(session: SparkSession, definition: str | None) -> AbstractContextManager[None]:
    """Let transactions begin only on the definition that rows are computed for, for the length of a ``with`` block.

    Args:
        session: A session of our own.
        definition: The text of the definition that the table has; None where there must be no table yet.

    Returns:
        The context manager.
    """
    return JvmBridge.of(session).guarding(DEFINITION_PROPERTY, definition)


@contextmanager
def committing(session: SparkSession, frontier: Frontier, definition: str | None) -> Iterator[None]:
    """Make the commits of a session record a frontier, for the length of a ``with`` block.

    Delta's own transaction checks the rest: that the table still has the definition that the rows were computed for,
    and that the refresh number is not taken. Both are told apart from other failures by ``is_conflict`` and
    ``own_commit``.

    Args:
        session: A session of our own.
        frontier: What the commit records.
        definition: The text of the definition that the table has; None where there must be no table yet.

    Yields:
        Nothing.
    """
    FAULT_POINTS.reach("refresh.computed")
    with (
        on_definition(session, definition),
        commit_settings(
            session,
            user_metadata=frontier.to_json(),
            transaction_id=frontier.stream_table_id,
            transaction_version=frontier.refresh_number,
        ),
    ):
        yield
    FAULT_POINTS.reach("refresh.committed")
