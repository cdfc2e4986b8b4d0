"""The definition of a stream table: all that its meaning depends on, as one value kept in a table property."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from datetime import timedelta
from typing import Any

from streamtables.catalog.stored_format import FORMAT, RELEASE, require_readable
from streamtables_grammar.errors import load_conditions
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.statements import (
    RefreshMode,
    Schedule,
    ScheduleCron,
    ScheduleDownstream,
    ScheduleEvery,
    ScheduleNone,
    ScheduleOnChange,
)
from streamtables_rewriter.plan.relations import ColumnType, FunctionKind, Table, UserFunction, View

DEFINITION_PROPERTY = "streamtables.definition"
BACKING_SUFFIX = "__stream"
FRESH_READS_PROPERTY = "streamtables.fresh_reads"
"""Whether a stream table is brought up to date before it is read, as IMMEDIATE ones are."""
FUSE_PROPERTY = "streamtables.fuse"
"""The largest share of a source that may change before a stream table is suspended, such as ``50 percent``."""
_PACKAGES = ("streamtables", "streamtables_rewriter")
"""Whose conditions say why a query can only be recomputed."""


@dataclass(frozen=True, slots=True)
class OutputColumn:
    """A column that users see.

    Attributes:
        name: The query's own name for it.
        stored: Its name in the backing table.
        type: Type in DDL spelling.
        comment: Comment, or None.
    """

    name: str
    stored: str
    type: str
    comment: str | None = None


@dataclass(frozen=True, slots=True)
class FullOnly:
    """Why a query can only be recomputed.

    Attributes:
        condition: Name of the error condition that DIFFERENTIAL would raise.
        reason: The reason in words.
        volatile: Whether the query may give other rows although no source changed.
    """

    condition: str
    reason: str
    volatile: bool = False

    @property
    def is_defect(self) -> bool:
        """Whether that is no property of the query, but a defect of ours that its CREATE met."""
        known = (load_conditions(package).get(self.condition) for package in _PACKAGES)
        return any(condition is not None and condition.is_defect for condition in known)


@dataclass(frozen=True, slots=True)
class CalledFunction:
    """A function of users that a query calls.

    Attributes:
        function: The function.
        meaning: Digest of what could be known of its meaning at CREATE; nothing for a temporary one.
    """

    function: UserFunction
    meaning: str


@dataclass(frozen=True, slots=True)
class Definition:
    """A stream table's definition.

    Attributes:
        id: Lasts as long as the stream table.
        version: Grows when the definition changes its meaning.
        name: Full name: catalog, schema, table.
        query: The query as the user wrote it.
        namespace: Catalog and schema that were current at CREATE.
        settings: Spark settings that decide the query's meaning, with their values at CREATE.
        columns: Output columns in order.
        query_names: The names that Spark gives the query's own columns, before a column list renames them.
        mode: Refresh mode asked for.
        schedule: Schedule asked for.
        relations: Every table and view that the query names, as it was at CREATE, by dotted full name.
        base_tables: Dotted names of the Delta tables that are read, views inlined.
        types: The type oracle's answers at CREATE.
        full_only: Why only FULL is possible, or None.
        comment: Comment, or None.
        partitioned_by: Partition columns.
        clustered_by: Clustering columns.
        location: Location of the backing table, or None for a managed one.
        properties: The user's own properties.
        created_at: ISO 8601 in UTC.
        functions: The users' functions that the query calls.
        suspended: Whether refreshes leave the table out until it is resumed.
        suspended_because: Why, where not a statement asked for it.
        fuse_open_at: The number of the last refresh before it was resumed: however much changes, the next one goes
            ahead. None where the fuse is as its property says.
        renamed_to: The full name that a statement began to give it; None where none has.
        rows_since: The first version that stores the same rows in the same columns; None where that is this one.
    """

    id: str
    version: int
    name: tuple[str, ...]
    query: str
    namespace: tuple[str, ...]
    settings: Mapping[str, str]
    columns: tuple[OutputColumn, ...]
    query_names: tuple[str, ...]
    mode: RefreshMode
    schedule: Schedule
    relations: Mapping[str, Table | View]
    base_tables: tuple[str, ...]
    types: Mapping[str, tuple[str, ...]]
    full_only: FullOnly | None
    comment: str | None
    partitioned_by: tuple[str, ...]
    clustered_by: tuple[str, ...]
    location: str | None
    properties: Mapping[str, str]
    created_at: str
    functions: tuple[CalledFunction, ...] = ()
    suspended: bool = False
    suspended_because: str | None = None
    fuse_open_at: int | None = None
    renamed_to: tuple[str, ...] | None = None
    rows_since: int | None = None

    @property
    def display_name(self) -> str:
        """Schema and table, as users write it."""
        return str(QualifiedName(self.name[1:]))

    @property
    def backing(self) -> tuple[str, ...]:
        """Full name of the Delta table that holds the rows."""
        return backing_name(self.name)

    @property
    def fresh_reads(self) -> bool:
        """Whether it is brought up to date before it is read."""
        asked = self.properties.get(FRESH_READS_PROPERTY, "false").lower() == "true"
        return asked or self.mode is RefreshMode.IMMEDIATE

    def to_json(self) -> str:
        """Return the property's text."""
        return json.dumps(
            {
                "id": self.id,
                "version": self.version,
                "name": self.name,
                "query": self.query,
                "namespace": self.namespace,
                "settings": dict(self.settings),
                "columns": [[c.name, c.stored, c.type, c.comment] for c in self.columns],
                "query_names": self.query_names,
                "mode": self.mode.value,
                "schedule": schedule_to_json(self.schedule),
                "relations": {name: _relation_to_json(relation) for name, relation in self.relations.items()},
                "base_tables": self.base_tables,
                "types": {query: list(types) for query, types in self.types.items()},
                "full_only": None if self.full_only is None else astuple(self.full_only),
                "comment": self.comment,
                "partitioned_by": self.partitioned_by,
                "clustered_by": self.clustered_by,
                "location": self.location,
                "properties": dict(self.properties),
                "created_at": self.created_at,
                "functions": [_function_to_json(called) for called in self.functions],
                # Definitions that were never altered so have the text that they always had.
                **({"suspended": True} if self.suspended else {}),
                **({"suspended_because": self.suspended_because} if self.suspended_because is not None else {}),
                **({"fuse_open_at": self.fuse_open_at} if self.fuse_open_at is not None else {}),
                **({"renamed_to": self.renamed_to} if self.renamed_to is not None else {}),
                **({"rows_since": self.rows_since} if self.rows_since is not None else {}),
                "format": FORMAT,
                "release": RELEASE,
            }
        )

    @classmethod
    def from_json(cls, text: str) -> Definition:
        """Read the property's text.

        Args:
            text: The text.

        Returns:
            The definition.

        Raises:
            NewerFormatError: A newer release has written it.
        """
        cls.require_readable(text)
        raw: dict[str, Any] = json.loads(text)
        return cls(
            id=raw["id"],
            version=raw["version"],
            name=tuple(raw["name"]),
            query=raw["query"],
            namespace=tuple(raw["namespace"]),
            settings=raw["settings"],
            columns=tuple(OutputColumn(*column) for column in raw["columns"]),
            query_names=tuple(raw["query_names"]),
            mode=RefreshMode(raw["mode"]),
            schedule=schedule_from_json(raw["schedule"]),
            relations={name: _relation_from_json(relation) for name, relation in raw["relations"].items()},
            base_tables=tuple(raw["base_tables"]),
            types={query: tuple(types) for query, types in raw["types"].items()},
            full_only=None if raw["full_only"] is None else FullOnly(*raw["full_only"]),
            comment=raw["comment"],
            partitioned_by=tuple(raw["partitioned_by"]),
            clustered_by=tuple(raw["clustered_by"]),
            location=raw["location"],
            properties=raw["properties"],
            created_at=raw["created_at"],
            functions=tuple(_function_from_json(function) for function in raw.get("functions", ())),
            suspended=raw.get("suspended", False),
            suspended_because=raw.get("suspended_because"),
            fuse_open_at=raw.get("fuse_open_at"),
            renamed_to=tuple(raw["renamed_to"]) if "renamed_to" in raw else None,
            rows_since=raw.get("rows_since"),
        )

    @staticmethod
    def require_readable(text: str) -> None:
        """Refuse a definition that a newer release has written.

        Args:
            text: The property's text.

        Raises:
            NewerFormatError: It has a format that this release does not read.
        """
        raw = json.loads(text)
        shown = ".".join(map(str, raw.get("name", ())[1:]))
        require_readable(raw, raw.get("format"), f"The definition of {shown}")

    def rebuilt_from(self, **changes: Any) -> Definition:
        """Return the next version of the definition, with some fields replaced."""
        return replace(self, version=self.version + 1, rows_since=None, **changes)

    def stores_rows_of(self, version: int) -> bool:
        """Return whether rows that a version of the definition stored are those that this one stores.

        Args:
            version: The version.

        Returns:
            False also for versions that are newer than this one.
        """
        since = self.version if self.rows_since is None else self.rows_since
        return since <= version <= self.version


