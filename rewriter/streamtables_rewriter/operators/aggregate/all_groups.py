"""All groups of an aggregate, as they are and as they were, from its states computed once.

A query over all groups, such as the largest of their sums, reads them after the change and before it. Where all calls
add up, both follow from the states as they are and from what changed in them, so that the rows are read once. Who still
has the states of the refresh before does not read them at all: the states follow from those and what changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.changes.rule import RuleContext
from streamtables_rewriter.groups.group_change import GroupChange
from streamtables_rewriter.groups.state_algebra import former_state, inserted_state, merged_state, or_zero
from streamtables_rewriter.groups.states import ROWS_STATE, State
from streamtables_rewriter.operators.aggregate.calls import rows_to_group
from streamtables_rewriter.operators.aggregate.changed_groups import grouped_states
from streamtables_rewriter.semantics.column_types import cast_to
from streamtables_rewriter.sql.columns import ROWS, aliased, column, conjunction, relation, same_row
from streamtables_rewriter.sql.select_block import SelectBlock, broadcast_hint
from streamtables_rewriter.templates.materialized_ctes import cached_name, incremental_name
from streamtables_rewriter.templates.placeholders import PlaceholderKind
from streamtables_rewriter.templates.step_roles import StepRole


def compute_groups_once(
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
    every = context.add_query(states, [*keys, *names.values()], StepRole.ALL_GROUPS, exact_name=True)
    replaced: dict[str, exp.Query] = {_name(change.present): every.query()}
    replaced[incremental_name(_name(every))] = _incremental(change, _name(every))
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
    groups, changed = _states(change, _name(every)), _states(change, _name(change.changed))
    before = {state: former_state(state, groups, changed) for state in change.names}
    return _put_together(change, _name(every), before, before)


def _incremental(change: GroupChange, every: str) -> exp.Query:
    """Put the change into all groups as they were, add those that came and leave out those that have gone."""
    groups, changed = _states(change, cached_name(every)), _states(change, _name(change.changed))
    none = {state: or_zero(value) for state, value in changed.items()}
    after = {state: merged_state(state, groups, none) for state in change.names}
    came = {state: inserted_state(state, changed) for state in change.names}
    zero = exp.Literal.number(0)
    there = [exp.GT(this=states[ROWS_STATE].copy(), expression=zero.copy()) for states in (after, changed)]
    return _put_together(change, cached_name(every), after, came, there)


def _put_together(
    change: GroupChange,
    groups: str,
    known: Mapping[State, exp.Expr],
    others: Mapping[State, exp.Expr],
    there: Sequence[exp.Expr] = (),
) -> exp.Query:
    """Write all groups: those that are known, and those that only the change has.

    Args:
        change: How the aggregate changed.
        groups: The relation of the known groups.
        known: The states of a known group; copied.
        others: The states of another one; copied.
        there: The conditions under which either is a group; none if all are.

    Returns:
        The query. Without keys there is one group, which is known and stays.
    """
    keys, changed = [key.name for key in change.node.keys], _name(change.changed)
    joined = same_row([(key, key) for key in keys], groups, changed)

    def read(first: str, second: str, states: Mapping[State, exp.Expr], where: Sequence[exp.Expr]) -> exp.Select:
        written = [aliased(cast_to(value.copy(), s.type), change.names[s]) for s, value in states.items()]
        select = exp.Select(
            expressions=[*(column(key, first) for key in keys), *written],
            from_=exp.From(this=relation(first)),
            joins=[exp.Join(this=relation(second), on=joined.copy(), side="LEFT")],
        )
        if where:
            select.set("where", exp.Where(this=conjunction(where)))
        return select

    still = read(groups, changed, known, there[:1] if keys else ())
    still.set("hint", broadcast_hint(changed))
    if not keys:
        return still
    unknown = exp.Is(this=column(ROWS, groups), expression=exp.Null())
    return exp.Union(this=still, expression=read(changed, groups, others, [unknown, *there[1:]]), distinct=False)


def _states(change: GroupChange, groups: str) -> dict[State, exp.Expr]:
    return {state: column(name, groups) for state, name in change.names.items()}


def _name(block: SelectBlock) -> str:
    return str(block.tables[0].name)
