"""Suspending a stream table on the engine's own account: until somebody has looked, refreshes leave it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from streamtables.catalog.definition import dotted
from streamtables.catalog.stored_state import load_state
from streamtables.engine.concurrency.conflicts import Backoff, lost_race
from streamtables.engine.context import Engine
from streamtables.engine.defining import storage
from streamtables.engine.defining.reconcile import register
from streamtables.engine.reason_codes import ReasonCode
from streamtables.engine.result import Refreshed
from streamtables.errors import StreamTableNotFoundError
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
                storage.set_definition(own, state.definition_text, after)
                register(engine, own, after)
                engine.programs.drop(after.id)
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
        The same.
    """
    for one in refreshed:
        if one.result.reason_code is ReasonCode.FUSE_BLOWN:
            suspend(engine, one.name, one.result.reason)
    return refreshed
