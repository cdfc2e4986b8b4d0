"""Names in scope, and how Spark finds the column behind one."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from streamtables_grammar.names import QualifiedName
from streamtables_grammar.spans import SourceSpan
from streamtables_rewriter.errors import InvalidQueryError
from streamtables_rewriter.plan.nodes import Node

Fold = Callable[[str], str]
"""Maps names that are the same name to the same text."""

Locate = Callable[[], SourceSpan]
"""Tells where a name stands; asked only when there is an error to report."""


@dataclass(frozen=True, slots=True)
class ScopeColumn:
    """A column that expressions can name.

    Attributes:
        name: The name users see.
        column: The plan column.
        qualifier: Name of the relation it came from, outermost part first; empty if it has none.
        hidden: A join with USING took its place: only its qualified name finds it.
    """

    name: str
    column: str
    qualifier: tuple[str, ...] = ()
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class BoundRelation:
    """A relation of a FROM clause or a whole query: the operators, and the columns in order."""

    node: Node
    columns: tuple[ScopeColumn, ...]

    @property
    def visible(self) -> tuple[ScopeColumn, ...]:
        """The columns that ``*`` stands for."""
        return tuple(c for c in self.columns if not c.hidden)

    def qualified(self, qualifier: tuple[str, ...], names: Sequence[str] | None = None) -> BoundRelation:
        """Give the relation a name, and its visible columns too if ``names`` are given; hidden columns end here."""
        visible = self.visible
        return BoundRelation(
            self.node,
            tuple(
                replace(column, name=name, qualifier=qualifier)
                for column, name in zip(visible, names or [c.name for c in visible], strict=True)
            ),
        )


@dataclass(frozen=True, slots=True)
class Found:
    """A resolved name: the column, and the struct fields to follow from it."""

    column: ScopeColumn
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scope:
    """The columns that expressions of one clause can name.

    Attributes:
        columns: The columns.
        fold: How names are compared.
        outer: For a subquery: the scopes around it, the nearest first.
    """

    columns: tuple[ScopeColumn, ...]
    fold: Fold
    outer: tuple[Scope, ...] = ()

    def find(self, parts: Sequence[str], locate: Locate) -> Found | None:
        """Resolve a name as Spark does: as many parts as possible are the qualifier, the rest are struct fields.

        Args:
            parts: The name's parts.
            locate: Tells where it stands.

        Returns:
            The column and fields, or None if no column has the name.

        Raises:
            InvalidQueryError: AMBIGUOUS_COLUMN.
        """
        folded = [self.fold(part) for part in parts]
        for length in range(min(3, len(parts) - 1), -1, -1):
            matches = self._named(folded[:length], folded[length])
            if len({c.column for c in matches}) > 1:
                raise self._ambiguous(parts, matches, locate())
            if matches:
                return Found(matches[0], tuple(parts[length + 1 :]))
        return None

    def of_relation(self, qualifier: Sequence[str]) -> tuple[ScopeColumn, ...]:
        """Return the columns of ``qualifier.*``: hidden ones first, as in Spark."""
        folded = [self.fold(part) for part in qualifier]
        columns = [c for c in self.columns if self._qualified_by(c, folded)]
        return tuple(sorted(columns, key=lambda c: not c.hidden))

    def _named(self, qualifier: list[str], name: str) -> list[ScopeColumn]:
        return [
            c
            for c in self.columns
            if self.fold(c.name) == name and (self._qualified_by(c, qualifier) if qualifier else not c.hidden)
        ]

    def _qualified_by(self, column: ScopeColumn, qualifier: list[str]) -> bool:
        own = [self.fold(part) for part in column.qualifier]
        return len(own) >= len(qualifier) and own[len(own) - len(qualifier) :] == qualifier

    @staticmethod
    def _ambiguous(parts: Sequence[str], matches: Iterable[ScopeColumn], span: SourceSpan) -> InvalidQueryError:
        choices = ", ".join(sorted({str(QualifiedName((*c.qualifier[-1:], c.name))) for c in matches}))
        name = str(QualifiedName(tuple(parts)))
        hint = f"qualify it with one relation's name: {choices}"
        return InvalidQueryError("AMBIGUOUS_COLUMN", {"column": name, "choices": choices}, span=span, hint=hint)


def unknown_column(parts: Sequence[str], columns: Iterable[ScopeColumn], span: SourceSpan) -> InvalidQueryError:
    """Build the error for a name no column has.

    Args:
        parts: The name's parts.
        columns: The columns there are.
        span: Where the name stands.

    Returns:
        The error, with similar names in its hint.
    """
    name = str(QualifiedName(tuple(parts)))
    names = {c.name.lower(): c.name for c in columns if not c.hidden}
    near = difflib.get_close_matches(parts[-1].lower(), names, n=3)
    return InvalidQueryError(
        "UNKNOWN_COLUMN", {"column": name}, span=span, hint=_suggestion([names[n] for n in near], list(names.values()))
    )


def _suggestion(near: list[str], known: list[str]) -> str:
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"columns here: {', '.join(known[:10])}" if known else "no column is in scope here"
