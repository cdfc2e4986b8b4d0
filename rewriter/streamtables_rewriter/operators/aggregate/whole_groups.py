"""All groups of an aggregate, as they are and as they were, from its states computed once.

A query over all groups, such as the largest of their sums, reads them after the change and before it. Where all calls
add up, both follow from the states as they are and from what changed in them, so that the rows are read once. Who still
has the states of the refresh before does not read them at all: the states follow from those and what changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.column_types import cast_to
from streamtables_rewriter.columns import ROWS, aliased, column, conjunction, relation, same_row
from streamtables_rewriter.delta import RuleContext
from streamtables_rewriter.group_states import State
from streamtables_rewriter.operators.aggregate.calls import rows_to_group
from streamtables_rewriter.operators.aggregate.changed_groups import GroupChange, grouped_states
from streamtables_rewriter.select_block import SelectBlock, broadcast_hint
from streamtables_rewriter.shared_steps import ALL_GROUPS, following, remembered
from streamtables_rewriter.state_algebra import former_state, inserted_state, merged_state
from streamtables_rewriter.template import PlaceholderKind


def read_groups_once(
    change: GroupChange, rows: SelectBlock, new: str | None, old: str | None, context: RuleContext
) -> dict[str, exp.Query]:
    """Write what reads an aggregate's rows anew by what is computed of them once.

    Args:
        change: How the aggregate changed.
        rows: Its input, after the change.
        new: The common table expression that holds all groups as they are; None if there is none.
        old: That which holds them as they were; None if there is none.
        context: The query under construction.

    Returns:
        Other queries for these and for the changed groups, by name, and the query for the states as they follow from
        remembered ones.
    """
    node, names = change.node, change.names
    keys = [key.name for key in node.keys]
    keyed = rows_to_group(node, rows, context.naming(PlaceholderKind.NEW))
    states = grouped_states(node, keyed, names)
    every = context.add_query(states, [*keys, *names.values()], ALL_GROUPS, exact_name=True)
    replaced: dict[str, exp.Query] = {_name(change.present): every.query()}
    replaced[following(_name(every))] = _following(change, _name(every))
    if new is not None:
        replaced[new] = _values(change, every)
    if old is not None:
        former = context.add_query(_former(change, every), every.columns, "former_groups", exact_name=True)
        there = exp.GT(this=column(ROWS), expression=exp.Literal.number(0))
        replaced[old] = _values(change, former.where([there]) if keys else former)
    return replaced


def _values(change: GroupChange, groups: SelectBlock) -> exp.Query:
    """Compute the keys and calls from states."""
    states = {state: groups.columns[name] for state, name in change.names.items()}
    columns = {key.name: groups.columns[key.name] for key in change.node.keys}
    columns |= {call.call.name: call.value(states) for call in change.calls}
    return replace(groups, columns=columns).query()


def _former(change: GroupChange, every: SelectBlock) -> exp.Query:
    """Take the change out of all groups, and add those that have gone."""
    keys, names = [key.name for key in change.node.keys], change.names
    groups, changed = _name(every), _name(change.changed)
    after = {state: column(name, groups) for state, name in names.items()}
    less = {state: column(name, changed) for state, name in names.items()}
    joined = same_row([(key, key) for key in keys], groups, changed)

    def read(first: str, second: str) -> exp.Select:
        return exp.Select(
            expressions=[*(column(key, first) for key in keys), *_taken_out(names, after, less)],
            from_=exp.From(this=relation(first)),
            joins=[exp.Join(this=relation(second), on=joined.copy(), side="LEFT")],
        )

    still = read(groups, changed)
    still.set("hint", broadcast_hint(changed))
    if not keys:
        return still
    gone = read(changed, groups)
    gone.set("where", exp.Where(this=exp.Is(this=column(ROWS, groups), expression=exp.Null())))
    return exp.Union(this=still, expression=gone, distinct=False)


def _following(change: GroupChange, every: str) -> exp.Query:
    """Put the change into all groups as they were, add those that came and leave out those that have gone."""
    keys, names = [key.name for key in change.node.keys], change.names
    groups, changed = remembered(every), _name(change.changed)
    before = {state: column(name, groups) for state, name in names.items()}
    more = {state: column(name, changed) for state, name in names.items()}
    joined = same_row([(key, key) for key in keys], groups, changed)

    def read(first: str, second: str, states: Mapping[State, exp.Expr], where: exp.Expr | None) -> exp.Select:
        written = [aliased(cast_to(value, state.type), names[state]) for state, value in states.items()]
        select = exp.Select(
            expressions=[*(column(key, first) for key in keys), *written],
            from_=exp.From(this=relation(first)),
            joins=[exp.Join(this=relation(second), on=joined.copy(), side="LEFT")],
        )
        if where is not None:
            select.set("where", exp.Where(this=where))
        return select

    none = {state: exp.Coalesce(this=value, expressions=[exp.Literal.number(0)]) for state, value in more.items()}
    after = {state: merged_state(state, before, none) for state in names}
    rows = next(state for state, name in names.items() if name == ROWS)
    zero = exp.Literal.number(0)
    still = read(groups, changed, after, exp.GT(this=after[rows].copy(), expression=zero) if keys else None)
    still.set("hint", broadcast_hint(changed))
    if not keys:
        return still
    came = {state: inserted_state(state, more) for state in names}
    new = conjunction(
        [
            exp.Is(this=column(ROWS, groups), expression=exp.Null()),
            exp.GT(this=column(ROWS, changed), expression=zero.copy()),
        ]
    )
    return exp.Union(this=still, expression=read(changed, groups, came, new), distinct=False)


def _taken_out(
    names: Mapping[State, str], after: Mapping[State, exp.Expr], changes: Mapping[State, exp.Expr]
) -> list[exp.Expr]:
    return [aliased(cast_to(former_state(state, after, changes), state.type), name) for state, name in names.items()]


def _name(block: SelectBlock) -> str:
    return str(block.tables[0].name)
