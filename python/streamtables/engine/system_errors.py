"""Failures that are not the statement's own, as it tells of them: of the machine, and of what others did meanwhile."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from streamtables.catalog.definition import dotted
from streamtables.catalog.registry import RegisteredTable
from streamtables.engine.sources.pins import PinnedSource
from streamtables.errors import RefreshError, StreamTableNotFoundError
from streamtables.spark.failures.machine_failures import machine_failure
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables_grammar.errors import StreamTableError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_UNTOUCHED = "each stream table is as its last commit left it"


def system_error(error: Exception, sources: Iterable[PinnedSource] = ()) -> RefreshError | None:
    """Say what to do where the machine failed.

    Args:
        error: What was raised.
        sources: What the statement read, as far as that is known.

    Returns:
        ``SYSTEM_FAILED``, to be raised in its place; None where something else failed.
    """
    failure = machine_failure(error, {_folder(source): source.shown for source in sources})
    if failure is None:
        return None
    hint = f"{_UNTOUCHED}; {failure.advice}, and run the statement again"
    told = RefreshError("SYSTEM_FAILED", {"problem": failure.what}, hint=hint)
    told.__cause__ = error
    return told


def error_of_dropped(session: SparkSession, table: RegisteredTable, error: Exception) -> Exception:
    """Say of a table that was dropped during its refresh that it is gone, not what was found missing first.

    Args:
        session: A session of our own.
        table: The stream table.
        error: What its refresh raised.

    Returns:
        STREAM_TABLE_NOT_FOUND; the same error where the table is there.
    """
    if isinstance(error, StreamTableError):
        return error
    entry = CatalogLookup(session).find(table.name)
    if entry is not None and entry.stream_table_id == table.id:
        return error
    parameters = {"name": dotted(table.name[1:])}
    hint = "it was dropped or replaced during the refresh"
    return StreamTableNotFoundError("STREAM_TABLE_NOT_FOUND", parameters, hint=hint)


def _folder(source: PinnedSource) -> str:
    return f"/{source.log.path.removeprefix('file:').strip('/')}/"
