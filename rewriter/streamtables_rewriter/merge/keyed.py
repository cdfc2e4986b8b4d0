"""Groups: one stored row for each group, merged by its keys.

``stored + change`` where every aggregate has an algebra for the change; else the affected groups are computed anew and
replace what is stored. A group whose last row went is deleted; the one group of a query without keys stays. A group
that fails the query's conditions is stored, but not shown, so that it appears whole when it passes them.
Changes that add up to nothing write nothing. NULL keys are keys like others. A stored group that would come to fewer
than no rows, or a change that takes rows out of a group that is not there, fails the refresh.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlglot import exp

from streamtables_rewriter.changes.key_pushdown import Keys
from streamtables_rewriter.differentiate import Differentiation
from streamtables_rewriter.groups.state_algebra import (
    computed_state,
    inserted_state,
    merged_state,
    or_zero,
    state_cast,
)
from streamtables_rewriter.groups.states import ROWS_STATE, State, StateKind
from streamtables_rewriter.merge.groups import GroupsLayout
from streamtables_rewriter.merge.merge_on_read import Shown, merge_on_read_of
from streamtables_rewriter.merge.merge_parts import (
    CHANGES,
    STORED,
    delete_when,
    failure,
    guarded,
    insert_with,
    merge,
    update_with,
)
from streamtables_rewriter.operators.aggregate.affected_groups import affected_groups, rows_of_groups
from streamtables_rewriter.operators.aggregate.calls import call_sql, rows_to_group
from streamtables_rewriter.operators.aggregate.changed_groups import changed_groups, where_changed
from streamtables_rewriter.plan.nodes import BoundQuery
from streamtables_rewriter.semantics.column_types import Family, cast_to, kind_of
from streamtables_rewriter.semantics.identity import has_identity, same_values
from streamtables_rewriter.sql.columns import (
    ROWS,
    VISIBLE,
    aliased,
    column,
    relation,
    same_row,
    substitute,
)
from streamtables_rewriter.sql.select_block import SelectBlock
from streamtables_rewriter.templates.delta_template import DeltaTemplate
from streamtables_rewriter.templates.placeholders import PlaceholderKind
from streamtables_rewriter.templates.template import Template


@dataclass(frozen=True, slots=True)
class KeyedMerge:
    """Computes, changes and merges stored groups."""

    bound: BoundQuery
    layout: GroupsLayout

    def initial(self) -> exp.Query:
        """Compute the stored columns of all groups."""
        query = Differentiation(self.bound)
        node = self.layout.query.node
        block = rows_to_group(node, query.state(node.input), query.context(PlaceholderKind.NEW, plain=True))
        return query.finish(self._evaluated(block, self.layout.rows))

    def delta(self, changed: frozenset[int], *, insert_only: bool) -> DeltaTemplate:
        """Write the two statements for a change of some sources."""
        query = Differentiation(self.bound, changed, insert_only)
        change = query.delta(self.layout.query.node.input)
        recompute = self.layout.must_recompute(insert_only=change.insert_only)
        if recompute:
            changes, merging = self._recomputed(query, change.block), self._replacement()
        else:
            changes = self._added_up(query, change.block, insert_only=change.insert_only)
            merging = self._addition()
        merge_on_read = merge_on_read_of(merging, [c.name for c in self.layout.stored], self._shown())
        return DeltaTemplate(
            changed, insert_only, Template.of(changes), Template.of(merging), recompute, merge_on_read=merge_on_read
        )

    def additions(self, changed: frozenset[int], *, insert_only: bool) -> exp.Query:
        """Write the query for what is to be added to the groups that a change of some sources touches."""
        query = Differentiation(self.bound, changed, insert_only)
        change = query.delta(self.layout.query.node.input)
        return self._added_up(query, change.block, insert_only=change.insert_only)

    def _evaluated(self, block: SelectBlock, rows: str) -> exp.Select:
        """Group rows into the stored columns; the number of rows is called ``rows``."""
        layout = self.layout
        meaning = {key: block.columns[key] for key in layout.keys}
        meaning |= {call.call.name: call_sql(call.call, block) for call in layout.calls}
        values = {layout.keys[key]: block.columns[key].copy() for key in layout.keys}
        calls = {call.own_state: meaning[call.call.name] for call in layout.calls if call.own_state is not None}
        for state, name in layout.states.items():
            computed = calls[state].copy() if state in calls else self._state(state, block)
            values[name] = state_cast(computed, state)
        values |= self._derived(meaning)
        select = [aliased(values[c.name], rows if c.name == layout.rows else c.name) for c in layout.stored]
        query = block.select(select)
        if layout.keys:
            query.set("group", exp.Group(expressions=[block.columns[key].copy() for key in layout.keys]))
        return query

    def _state(self, state: State, block: SelectBlock) -> exp.Expr:
        """Compute a state; where rows cannot be counted beside the calls, a group that is there counts as one row."""
        if any(call.call.is_lone for call in self.layout.calls):
            return exp.Literal.number(1)
        return computed_state(state, block)

    def _derived(self, meaning: Mapping[str, exp.Expr]) -> dict[str, exp.Expr]:
        """Compute the columns that follow from keys and aggregates, for shown groups only."""
        layout = self.layout
        types = {c.name: c.type for c in layout.stored}
        visible = None
        if layout.query.visible is not None:
            visible = substitute(layout.query.visible, meaning)
        values = {}
        for name, expression in layout.derived.items():
            value = substitute(expression, meaning)
            if isinstance(expression, exp.Column):
                values[name] = value
                continue
            if visible is not None:
                value = exp.Case(ifs=[exp.If(this=visible.copy(), true=value)])
            values[name] = cast_to(value, types[name])
        if visible is not None:
            values[VISIBLE] = exp.Coalesce(this=visible, expressions=[exp.Boolean(this=False)])
        return values

    def _recomputed(self, query: Differentiation, change: SelectBlock) -> exp.Query:
        """Compute the affected groups anew; a group that has gone has no rows."""
        layout, node = self.layout, self.layout.query.node
        groups = affected_groups(node, change, query.context(PlaceholderKind.DELTA))
        context = query.context(PlaceholderKind.NEW)
        rows = query.state(node.input, keys=Keys.of_groups(groups, node.keys))
        block = rows_of_groups(node, rows, groups, context)
        computed = self._evaluated(block, ROWS)
        if groups is None:
            return query.finish(computed)
        names = [ROWS if c.name == layout.rows else c.name for c in layout.stored]
        anew = context.add_query(computed, names, "recomputed_groups", exact_name=True)
        (keys,), (recomputed,) = groups.tables, anew.tables
        stored_keys = {stored: key for key, stored in layout.keys.items()}
        select = [
            aliased(column(stored_keys[name], keys.name), name)
            if name in stored_keys
            else aliased(_present_rows(recomputed.name), ROWS)
            if name == ROWS
            else column(name, recomputed.name)
            for name in names
        ]
        condition = same_row(list(layout.keys.items()), keys.name, recomputed.name)
        join = exp.Join(this=relation(recomputed.name), on=condition, side="LEFT")
        return query.finish(exp.Select(expressions=select, from_=exp.From(this=relation(keys.name)), joins=[join]))

    def _added_up(self, query: Differentiation, change: SelectBlock, *, insert_only: bool) -> exp.Query:
        """Add up what changed in each group; groups in which that comes to nothing are left out."""
        layout, node = self.layout, self.layout.query.node
        context = query.context(PlaceholderKind.DELTA)
        grouped = changed_groups(node, layout.keys, layout.states, change, context)
        if insert_only and node.keys:
            return query.finish(grouped)
        states = [ROWS, *(name for state, name in layout.states.items() if state is not ROWS_STATE)]
        keys = tuple(layout.keys.values())
        return query.finish(where_changed(context, grouped, keys, states, insert_only=insert_only).query())

    def _addition(self) -> exp.Merge:
        """Write the MERGE that adds changes to stored groups."""
        layout = self.layout
        keyed = bool(layout.keys)
        stored = {state: column(name, STORED) for state, name in layout.states.items()}
        changes = {s: column(ROWS if s is ROWS_STATE else n, CHANGES) for s, n in layout.states.items()}
        merged = {state: merged_state(state, stored, changes) for state in stored}
        inserted = {state: inserted_state(state, changes) for state in stored}
        update, insert = self._values(merged), self._values(inserted)
        for state, name in layout.states.items():
            if state.kind in (StateKind.ROWS, StateKind.COUNT):
                fewer = _negative(merged[state])
                update[name] = guarded(update[name], fewer, "a group would have fewer rows than none")
        rows = insert[layout.rows]
        missing = "rows went from a group that is not stored"
        insert[layout.rows] = guarded(rows, _not_positive(rows), missing) if keyed else failure(missing)
        # Rows that came and went leave a residue in a floating sum, which makes no group.
        residue = keyed and self._has_floating_sum()
        real = exp.NEQ(this=rows.copy(), expression=exp.Literal.number(0)) if residue else None
        others = {name: value for name, value in update.items() if name not in layout.keys.values()}
        actions = [update_with(others), insert_with(insert, real)]
        if keyed:
            gone = exp.EQ(this=merged[ROWS_STATE].copy(), expression=exp.Literal.number(0))
            actions.insert(0, delete_when(gone))
        return merge(self._same_group(), actions)

    def _values(self, states: Mapping[State, exp.Expr]) -> dict[str, exp.Expr]:
        """Compute the stored columns from states; keys come from CHANGES."""
        layout = self.layout
        meaning: dict[str, exp.Expr] = {key: column(name, CHANGES) for key, name in layout.keys.items()}
        meaning |= {call.call.name: call.value(states) for call in layout.calls}
        values = {name: column(name, CHANGES) for name in layout.keys.values()}
        numbers = {name: state_cast(states[state].copy(), state) for state, name in layout.states.items()}
        every = {**values, **numbers, **self._derived(meaning)}
        return {c.name: every[c.name] for c in layout.stored}

    def _replacement(self) -> exp.Merge:
        """Write the MERGE that replaces stored groups by recomputed ones."""
        layout = self.layout
        values = {c.name: column(ROWS if c.name == layout.rows else c.name, CHANGES) for c in layout.stored}
        others = {name: value for name, value in values.items() if name not in layout.keys.values()}
        rows = values[layout.rows]
        differs = None
        types = {c.name: c.type for c in layout.stored}
        if all(map(has_identity, types.values())):
            compared = [(name, value.name, types[name]) for name, value in others.items()]
            differs = exp.Not(this=exp.Paren(this=same_values(compared, STORED, CHANGES)))
        if not layout.keys:
            return merge(self._same_group(), [update_with(others, differs), insert_with(values)])
        gone = exp.EQ(this=rows.copy(), expression=exp.Literal.number(0))
        there = exp.GT(this=rows.copy(), expression=exp.Literal.number(0))
        return merge(self._same_group(), [delete_when(gone), update_with(others, differs), insert_with(values, there)])

    def _shown(self) -> Shown | None:
        """Return what readers see of a group; None where the first ones are found when they are read."""
        if self.layout.query.first is not None:
            return None
        columns = {c.name: c.type for c in self.layout.stored if c.output is not None}
        hides = any(c.name == VISIBLE for c in self.layout.stored)
        return Shown(columns, VISIBLE if hides else None)

    def _has_floating_sum(self) -> bool:
        sums = (state for state in self.layout.states if state.kind is StateKind.SUM)
        return any(kind_of(state.argument_type).family is Family.FLOATING for state in sums)

    def _same_group(self) -> exp.Expr:
        return same_row([(name, name) for name in self.layout.keys.values()], STORED, CHANGES)


def _present_rows(table: str) -> exp.Expr:
    return or_zero(column(ROWS, table))


def _negative(value: exp.Expr) -> exp.Expr:
    return exp.LT(this=value.copy(), expression=exp.Literal.number(0))


def _not_positive(value: exp.Expr) -> exp.Expr:
    return exp.LTE(this=value.copy(), expression=exp.Literal.number(0))
