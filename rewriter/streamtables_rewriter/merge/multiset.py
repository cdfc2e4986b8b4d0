"""Rows without groups: a stored row with the number of its copies for each distinct row.

All columns together identify a row, each by its identity (``identity.py``); NULL equals NULL. The changes of a row are
consolidated before they meet the table, so that rows which came and went leave nothing, and a MERGE meets each stored
row once. A row whose last copy went is deleted. A row that would come to fewer copies than none fails the refresh. Does
not apply where rows cannot be told apart (``row_identity``). Of maps that are equal, with their entries in different
orders, any one is stored.

Where rows only came they may be appended, which reads nothing of what is stored. The copies of a row are then
*unconsolidated*: spread over several stored rows. What goes from such a table is counted first; all stored rows that
equal it are deleted, and what remains of their copies is inserted again: by their files and positions where the change
is small, by a MERGE where it is large.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlglot import exp

from streamtables_rewriter.differentiate import Differentiation
from streamtables_rewriter.errors import InternalRewriterError
from streamtables_rewriter.merge.merge_on_read import merge_on_read_of, positions_of
from streamtables_rewriter.merge.merge_parts import (
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
from streamtables_rewriter.merge.top_k_rows import compared, delta_from_stored, find_top_k_rows, is_top_k
from streamtables_rewriter.plan.nodes import BoundQuery
from streamtables_rewriter.semantics.identity import identity, needs_identity, same_values
from streamtables_rewriter.sql.columns import (
    RESERVED_PREFIX,
    ROWS,
    aliased,
    column,
    conjunction,
    identifier,
)
from streamtables_rewriter.sql.select_block import SelectBlock, broadcast_hint, plain_relation
from streamtables_rewriter.templates.delta_template import DeltaTemplate
from streamtables_rewriter.templates.placeholders import PlaceholderKind
from streamtables_rewriter.templates.template import Template

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
        types: Its type, which has an identity.
    """

    bound: BoundQuery
    names: tuple[str, ...]
    types: tuple[str, ...]

    def initial(self) -> exp.Query:
        """Compute the stored columns of all rows."""
        query = Differentiation(self.bound)
        block = self._named(query, query.state(self.bound.root), PlaceholderKind.NEW)
        return query.finish(self._grouped(block, exp.Count(this=exp.Star())))

    def counted_rows(self, rows: exp.Table) -> exp.Query:
        """Compute the stored columns of rows that a relation lists under the names that they are stored by."""
        return self._grouped(plain_relation(rows, self.names), exp.Count(this=exp.Star()))

    def delta(self, changed: frozenset[int], *, insert_only: bool) -> DeltaTemplate:
        """Write the two statements for a change of some sources."""
        merging = self._merge()
        template = self._written(changed, merging, insert_only=insert_only)
        return replace(template, merge_on_read=merge_on_read_of(merging, (*self.names, ROWS)))

    def unconsolidated_delta(self, changed: frozenset[int], *, insert_only: bool) -> DeltaTemplate:
        """Write the statements for a table in which a row's copies may be stored apart."""
        query = Differentiation(self.bound, changed, insert_only)
        appended = (*self.names, ROWS)
        if not is_top_k(self.bound.root):
            change = query.delta(self.bound.root)
            if change.insert_only:
                block = self._named(query, change.block, PlaceholderKind.DELTA)
                rows = Template.of(query.finish(block.select(self._weighted(block))))
                return DeltaTemplate(changed, insert_only, rows, None, recomputes_groups=False, appended=appended)
        template = self._written(changed, self._replacement(), insert_only=insert_only)
        return replace(template, counted=Template.of(self._counted()), copies=self._positions(), appended=appended)

    def _written(self, changed: frozenset[int], merging: exp.Merge, *, insert_only: bool) -> DeltaTemplate:
        if is_top_k(self.bound.root):
            return self._top_k_rows(changed, merging, insert_only=insert_only)
        query = Differentiation(self.bound, changed, insert_only)
        change = query.delta(self.bound.root)
        block = self._named(query, change.block, PlaceholderKind.DELTA)
        changes = Template.of(query.finish(self._consolidated(block, insert_only=change.insert_only)))
        return DeltaTemplate(changed, insert_only, changes, Template.of(merging), recomputes_groups=False)

    def _top_k_rows(self, changed: frozenset[int], merging: exp.Merge, *, insert_only: bool) -> DeltaTemplate:
        query = Differentiation(self.bound, changed, insert_only)
        new = self._named(query, query.state(self.bound.root), PlaceholderKind.NEW)
        rows = self._consolidated(compared(query, new, self.names), insert_only=False)
        all_rows = Template.of(query.finish(rows))
        first = find_top_k_rows(self.bound, self.names)
        if first is None or any(map(needs_identity, self.types)):
            return DeltaTemplate(changed, insert_only, all_rows, Template.of(merging), recomputes_groups=False)
        query = Differentiation(self.bound, changed, insert_only)
        changes = Template.of(query.finish(delta_from_stored(query, first)))
        return DeltaTemplate(
            changed, insert_only, changes, Template.of(merging), recomputes_groups=False, alternative=all_rows
        )

    def _consolidated(self, block: SelectBlock, *, insert_only: bool) -> exp.Select:
        if block.weight is None:
            raise InternalRewriterError("NOTHING_CHANGED", {"operator": type(self.bound.root).__name__})
        copies = exp.Sum(this=block.weight.copy())
        grouped = self._grouped(block, copies)
        if not insert_only:
            grouped.set("having", exp.Having(this=exp.NEQ(this=copies.copy(), expression=_zero())))
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
        columns = [(name, block.columns[name], type_) for name, type_ in zip(self.names, self.types, strict=True)]
        select = [aliased(_any_of_equal(e.copy(), type_), name) for name, e, type_ in columns]
        query = block.select([*select, aliased(copies, ROWS)])
        query.set("group", exp.Group(expressions=[identity(e.copy(), type_) for _, e, type_ in columns]))
        return query

    def _weighted(self, block: SelectBlock) -> list[exp.Expr]:
        weight = block.weight or _one()
        copies = guarded(weight.copy(), exp.LTE(this=weight.copy(), expression=_zero()), _NOT_STORED)
        return [*(aliased(e.copy(), name) for name, e in block.columns.items()), aliased(copies, ROWS)]

    def _counted(self) -> exp.Select:
        """Count the stored copies of the rows that go."""
        went = exp.LT(this=column(ROWS, CHANGES), expression=_zero())
        known = {name: identity(column(name, CHANGES), t) for name, t in zip(self.names, self.types, strict=True)}
        met = exp.Select(
            expressions=[
                *(aliased(e.copy(), name) for name, e in known.items()),
                aliased(exp.Sum(this=column(ROWS, STORED)), COPIES),
            ],
            from_=exp.From(this=MERGE_TARGET.table(STORED)),
            joins=[exp.Join(this=MERGE_SOURCE.table(CHANGES), on=self._same_row())],
            where=exp.Where(this=went),
            group=exp.Group(expressions=[e.copy() for e in known.values()]),
            hint=broadcast_hint(CHANGES),
        )
        copies = exp.Coalesce(this=column(COPIES, _MET), expressions=[_zero()])
        equal = [exp.NullSafeEQ(this=e, expression=column(name, _MET)) for name, e in known.items()]
        found = exp.Subquery(this=met, alias=exp.TableAlias(this=identifier(_MET)))
        return exp.Select(
            expressions=[
                *(aliased(column(name, CHANGES), name) for name in self.names),
                column(ROWS, CHANGES),
                aliased(copies, COPIES),
            ],
            from_=exp.From(this=MERGE_SOURCE.table(CHANGES)),
            joins=[exp.Join(this=found, on=conjunction(equal), side="LEFT")],
        )

    def _positions(self) -> Template:
        """Find the stored copies of the rows that go."""
        went = exp.LT(this=column(ROWS, CHANGES), expression=_zero())
        return positions_of(self._same_row(), [column(ROWS, STORED)], went)

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
        condition = exp.And(this=column(_GONE, CHANGES), expression=self._same_row())
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
        return merge(self._same_row(), actions)

    def _same_row(self) -> exp.Expr:
        columns = [(name, name, type_) for name, type_ in zip(self.names, self.types, strict=True)]
        return same_values(columns, STORED, CHANGES)


def _any_of_equal(value: exp.Expr, type_: str) -> exp.Expr:
    return exp.Anonymous(this="any_value", expressions=[value]) if needs_identity(type_) else value


def _one() -> exp.Expr:
    return exp.Literal.number(1)


def _zero() -> exp.Expr:
    return exp.Literal.number(0)
