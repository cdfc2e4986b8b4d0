"""All groups of an aggregate, as they are and as they were, from its states computed once.

A query over all groups, such as the largest of their sums, reads them after the change and before it. Where all calls
add up, both follow from the states as they are and from what changed in them, so that the rows are read once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.column_types import cast_to
from streamtables_rewriter.columns import ROWS, aliased, column, relation, same_row
from streamtables_rewriter.delta import RuleContext
from streamtables_rewriter.group_states import State
from streamtables_rewriter.operators.aggregate.calls import rows_to_group
from streamtables_rewriter.operators.aggregate.changed_groups import GroupChange, grouped_states
from streamtables_rewriter.select_block import SelectBlock, broadcast_hint
from streamtables_rewriter.shared_steps import ALL_GROUPS
from streamtables_rewriter.state_algebra import former_state
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
        Other queries for these and for the changed groups, by name.
    """
    node, names = change.node, change.names
    keys = [key.name for key in node.keys]
    keyed = rows_to_group(node, rows, context.naming(PlaceholderKind.NEW))
    states = grouped_states(node, keyed, names)
    every = context.add_query(states, [*keys, *names.values()], ALL_GROUPS, exact_name=True)
    replaced: dict[str, exp.Query] = {_name(change.present): every.query()}
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


def _taken_out(
    names: Mapping[State, str], after: Mapping[State, exp.Expr], changes: Mapping[State, exp.Expr]
) -> list[exp.Expr]:
    return [aliased(cast_to(former_state(state, after, changes), state.type), name) for state, name in names.items()]


def _name(block: SelectBlock) -> str:
    return str(block.tables[0].name)
