"""SQL trees with typed placeholders for the relations of one refresh."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.dialects.dialect import DialectType

from streamtables_rewriter.errors import InternalRewriterError
from streamtables_rewriter.semantics.clock import INSTANT
from streamtables_rewriter.sql.broadcast_side import broadcast_small_tables
from streamtables_rewriter.sql.dialect import FaithfulSpark
from streamtables_rewriter.templates.placeholders import Placeholder, placeholder_in, placeholder_of
from streamtables_rewriter.templates.runtime_filters import Ranges, bind_runtime_filters, no_range


@dataclass(frozen=True, slots=True)
class Template:
    """A statement with placeholders.

    Attributes:
        tree: The statement; never changed in place.
        counts: How often each placeholder stands in it, in order of first appearance.
    """

    tree: exp.Expr
    counts: Mapping[Placeholder, int]

    @property
    def placeholders(self) -> tuple[Placeholder, ...]:
        """The placeholders, in order of first appearance."""
        return tuple(self.counts)

    @classmethod
    def of(cls, tree: exp.Expr) -> Template:
        """Take a tree and find its placeholders.

        Args:
            tree: The statement.

        Returns:
            The template.

        Raises:
            InternalRewriterError: An expression reads the clock at no instant: only filters may.

        Examples:
            >>> import sqlglot
            >>> Template.of(sqlglot.parse_one("SELECT * FROM __st_new_0 JOIN t")).placeholders
            (Placeholder(kind=<PlaceholderKind.NEW: 'new'>, source=0),)
        """
        if any(call.name == INSTANT for call in tree.find_all(exp.Anonymous)):
            raise InternalRewriterError("PLACEHOLDERS_DIFFER", {"placeholders": INSTANT})
        found = (placeholder_in(node) for node in tree.find_all(exp.Table, exp.Anonymous, bfs=False))
        return cls(tree, Counter(placeholder for placeholder in found if placeholder is not None))

    def bind(
        self,
        relations: Mapping[Placeholder, exp.Expr],
        ranges: Ranges = no_range,
        small: Collection[Placeholder] = (),
    ) -> exp.Expr:
        """Fill every placeholder.

        Args:
            relations: A table or a query for each placeholder, a value for an instant, and nothing else.
            ranges: Gives the ranges of changed keys that are worth saying.
            small: The placeholders of tables that are small enough to be broadcast.

        Returns:
            A new tree without placeholders.

        Raises:
            InternalRewriterError: A placeholder has no relation, or a relation no placeholder.
        """
        wrong = set(relations) ^ set(self.placeholders)
        if wrong:
            names = ", ".join(sorted(p.name for p in wrong))
            raise InternalRewriterError("PLACEHOLDERS_DIFFER", {"placeholders": names})
        tree = self.tree.copy()
        if small:
            broadcast_small_tables(tree, lambda table: placeholder_of(table) in small)
        for node in list(tree.find_all(exp.Table, exp.Anonymous)):
            placeholder = placeholder_in(node)
            if placeholder is not None:
                node.replace(_filled(relations[placeholder], node))
        return bind_runtime_filters(tree, ranges)

    def sql(
        self,
        relations: Mapping[Placeholder, exp.Expr] | None = None,
        dialect: DialectType = FaithfulSpark,
        *,
        pretty: bool = False,
    ) -> str:
        """Fill every placeholder and render the statement.

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
    """Render a statement without placeholders.

    Args:
        tree: The statement.
        dialect: The sqlglot dialect.
        pretty: Whether to break lines for people to read.

    Returns:
        The SQL text.

    Examples:
        >>> import sqlglot
        >>> statement_text(sqlglot.parse_one("SELECT a <=> b AND c FROM t -- why", dialect=FaithfulSpark))
        'SELECT a IS NOT DISTINCT FROM b AND c FROM t'
    """
    return tree.sql(dialect=dialect, pretty=pretty, comments=False)


def _filled(given: exp.Expr, placeholder: exp.Expr) -> exp.Expr:
    if not isinstance(placeholder, exp.Table):
        return given.copy()
    alias = placeholder.args.get("alias")
    if isinstance(given, exp.Table):
        table = given.copy()
        table.set("alias", alias.copy() if alias else None)
        return table
    body = given.unnest() if isinstance(given, exp.Subquery) else given
    return exp.Subquery(this=body.copy(), alias=alias.copy() if alias else None)
