"""What the rewriter asks about the names in a query; the engine answers from Spark's catalog, tests from a dict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from sqlglot import exp


@dataclass(frozen=True, slots=True)
class ColumnType:
    """A column of a relation.

    Attributes:
        name: Its name.
        type: Its type in Spark's DDL spelling (``decimal(12,2)``).
        sessions: Whether Spark stored it as the result of ``session_window``, so that it merges its values in every
            GROUP BY.
    """

    name: str
    type: str
    sessions: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Table:
    """A stored table.

    Attributes:
        name: Full name, catalog first; the identity of a source within one query.
        columns: The columns in stored order.
        maintainable: None for a Delta table; else why its changes cannot be read (``parquet table``).
        multiplicity: Column that says how often a stored row counts, or None where each row counts once.
    """

    name: tuple[str, ...]
    columns: tuple[ColumnType, ...]
    maintainable: str | None = None
    multiplicity: str | None = None


@dataclass(frozen=True, slots=True)
class View:
    """A view, to be inlined.

    Attributes:
        name: Full name.
        query: The view's text.
        columns: The view's own column names, in order.
        namespace: Catalog and schema in which unqualified names in ``query`` are resolved.
    """

    name: tuple[str, ...]
    query: str
    columns: tuple[str, ...]
    namespace: tuple[str, ...]


class FunctionKind(Enum):
    """What a user's function makes of its arguments."""

    SCALAR = "scalar"
    AGGREGATE = "aggregate"
    LONE_AGGREGATE = "lone aggregate"
    """An aggregate in Python: Spark computes it beside others of its kind only, and gives no row over no rows."""
    GENERATOR = "generator"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class UserFunction:
    """A function that users registered or created.

    Attributes:
        name: Lower-case name: catalog, schema and name of a stored function, the name alone of a session's.
        kind: What it makes of its arguments.
        deterministic: Whether it is registered as deterministic.
        reads_tables: Whether its body holds a query.
    """

    name: tuple[str, ...]
    kind: FunctionKind
    deterministic: bool = True
    reads_tables: bool = False

    @property
    def is_aggregate(self) -> bool:
        """Whether it makes one value of many rows."""
        return self.kind in (FunctionKind.AGGREGATE, FunctionKind.LONE_AGGREGATE)


class Relations(Protocol):
    """Resolves table names."""

    def resolve(self, parts: Sequence[str], namespace: Sequence[str] | None = None) -> Table | View | None:
        """Find a relation.

        Args:
            parts: The name as written, one to three parts.
            namespace: Where to look for a name that is not full; None for the session's current one.

        Returns:
            What the name stands for, or None if there is nothing of that name.
        """
        ...


class TypeOracle(Protocol):
    """Tells the types of a query's output: Spark in the product, DuckDB in tests."""

    def types(self, query: exp.Query) -> tuple[str, ...]:
        """Analyse a query over stored tables, named by their full names.

        Args:
            query: The query as a tree.

        Returns:
            A type for each output column, in Spark's DDL spelling.
        """
        ...
