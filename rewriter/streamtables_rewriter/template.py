"""SQL trees with typed holes for the relations of one refresh."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING

from sqlglot import exp
from sqlglot.dialects.dialect import DialectType

from streamtables_rewriter.bind.dialect import FaithfulSpark
from streamtables_rewriter.changed_ranges import Ranges, fill, no_range
from streamtables_rewriter.clock import INSTANT
from streamtables_rewriter.columns import RESERVED_PREFIX, relation
from streamtables_rewriter.errors import InternalRewriterError
from streamtables_rewriter.small_partners import send_small_partners

if TYPE_CHECKING:
    from streamtables_rewriter.needed_rows import NeededKeys
    from streamtables_rewriter.staging import Staging


class PlaceholderKind(Enum):
    """What a hole is filled with."""

    NEW = "new"
    """A source at the version that the refresh brings the table to."""
    OLD = "old"
    """A source at the version that the table shows now."""
    DELTA = "delta"
    """The rows of a source that changed between the two, with their weights."""
    CHANGES = "changes"
    """The result of a delta template's first query."""
    BACKING = "backing"
    """The table that the rows are stored in."""
    NOW_NEW = "now_new"
    """The instant of this refresh, a TIMESTAMP."""
    NOW_OLD = "now_old"
    """The instant that the table shows now, a TIMESTAMP."""


_NAME = re.compile(
    re.escape(RESERVED_PREFIX) + "(" + "|".join(kind.value for kind in PlaceholderKind) + r")(?:_(\d+))?\Z"
)


@dataclass(frozen=True, slots=True, order=False)
class Placeholder:
    """A hole in a tree.

    Attributes:
        kind: What it is filled with.
        source: Index of the source for NEW, OLD and DELTA.
    """

    kind: PlaceholderKind
    source: int | None = None

    @property
    def read_source(self) -> int | None:
        """Index of the source whose rows at some version it stands for; None for changes and whatever else."""
        return self.source if self.kind in (PlaceholderKind.NEW, PlaceholderKind.OLD) else None

    @property
    def name(self) -> str:
        """The table name that stands for the hole in a tree."""
        suffix = "" if self.source is None else f"_{self.source}"
        return f"{RESERVED_PREFIX}{self.kind.value}{suffix}"

    def table(self, alias: str) -> exp.Table:
        """Write the hole as a table.

        Args:
            alias: The name by which the query refers to it; it stays when the hole is filled.

        Returns:
            A new table.
        """
        return relation(self.name, alias)


def placeholder_of(table: exp.Table) -> Placeholder | None:
    """Read the hole that a table stands for.

    Args:
        table: Any table of a tree.

    Returns:
        The placeholder, or None for an ordinary table.
    """
    return None if table.args.get("db") is not None else _named(table.name)


def _hole(node: exp.Expr) -> Placeholder | None:
    """Read the hole that a table, or a call that stands for an instant, is."""
    if isinstance(node, exp.Table):
        return placeholder_of(node)
    return _named(node.name) if isinstance(node, exp.Anonymous) else None


def _named(name: str) -> Placeholder | None:
    match = _NAME.match(name)
    if match is None:
        return None
    return Placeholder(PlaceholderKind(match[1]), None if match[2] is None else int(match[2]))


def at_instant(expression: exp.Expr, kind: PlaceholderKind) -> exp.Expr:
    """Fix the instant of an expression that reads the clock.

    Args:
        expression: An expression; left as it is.
        kind: OLD for the instant of the refresh before, anything else for that of this refresh.

    Returns:
        A new expression with a hole for the instant.
    """
    hole = Placeholder(PlaceholderKind.NOW_OLD if kind is PlaceholderKind.OLD else PlaceholderKind.NOW_NEW)

    def fixed(node: exp.Expr) -> exp.Expr:
        if isinstance(node, exp.Anonymous) and node.name == INSTANT:
            return exp.Anonymous(this=hole.name, expressions=[])
        return node

    return expression.transform(fixed)


