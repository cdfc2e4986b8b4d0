"""What one binding knows and counts: names given out, sources met, where to find relations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from sqlglot import exp

from streamtables_rewriter.bind.scope.query_text import QueryText
from streamtables_rewriter.bind.scope.scope import BoundRelation, Scope, ScopeColumn
from streamtables_rewriter.plan.nodes import Node, Source
from streamtables_rewriter.plan.relations import Relations, Table, UserFunction
from streamtables_rewriter.semantics.column_types import equal_types
from streamtables_rewriter.sql.columns import RESERVED_PREFIX

_SESSION = (("session",), ("system", "session"))
MOST_RELATIONS = 500
"""A query that reads more relations than this, counted after views and CTEs are inlined, is not maintained."""


@dataclass(frozen=True, slots=True)
class CommonTable:
    """A CTE: its query is bound anew at each reference, in the environment of its definition."""

    query: exp.Expr
    columns: tuple[str, ...] | None
    environment: Environment


@dataclass(frozen=True, slots=True)
class Environment:
    """What names mean outside of a query: the text it stands in, CTEs in scope, views being inlined."""

    text: QueryText
    common_tables: Mapping[str, CommonTable] = field(default_factory=dict)
    views: tuple[tuple[str, ...], ...] = ()


QueryBinder = Callable[["BindingContext", exp.Expr, Environment], BoundRelation]


class Subqueries(Protocol):
    """Binds the subqueries in the expressions of one clause."""

    def holds(self, node: exp.Expr, bind: Callable[[exp.Expr], exp.Expr], *, negated: bool = False) -> exp.Expr:
        """Bind EXISTS or IN as a value."""
        ...

    def scalar(self, query: exp.Expr) -> exp.Expr:
        """Bind a subquery that stands for a value."""
        ...

    def filter(self, node: Node, condition: exp.Expr, bind: Callable[[exp.Expr], exp.Expr]) -> Node | None:
        """Keep the rows for which EXISTS, IN or their negation holds; None for other conditions."""
        ...

    def relation(self, query: exp.Expr) -> BoundRelation:
        """Bind a subquery of a FROM clause that reads the columns before it."""
        ...

    def rows(
        self, node: Node, inner: BoundRelation, tests: Sequence[exp.Expr], where: exp.Expr, *, optional: bool
    ) -> tuple[Node, Sequence[exp.Expr]]:
        """Join a node with the rows that a subquery has for each of its rows."""
        ...

    def attach(self, node: Node) -> Node:
        """Put the joins that stand for the subqueries on a clause's input."""
        ...


SubqueriesOf = Callable[["BindingContext", Environment, Scope], Subqueries]


@dataclass(slots=True)
class BindingContext:
    """The state of one call of ``bind_query``.

    Attributes:
        relations: Answers what a table name stands for.
        case_sensitive: Whether names that differ in case differ.
        bind_query: Binds a query inside the query.
        subqueries: Makes the binder of a clause's subqueries.
        clock: Whether WHERE may read the clock.
        notices: What the user should know about parts of the query that have no effect.
        functions: The users' own functions by name.
        called: Those of them that were met.
    """

    relations: Relations
    case_sensitive: bool
    bind_query: QueryBinder
    subqueries: SubqueriesOf
    functions: Mapping[tuple[str, ...], UserFunction] = field(default_factory=dict)
    clock: bool = False
    notices: list[str] = field(default_factory=list)
    called: dict[UserFunction, None] = field(default_factory=dict)
    _outer: tuple[Scope, ...] = ()
    _types: dict[str, str] = field(default_factory=dict)
    _taken: set[str] = field(default_factory=set)
    _sources: dict[tuple[str, ...], Source] = field(default_factory=dict)
    _relations_bound: int = 0

    def fold(self, name: str) -> str:
        """Map names that are the same name to the same text."""
        return name if self.case_sensitive else name.lower()

    def scope(self, columns: tuple[ScopeColumn, ...]) -> Scope:
        """Build a scope that compares names as this binding does."""
        return Scope(columns, self.fold, self._outer)

    def bind_inside(self, query: exp.Expr, environment: Environment, scope: Scope) -> BoundRelation:
        """Bind a query whose expressions may name the columns around it.

        Args:
            query: The query.
            environment: What names of relations mean.
            scope: The columns around it.

        Returns:
            The relation of its output.
        """
        before, self._outer = self._outer, (scope, *scope.outer)
        try:
            return self.bind_query(self, query, environment)
        finally:
            self._outer = before

    def function(self, parts: Sequence[str], text: QueryText) -> UserFunction | None:
        """Find the user's function of a name, as Spark does: the session's own, unless in a view, then stored ones.

        Args:
            parts: The name as written.
            text: The text that it stands in.

        Returns:
            The function, or None if the name is none of a user's.
        """
        name = _folded(parts)
        if name[:-1] in _SESSION:
            candidates = [name[-1:]]
        else:
            candidates = [name] if len(name) > 1 or text.view is None else []
            candidates += [_folded((*(text.namespace or ())[: 3 - len(name)], *name))]
        found = next((self.functions[c] for c in candidates if c in self.functions), None)
        if found is not None:
            self.called[found] = None
        return found

    def note_type(self, column: str, type_: str) -> None:
        """Remember the type of a plan column that comes from a table."""
        self._types[column] = type_

    def known_type(self, column: str) -> str | None:
        """Return the type of a plan column if it comes from a table."""
        return self._types.get(column)

    def renamed(self, column: str, base: str | None = None) -> str:
        """Give out a name for a column that only renames another one.

        Args:
            column: The other one.
            base: The name wished for; None for its own.

        Returns:
            A fresh name.
        """
        name = self.fresh_name(base or column)
        if column in self._types:
            self._types[name] = self._types[column]
        return name

    def equal_by_value(self, left: str, right: str) -> bool:
        """Return whether two plan columns are known to be equal only where they hold the same value."""
        return equal_types(self._types.get(left), self._types.get(right))

    def fresh_name(self, base: str) -> str:
        """Give out a plan column's name that no other column of the tree has, in any case.

        Args:
            base: The name wished for.

        Returns:
            ``base``, or ``base_2``, ``base_3``…; never one with our own prefix.
        """
        if not base or base.lower().startswith(RESERVED_PREFIX):
            base = "column" + base
        name, number = base, 1
        while name.lower() in self._taken:
            number += 1
            name = f"{base}_{number}"
        self._taken.add(name.lower())
        return name

    def source(self, table: Table) -> Source:
        """Return the source for a table, new if the table is met for the first time."""
        return self._sources.setdefault(table.name, Source(len(self._sources), table, ()))

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources met, in order."""
        return tuple(self._sources.values())

    def count_relation(self, text: QueryText, where: exp.Expr) -> None:
        """Note that one more relation is read.

        Args:
            text: The text it is named in.
            where: Its node.

        Raises:
            UnsupportedQueryError: UNSUPPORTED_QUERY.TOO_DEEP.
        """
        self._relations_bound += 1
        if self._relations_bound > MOST_RELATIONS:
            raise text.unsupported("TOO_DEEP", where)


def _folded(name: Sequence[str]) -> tuple[str, ...]:
    return tuple(part.lower() for part in name)
