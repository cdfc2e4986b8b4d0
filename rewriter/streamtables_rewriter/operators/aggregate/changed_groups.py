"""What changed in each group: how many rows came or went, and by how much its states moved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlglot import exp

from streamtables_rewriter.changes.rule import RuleContext
from streamtables_rewriter.groups.state_algebra import changed_state, computed_state, state_cast
from streamtables_rewriter.groups.states import ROWS_STATE, State
from streamtables_rewriter.operators.aggregate.calls import group_rows
from streamtables_rewriter.plan.nodes import Aggregate
from streamtables_rewriter.sql.columns import ROWS, aliased
from streamtables_rewriter.sql.select_block import SelectBlock


def grouped_states(node: Aggregate, rows: SelectBlock, names: Mapping[State, str]) -> exp.Select:
    """Compute the states of groups from all of their rows.

    Args:
        node: The aggregate.
        rows: Its input, from ``rows_to_group``.
        names: The column of each state.

    Returns:
        A new query: keys, states.
    """
    states = [aliased(state_cast(computed_state(state, rows), state), name) for state, name in names.items()]
    return group_rows(node, rows, states)


def changed_groups(
    node: Aggregate,
    keys: Mapping[str, str],
    states: Mapping[State, str],
    change: SelectBlock,
    context: RuleContext,
) -> exp.Select:
    """Add up what changed in each group.

    Args:
        node: The aggregate.
        keys: The output name of each group key, by the key's name.
        states: The output name of each state but the number of rows, which is called ``ROWS``.
        change: The change of the aggregate's input.
        context: The query under construction.

    Returns:
        A new query: keys, number of rows, states.
    """
    counted = [state for state in states if state is not ROWS_STATE]
    values = {sql: f"value_{i}" for i, sql in enumerate(dict.fromkeys(s.value_sql for s in counted), 1)}
    columns = {key.name: key.expression for key in node.keys}
    columns |= {values[state.value_sql]: state.value for state in counted}
    block = _with_columns(change, columns, [key.name for key in node.keys], context)
    weight = block.weight or exp.Literal.number(1)
    select = [aliased(block.columns[key].copy(), name) for key, name in keys.items()]
    select.append(aliased(exp.Sum(this=weight.copy()), ROWS))
    select += [
        aliased(changed_state(state, block.columns[values[state.value_sql]], weight), states[state])
        for state in counted
    ]
    grouped = block.select(select)
    if keys:
        grouped.set("group", exp.Group(expressions=[block.columns[key].copy() for key in keys]))
    return grouped


def where_changed(
    context: RuleContext, grouped: exp.Select, keys: Sequence[str], sums: Sequence[str], *, insert_only: bool = False
) -> SelectBlock:
    """Leave out the groups in which the change adds up to nothing.

    Args:
        context: The query under construction.
        grouped: The groups, from ``changed_groups``; becomes part of it.
        keys: The names of the keys in it.
        sums: The names of the other columns, the number of rows first.
        insert_only: Whether rows only came: some column may then be an extreme value instead of a sum.

    Returns:
        The other groups.
    """
    block = context.add_query(grouped, [*keys, *sums], "summed_changes", exact_name=True)
    zero = exp.Literal.number(0)
    changed: exp.Expr | None = None
    for name in sums[:1] if insert_only else sums:
        differs = exp.NEQ(this=block.columns[name].copy(), expression=zero.copy())
        changed = differs if changed is None else exp.Or(this=changed, expression=differs)
    return block if changed is None else block.where([changed])


def _with_columns(
    block: SelectBlock, columns: Mapping[str, exp.Expr], keys: Sequence[str], context: RuleContext
) -> SelectBlock:
    """Compute columns, in a relation of its own unless all keys and values are plain columns."""
    if block.repeats_work(columns.values()):
        block = context.seal(block, "computed")
    projected = block.project(columns)
    plain = all(isinstance(projected.columns[key], exp.Column) for key in keys)
    if plain and not any(projected.is_computed(name) for name in columns):
        return projected
    return context.seal(projected, "valued_rows")
