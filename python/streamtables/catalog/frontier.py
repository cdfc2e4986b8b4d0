"""The frontier: which version of every source a stream table shows. It lives in the commit that applied it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import astuple, dataclass, field

from streamtables.catalog.costs import NO_COSTS, Costs
from streamtables.catalog.refresh_details import NO_INPUTS, RefreshInputs
from streamtables.catalog.stored_format import FORMAT, RELEASE, require_readable

COMPACTED = "the parts of groups were folded"
"""The reason in the frontier of a compaction, which no refresh gives."""


@dataclass(frozen=True, slots=True)
class SourcePosition:
    """A source and the version of it that was used.

    Attributes:
        table_id: Delta's id of the table; a recreated table has another.
        version: The version.
        rows: Rows at that version as far as known, for the cost decision; None if unknown.
    """

    table_id: str
    version: int
    rows: int | None = None


@dataclass(frozen=True, slots=True)
class Parts:
    """How much has been appended to a table since all of it was written.

    Attributes:
        compacted_rows: Rows when every group had one part, and every row one place.
        appended_rows: Rows appended since.
        appends: Commits that appended them.
        merges: Commits that merged rows instead, by MERGE or on read.
    """

    compacted_rows: int
    appended_rows: int = 0
    appends: int = 0
    merges: int = 0


@dataclass(frozen=True, slots=True)
class Frontier:
    """What one refresh recorded in its commit.

    Attributes:
        stream_table_id: Which stream table.
        refresh_number: Counts the table's commits from 1; also the commit's ``txnVersion``.
        definition_version: Which state of the definition the rows follow.
        positions: Position of every Delta source, by dotted full name.
        mode: What ran (``INITIAL``, ``DIFFERENTIAL``, ``FULL``, ``NO_CHANGE``).
        reason: Why.
        changed_rows: Rows of the sources' change, None where not counted.
        changed_bytes: Bytes of the files that held it, 0 if unknown.
        started_at: Start of the refresh, ISO 8601 in UTC.
        parts: What had been appended before this commit; None where this commit wrote the whole table.
        costs: What the refreshes before this one cost.
        instant_us: What the query's clock showed, in microseconds since 1970 in UTC; None where it reads none.
        touched: Stored rows that the commit inserted, updated or deleted, for those who read the table; None where its
            metrics and files tell.
        code: The reason for programs; None where an older version made the commit.
        inputs: What the refresh was decided from.
        follows: The version of the table that the rows were computed for; None where the commit made the table.
        release: The release that recorded it; None where that did not say so.
    """

    stream_table_id: str
    refresh_number: int
    definition_version: int
    positions: Mapping[str, SourcePosition]
    mode: str
    reason: str
    changed_rows: int | None
    started_at: str
    parts: Parts | None = None
    costs: Costs = NO_COSTS
    instant_us: int | None = None
    changed_bytes: int = 0
    touched: int | None = None
    code: str | None = None
    inputs: RefreshInputs = NO_INPUTS
    follows: int | None = None
    release: str | None = field(default=RELEASE, compare=False)

    @property
    def is_compaction(self) -> bool:
        """Whether the commit carried the frontier on, and was no refresh."""
        return self.reason == COMPACTED

    def to_json(self) -> str:
        """Return the text that goes into the commit's ``userMetadata``."""
        return json.dumps(
            {
                "streamtables": FORMAT,
                "release": RELEASE,
                "id": self.stream_table_id,
                "refresh": self.refresh_number,
                "definition": self.definition_version,
                "sources": {
                    name: {"id": position.table_id, "version": position.version, "rows": position.rows}
                    for name, position in self.positions.items()
                },
                "mode": self.mode,
                "reason": self.reason,
                "changed_rows": self.changed_rows,
                "changed_bytes": self.changed_bytes,
                "started_at": self.started_at,
                "parts": None if self.parts is None else astuple(self.parts),
                "costs": self.costs.to_json(),
                "instant_us": self.instant_us,
                "touched": self.touched,
                "code": self.code,
                "inputs": self.inputs.to_json(),
                "follows": self.follows,
            }
        )

    @classmethod
    def from_json(cls, text: str | None) -> Frontier | None:
        """Read a commit's ``userMetadata``.

        Args:
            text: The text, or None.

        Returns:
            The frontier, or None if the commit is not a refresh's.

        Raises:
            NewerFormatError: A newer release has recorded it.
        """
        try:
            raw = json.loads(text or "null")
        except ValueError:
            return None
        if not isinstance(raw, dict) or not isinstance(raw.get("streamtables"), int):
            return None
        require_readable(raw, raw["streamtables"], f"A refresh of the stream table with the id {raw.get('id')}")
        return cls(
            stream_table_id=raw["id"],
            refresh_number=raw["refresh"],
            definition_version=raw["definition"],
            positions={
                name: SourcePosition(source["id"], source["version"], source["rows"])
                for name, source in raw["sources"].items()
            },
            mode=raw["mode"],
            reason=raw["reason"],
            changed_rows=raw["changed_rows"],
            started_at=raw["started_at"],
            parts=Parts(*raw["parts"]) if raw.get("parts") else None,
            costs=Costs.from_json(raw.get("costs")),
            instant_us=raw.get("instant_us"),
            changed_bytes=raw.get("changed_bytes", 0),
            touched=raw.get("touched"),
            code=raw.get("code"),
            inputs=RefreshInputs.from_json(raw.get("inputs")),
            follows=raw.get("follows"),
            release=raw.get("release"),
        )
