"""Suspending a stream table on the engine's own account: until somebody has looked, refreshes leave it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from streamtables.catalog.definition import dotted
from streamtables.catalog.stored_state import load_state
from streamtables.engine.altering.write_definition import write_definition
from streamtables.engine.concurrency.conflicts import Backoff, lost_race
from streamtables.engine.context import Engine
from streamtables.engine.reason_codes import ReasonCode
from streamtables.engine.refreshing.report import with_failure
from streamtables.engine.result import Refreshed
from streamtables.errors import StreamTableNotFoundError
from streamtables.spark.failures.failure_kind import is_cancelled
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables_grammar.names import QualifiedName


def suspend(engine: Engine, name: Sequence[str], because: str) -> bool:
    """Suspend a stream table.

    Args:
        engine: The engine.
        name: Full name of the stream table.
        because: Why, for those who look at it; it quotes no row.

    Returns:
        Whether it was there and not suspended yet.

    Raises:
        RefreshError: Others kept writing to the table.
    """
    backoff = Backoff.of(engine.user)
    while True:
        with engine.locks.hold([dotted(name)]), engine.open_session({}) as own:
            try:
                state = load_state(CatalogLookup(own), QualifiedName(tuple(name)))
                if state.definition.suspended:
                    return False
                after = replace(state.definition, suspended=True, suspended_because=because)
                write_definition(engine, own, state, after)
            except StreamTableNotFoundError:
                return False
            except Exception as error:
                if not lost_race(error):
                    raise
                lost = error
            else:
                return True
        backoff.wait(dotted(name[1:]), lost)


def suspend_fused(engine: Engine, refreshed: Sequence[Refreshed]) -> Sequence[Refreshed]:
    """Follow a run: suspend the stream tables whose fuse has blown.

    Args:
        engine: The engine.
        refreshed: What became of each table.

    Returns:
        The same, with what failed in the reasons: the next refresh finds the fuse blown again.

    Raises:
        Exception: The user cancelled the statement.
    """
    return [_suspended(engine, one) if one.result.reason_code is ReasonCode.FUSE_BLOWN else one for one in refreshed]


def _suspended(engine: Engine, one: Refreshed) -> Refreshed:
    try:
        suspend(engine, one.name, one.result.reason)
    except Exception as error:
        if is_cancelled(error):
            raise
        return replace(one, result=with_failure(one.result, "suspending it", error))
    return one
