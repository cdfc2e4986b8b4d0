"""The change feed of a stream table: its net change between two versions, in the form of Delta's change data feed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from streamtables.catalog.stored_state import StoredState, load_state
from streamtables.engine.changes.net_change import PAIRED, NetChange, net_change
from streamtables.engine.changes.stored_versions import stored_version, unreadable, version_range
from streamtables.engine.context import Engine
from streamtables.engine.defining.reconcile import require
from streamtables.engine.defining.storage import view_query
from streamtables.engine.programs.recompute import use_namespace
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.sessions.moved_frames import frame_in
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.quoting import quote_identifier
from streamtables_rewriter.sql.columns import WEIGHT

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

CHANGE_TYPE = "_change_type"
COMMIT_VERSION = "_commit_version"
_TYPE = (
    f"CASE WHEN {WEIGHT} > 0 THEN if({PAIRED}, 'update_postimage', 'insert') "
    f"ELSE if({PAIRED}, 'update_preimage', 'delete') END AS {CHANGE_TYPE}"
)


def read_change_feed(
    engine: Engine, session: SparkSession, name: QualifiedName, since: int, until: int | None
) -> DataFrame:
    """Read what changed of a stream table as its readers see it.

    Args:
        engine: The engine.
        session: The user's session.
        name: The stream table.
        since: The version of the backing table from which changes count, exclusive.
        until: The last version; None for the newest.

    Returns:
        A frame of the user's session: the view's columns, ``_change_type`` and ``_commit_version``.

    Raises:
        ChangesError: There is no such version, or what changed since cannot be read.
        StreamTableNotFoundError: There is no such stream table.
    """
    return change_feed(engine, session, feed_state(engine, session, name), since, until)


def feed_state(engine: Engine, session: SparkSession, name: QualifiedName) -> StoredState:
    """Return the state of a stream table whose change feed can be read.

    Args:
        engine: The engine.
        session: The user's session.
        name: The stream table.

    Returns:
        Its stored state.

    Raises:
        ChangesError: A column of the feed would have the name of one of its own.
        StreamTableNotFoundError: There is no such stream table.
    """
    state = load_state(CatalogLookup(session), QualifiedName(require(engine, session, name)))
    taken = {CHANGE_TYPE, COMMIT_VERSION} & {column.name.lower() for column in state.definition.columns}
    if taken:
        reason = f"its column {min(taken)} has the name of one that the change feed adds"
        refused = unreadable(state, state.snapshot.version, reason, hint="give the column another name")
        raise refused
    return state


def change_feed(engine: Engine, session: SparkSession, state: StoredState, since: int, until: int | None) -> DataFrame:
    """Read what changed between two versions.

    Args:
        engine: The engine.
        session: The user's session.
        state: The stream table's stored state.
        since: The version from which changes count, exclusive.
        until: The last version; None for the newest.

    Returns:
        A frame of the user's session.

    Raises:
        ChangesError: There is no such version, or what changed since cannot be read.
    """
    changed = version_range(engine.programs, state, since, until)
    with engine.open_session(changed.after.definition.settings) as own:
        use_namespace(own, changed.after.program)
        return frame_in(session, _fed(net_change(own, changed), changed.after.snapshot.version))


def feed_of_all_rows(engine: Engine, session: SparkSession, state: StoredState, version: int) -> DataFrame:
    """Read all rows of a version, as if nothing had been there before.

    Args:
        engine: The engine.
        session: The user's session.
        state: The stream table's stored state.
        version: The version.

    Returns:
        A frame of the user's session, with the columns of ``change_feed``.

    Raises:
        ChangesError: There is no such version.
    """
    program = stored_version(engine.programs, state, version).program
    with engine.open_session(program.definition.settings) as own:
        use_namespace(own, program)
        columns = [quote_identifier(column.name) for column in program.definition.columns]
        added = (f"'insert' AS {CHANGE_TYPE}", f"CAST({version} AS BIGINT) AS {COMMIT_VERSION}")
        return frame_in(session, own.sql(view_query(program, version)).selectExpr(*columns, *added))


def _fed(change: NetChange, version: int) -> DataFrame:
    columns = [quote_identifier(column.name) for column in change.columns]
    return change.rows.selectExpr(*columns, _TYPE, f"CAST({version} AS BIGINT) AS {COMMIT_VERSION}")
