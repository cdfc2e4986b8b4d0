"""Writing a definition alone: no row knows of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from streamtables.catalog.definition import Definition
from streamtables.catalog.stored_state import StoredState
from streamtables.engine.context import Engine
from streamtables.engine.defining import storage
from streamtables.engine.defining.reconcile import register
from streamtables.fault_points import FAULT_POINTS

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def write_definition(
    engine: Engine,
    session: SparkSession,
    state: StoredState,
    after: Definition,
    properties: Mapping[str, str] | None = None,
) -> None:
    """Give a stream table another definition, in a commit without rows.

    Args:
        engine: The engine.
        session: A session of our own.
        state: The stream table as it is stored.
        after: The definition.
        properties: What is set besides.
    """
    storage.set_definition(session, state.definition_text, after, properties)
    FAULT_POINTS.reach("alter.backing")
    register(engine, session, after)
    FAULT_POINTS.reach("alter.registry")
    engine.programs.drop(state.definition.id)
