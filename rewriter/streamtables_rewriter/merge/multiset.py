"""Rows without groups: one stored row for each distinct row, with the number of its copies.

All columns together identify a row; NULL equals NULL. The changes of a row are netted before they meet the table, so
that rows which came and went leave nothing, and a MERGE meets each stored row once. A row whose last copy went is
deleted. A row that would come to fewer copies than none fails the refresh. Does not apply where rows cannot be
compared (``row_identity``).
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlglot import exp

from streamtables_rewriter.columns import ROWS, WEIGHT, aliased, column, same_row
from streamtables_rewriter.differentiate import Differentiation
from streamtables_rewriter.errors import InternalRewriterError
from streamtables_rewriter.merge.statements import (
    CHANGES,
    STORED,
    delete_when,
    guarded,
    insert_with,
    merge,
    update_with,
)
from streamtables_rewriter.plan.nodes import BoundQuery, Node, Project, TopK
from streamtables_rewriter.select_block import SelectBlock
from streamtables_rewriter.template import DeltaTemplate, Placeholder, PlaceholderKind, Template


@dataclass(frozen=True, slots=True)
class MultisetMerge:
    """Computes, changes and merges stored rows.

    Attributes:
        bound: The query.
        names: The stored column of each output.
    """

    bound: BoundQuery
    names: tuple[str, ...]

    def initial(self) -> exp.Query:
        """Compute the stored columns of all rows."""
        query = Differentiation(self.bound)
        block = self._named(query, query.state(self.bound.root), PlaceholderKind.NEW)
        return query.finish(self._grouped(block, exp.Count(this=exp.Star())))

    def delta(self, changed: frozenset[int], *, insert_only: bool) -> DeltaTemplate:
        """Write the two statements for a change of some sources."""
        query = Differentiation(self.bound, changed, insert_only)
        if _competes_as_a_whole(self.bound.root):
            changes = Template.of(query.finish(self._compared(query)))
            return DeltaTemplate(changed, insert_only, changes, Template.of(self._merge()), recomputes_groups=False)
        change = query.delta(self.bound.root)
        block = self._named(query, change.block, PlaceholderKind.DELTA)
        if block.weight is None:
            raise InternalRewriterError("NOTHING_CHANGED", {"operator": type(self.bound.root).__name__})
        copies = exp.Sum(this=block.weight.copy())
        grouped = self._grouped(block, copies)
        if not change.insert_only:
            grouped.set("having", exp.Having(this=exp.NEQ(this=copies.copy(), expression=_zero())))
        changes = Template.of(query.finish(grouped))
        return DeltaTemplate(changed, insert_only, changes, Template.of(self._merge()), recomputes_groups=False)

    def _compared(self, query: Differentiation) -> exp.Select:
        """Subtract the stored rows from the new ones: they are the old ones, and need not be computed."""
        new = self._named(query, query.state(self.bound.root), PlaceholderKind.NEW)
        came = new.select([*(aliased(e.copy(), name) for name, e in new.columns.items()), aliased(_one(), WEIGHT)])
        stored = Placeholder(PlaceholderKind.BACKING).table(STORED)
        columns = [aliased(column(name, STORED), name) for name in self.names]
        copies = exp.Neg(this=column(ROWS, STORED))
        went = exp.Select(expressions=[*columns, aliased(copies, WEIGHT)], from_=exp.From(this=stored))
        both = exp.Union(this=came, expression=went, distinct=False)
        context = query.context(PlaceholderKind.DELTA)
        compared = context.add_query(both, self.names, "compared", weighted=True)
        total = exp.Sum(this=column(WEIGHT, str(compared.tables[0].alias_or_name)))
        grouped = self._grouped(compared, total)
        grouped.set("having", exp.Having(this=exp.NEQ(this=total.copy(), expression=_zero())))
        return grouped

    def _named(self, query: Differentiation, block: SelectBlock, kind: PlaceholderKind) -> SelectBlock:
        """Give the output columns their stored names; computed ones become plain, for GROUP BY to name them."""
        columns = {name: column(o.column) for name, o in zip(self.names, self.bound.outputs, strict=True)}
        context = query.context(kind, plain=kind is PlaceholderKind.NEW)
        if block.repeats_work(columns.values()):
            block = context.seal(block, "computed")
        named = block.project(columns)
        if all(isinstance(e, exp.Column) for e in named.columns.values()):
            return named
        return context.seal(named, "result_rows")

    def _grouped(self, block: SelectBlock, copies: exp.Expr) -> exp.Select:
        select = [aliased(e.copy(), name) for name, e in block.columns.items()]
        query = block.select([*select, aliased(copies, ROWS)])
        query.set("group", exp.Group(expressions=[e.copy() for e in block.columns.values()]))
        return query

    def _merge(self) -> exp.Merge:
        copies = exp.Add(this=column(ROWS, STORED), expression=column(ROWS, CHANGES))
        fewer = exp.LT(this=copies.copy(), expression=_zero())
        updated = guarded(copies.copy(), fewer, "a row would have fewer copies than none")
        inserted: dict[str, exp.Expr] = {name: column(name, CHANGES) for name in self.names}
        missing = exp.LTE(this=column(ROWS, CHANGES), expression=_zero())
        inserted[ROWS] = guarded(column(ROWS, CHANGES), missing, "a row went that is not stored")
        actions = [
            delete_when(exp.EQ(this=copies, expression=_zero())),
            update_with({ROWS: updated}),
            insert_with(inserted),
        ]
        return merge(same_row([(name, name) for name in self.names], STORED, CHANGES), actions)


def _competes_as_a_whole(root: Node) -> bool:
    """Tell whether every row decides over every other one, so that the change takes all new rows anyway."""
    while isinstance(root, Project):
        root = root.input
    return isinstance(root, TopK)


def _one() -> exp.Expr:
    return exp.Literal.number(1)


def _zero() -> exp.Expr:
    return exp.Literal.number(0)
