"""One commit of a Delta table, read from its log entry.

The format is the one of the Delta protocol: one JSON action a line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class DataFile:
    """A data or change file that a commit adds or removes.

    Attributes:
        path: Path as the log has it, relative to the table or absolute, percent-encoded.
        partition_values: Serialized partition values by physical column name.
        size_bytes: Size of the file.
        deletion_vector: The deletion vector's descriptor, or None.
        rows: Live rows, where the log tells.
        lowest: Smallest values of columns, by their names in the file, where the log tells.
        highest: Largest values of columns.
        is_complete: Whether the action had all that reading the file takes; a ``remove`` need not have it.
        modified_ms: When the file was written, in milliseconds since 1970; 0 where the action does not tell.
        action: The action's own JSON, with all that the log has of the file.
    """

    path: str
    partition_values: Mapping[str, str | None]
    size_bytes: int
    deletion_vector: Mapping[str, Any] | None
    rows: int | None
    lowest: Mapping[str, Any] = field(default_factory=dict)
    highest: Mapping[str, Any] = field(default_factory=dict)
    is_complete: bool = True
    modified_ms: int = field(default=0, compare=False)
    action: str = field(default="", compare=False, repr=False)

    @property
    def identity(self) -> tuple[str, str]:
        """What makes two actions speak of the same rows: the path and the deletion vector."""
        vector = self.deletion_vector
        if vector is None:
            return self.path, ""
        return self.path, f"{vector['storageType']}{vector['pathOrInlineDv']}@{vector.get('offset')}"

    @property
    def stored_rows(self) -> int | None:
        """Rows in the file, those that its deletion vector hides included; None where the log does not tell."""
        if self.rows is None:
            return None
        return self.rows + (0 if self.deletion_vector is None else int(self.deletion_vector["cardinality"]))

    def as_add_action(self) -> str:
        """Return the JSON of an ``add`` action from which Delta reads exactly this file's live rows."""
        action: dict[str, Any] = {
            "path": self.path,
            "partitionValues": dict(self.partition_values),
            "size": self.size_bytes,
            "modificationTime": self.modified_ms,
            "dataChange": False,
        }
        if self.deletion_vector is not None:
            action["deletionVector"] = dict(self.deletion_vector)
        return json.dumps({"add": action})


@dataclass(frozen=True, slots=True)
class Commit:
    """The actions of one version.

    Attributes:
        version: The table's version.
        operation: Delta's name of the operation (``WRITE``, ``MERGE``, ...).
        metrics: Operation metrics, as text.
        user_metadata: ``userMetadata`` of the commit, or None.
        adds: Files added with a change of data.
        removes: Files removed with a change of data.
        rearranged_adds: Files added without a change of data (OPTIMIZE).
        rearranged_removes: Files removed without a change of data.
        change_files: Change data feed files.
        schema: The schema's JSON where the commit carries metadata, else None.
        table_id: The table's id where the commit carries metadata, else None.
        timestamp_ms: When it was made, in milliseconds since 1970; None if it does not tell.
    """

    version: int
    operation: str
    metrics: Mapping[str, str]
    user_metadata: str | None
    adds: tuple[DataFile, ...]
    removes: tuple[DataFile, ...]
    rearranged_adds: tuple[DataFile, ...]
    rearranged_removes: tuple[DataFile, ...]
    change_files: tuple[DataFile, ...]
    schema: str | None = None
    table_id: str | None = None
    timestamp_ms: int | None = None

    @property
    def changes_rows(self) -> bool:
        """Whether the commit may change what a reader sees."""
        return bool(self.adds or self.removes or self.change_files)

    @property
    def changed_rows(self) -> int | None:
        """How many rows were inserted, updated or deleted, as far as the log tells; an update counts once."""
        metrics = {name: int(value) for name, value in self.metrics.items() if value.lstrip("-").isdigit()}
        if self.operation == "UPDATE" and "numUpdatedRows" in metrics:
            return metrics["numUpdatedRows"]
        if self.operation == "DELETE" and "numDeletedRows" in metrics:
            return metrics["numDeletedRows"]
        if self.operation == "MERGE" and "numTargetRowsInserted" in metrics:
            return sum(metrics.get(f"numTargetRows{what}", 0) for what in ("Inserted", "Updated", "Deleted"))
        return _rows_of_files(self.adds, self.removes)


def _rows_of_files(adds: Sequence[DataFile], removes: Sequence[DataFile]) -> int | None:
    """Count the rows of files that came or went; of a file that stays with another deletion vector, those it hides."""
    came, went = ({file.path: file.rows for file in files} for files in (adds, removes))
    if None in (*came.values(), *went.values()):
        return None
    return sum(abs((came.get(path) or 0) - (went.get(path) or 0)) for path in {*came, *went})


def parse_commit(version: int, lines: Iterable[str]) -> Commit:
    """Read a log entry.

    Args:
        version: The version that the entry is of.
        lines: The entry's lines, each a JSON action.

    Returns:
        The commit.
    """
    adds: list[DataFile] = []
    removes: list[DataFile] = []
    rearranged_adds: list[DataFile] = []
    rearranged_removes: list[DataFile] = []
    change_files: list[DataFile] = []
    info: dict[str, Any] = {}
    metadata: dict[str, Any] = {}
    for line in lines:
        if not line.strip():
            continue
        ((kind, action),) = json.loads(line).items()
        if kind == "add":
            (adds if action.get("dataChange", True) else rearranged_adds).append(_data_file(action))
        elif kind == "remove":
            (removes if action.get("dataChange", True) else rearranged_removes).append(_data_file(action))
        elif kind == "cdc":
            change_files.append(_data_file(action))
        elif kind == "commitInfo":
            info = action
        elif kind == "metaData":
            metadata = action
    return Commit(
        version=version,
        operation=info.get("operation", ""),
        metrics=info.get("operationMetrics") or {},
        user_metadata=info.get("userMetadata"),
        adds=tuple(adds),
        removes=tuple(removes),
        rearranged_adds=tuple(rearranged_adds),
        rearranged_removes=tuple(rearranged_removes),
        change_files=tuple(change_files),
        schema=metadata.get("schemaString"),
        table_id=metadata.get("id"),
        timestamp_ms=info.get("timestamp"),
    )


def parse_files(lines: Iterable[str]) -> tuple[DataFile, ...]:
    """Read a snapshot's ``add`` actions.

    Args:
        lines: An action (JSON) each.

    Returns:
        The files.
    """
    return tuple(_data_file(json.loads(line)["add"]) for line in lines)


def _data_file(action: Mapping[str, Any]) -> DataFile:
    stats = json.loads(action["stats"]) if action.get("stats") else {}
    vector = action.get("deletionVector")
    rows = stats.get("numRecords")
    if rows is not None and vector is not None:
        rows -= vector["cardinality"]
    return DataFile(
        path=action["path"],
        partition_values=action.get("partitionValues") or {},
        size_bytes=action.get("size") or 0,
        deletion_vector=vector,
        rows=rows,
        lowest=stats.get("minValues") or {},
        highest=stats.get("maxValues") or {},
        is_complete="size" in action and "partitionValues" in action,
        modified_ms=action.get("modificationTime") or 0,
        action=json.dumps({"add": action}),
    )