@dataclass(frozen=True, slots=True)
class Template:
    """A statement with holes.

    Attributes:
        tree: The statement; never changed in place.
        counts: How often each hole stands in it, in order of first appearance.
    """

    tree: exp.Expr
    counts: Mapping[Placeholder, int]

    @property
    def placeholders(self) -> tuple[Placeholder, ...]:
        """The holes, in order of first appearance."""
        return tuple(self.counts)

    @classmethod
    def of(cls, tree: exp.Expr) -> Template:
        """Take a tree and find its holes.

        Args:
            tree: The statement.

        Returns:
            The template.

        Raises:
            InternalRewriterError: An expression reads the clock at no instant: only filters may.
        """
        if any(call.name == INSTANT for call in tree.find_all(exp.Anonymous)):
            raise InternalRewriterError("PLACEHOLDERS_DIFFER", {"placeholders": INSTANT})
        found = (_hole(node) for node in tree.find_all(exp.Table, exp.Anonymous, bfs=False))
        return cls(tree, Counter(hole for hole in found if hole is not None))

    def bind(
        self,
        relations: Mapping[Placeholder, exp.Expr],
        ranges: Ranges = no_range,
        small: Collection[Placeholder] = (),
    ) -> exp.Expr:
        """Fill every hole.

        Args:
            relations: A table or a query for each placeholder, a value for an instant, and nothing else.
            ranges: Gives the ranges of changed keys that are worth saying.
            small: The placeholders of tables that are small enough to be sent around.

        Returns:
            A new tree without holes.

        Raises:
            InternalRewriterError: A placeholder has no relation, or a relation no placeholder.
        """
        wrong = set(relations) ^ set(self.placeholders)
        if wrong:
            names = ", ".join(sorted(p.name for p in wrong))
            raise InternalRewriterError("PLACEHOLDERS_DIFFER", {"placeholders": names})
        tree = self.tree.copy()
        if small:
            send_small_partners(tree, lambda table: placeholder_of(table) in small)
        for node in list(tree.find_all(exp.Table, exp.Anonymous)):
            placeholder = _hole(node)
            if placeholder is not None:
                node.replace(_filled(relations[placeholder], node))
        return fill(tree, ranges)

    def sql(
        self,
        relations: Mapping[Placeholder, exp.Expr] | None = None,
        dialect: DialectType = FaithfulSpark,
        *,
        pretty: bool = False,
    ) -> str:
        """Fill every hole and render the statement.

        Args:
            relations: A table or a query for each placeholder, a value for an instant, and nothing else.
            dialect: The sqlglot dialect.
            pretty: Whether to break lines for people to read.

        Returns:
            The SQL text.

        Raises:
            InternalRewriterError: A placeholder has no relation, or a relation no placeholder.
        """
        return statement_text(self.bind(relations or {}), dialect, pretty=pretty)


def statement_text(tree: exp.Expr, dialect: DialectType = FaithfulSpark, *, pretty: bool = False) -> str:
    """Render a statement without holes.

    Args:
        tree: The statement.
        dialect: The sqlglot dialect.
        pretty: Whether to break lines for people to read.

    Returns:
        The SQL text.
    """
    return tree.sql(dialect=dialect, pretty=pretty, comments=False)


def _filled(given: exp.Expr, hole: exp.Expr) -> exp.Expr:
    if not isinstance(hole, exp.Table):
        return given.copy()
    alias = hole.args.get("alias")
    if isinstance(given, exp.Table):
        table = given.copy()
        table.set("alias", alias.copy() if alias else None)
        return table
    body = given.unnest() if isinstance(given, exp.Subquery) else given
    return exp.Subquery(this=body.copy(), alias=alias.copy() if alias else None)


@dataclass(frozen=True, slots=True)
class Exchange:
    """What becomes of stored rows and of changes, without the statement that does it.

    Attributes:
        met: The query for the stored rows that changes belong to: the number of the change, file and position of the
            row, whether it goes, and what takes its place, if anything does, as a struct. CHANGES are numbered and
            BACKING tells the places of its rows.
        new: The query for the rows that come from changes to which no stored row belongs. CHANGES are only these.
    """

    met: Template
    new: Template


@dataclass(frozen=True, slots=True)
class DeltaTemplate:
    """How one kind of change is brought into the stored table.

    Attributes:
        changed: Indexes of the sources that changed.
        insert_only: Whether rows only came.
        changes: The query whose small result stands for CHANGES in ``merge``.
        merge: The MERGE of CHANGES into BACKING; None where the changes are appended to BACKING as they are.
        recomputes_groups: Whether affected groups are computed anew, instead of adding what changed to what is stored.
        appended: Without ``merge``, and where ``counted`` need not run: the columns of BACKING that the columns of
            ``changes`` go to, in their order.
        counted: Where equal rows may be stored apart: the query that finds the stored copies of the rows that go. If
            any go, its result takes the place of CHANGES before ``merge``; if none do, CHANGES is appended.
        copies: Where there is ``counted``: the query that finds these stored copies one by one, with their places.
        exchange: The queries that say what ``merge`` would do, where it is that of one change into one row.
        otherwise: Takes the place of ``changes`` where the count of a row that this gives is NULL: it could not tell.
        needed_rows: For each source of which ``changes`` cannot use all rows: the keys that rows must have for it, in
            as many ways as it can be said.
        staging: Writes ``changes`` as several statements; None where it is one.
    """

    changed: frozenset[int]
    insert_only: bool
    changes: Template
    merge: Template | None
    recomputes_groups: bool
    appended: tuple[str, ...] = ()
    counted: Template | None = None
    copies: Template | None = None
    exchange: Exchange | None = None
    otherwise: Template | None = None
    needed_rows: Mapping[int, Sequence[NeededKeys]] = field(default_factory=dict)
    staging: Staging | None = None

    @property
    def steps(self) -> tuple[str, ...]:
        """The common table expressions of ``changes`` that are worth a statement of their own."""
        return () if self.staging is None else self.staging.steps

    def instead(self) -> DeltaTemplate:
        """Return the template with ``otherwise`` in the place of ``changes``; itself if it has none."""
        if self.otherwise is None:
            return self
        return replace(self, changes=self.otherwise, otherwise=None, needed_rows={}, staging=None)

    @property
    def reads(self) -> tuple[Placeholder, ...]:
        """The holes of all statements, CHANGES left out."""
        statements = [s for s in (self.changes, self.otherwise, self.counted, self.merge) if s is not None]
        holes = dict.fromkeys(p for statement in statements for p in statement.placeholders)
        return tuple(p for p in holes if p.kind is not PlaceholderKind.CHANGES)
