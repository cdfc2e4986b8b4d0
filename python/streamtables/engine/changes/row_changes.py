"""The rows that came, went and changed between two versions of a stream table, computed once for all who ask."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from streamtables.catalog.stored_state import StoredState
from streamtables.engine.changes.net_change import PAIRED, net_change
from streamtables.engine.changes.stored_versions import version_range
from streamtables.engine.context import Engine
from streamtables.engine.programs.recompute import use_namespace
from streamtables.spark.sessions.moved_frames import frame_in
from streamtables_grammar.quoting import quote_identifier
from streamtables_rewriter.sql.columns import WEIGHT

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


class Kind(Enum):
    """What became of a row, as a condition."""

    INSERTED = f"{WEIGHT} > 0 AND NOT {PAIRED}"
    DELETED = f"{WEIGHT} < 0 AND NOT {PAIRED}"
    UPDATED_NEW = f"{WEIGHT} > 0 AND {PAIRED}"
    UPDATED_OLD = f"{WEIGHT} < 0 AND {PAIRED}"


@dataclass(frozen=True, slots=True)
class RowChanges:
    """What changed.

    Attributes:
        counts: How many rows there are of each kind.
        rows: The rows with weight and pairing.
        columns: Names of the stream table's columns.
    """

    counts: Mapping[Kind, int]
    rows: DataFrame
    columns: tuple[str, ...]

    def count(self, *kinds: Kind) -> int:
        """Return how many rows there are of some kinds."""
        return sum(self.counts[kind] for kind in kinds)

    def frame(self, session: SparkSession, *kinds: Kind) -> DataFrame:
        """Return the rows of some kinds.

        Args:
            session: The session that is to read them.
            kinds: The kinds; none for no rows.

        Returns:
            A frame of the session, with the stream table's columns.
        """
        chosen = self.rows.where(" OR ".join(f"({kind.value})" for kind in kinds) or "false")
        return frame_in(session, chosen.select(*map(quote_identifier, self.columns)))


@contextmanager
def row_changes(engine: Engine, state: StoredState, since: int, until: int) -> Iterator[RowChanges]:
    """Compute what changed, and keep it for the length of a ``with`` block.

    Args:
        engine: The engine.
        state: The stream table's stored state.
        since: The version from which changes count, exclusive.
        until: The last version.

    Yields:
        The changes. Frames of them can be read later, too; then they are computed again.

    Raises:
        ChangesError: What changed cannot be read.
    """
    changed = version_range(engine.programs, state, since, until)
    with engine.open_session(changed.after.definition.settings) as own:
        use_namespace(own, changed.after.program)
        change = net_change(own, changed)
        rows = change.rows.persist()
        try:
            kinds = [f"count_if({kind.value}) AS {kind.name}" for kind in Kind]
            counted = rows.selectExpr(*kinds).collect()[0]
            counts = {kind: int(counted[kind.name]) for kind in Kind}
            yield RowChanges(counts, rows, tuple(column.name for column in change.columns))
        finally:
            rows.unpersist()
