"""Taking all rows out of a stream table until it is filled again."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import uuid4

from streamtables.catalog.costs import NO_COSTS
from streamtables.catalog.definition import dotted
from streamtables.catalog.ran_mode import RanMode
from streamtables.catalog.stored_state import load_state
from streamtables.engine.context import Engine
from streamtables.engine.defining.create import first_frontier, store
from streamtables.engine.defining.reconcile import observe, require
from streamtables.engine.programs.program import Program
from streamtables.engine.programs.recompute import filling_sql
from streamtables.engine.reason_codes import ReasonCode
from streamtables.engine.result import RefreshResult
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.tables.shared_cache import follow_commit
from streamtables_grammar.names import QualifiedName

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

UNFILLED = "it is empty, and not maintained, until it is refreshed"


def empty_stream_table(engine: Engine, session: SparkSession, name: QualifiedName) -> RefreshResult:
    """Take all rows out of a stream table: until REFRESH fills it, it is as if it had been created WITH NO DATA.

    Args:
        engine: The engine.
        session: The user's session.
        name: The stream table.

    Returns:
        What CREATE WITH NO DATA would answer.

    Raises:
        StreamTableNotFoundError: There is no such stream table.
    """
    started = time.perf_counter()
    full = require(engine, session, name)
    with engine.locks.hold([dotted(full)]):
        before = load_state(CatalogLookup(session), QualifiedName(full)).definition
        # Delta would take a second commit with the number of a table without rows for one that was made already.
        definition = replace(before, id=str(uuid4()), version=before.version + 1, rows_since=None)
        program = Program(definition, engine.programs.get(before).plan)
        with engine.open_session(definition.settings) as own:
            frontier = first_frontier(own, program, NO_COSTS, with_data=False)
            query = filling_sql(program, frontier, with_data=False)
            applied = store(engine, own, program, query, frontier, observe(CatalogLookup(own), full))
            follow_commit(own, definition.backing)
        engine.programs.put(program)
    took_ms = round(1000 * (time.perf_counter() - started))
    return RefreshResult(
        definition.display_name,
        RanMode.INITIAL,
        UNFILLED,
        None,
        0,
        0,
        None,
        applied.version,
        took_ms,
        ReasonCode.CREATED_EMPTY,
        details=applied.details,
    )
