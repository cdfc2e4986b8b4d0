"""Two versions of the table behind a stream table, and what lies between them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from streamtables.catalog.definition import DEFINITION_PROPERTY, Definition
from streamtables.catalog.frontier import SourcePosition
from streamtables.catalog.stored_state import StoredState
from streamtables.engine.programs.program import Program, ProgramCache, compile_definition
from streamtables.engine.sources.change_set import ChangeSet
from streamtables.engine.sources.pins import PinnedSource
from streamtables.engine.sources.source_change import read_change
from streamtables.errors import ChangesError

if TYPE_CHECKING:
    from streamtables.spark.tables.delta_log import DeltaTableLog
    from streamtables.spark.tables.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class StoredVersion:
    """One version of the table behind a stream table.

    Attributes:
        snapshot: The version.
        program: The compiled definition that it had, under the name that the stream table has.
    """

    snapshot: Snapshot
    program: Program

    @property
    def definition(self) -> Definition:
        """The definition."""
        return self.program.definition


@dataclass(frozen=True, slots=True)
class VersionRange:
    """What lies between two versions.

    Attributes:
        log: The table's log.
        before: The version that the range begins from, exclusive.
        after: Its last version.
        files: The files that hold what changed.
    """

    log: DeltaTableLog
    before: StoredVersion
    after: StoredVersion
    files: ChangeSet

    @property
    def stores_alike(self) -> bool:
        """Whether both versions store the same rows of a query in the same columns."""
        return self.after.definition.stores_rows_of(self.before.definition.version)


def version_range(programs: ProgramCache, state: StoredState, since: int, until: int | None) -> VersionRange:
    """Find what lies between two versions.

    Args:
        programs: Compiled definitions.
        state: The stream table's stored state.
        since: The version that the range begins from, exclusive.
        until: Its last version; None for the newest.

    Returns:
        The range.

    Raises:
        ChangesError: There is no such version of the stream table, or what changed since cannot be read any more.
    """
    newest = state.snapshot.version
    last = newest if until is None else until
    for version in (since, last):
        if not 0 <= version <= newest:
            unknown = _unknown(state, version, f"its versions are 0 to {newest}")
            raise unknown
    if since > last:
        unknown = _unknown(state, since, f"the range would end before it, with version {last}")
        raise unknown
    after = stored_version(programs, state, last)
    before = stored_version(programs, state, since)
    shown = [[(c.name, c.type) for c in one.definition.columns] for one in (before, after)]
    if shown[0] != shown[1]:
        reshaped = unreadable(state, since, f"version {last} has other columns")
        raise reshaped
    name, log = state.definition.backing, state.log
    source = PinnedSource(name, log, after.snapshot, {})
    change = read_change(source, SourcePosition(after.snapshot.table_id, since, None), ())
    if change.change is None:
        lost = unreadable(state, since, str(change.rebuild))
        raise lost
    return VersionRange(log, before, after, change.change)


def stored_version(programs: ProgramCache, state: StoredState, version: int) -> StoredVersion:
    """Find one version of the table behind a stream table.

    Args:
        programs: Compiled definitions.
        state: The stream table's stored state.
        version: The version.

    Returns:
        The version.

    Raises:
        ChangesError: It was another stream table's, or the log does not tell it any more.
    """
    newest = state.definition
    snapshot = state.snapshot if version == state.snapshot.version else state.log.snapshot_at(version)
    if snapshot is None:
        lost = unreadable(state, version, "the log does not tell its files any more")
        raise lost
    text = snapshot.properties.get(DEFINITION_PROPERTY)
    if text is None:
        unknown = _unknown(state, version, "the table was no stream table's then")
        raise unknown
    definition = replace(Definition.from_json(text), name=newest.name)
    if definition.id != newest.id:
        unknown = _unknown(state, version, "that version belongs to another stream table which had its name")
        raise unknown
    if definition == newest:
        return StoredVersion(snapshot, programs.get(newest))
    return StoredVersion(snapshot, Program(definition, compile_definition(definition)))


def _unknown(state: StoredState, version: int, reason: str) -> ChangesError:
    parameters = {"name": state.definition.display_name, "version": str(version), "reason": reason}
    hint = "REFRESH STREAM TABLE returns the version that it made; SHOW REFRESH HISTORY lists them"
    return ChangesError("CHANGES_VERSION_UNKNOWN", parameters, hint=hint)


def unreadable(
    state: StoredState,
    version: int,
    reason: str,
    hint: str = "read the whole stream table, and ask for changes since a later version from then on",
) -> ChangesError:
    """Return the error for what changed since a version and cannot be read.

    Args:
        state: The stream table's stored state.
        version: The version.
        reason: Why.
        hint: What to do instead.

    Returns:
        The error, not raised.
    """
    parameters = {"name": state.definition.display_name, "version": str(version), "reason": reason}
    return ChangesError("CHANGES_UNREADABLE", parameters, hint=hint)