class RecordedRelations:
    """Resolves names to what they stood for when the definition was made.

    Args:
        definition: The definition.
    """

    def __init__(self, relations: Mapping[str, Table | View], namespace: Sequence[str]) -> None:
        self._relations = {name.lower(): relation for name, relation in relations.items()}
        self._namespace = tuple(namespace)

    def resolve(self, parts: Sequence[str], namespace: Sequence[str] | None = None) -> Table | View | None:
        """Find a relation; see ``Relations.resolve``."""
        base = tuple(namespace) if namespace is not None else self._namespace
        candidates = [tuple(parts)]
        if len(parts) == 2:
            candidates.append((base[0], *parts))
        elif len(parts) == 1:
            candidates.append((*base, *parts))
        for candidate in candidates:
            found = self._relations.get(table_key(candidate))
            if found is not None:
                return found
        return None


class RelationRecorder:
    """Passes questions on and remembers the answers, so that a definition can keep them.

    Args:
        relations: Who answers.
    """

    def __init__(self, relations: Any) -> None:
        self._relations = relations
        self.found: dict[str, Table | View] = {}

    def resolve(self, parts: Sequence[str], namespace: Sequence[str] | None = None) -> Table | View | None:
        """Find a relation; see ``Relations.resolve``."""
        relation: Table | View | None = self._relations.resolve(parts, namespace)
        if relation is not None:
            self.found[dotted(relation.name)] = relation
        return relation


