"""Bringing stream tables up to date that other ways than statements of this process have left behind.

Streams and other processes write without us. What they wrote is noticed when somebody reads an IMMEDIATE stream table,
or one with the property ``streamtables.fresh_reads``; and when a stream table is made or altered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from streamtables.catalog.definition import backing_name, dotted, table_key
from streamtables.engine.context import Engine
from streamtables.engine.immediate.failures import failure_parameters, failures_of
from streamtables.engine.immediate.watched import fresh_tables
from streamtables.engine.refreshing.refresh_run import refresh_before_reading, refresh_below
from streamtables.errors import RefreshError
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.statements.caller import working_for

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables_grammar.names import QualifiedName

FRESH_READS = "spark.streamtables.fresh_reads"
"""Setting of a session that reads stream tables as they are, whoever has written to their sources: ``off``."""


def refresh_for_reading(engine: Engine, user: SparkSession, names: Sequence[str]) -> None:
    """Bring stream tables up to date that a query is about to read.

    Args:
        engine: The engine, working for the user.
        user: The user's session.
        names: Schema and name of each, in lower case.

    Raises:
        RefreshError: ``STALE_READ``: one could not be brought up to date.
    """
    if not _reads_fresh(user):
        return
    engine.threads.submit(_refresh_for_reading, engine, user, names).result()


def _refresh_for_reading(engine: Engine, user: SparkSession, names: Sequence[str]) -> None:
    with engine.open_session({}) as session:
        readers = fresh_tables(engine, session)
    keys = {readers[name] for name in names if name in readers}
    with working_for(user):
        failures = failures_of(refresh_before_reading(engine, keys)) if keys else {}
    if failures:
        hint = f"SET {FRESH_READS} = off reads its last rows"
        raise RefreshError("STALE_READ", failure_parameters(failures), hint=hint)


def _reads_fresh(user: SparkSession) -> bool:
    value = str(user.conf.get(FRESH_READS, "on")).strip().lower()
    if value not in ("on", "off"):
        raise RefreshError("INVALID_SETTING", {"setting": FRESH_READS, "value": value, "expected": "on or off"})
    return value == "on"


def follow_definition(engine: Engine, user: SparkSession, name: QualifiedName) -> str | None:
    """Bring what follows a stream table up to date that was made or altered, and itself if it is IMMEDIATE.

    What was committed while the table was being filled, or while it was suspended, nobody maintains.

    Args:
        engine: The engine, working for the user.
        user: The user's session.
        name: The stream table, as the statement has it.

    Returns:
        What could not be brought up to date and why, in one clause; None if nothing is left behind.
    """
    full = CatalogLookup(user).full_name(name.parts)
    with engine.open_session({}) as session:
        is_read = table_key(full) in fresh_tables(engine, session).values()
    failures = failures_of(refresh_below(engine, [dotted(backing_name(full))]))
    if is_read:
        failures |= failures_of(refresh_before_reading(engine, [table_key(full)]))
    return "; ".join(f"{table} is behind: {reason}" for table, reason in failures.items()) or None
