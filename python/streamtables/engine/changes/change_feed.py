"""The change feed of a stream table: its net change between two versions, in the form of Delta's change data feed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from streamtables.catalog.stored_state import load_state
from streamtables.engine.changes.net_change import PAIRED, NetChange, net_change
from streamtables.engine.changes.stored_versions import version_range
from streamtables.engine.context import Engine
from streamtables.engine.defining.reconcile import require
from streamtables.engine.programs.recompute import use_namespace
from streamtables.errors import ChangesError
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
    full = QualifiedName(require(engine, session, name))
    state = load_state(CatalogLookup(session), full)
    taken = {CHANGE_TYPE, COMMIT_VERSION} & {column.name.lower() for column in state.definition.columns}
    if taken:
        reason = f"its column {min(taken)} has the name of one that the change feed adds"
        parameters = {"name": state.definition.display_name, "version": str(since), "reason": reason}
        raise ChangesError("CHANGES_UNREADABLE", parameters, hint="give the column another name")
    changed = version_range(engine.programs, state, since, until)
    with engine.open_session(changed.after.definition.settings) as own:
        use_namespace(own, changed.after.program)
        return frame_in(session, _fed(net_change(own, changed), changed.after.snapshot.version))


def _fed(change: NetChange, version: int) -> DataFrame:
    columns = [quote_identifier(column.name) for column in change.columns]
    return change.rows.selectExpr(*columns, _TYPE, f"CAST({version} AS BIGINT) AS {COMMIT_VERSION}")