def dotted(name: Sequence[str]) -> str:
    """Return a full name as one text, parts quoted where they must be."""
    return str(QualifiedName(tuple(name)))


def split_name(name: str) -> tuple[str, ...]:
    """Return the parts of a full name that ``dotted`` has written.

    Args:
        name: The name.

    Returns:
        Its parts.

    Examples:
        >>> split_name("spark_catalog.sales.`a.b`")
        ('spark_catalog', 'sales', 'a.b')
    """
    parts, current, quoted, index = [], "", False, 0
    while index < len(name):
        character = name[index]
        if character == "`" and quoted and name[index + 1 : index + 2] == "`":
            current, index = current + "`", index + 1
        elif character == "`":
            quoted = not quoted
        elif character == "." and not quoted:
            parts.append(current)
            current = ""
        else:
            current += character
        index += 1
    return (*parts, current)


def table_key(name: Sequence[str]) -> str:
    """Return the text by which a table is known again: its full name as Spark's catalog compares it, whatever case."""
    return dotted(name).lower()


def backing_name(name: Sequence[str]) -> tuple[str, ...]:
    """Return the full name of the table behind a stream table."""
    return (*name[:-1], name[-1] + BACKING_SUFFIX)


def schedule_to_json(schedule: Schedule) -> dict[str, Any]:
    """Return a schedule as JSON."""
    if isinstance(schedule, ScheduleEvery):
        return {"kind": "every", "seconds": schedule.interval.total_seconds(), "text": schedule.text}
    if isinstance(schedule, ScheduleCron):
        return {"kind": "cron", "expression": schedule.expression, "time_zone": schedule.time_zone}
    if isinstance(schedule, ScheduleOnChange):
        return {"kind": "on_change"} | (
            {} if schedule.at_most is None else {"at_most": schedule_to_json(schedule.at_most)}
        )
    return {"kind": "downstream" if isinstance(schedule, ScheduleDownstream) else "none"}


def schedule_from_json(raw: Mapping[str, Any]) -> Schedule:
    """Read a schedule from JSON."""
    if raw["kind"] == "every":
        return _every(raw)
    if raw["kind"] == "cron":
        return ScheduleCron(raw["expression"], raw["time_zone"])
    if raw["kind"] == "on_change":
        at_most = raw.get("at_most")
        return ScheduleOnChange(None if at_most is None else _every(at_most))
    return ScheduleDownstream() if raw["kind"] == "downstream" else ScheduleNone()


def _every(raw: Mapping[str, Any]) -> ScheduleEvery:
    return ScheduleEvery(timedelta(seconds=raw["seconds"]), raw["text"])


def _function_to_json(called: CalledFunction) -> dict[str, Any]:
    function = called.function
    return {
        "name": function.name,
        "kind": function.kind.value,
        "deterministic": function.deterministic,
        "reads_tables": function.reads_tables,
        "meaning": called.meaning,
    }


def _function_from_json(raw: Mapping[str, Any]) -> CalledFunction:
    function = UserFunction(tuple(raw["name"]), FunctionKind(raw["kind"]), raw["deterministic"], raw["reads_tables"])
    return CalledFunction(function, raw["meaning"])


def _relation_to_json(relation: Table | View) -> dict[str, Any]:
    if isinstance(relation, View):
        return {
            "kind": "view",
            "name": relation.name,
            "query": relation.query,
            "columns": relation.columns,
            "namespace": relation.namespace,
        }
    return {
        "kind": "table",
        "name": relation.name,
        "columns": [[column.name, column.type] for column in relation.columns],
        "maintainable": relation.maintainable,
        "multiplicity": relation.multiplicity,
    }


def _relation_from_json(raw: Mapping[str, Any]) -> Table | View:
    if raw["kind"] == "view":
        return View(tuple(raw["name"]), raw["query"], tuple(raw["columns"]), tuple(raw["namespace"]))
    columns = tuple(ColumnType(*column) for column in raw["columns"])
    return Table(tuple(raw["name"]), columns, raw["maintainable"], raw["multiplicity"])
