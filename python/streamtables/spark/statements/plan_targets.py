"""What ordinary SQL writes to: the names in a parsed plan that a statement changes.

The walk itself is done in the JVM, where it costs microseconds; here stands what it looks for. Statements that only
read (SELECT, ANALYZE, DESCRIBE, EXPLAIN) have no target.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from streamtables_grammar.names import QualifiedName

_PART_END = "\x1f"
_TARGET_END = "\x1e"
_TEXT_START = "\x1d"

FIRST_WORDS = frozenset(
    {
        "ALTER",
        "BEGIN",
        "CREATE",
        "DELETE",
        "DROP",
        "FROM",
        "INSERT",
        "LOAD",
        "MERGE",
        "OPTIMIZE",
        "REFRESH",
        "REORG",
        "REPLACE",
        "RESTORE",
        "TRUNCATE",
        "UPDATE",
        "VACUUM",
        "WITH",
    }
)
"""Words with which a statement that has a target can begin: no other statement is inspected."""

RULES: Mapping[str, tuple[str, str, str, str]] = MappingProxyType(
    {
        "InsertIntoStatement": ("INSERT", "table", "", ""),
        "OverwriteByExpression": ("INSERT", "table", "", ""),
        "UpdateTable": ("UPDATE", "table", "", ""),
        "DeleteFromTable": ("DELETE", "table", "", ""),
        "MergeIntoTable": ("MERGE", "targetTable", "", ""),
        "TruncateTable": ("TRUNCATE", "table", "", ""),
        "TruncatePartition": ("TRUNCATE", "table", "", ""),
        "LoadData": ("LOAD DATA", "child", "", ""),
        "RestoreTableStatement": ("RESTORE", "table", "", ""),
        "OptimizeTableCommand": ("OPTIMIZE", "child", "", ""),
        "DeltaReorgTable": ("REORG", "target", "", ""),
        "VacuumTableCommand": ("VACUUM", "child", "", ""),
        "RefreshTable": ("REFRESH TABLE", "child", "", ""),
        # REFRESH without TABLE takes a path, which may look like a name.
        "RefreshResource": ("REFRESH", "path", "", ""),
        "DropTable": ("DROP TABLE", "child", "", ""),
        "DropView": ("DROP VIEW", "child", "", ""),
        "ReplaceTable": ("REPLACE TABLE", "name", "", ""),
        "ReplaceTableAsSelect": ("REPLACE TABLE", "name", "", ""),
        "CloneTableStatement": ("REPLACE TABLE", "target", "isReplaceCommand", ""),
        "CreateView": ("REPLACE VIEW", "child", "replace", "originalText"),
        "AlterTableCommand": ("ALTER TABLE", "table", "", ""),
        "V2PartitionCommand": ("ALTER TABLE", "table", "", ""),
        "RecoverPartitions": ("ALTER TABLE", "child", "", ""),
        "SetTableLocation": ("ALTER TABLE", "table", "", ""),
        "SetTableSerDeProperties": ("ALTER TABLE", "table", "", ""),
        "RenameTable": ("ALTER ... RENAME TO", "child", "", ""),
        "AlterViewAs": ("ALTER VIEW", "child", "", "originalText"),
        "AlterViewSchemaBinding": ("ALTER VIEW", "child", "", ""),
        "SetViewProperties": ("ALTER VIEW", "child", "", ""),
        "UnsetViewProperties": ("ALTER VIEW", "child", "", ""),
    }
)
"""By class or interface of the plan: the action; where its target is, what must be true for it to count, and where the
query of a view is."""


@dataclass(frozen=True, slots=True)
class Target:
    """A name that a statement changes.

    Attributes:
        action: What is done to it: INSERT, UPDATE, DELETE, MERGE, TRUNCATE, LOAD DATA, RESTORE, OPTIMIZE, REORG,
            VACUUM, REFRESH [TABLE], ALTER ... RENAME TO, or ALTER, DROP or REPLACE with TABLE or VIEW.
        name: The name as written.
        query: The query that a view gets; None where it is not known, or no view gets one.
    """

    action: str
    name: QualifiedName
    query: str | None = None


def read_targets(text: str) -> tuple[Target, ...]:
    """Read the targets as the JVM writes them: one text, because each further call to the JVM costs time.

    Args:
        text: Of each target its action, the parts of its name, and the query of a view.

    Returns:
        The targets in the order of the statement, each once.
    """
    return tuple(dict.fromkeys(_read_target(target) for target in text.split(_TARGET_END) if target))


def _read_target(text: str) -> Target:
    named, _, query = text.partition(_TEXT_START)
    action, *parts = named.split(_PART_END)
    return Target(action, QualifiedName(tuple(parts)), query or None)
