"""What a Delta table's log says, read from its files: the judge must not ask the accused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DEFINITION = "streamtables.definition"


@dataclass(frozen=True, slots=True)
class Position:
    """A source's place in a frontier."""

    table_id: str
    version: int


@dataclass(frozen=True, slots=True)
class RecordedFrontier:
    """What a refresh wrote into its commit.

    Attributes:
        stream_table_id: Which stream table.
        refresh_number: Its number.
        definition_version: Which state of the definition.
        mode: What ran.
        reason: Why.
        positions: By dotted full name of the source.
    """

    stream_table_id: str
    refresh_number: int
    definition_version: int
    mode: str
    reason: str
    positions: Mapping[str, Position]


@dataclass(frozen=True, slots=True)
class LoggedCommit:
    """One version of a Delta table.

    Attributes:
        version: The version.
        operation: Delta's name of what was done.
        table_id: The table's id as of this version.
        definition: The stream table's definition as of this version, None if it has none.
        frontier: The frontier that this very commit carries, if any.
        transaction: Application and number of its transaction, if any.
        changes_rows: Whether rows may have changed.
        columns: Names of the table's columns as of this version.
    """

    version: int
    operation: str
    table_id: str
    definition: Mapping[str, Any] | None
    frontier: RecordedFrontier | None
    transaction: tuple[str, int] | None
    changes_rows: bool
    columns: tuple[str, ...]


def read_commits(table: Path) -> list[LoggedCommit]:
    """Read all commits of a table, the oldest first.

    Args:
        table: The table's folder.

    Returns:
        The commits; none if there is no such table.
    """
    commits: list[LoggedCommit] = []
    table_id, definition, columns = "", None, ()
    for path in sorted((table / "_delta_log").glob("*.json")):
        if not path.stem.isdigit():
            continue
        info: dict[str, Any] = {}
        transaction, changes = None, False
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line:
                continue
            ((kind, action),) = json.loads(line).items()
            if kind == "commitInfo":
                info = action
            elif kind == "metaData":
                table_id = action["id"]
                text = action.get("configuration", {}).get(DEFINITION)
                definition = None if text is None else json.loads(text)
                columns = tuple(field["name"] for field in json.loads(action["schemaString"])["fields"])
            elif kind == "txn":
                transaction = (action["appId"], action["version"])
            elif kind in ("add", "remove", "cdc"):
                changes = changes or action.get("dataChange", True)
        commits.append(
            LoggedCommit(
                version=int(path.stem),
                operation=info.get("operation", ""),
                table_id=table_id,
                definition=definition,
                frontier=_frontier(info.get("userMetadata")),
                transaction=transaction,
                changes_rows=changes,
                columns=columns,
            )
        )
    return commits


def _frontier(text: str | None) -> RecordedFrontier | None:
    try:
        raw = json.loads(text or "null")
    except ValueError:
        return None
    if not isinstance(raw, dict) or "streamtables" not in raw:
        return None
    return RecordedFrontier(
        stream_table_id=raw["id"],
        refresh_number=raw["refresh"],
        definition_version=raw["definition"],
        mode=raw["mode"],
        reason=raw["reason"],
        positions={name: Position(source["id"], source["version"]) for name, source in raw["sources"].items()},
    )
