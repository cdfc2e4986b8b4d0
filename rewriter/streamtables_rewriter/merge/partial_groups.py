"""Partial groups, appended: a stored row is a part of a group, and a group is the sum of its parts.

What changed is added as further rows in one small INSERT that reads nothing of what is stored; reading sums the parts:
``group = sum(parts)``, a group whose rows sum to none is not shown. It needs states that a change of any kind can be
added to (``Algebra.ALWAYS``). Compaction replaces all parts by their sums, which changes no group. NULL keys are
keys like others; a change that adds up to nothing appends nothing. A group that sums to fewer rows than none fails the
fold. Source: Gupta and Mumick, *Maintenance of Materialized Views*, 1995 (self-maintainable aggregates).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlglot import exp

from streamtables_rewriter.groups.state_algebra import or_zero, state_cast
from streamtables_rewriter.groups.states import ROWS_STATE, Algebra, State, StateKind
from streamtables_rewriter.merge.groups import GroupsLayout
from streamtables_rewriter.merge.keyed import KeyedMerge
from streamtables_rewriter.merge.merge_parts import STORED, guarded
from streamtables_rewriter.plan.nodes import BoundQuery
from streamtables_rewriter.semantics.column_types import cast_to
from streamtables_rewriter.sql.columns import aliased, column, identifier, substitute
from streamtables_rewriter.templates.delta_template import DeltaTemplate
from streamtables_rewriter.templates.placeholders import Placeholder, PlaceholderKind
from streamtables_rewriter.templates.template import Template

_GROUPS = "groups"


def can_append(layout: GroupsLayout) -> bool:
    """Return whether every aggregate of a layout can be added up from parts, whatever changes.

    Args:
        layout: How the query is stored by group.

    Returns:
        True if appending is exact.
    """
    return all(call.algebra is Algebra.ALWAYS for call in layout.calls)


def reads_by_session(bound: BoundQuery, layout: GroupsLayout) -> bool:
    """Return whether a view over parts of groups would call a function that only the session knows.

    Args:
        bound: The query.
        layout: How it is stored by group.

    Returns:
        True if the parts cannot be shown by a view.
    """
    own = {function.name[-1] for function in bound.functions if len(function.name) == 1}
    shown = [*layout.derived.values(), *([] if layout.query.visible is None else [layout.query.visible])]
    return any(call.name.lower() in own for e in shown for call in e.find_all(exp.Anonymous))


@dataclass(frozen=True, slots=True)
class PartialGroups:
    """Computes, changes, compacts and shows groups that are stored in parts.

    Attributes:
        bound: The query.
        layout: How it is stored by group; only its keys and states are stored here.
    """

    bound: BoundQuery
    layout: GroupsLayout

    @property
    def stored_names(self) -> tuple[str, ...]:
        """The columns of the backing table: keys and states."""
        kept = {*self.layout.keys.values(), *self.layout.states.values()}
        return tuple(c.name for c in self.layout.stored if c.name in kept)

    def initial(self) -> exp.Query:
        """Compute one part for each group."""
        return self._parts().initial()

    def delta(self, changed: frozenset[int], *, insert_only: bool) -> DeltaTemplate:
        """Write the query for the parts to append."""
        changes = self._parts().additions(changed, insert_only=insert_only)
        layout = self.layout
        states = (name for state, name in layout.states.items() if state is not ROWS_STATE)
        columns = (*layout.keys.values(), layout.rows, *states)
        return DeltaTemplate(changed, insert_only, Template.of(changes), None, False, appended=columns)

    def compaction(self) -> exp.Query:
        """Sum the parts of BACKING, in the order of its columns."""
        backing = Placeholder(PlaceholderKind.BACKING).table(STORED)
        return self._summed(backing, guard=True)

    def view(self, backing: exp.Table) -> exp.Query:
        """Write the query that sums the parts and shows the user's columns.

        Args:
            backing: The backing table under the alias by which stored columns are read.

        Returns:
            A query with the user's columns, by name.
        """
        layout = self.layout
        states = {state: column(name, _GROUPS) for state, name in layout.states.items()}
        meaning: dict[str, exp.Expr] = {key: column(name, _GROUPS) for key, name in layout.keys.items()}
        meaning |= {call.call.name: call.value(states) for call in layout.calls}
        types = {c.output: c.type for c in layout.stored if c.output is not None}
        select = [
            aliased(self._shown(expression, meaning, types[index]), output.name)
            for index, (output, expression) in enumerate(zip(self.bound.outputs, layout.query.outputs, strict=True))
        ]
        summed = exp.Subquery(this=self._summed(backing, guard=False), alias=exp.TableAlias(this=identifier(_GROUPS)))
        query = exp.Select(expressions=select, from_=exp.From(this=summed))
        if layout.query.visible is not None:
            query.set("where", exp.Where(this=substitute(layout.query.visible, meaning)))
        if layout.query.first is not None:
            layout.query.first.keep(query, {n: substitute(e, meaning) for n, e in layout.query.first.values.items()})
        return query

    def _parts(self) -> KeyedMerge:
        """Return the same groups without the columns that follow from others."""
        kept = set(self.stored_names)
        stored = tuple(c for c in self.layout.stored if c.name in kept)
        query = replace(self.layout.query, visible=None, first=None)
        return KeyedMerge(self.bound, replace(self.layout, query=query, stored=stored, derived={}, order={}))

    def _summed(self, backing: exp.Table, *, guard: bool) -> exp.Select:
        layout = self.layout
        alias = str(backing.alias_or_name)
        values: dict[str, exp.Expr] = {name: column(name, alias) for name in layout.keys.values()}
        values |= {name: _sum_of(state, layout.states, alias) for state, name in layout.states.items()}
        rows = exp.Sum(this=column(layout.rows, alias))
        zero = exp.Literal.number(0)
        if guard:
            fewer = exp.LT(this=rows.copy(), expression=zero.copy())
            values[layout.rows] = guarded(values[layout.rows], fewer, "a group has fewer rows than none")
        select = [aliased(values[name], name) for name in self.stored_names]
        query = exp.Select(expressions=select, from_=exp.From(this=backing.copy()))
        if layout.keys:
            query.set("group", exp.Group(expressions=[column(name, alias) for name in layout.keys.values()]))
            query.set("having", exp.Having(this=exp.NEQ(this=rows, expression=zero)))
        return query

    def _shown(self, expression: exp.Expr, meaning: Mapping[str, exp.Expr], type_: str) -> exp.Expr:
        value = substitute(expression, meaning)
        return value if isinstance(expression, exp.Column) else cast_to(value, type_)


def _sum_of(state: State, names: Mapping[State, str], alias: str) -> exp.Expr:
    total = exp.Sum(this=column(names[state], alias))
    if state.kind is not StateKind.SUM or state.count is None:
        return or_zero(total) if state.kind in (StateKind.ROWS, StateKind.COUNT) else state_cast(total, state)
    counted = exp.GT(this=exp.Sum(this=column(names[state.count], alias)), expression=exp.Literal.number(0))
    return exp.Case(ifs=[exp.If(this=counted, true=state_cast(total, state))])
