"""What is kept of a refresh besides the answer of its statement: in its commit what led to it, in the history all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime, timezone
from enum import Enum
from typing import Any


class RequestedBy(Enum):
    """Who asked for a refresh; the value says when it is given."""

    MANUAL = "a statement names the table or its schema, or creates or alters it"
    UPSTREAM = "a table that reads it is refreshed"
    CASCADE = "a table that it reads is refreshed with CASCADE"
    SCHEDULE = "its schedule"
    IMMEDIATE = "a statement writes to what it follows, or reads it, and it is IMMEDIATE or has fresh_reads"


@dataclass(frozen=True, slots=True)
class SourceVersions:
    """What a refresh used of one source.

    Attributes:
        source: Dotted full name, as ``streamtables.dependencies`` has it.
        from_version: The version that the table showed before; None where it showed none.
        to_version: The version that it shows now.
        changed_rows: Rows that changed in between, as the log tells; None where it does not.
    """

    source: str
    from_version: int | None
    to_version: int
    changed_rows: int | None = None


@dataclass(frozen=True, slots=True)
class Prediction:
    """How long a refresh was expected to take.

    Attributes:
        differential_ms: From the changes, in milliseconds; None if too little was known.
        full_ms: Recomputing, in milliseconds; None if too little was known.
        basis: What that was predicted from, in words.
    """

    differential_ms: int | None
    full_ms: int | None
    basis: str


@dataclass(frozen=True, slots=True)
class RefreshInputs:
    """What is known of a refresh when it is decided, and kept in its commit.

    Attributes:
        requested_by: Name of who asked for it; None if that is not known.
        sources: Its sources.
        prediction: How long it was expected to take; None where nothing was predicted.
        data_oldest_ms: When the oldest of the sources' versions was committed, in milliseconds since 1970.
        data_newest_ms: When the newest of them was.
    """

    requested_by: str | None = None
    sources: tuple[SourceVersions, ...] = ()
    prediction: Prediction | None = None
    data_oldest_ms: int | None = None
    data_newest_ms: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return what a commit keeps of it."""
        return asdict(self)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any] | None) -> RefreshInputs:
        """Read what a commit kept; entries of later versions are left aside."""
        if not raw:
            return NO_INPUTS
        prediction = raw.get("prediction")
        return cls(
            raw.get("requested_by"),
            tuple(SourceVersions(**_known(SourceVersions, source)) for source in raw.get("sources", ())),
            None if prediction is None else Prediction(**_known(Prediction, prediction)),
            raw.get("data_oldest_ms"),
            raw.get("data_newest_ms"),
        )


def _known(type_: type, raw: Mapping[str, Any]) -> dict[str, Any]:
    names = {field.name for field in fields(type_)}
    return {name: value for name, value in raw.items() if name in names}


NO_INPUTS = RefreshInputs()
"""Of a refresh that was not decided, or by a version that did not keep it."""


@dataclass(frozen=True, slots=True)
class RefreshDetails:
    """What the history keeps of a refresh besides its answer; None where a refresh did not get so far, or not learn it.

    Attributes:
        stream_table_id: The stream table's id.
        refresh_number: Number of the table's commit; None where none was made.
        inputs: What was known when it was decided.
        detect_ms: Reading the table's state and the sources' logs, in milliseconds.
        decide_ms: Choosing the mode.
        plan_ms: Reading the changed rows and writing the statements for them.
        apply_ms: Computing the rows and committing them.
        rows_read: Rows of the sources, or of their changes, that were read.
        bytes_read: Bytes of the files that hold them.
        rows_written: Rows in the files that were written.
        bytes_written: Bytes of these files.
        size_bytes: Bytes of the table's live files afterwards.
        files: Their number.
    """

    stream_table_id: str | None = None
    refresh_number: int | None = None
    inputs: RefreshInputs = NO_INPUTS
    detect_ms: int | None = None
    decide_ms: int | None = None
    plan_ms: int | None = None
    apply_ms: int | None = None
    rows_read: int | None = None
    bytes_read: int | None = None
    rows_written: int | None = None
    bytes_written: int | None = None
    size_bytes: int | None = None
    files: int | None = None

    def as_columns(self) -> dict[str, Any]:
        """Return the values of the history's columns, by name."""
        inputs, prediction = self.inputs, self.inputs.prediction
        columns = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "inputs"}
        return columns | {
            "requested_by": inputs.requested_by,
            "sources": inputs.sources or None,
            "predicted_differential_ms": None if prediction is None else prediction.differential_ms,
            "predicted_full_ms": None if prediction is None else prediction.full_ms,
            "predicted_from": None if prediction is None else prediction.basis,
            "data_oldest_at": _instant(inputs.data_oldest_ms),
            "data_newest_at": _instant(inputs.data_newest_ms),
        }


NO_DETAILS = RefreshDetails()
"""Of a refresh of which nothing more is known."""


def data_range(timestamps_ms: Sequence[int | None]) -> tuple[int | None, int | None]:
    """Return the oldest and the newest of some commits' times; None where there is none, or one is not known.

    Args:
        timestamps_ms: In milliseconds since 1970.

    Returns:
        Oldest and newest.
    """
    known = [one for one in timestamps_ms if one is not None]
    if not known or len(known) < len(timestamps_ms):
        return None, None
    return min(known), max(known)


def _instant(milliseconds: int | None) -> str | None:
    return None if milliseconds is None else datetime.fromtimestamp(milliseconds / 1000, timezone.utc).isoformat()
