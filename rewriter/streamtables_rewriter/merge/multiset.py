"""Rows without groups: a stored row with the number of its copies for each distinct row.

All columns together identify a row; NULL equals NULL. The changes of a row are netted before they meet the table, so
that rows which came and went leave nothing, and a MERGE meets each stored row once. A row whose last copy went is
deleted. A row that would come to fewer copies than none fails the refresh. Does not apply where rows cannot be
compared (``row_identity``).

Where rows only came they may be appended, which reads nothing of what is stored. The copies of a row are then
*scattered* over several stored rows. What goes from such a table is counted first; all stored rows that equal it are
deleted, and what remains of their copies is inserted again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlglot import exp

from streamtables_rewriter.columns import RESERVED_PREFIX, ROWS, WEIGHT, aliased, column, identifier, same_row
from streamtables_rewriter.differentiate import Differentiation
from streamtables_rewriter.errors import InternalRewriterError
from streamtables_rewriter.merge.statements import (
    CHANGES,
    MERGE_SOURCE,
    MERGE_TARGET,
    STORED,
    delete_when,
    guarded,
    insert_with,
    merge,
    update_with,
)
from streamtables_rewriter.plan.nodes import BoundQuery, Node, Project, TopK
from streamtables_rewriter.select_block import SelectBlock, broadcast_hint
from streamtables_rewriter.template import DeltaTemplate, Placeholder, PlaceholderKind, Template

COPIES = f"{RESERVED_PREFIX}copies"
"""How many copies of a changed row are stored."""
_GONE = f"{RESERVED_PREFIX}gone"
_MET = "met"
_NOT_STORED = "a row went that is not stored"
_FEWER = "a row would have fewer copies than none"


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
        return self._written(changed, self._merge(), insert_only=insert_only)

    def scattered_delta(self, changed: frozenset[int], *, insert_only: bool) -> DeltaTemplate:
        """Write the statements for a table in which a row's copies may be stored apart."""
        query = Differentiation(self.bound, changed, insert_only)
        appended = (*self.names, ROWS)
        if not competes_as_a_whole(self.bound.root):
            change = query.delta(self.bound.root)
            if change.insert_only:
                block = self._named(query, change.block, PlaceholderKind.DELTA)
                rows = Template.of(query.finish(block.select(self._weighted(block))))
                return DeltaTemplate(changed, insert_only, rows, None, recomputes_groups=False, appended=appended)
        template = self._written(changed, self._replacement(), insert_only=insert_only)
        return replace(template, counted=Template.of(self._counted()), appended=appended)

    def _written(self, changed: frozenset[int], merging: exp.Merge, *, insert_only: bool) -> DeltaTemplate:
        query = Differentiation(self.bound, changed, insert_only)
        if competes_as_a_whole(self.bound.root):
            changes = Template.of(query.finish(self._compared(query)))
            return DeltaTemplate(changed, insert_only, changes, Template.of(merging), recomputes_groups=False)
        change = query.delta(self.bound.root)
        block = self._named(query, change.block, PlaceholderKind.DELTA)
        if block.weight is None:
            raise InternalRewriterError("NOTHING_CHANGED", {"operator": type(self.bound.root).__name__})
        copies = exp.Sum(this=block.weight.copy())
        grouped = self._grouped(block, copies)
        if not change.insert_only:
            grouped.set("having", exp.Having(this=exp.NEQ(this=copies.copy(), expression=_zero())))
        changes = Template.of(query.finish(grouped))
        return DeltaTemplate(changed, insert_only, changes, Template.of(merging), recomputes_groups=False)

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

    def _weighted(self, block: SelectBlock) -> list[exp.Expr]:
        weight = block.weight or _one()
        copies = guarded(weight.copy(), exp.LTE(this=weight.copy(), expression=_zero()), _NOT_STORED)
        return [*(aliased(e.copy(), name) for name, e in block.columns.items()), aliased(copies, ROWS)]

    def _counted(self) -> exp.Select:
        """Count the stored copies of the rows that go."""
        went = exp.LT(this=column(ROWS, CHANGES), expression=_zero())
        same = same_row([(name, name) for name in self.names], STORED, CHANGES)
        met = exp.Select(
            expressions=[
                *(aliased(column(name, CHANGES), name) for name in self.names),
                aliased(exp.Sum(this=column(ROWS, STORED)), COPIES),
            ],
            from_=exp.From(this=MERGE_TARGET.table(STORED)),
            joins=[exp.Join(this=MERGE_SOURCE.table(CHANGES), on=same)],
            where=exp.Where(this=went),
            group=exp.Group(expressions=[column(name, CHANGES) for name in self.names]),
            hint=broadcast_hint(CHANGES),
        )
        copies = exp.Coalesce(this=column(COPIES, _MET), expressions=[_zero()])
        joined = same_row([(name, name) for name in self.names], CHANGES, _MET)
        found = exp.Subquery(this=met, alias=exp.TableAlias(this=identifier(_MET)))
        return exp.Select(
            expressions=[
                *(aliased(column(name, CHANGES), name) for name in self.names),
                column(ROWS, CHANGES),
                aliased(copies, COPIES),
            ],
            from_=exp.From(this=MERGE_SOURCE.table(CHANGES)),
            joins=[exp.Join(this=found, on=joined, side="LEFT")],
        )

    def _replacement(self) -> exp.Merge:
        """Write the MERGE that deletes all stored copies of the rows that went, and inserts what there is now."""
        columns = [column(name, CHANGES) for name in (*self.names, ROWS, COPIES)]
        total = exp.Add(this=column(ROWS, CHANGES), expression=column(COPIES, CHANGES))
        sides = []
        for gone, which in (
            (True, exp.GT(this=column(COPIES, CHANGES), expression=_zero())),
            (False, exp.NEQ(this=total.copy(), expression=_zero())),
        ):
            select = [*(c.copy() for c in columns), aliased(exp.Boolean(this=gone), _GONE)]
            rows = exp.From(this=MERGE_SOURCE.table(CHANGES))
            sides.append(exp.Select(expressions=select, from_=rows, where=exp.Where(this=which)))
        source = exp.Subquery(
            this=exp.Union(this=sides[0], expression=sides[1], distinct=False),
            alias=exp.TableAlias(this=identifier(CHANGES)),
        )
        inserted: dict[str, exp.Expr] = {name: column(name, CHANGES) for name in self.names}
        fewer = exp.LT(this=total.copy(), expression=_zero())
        inserted[ROWS] = guarded(total, fewer, _FEWER)
        same = same_row([(name, name) for name in self.names], STORED, CHANGES)
        condition = exp.And(this=column(_GONE, CHANGES), expression=same)
        there = exp.Not(this=column(_GONE, CHANGES))
        return merge(condition, [delete_when(None), insert_with(inserted, there)], source)

    def _merge(self) -> exp.Merge:
        copies = exp.Add(this=column(ROWS, STORED), expression=column(ROWS, CHANGES))
        fewer = exp.LT(this=copies.copy(), expression=_zero())
        updated = guarded(copies.copy(), fewer, _FEWER)
        inserted: dict[str, exp.Expr] = {name: column(name, CHANGES) for name in self.names}
        missing = exp.LTE(this=column(ROWS, CHANGES), expression=_zero())
        inserted[ROWS] = guarded(column(ROWS, CHANGES), missing, _NOT_STORED)
        actions = [
            delete_when(exp.EQ(this=copies, expression=_zero())),
            update_with({ROWS: updated}),
            insert_with(inserted),
        ]
        return merge(same_row([(name, name) for name in self.names], STORED, CHANGES), actions)


def competes_as_a_whole(root: Node) -> bool:
    """Tell whether every row decides over every other one, so that the change takes all new rows anyway.

    Args:
        root: The root of a query.

    Returns:
        True for ORDER BY with LIMIT at the top.
    """
    while isinstance(root, Project):
        root = root.input
    return isinstance(root, TopK)


def _one() -> exp.Expr:
    return exp.Literal.number(1)


def _zero() -> exp.Expr:
    return exp.Literal.number(0)
