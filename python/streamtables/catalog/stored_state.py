"""What a backing table's log says: the definition, and the frontier of the rows it holds."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, Any

from streamtables.catalog.costs import NO_COSTS, Costs, Size
from streamtables.catalog.definition import DEFINITION_PROPERTY, Definition, backing_name
from streamtables.catalog.frontier import Frontier, Parts
from streamtables.catalog.missing import no_stream_table
from streamtables.catalog.ran_mode import RanMode
from streamtables.errors import StreamTableNotFoundError
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.tables.commit_log import Commit
from streamtables.spark.tables.delta_log import DeltaTableLog
from streamtables.spark.tables.snapshot import Snapshot
from streamtables_grammar.names import QualifiedName

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_SEARCH_LIMIT = 1_000


class StoredProblem(Enum):
    """Why stored rows must not be carried on; the value says it to users."""

    EDITED = "the stored rows were changed by another writer"
    RESHAPED = "the rows are stored in other columns than are needed"
    REDEFINED = "the definition has changed"
    LOST = "the frontier cannot be found"


@dataclass(frozen=True, slots=True)
class StoredState:
    """A stream table as it is stored.

    Attributes:
        definition: Its definition.
        log: The backing table's log.
        snapshot: The backing table's newest snapshot.
        frontier: The newest frontier, or None if none was found.
        definition_text: The definition as the table has it, which a commit finds there again.
        problem: Why the stored rows must not be carried on, or None.
        parts: What has been appended to a table that stores groups in parts.
        costs: What its refreshes have cost.
    """

    definition: Definition
    log: DeltaTableLog
    snapshot: Snapshot
    frontier: Frontier | None
    problem: StoredProblem | None
    definition_text: str
    parts: Parts | None = None
    costs: Costs = NO_COSTS

    @property
    def populated(self) -> bool:
        """Whether the table was ever filled."""
        return self.frontier is None or self.frontier.refresh_number > 0

    @property
    def last_number(self) -> int:
        """The last refresh number: of the frontier, or the one that Delta itself remembers."""
        if self.frontier is not None:
            return self.frontier.refresh_number
        return self.log.transaction_version(self.definition.id) or 0


def full_name_of(lookup: CatalogLookup, name: QualifiedName) -> tuple[str, ...]:
    """Complete a stream table's name.

    Args:
        lookup: Finds tables.
        name: Name of the stream table, one to three parts.

    Returns:
        Catalog, schema and name, as the catalog spells them.

    Raises:
        StreamTableNotFoundError: There is no stream table of that name.
    """
    entry = lookup.find(lookup.full_name(name.parts))
    if entry is None or entry.stream_table_id is None:
        missing = no_stream_table(lookup, name)
        raise missing
    return entry.name


def load_state(lookup: CatalogLookup, name: QualifiedName) -> StoredState:
    """Read a stream table's state.

    Args:
        lookup: Finds tables.
        name: Name of the stream table, one to three parts.

    Returns:
        The state.

    Raises:
        StreamTableNotFoundError: There is no stream table of that name, or its backing table is gone.
    """
    backing = lookup.find(backing_name(full_name_of(lookup, name)))
    state = None if backing is None else _state_in(lookup.log_of(backing))
    if state is None:
        raise StreamTableNotFoundError("BACKING_TABLE_MISSING", {"name": str(name)}, span=name.span)
    return state


class BackingFolders:
    """Where the rows of stream tables lie, so that the metastore, which is slow, is asked once for each of them."""

    def __init__(self) -> None:
        self._paths: dict[str, str] = {}
        self._lock = threading.Lock()

    def load_state(self, session: SparkSession, stream_table_id: str, name: QualifiedName) -> StoredState:
        """Read the state of a stream table that has just been found in the catalog.

        Args:
            session: The session to read with.
            stream_table_id: Its id.
            name: Its full name.

        Returns:
            The state.

        Raises:
            StreamTableNotFoundError: Its backing table is gone.
        """
        with self._lock:
            path = self._paths.get(stream_table_id)
        state = None if path is None else _state_in(DeltaTableLog.for_path(session, path))
        if state is None or state.definition.id != stream_table_id:
            state = load_state(CatalogLookup(session), name)
            with self._lock:
                self._paths[state.definition.id] = state.log.path
        return state

    def forget(self, stream_table_id: str) -> None:
        """Forget where a stream table's rows lie, since they move.

        Args:
            stream_table_id: Its id.
        """
        with self._lock:
            self._paths.pop(stream_table_id, None)


def _state_in(log: DeltaTableLog) -> StoredState | None:
    """Read the state of a backing table; None if there is none."""
    snapshot = log.latest()
    text = snapshot.properties.get(DEFINITION_PROPERTY)
    if text is None:
        return None
    definition = Definition.from_json(text)
    frontier, problem, commit = _find_frontier(log, snapshot, definition)
    if frontier is None or commit is None:
        return StoredState(definition, log, snapshot, frontier, problem, text)
    parts, costs = parts_after(frontier, commit), costs_after(frontier, commit)
    return StoredState(definition, log, snapshot, frontier, problem, text, parts, costs)


def parts_after(frontier: Frontier, commit: Commit) -> Parts:
    """Add up what had been appended before a commit, and what it appended itself.

    Args:
        frontier: The commit's frontier.
        commit: The commit.

    Returns:
        The parts after it.
    """
    rows = int(commit.metrics.get("numOutputRows", 0))
    if frontier.parts is None:
        return Parts(rows)
    return replace(frontier.parts, appended_rows=frontier.parts.appended_rows + rows)


def costs_after(frontier: Frontier, commit: Commit) -> Costs:
    """Add what a commit's own refresh cost to what those before it did.

    Args:
        frontier: The commit's frontier.
        commit: The commit.

    Returns:
        The costs after it.
    """
    if commit.timestamp_ms is None:
        return frontier.costs
    started_ms = datetime.fromisoformat(frontier.started_at).timestamp() * 1000
    took = max(0, round(commit.timestamp_ms - started_ms))
    if frontier.mode == RanMode.INITIAL.value:
        return frontier.costs.with_initial_load(took)
    if frontier.mode == RanMode.FULL.value:
        return frontier.costs.with_full(took)
    if frontier.mode == RanMode.DIFFERENTIAL.value and frontier.changed_rows is not None:
        return frontier.costs.with_differential(Size(frontier.changed_rows, frontier.changed_bytes), took)
    return frontier.costs


def _find_frontier(
    log: DeltaTableLog, snapshot: Snapshot, definition: Definition
) -> tuple[Frontier | None, StoredProblem | None, Commit | None]:
    """Walk back from the newest commit; a commit of others that changes rows ends the trust in what is stored."""
    foreign = redeclared = False
    newest = snapshot.version
    for version in range(newest, max(-1, newest - _SEARCH_LIMIT), -1):
        commit = log.commit(version)
        if commit is None:
            break
        frontier = Frontier.from_json(commit.user_metadata)
        if frontier is not None and frontier.stream_table_id == definition.id:
            if foreign or _was_overtaken(log, frontier, version):
                return frontier, StoredProblem.EDITED, commit
            if redeclared and _columns(log.schema_at(version)) != _columns(snapshot.schema_json):
                return frontier, StoredProblem.RESHAPED, commit
            as_defined = definition.stores_rows_of(frontier.definition_version)
            return frontier, None if as_defined else StoredProblem.REDEFINED, commit
        foreign = foreign or commit.changes_rows
        redeclared = redeclared or commit.schema is not None
    return None, StoredProblem.LOST, None


def _columns(schema: Mapping[str, Any] | None) -> list[tuple[str, Any]] | None:
    """Return names and types; None where the log does not tell them any more."""
    return None if schema is None else [(field["name"], field["type"]) for field in schema["fields"]]


def _was_overtaken(log: DeltaTableLog, frontier: Frontier, version: int) -> bool:
    """Return whether another writer changed rows while those of a commit were computed."""
    if frontier.follows is None:
        return False
    between = [log.commit(one) for one in range(frontier.follows + 1, version)]
    return any(commit is None or commit.changes_rows for commit in between)
