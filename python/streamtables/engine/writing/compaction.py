"""Compaction: tidying up what refreshes appended, out of the user's way.

The parts of groups are replaced by their sums. Rows stay as they are, but the small files that they came in are put
together.

The commit changes no group, and says so (``dataChange = false``), so that readers of the backing table's log skip it.
It carries the frontier on, under the next refresh number: of a compaction and a refresh at the same time one commits,
and the other tries again.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone

from streamtables.catalog.frontier import COMPACTED, Parts
from streamtables.catalog.ran_mode import RanMode
from streamtables.catalog.refresh_details import NO_INPUTS
from streamtables.catalog.stored_state import load_state
from streamtables.engine.context import Engine
from streamtables.engine.programs.bind_versions import table_at
from streamtables.engine.programs.bindings import Bindings
from streamtables.engine.programs.program import Program
from streamtables.engine.writing.committing import committing
from streamtables.fault_points import FAULT_POINTS
from streamtables.spark.jvm.settings import set_all
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.sessions.recorded_settings import in_force
from streamtables.spark.tables.delta_writes import compact, rearrange
from streamtables.spark.tables.shared_cache import follow_commit
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.quoting import quote_name

MOST_APPENDS = 32
"""Commits, and so files, after which reading the parts begins to cost more than reading compacted groups."""
LARGEST_SHARE = 0.2
"""Appended rows, as a share of the compacted ones, up to which summing costs readers little."""
_OVERDUE = 2
"""How many times as many appends are too many: no process has lived long enough to compact the table."""
FEW_ROWS = 10_000
"""Appended rows that cost nobody anything."""


def is_due(program: Program, parts: Parts) -> bool:
    """Return whether enough has been appended to a table for it to be compacted.

    Args:
        program: The compiled definition.
        parts: What has been appended.

    Returns:
        True if it should be compacted.
    """
    if program.plan is None or program.plan.compaction is None:
        files = parts.appends + parts.merges
        return files > 0 and files % MOST_APPENDS == 0
    many = parts.appended_rows > max(FEW_ROWS, LARGEST_SHARE * parts.compacted_rows)
    return many or parts.appends >= MOST_APPENDS


def is_overdue(parts: Parts) -> bool:
    """Return whether a table should have been compacted long ago.

    Args:
        parts: What has been appended.

    Returns:
        True where each process that had to do it has ended before it was done.
    """
    return parts.appends + parts.merges >= _OVERDUE * MOST_APPENDS


def compact_later(engine: Engine, name: QualifiedName, *, overdue: bool = False) -> None:
    """Compact a stream table in the background.

    Args:
        engine: The engine.
        name: Full name of the stream table.
        overdue: Whether the application does not end before that is done.
    """
    engine.later(compact_table, name, needed=overdue)


def compact_table(engine: Engine, name: QualifiedName) -> bool:
    """Compact a stream table if it is due.

    Args:
        engine: The engine.
        name: Full name of the stream table.

    Returns:
        Whether it was compacted.
    """
    with engine.open_session({}) as session:
        state = load_state(CatalogLookup(session), name)
        program = engine.programs.get(state.definition)
        if state.problem or state.frontier is None or state.parts is None or not is_due(program, state.parts):
            return False
        if program.plan is None:
            return False
        if program.plan.compaction is None:
            compact(session, quote_name(state.definition.backing))
            state.log.in_session(session).checkpoint()
            return True
        set_all(session, in_force(session, state.definition.settings))
        frontier = replace(
            state.frontier,
            refresh_number=state.frontier.refresh_number + 1,
            mode=RanMode.NO_CHANGE.value,
            reason=COMPACTED,
            changed_rows=0,
            started_at=datetime.now(timezone.utc).isoformat(),
            parts=None,
            costs=state.costs,
            code=None,
            inputs=NO_INPUTS,
            follows=state.snapshot.version,
        )
        parts = Bindings(backing=table_at(state.definition.backing, state.snapshot.version))
        compacted = session.sql(parts.sql(program.plan.compaction))
        FAULT_POINTS.reach("fold.read")
        with committing(session, frontier, state.definition_text):
            rearrange(compacted, state.log.path)
        follow_commit(session, state.definition.backing)
        state.log.in_session(session).checkpoint()
    return True
