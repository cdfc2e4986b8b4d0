"""Aggregate below other operators: ``delta = aggregate(new rows of K) - aggregate(old rows of K)``.

``K`` are the groups of which a row came or went, the distinct keys of the input's change; NULL keys compare like
values. An aggregate without keys has one group, of all rows, with one row before and one after, also when empty. A row
that moves between groups affects both; a group that empties has no new row, one that appears no old row; changes of
several inputs meet in ``K``. Groups that come out the same cancel where changes are added up, so duplicates and
transient rows need no care. Sums over FLOAT and DOUBLE are added in ascending order (``order_values``): else their last
bits would depend on the order of rows, and the row which goes would not be the one that came. Source: Gupta, Mumick and
Subrahmanian, *Maintaining Views Incrementally*, 1993.

Where all calls add up, whatever changes, the old rows are not read: what a group was is what it is now less what
changed in it (``counting`` in the same paper), and groups in which the change adds up to nothing are left alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.changes.key_pushdown import Keys
from streamtables_rewriter.changes.rule import Delta, Input, RuleContext
from streamtables_rewriter.groups.group_change import GroupChange
from streamtables_rewriter.groups.state_algebra import former_state
from streamtables_rewriter.groups.states import ROWS_STATE, CallStates, State, states_of
from streamtables_rewriter.operators.aggregate.affected_groups import affected_groups, rows_of_groups
from streamtables_rewriter.operators.aggregate.calls import call_columns, group_rows, rows_to_group
from streamtables_rewriter.operators.aggregate.changed_groups import changed_groups, grouped_states, where_changed
from streamtables_rewriter.plan.nodes import Aggregate
from streamtables_rewriter.sql.columns import (
    RESERVED_PREFIX,
    ROWS,
    WEIGHT,
    aliased,
    column,
    identifier,
    relation,
    same_row,
)
from streamtables_rewriter.sql.select_block import SelectBlock
from streamtables_rewriter.templates.placeholders import PlaceholderKind
from streamtables_rewriter.templates.step_roles import StepRole

_SIDES = "sides"


class AggregateRule:
    """Aggregates states; compares the affected groups before and after."""

    def state(self, node: Aggregate, inputs: Sequence[SelectBlock], context: RuleContext) -> SelectBlock:
        """Aggregate all rows."""
        block = rows_to_group(node, inputs[0], context)
        name = StepRole.UNCHANGING if context.unchanging and not node.keys else "groups"
        return context.add_query(group_rows(node, block, call_columns(node, block)), node.output, name)

    def delta(self, node: Aggregate, inputs: Sequence[Input], context: RuleContext) -> Delta:
        """Subtract the affected groups as they were from those as they are."""
        (source,) = inputs
        if node.adds_up:
            return _taken_back(node, source, context)
        return _compared(node, source, context)


def _compared(node: Aggregate, source: Input, context: RuleContext) -> Delta:
    """Aggregate the new and the old rows of the affected groups."""
    groups = affected_groups(node, source.delta().block, context)
    groups = None if groups is None else context.reduce_groups(groups)
    wanted = Keys.of_groups(groups, node.keys)
    sides = []
    for kind, rows, weight in (
        (PlaceholderKind.NEW, source.new(wanted), 1),
        (PlaceholderKind.OLD, source.old(wanted), -1),
    ):
        block = rows_of_groups(node, rows, groups, context.naming(kind))
        weight_column = aliased(exp.Literal.number(weight), WEIGHT)
        sides.append(group_rows(node, block, [*call_columns(node, block), weight_column]))
    query = exp.Union(this=sides[0], expression=sides[1], distinct=False)
    return Delta(context.add_query(query, node.output, "groups", weighted=True), insert_only=False)


def _taken_back(node: Aggregate, source: Input, context: RuleContext) -> Delta:
    """Aggregate the new rows of the changed groups, and take the change out of them for what they were."""
    calls = [
        states_of(call, call.added_types[0], call.added_types[1:], algebraic_floats=False, ansi=True)
        for call in node.calls
    ]
    names = _state_names(calls)
    keys = {key.name: key.name for key in node.keys}
    grouped = changed_groups(node, keys, names, source.delta().block, context)
    changed = where_changed(context, grouped, list(keys), list(names.values()))
    changed = context.add_query(changed.query(), [*keys, *names.values()], StepRole.CHANGED_GROUPS, exact_name=True)
    every, changed = changed, context.reduce_groups(changed)

    new = context.naming(PlaceholderKind.NEW)
    groups = replace(changed, columns={key: changed.columns[key] for key in keys}) if keys else None
    rows = rows_of_groups(node, source.new(Keys.of_groups(groups, node.keys)), groups, new)
    present = new.add_query(grouped_states(node, rows, names), [*keys, *names.values()], "groups")

    both = _pre_and_post_images(changed, present, list(keys), names)
    sides = context.add_query(both, [*keys, *names.values()], "both_groups", weighted=True, exact_name=True)
    values = {state: sides.columns[name] for state, name in names.items()}
    columns = {key: sides.columns[key] for key in keys}
    columns |= {call.call.name: call.value(values) for call in calls}
    there = exp.GT(this=sides.columns[ROWS].copy(), expression=exp.Literal.number(0))
    block = SelectBlock(sides.tables, columns, (there,) if keys else (), weight=sides.weight)
    groups_change = GroupChange(node, tuple(calls), names, changed, present) if changed is every else None
    return Delta(context.seal(block, "groups"), insert_only=False, groups=groups_change)


def _state_names(calls: Sequence[CallStates]) -> dict[State, str]:
    """Name the number of rows and each state once."""
    names = {ROWS_STATE: ROWS}
    for state in (state for call in calls for state in call.states):
        names.setdefault(state, f"{RESERVED_PREFIX}state_{len(names)}")
    return names


def _pre_and_post_images(
    changed: SelectBlock, present: SelectBlock, keys: Sequence[str], names: dict[State, str]
) -> exp.Select:
    """Write each changed group twice: with weight 1 as it is, with weight -1 as it was."""
    (changes,), (groups,) = changed.tables, present.tables
    after = {state: column(name, groups.alias_or_name) for state, name in names.items()}
    change = {state: column(name, changes.alias_or_name) for state, name in names.items()}
    is_after = exp.GT(this=column(WEIGHT, _SIDES), expression=exp.Literal.number(0))
    select: list[exp.Expr] = [column(key, changes.alias_or_name) for key in keys]
    for state, name in names.items():
        before = former_state(state, after, change)
        side = exp.Case(ifs=[exp.If(this=is_after.copy(), true=after[state].copy())], default=before)
        select.append(aliased(side, name))
    select.append(column(WEIGHT, _SIDES))
    weights = exp.Values(
        expressions=[exp.Tuple(expressions=[exp.convert(weight)]) for weight in (1, -1)],
        alias=exp.TableAlias(this=identifier(_SIDES), columns=[identifier(WEIGHT)]),
    )
    same = same_row([(key, key) for key in keys], changes.alias_or_name, groups.alias_or_name)
    joins = [
        exp.Join(this=relation(groups.name), on=same, side="LEFT"),
        exp.Join(this=weights, kind="CROSS"),
    ]
    return exp.Select(expressions=select, from_=exp.From(this=relation(changes.name)), joins=joins)
