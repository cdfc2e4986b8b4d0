"""Settings of a session of our own, in one call: Spark's own interface takes a call for each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from streamtables.spark.statement_bridge import StatementBridge

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def set_all(session: SparkSession, settings: Mapping[str, str | None]) -> dict[str, str | None]:
    """Change settings for good.

    Args:
        session: A session of our own.
        settings: Values by names that Spark or Delta know; None takes a setting away.

    Returns:
        What they were, to be given to the next call; None where Spark's default held.
    """
    if not settings:
        return {}
    before: dict[str, str | None] = json.loads(StatementBridge.of(session).set_all(session, json.dumps(dict(settings))))
    return before


@contextmanager
def settings_for(session: SparkSession, settings: Mapping[str, str]) -> Iterator[None]:
    """Run statements under other settings, for the length of a ``with`` block.

    Args:
        session: A session of our own.
        settings: Values by names that Spark or Delta know.

    Yields:
        Nothing.
    """
    before = set_all(session, settings)
    try:
        yield
    finally:
        set_all(session, before)
