"""Circles that are closed by triggers: a stream table that is computed from what its refresh makes others write.

Each refresh runs its triggers once, so no statement runs for ever. But every refresh of such a table gives the next one
something to do, and none of them ever finds that nothing has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from streamtables.catalog.definition import dotted, split_name, table_key
from streamtables.catalog.dependency_graph import DependencyGraph
from streamtables.catalog.stored_state import load_state
from streamtables.catalog.triggers import Trigger, triggers_in
from streamtables.engine.context import Engine
from streamtables.engine.triggers.trigger_session import trigger_session
from streamtables.spark.lookup.catalog_lookup import CatalogLookup, is_path
from streamtables.spark.statements.dry_analysis import parsed_targets
from streamtables_grammar.errors import StreamTableError
from streamtables_grammar.names import QualifiedName

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def loop_behind(engine: Engine, session: SparkSession, target: str, name: tuple[str, ...]) -> str | None:
    """Find out whether what is written to a table changes a stream table through the triggers of others.

    Args:
        engine: The engine.
        session: A session of our own.
        target: Dotted full name of the table that is written to.
        name: Full name of the stream table.

    Returns:
        The triggers on the way, as users would name them; None if it does not, or without any.
    """
    graph = DependencyGraph(engine.registry.entries(session))
    return _Ways(engine, session, graph).from_table(target.lower(), table_key(name))


def loop_of(engine: Engine, user: SparkSession, name: QualifiedName) -> str | None:
    """Find out whether the triggers of a stream table, or of those that read it, change what it is computed from.

    Args:
        engine: The engine.
        user: The user's session.
        name: The stream table, as a statement has it.

    Returns:
        What a user has to know of it, in one clause; None if they do not.
    """
    own = table_key(CatalogLookup(user).full_name(name.parts))
    with engine.open_session({}) as session:
        graph = DependencyGraph(engine.registry.entries(session))
        ways = _Ways(engine, session, graph)
        for table in sorted(graph.downstream({own} & graph.names)):
            for trigger, target in ways.triggers_of(table):
                through = trigger if ways.reads(own, target) else ways.from_table(target, own, trigger)
                if through is not None:
                    return f"each refresh causes another, through {through}"
    return None


class _Ways:
    """Where a change gets to: through stream tables that read, and triggers that write."""

    def __init__(self, engine: Engine, session: SparkSession, graph: DependencyGraph) -> None:
        self._engine = engine
        self._session = session
        self._graph = graph
        self._readers: dict[str, set[str]] = {}
        for entry in engine.registry.entries(session):
            for source in entry.sources:
                self._readers.setdefault(source.lower(), set()).add(table_key(entry.name))

    def reads(self, name: str, table: str) -> bool:
        """Return whether a stream table reads a table, at any distance."""
        return name in self._graph.downstream(self._readers.get(table, ()))

    def from_table(self, table: str, goal: str, *before: str) -> str | None:
        """Return the triggers by which a change of a table gets to a stream table, with those before; None if not."""
        seen, waiting = {table}, [(table, before)]
        while waiting:
            at, path = waiting.pop()
            for name in sorted(self._graph.downstream(self._readers.get(at, ())) - {goal}):
                for trigger, target in self.triggers_of(name):
                    if self.reads(goal, target):
                        return ", ".join((*path, trigger))
                    if target not in seen:
                        seen.add(target)
                        waiting.append((target, (*path, trigger)))
        return None

    def triggers_of(self, name: str) -> Iterator[tuple[str, str]]:
        """Return the triggers of a stream table as users name them, and what they write to."""
        try:
            state = load_state(CatalogLookup(self._session), QualifiedName(split_name(name)))
        except StreamTableError:
            # What is no more, or cannot be read, is not refreshed, and so runs no trigger.
            return
        for trigger in triggers_in(state.snapshot.properties):
            target = _target(self._engine, trigger)
            if target is not None:
                yield f"the trigger {trigger.name} of {state.definition.display_name}", target


def _target(engine: Engine, trigger: Trigger) -> str | None:
    """Return the table that a trigger writes to, as sources are named; None for a path."""
    with trigger_session(engine, trigger) as session:
        (target,) = parsed_targets(session, trigger.statement)
        parts = target.name.parts
        return None if is_path(parts) else dotted(CatalogLookup(session).full_name(parts)).lower()
