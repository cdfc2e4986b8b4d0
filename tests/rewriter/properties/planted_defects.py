"""Rules broken on purpose, each in a small way: the random run has to find every one, or its silence means nothing.

``python -m tests.rewriter.properties.find_defects`` plants them one after the other and tells what found them.
"""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

from sqlglot import exp
from tests.rewriter.properties.planted_reading_defects import READING_DEFECTS
from tests.rewriter.properties.planted_window_defects import WINDOW_DEFECTS

from streamtables_rewriter import compile as compile_module
from streamtables_rewriter import differentiate
from streamtables_rewriter.bind.expressions import aggregate_calls
from streamtables_rewriter.bind.queries import group_by
from streamtables_rewriter.bind.subqueries import decorrelate, subqueries
from streamtables_rewriter.changes import affected_keys, key_pushdown, padded_rows, partners
from streamtables_rewriter.differentiate import NodeInput
from streamtables_rewriter.groups import state_algebra, states
from streamtables_rewriter.merge import keyed, multiset
from streamtables_rewriter.normalize import reduce_outer_joins
from streamtables_rewriter.operators import anti_join, full_join, inner_join, mark_join, semi_join
from streamtables_rewriter.operators.aggregate import affected_groups, calls, nested
from streamtables_rewriter.operators.filter import FilterRule
from streamtables_rewriter.operators.inner_join import InnerJoinRule
from streamtables_rewriter.operators.left_join import LeftJoinRule
from streamtables_rewriter.operators.project import ProjectRule
from streamtables_rewriter.operators.repeat import RepeatRule
from streamtables_rewriter.operators.scan import ScanRule
from streamtables_rewriter.operators.union_all import UnionAllRule
from streamtables_rewriter.operators.values import ValuesRule
from streamtables_rewriter.plan.nodes import InnerJoin, LeftJoin
from streamtables_rewriter.sql.columns import ROWS, aliased, column, conjunction, conjuncts, references
from streamtables_rewriter.sql.select_block import SelectBlock


def drop_a_join_term(patch):
    patch.setattr(inner_join.JoinDelta, "add_changed", lambda folded, source: folded.waiting.append(source))


def join_with_new_rows_only(patch):
    _join_changes_with(patch, "old", NodeInput.new)


def join_with_old_rows_only(patch):
    _join_changes_with(patch, "new", NodeInput.old)


def _join_changes_with(patch, state, rows):
    class OneState(NodeInput):
        pass

    setattr(OneState, state, rows)
    original = InnerJoinRule.delta
    patch.setattr(InnerJoinRule, "delta", lambda r, n, i, c: original(r, n, [OneState(s.query, s.node) for s in i], c))


def take_all_conditions_for_met(patch):
    original = inner_join.JoinDelta.add_changed

    def add_changed(folded, source):
        original(folded, source)
        folded.applied = list(conjuncts(folded.node.condition))

    patch.setattr(inner_join.JoinDelta, "add_changed", add_changed)


def reduce_outer_joins_whatever_is_asked(patch):
    patch.setattr(reduce_outer_joins, "_passing_null", references)


def drop_join_conditions(patch):
    original = InnerJoinRule.delta
    patch.setattr(InnerJoinRule, "delta", lambda r, n, i, c: original(r, replace(n, condition=None), i, c))


def forget_the_filter_of_a_change(patch):
    original = FilterRule.delta

    def delta(rule, node, inputs, context):
        # Where only time has passed, the filter is all that changed.
        return inputs[0].delta() if inputs[0].changed else original(rule, node, inputs, context)

    patch.setattr(FilterRule, "delta", delta)


def ignore_the_weight(patch):
    original = ScanRule.delta

    def delta(rule, node, inputs, context):
        change = original(rule, node, inputs, context)
        return replace(change, block=replace(change.block, weight=exp.Literal.number(1)))

    patch.setattr(ScanRule, "delta", delta)


def ignore_the_size_of_the_weight(patch):
    original = ScanRule.delta

    def delta(rule, node, inputs, context):
        change = original(rule, node, inputs, context)
        sign = exp.Anonymous(this="sign", expressions=[change.block.weight.copy()])
        return replace(change, block=replace(change.block, weight=sign))

    patch.setattr(ScanRule, "delta", delta)


def take_every_change_for_insert_only(patch):
    patch.setattr(
        ScanRule, "delta", lambda r, n, i, c, original=ScanRule.delta: replace(original(r, n, i, c), insert_only=True)
    )


def project_keeps_constants_of_the_first_row(patch):
    original = ProjectRule.state

    def state(rule, node, inputs, context):
        block = original(rule, node, inputs, context)
        return block if block.weight is None else replace(block, columns={n: exp.Null() for n in block.columns})

    patch.setattr(ProjectRule, "state", state)


def drop_a_union_term(patch):
    original = UnionAllRule.delta

    def delta(rule, node, inputs, context):
        return original(rule, node, [next(source for source in inputs if source.changed)], context)

    patch.setattr(UnionAllRule, "delta", delta)


def do_not_widen_unions(patch):
    patch.setattr(compile_module, "widen_unions", lambda node, types: node)


def forget_null_keys_in_the_merge(patch):
    def plainly_equal(names, left, right):
        pairs = [exp.EQ(this=column(a, left), expression=column(b, right)) for a, b in names]
        return conjunction(pairs) or exp.true()

    patch.setattr(keyed, "same_row", plainly_equal)
    patch.setattr(multiset, "same_values", lambda names, *sides: plainly_equal([pair[:2] for pair in names], *sides))


def forget_null_keys_among_affected_groups(patch):
    plain = SimpleNamespace(NullSafeEQ=exp.EQ, Distinct=exp.Distinct, Expr=exp.Expr)
    patch.setattr(affected_groups, "exp", plain)


def keep_empty_groups_and_rows(patch):
    patch.setattr(keyed, "delete_when", lambda condition: real_delete(exp.false()))
    patch.setattr(multiset, "delete_when", lambda condition: real_delete(exp.false()))


real_delete = keyed.delete_when


def keep_zero_for_a_sum_of_nothing(patch):
    patch.setattr(state_algebra, "_where_counted", lambda count, value: value)


def count_null_values(patch):
    patch.setattr(states, "_count_state", lambda call: states.ROWS_STATE)


def forget_filter_clauses(patch):
    patch.setattr(states, "_filtered", lambda argument, condition: argument)


def forget_what_nested_groups_were(patch):
    original = nested.AggregateRule.delta

    def delta(rule, node, inputs, context):
        class OnlyNew:
            node, changed = inputs[0].node, True
            new = old = staticmethod(inputs[0].new)
            delta = staticmethod(inputs[0].delta)

        return original(rule, node, [OnlyNew()], context)

    patch.setattr(nested.AggregateRule, "delta", delta)


def take_nested_groups_for_unchanged(patch):
    patch.setattr(nested, "former_state", lambda state, present, changes: present[state].copy())


def take_nested_groups_that_came_for_old_ones(patch):
    original = state_algebra.former_state

    def former(state, present, changes):
        known = original(state, present, changes)
        return exp.Coalesce(this=present[state].copy(), expressions=[known]) if state.count is None else known

    patch.setattr(nested, "former_state", former)


def hand_keys_to_padded_rows(patch):
    original = key_pushdown.pushed_down

    def pushed_down(node, columns):
        if isinstance(node, LeftJoin):
            node = InnerJoin(node.inputs, node.condition)
        return original(node, columns)

    patch.setattr(differentiate, "pushed_down", pushed_down)


def forget_the_copies_that_stay(patch):
    original, zero = multiset.MultisetMerge._counted, exp.Literal.number(0)

    def counted(merging):
        query = original(merging)
        query.expressions[-1].set("this", exp.Neg(this=exp.Least(this=column(ROWS, "changes"), expressions=[zero])))
        return query

    patch.setattr(multiset.MultisetMerge, "_counted", counted)


def take_stored_copies_for_one(patch):
    original = multiset.positions_of

    def positions_of(same, what, where=None):
        return original(same, [exp.alias_(exp.Literal.number(1), ROWS, quoted=True)], where)

    patch.setattr(multiset, "positions_of", positions_of)


def keep_what_goes_for_good(patch):
    from streamtables_rewriter.merge import keyed

    original = keyed.merge_on_read_of

    def merge_on_read_of(merging, *told):
        actions = [a for a in merging.args["whens"].expressions if not isinstance(a.args["then"], exp.Var)]
        return original(exp.Merge(**merging.args | {"whens": exp.Whens(expressions=actions)}), *told)

    patch.setattr(keyed, "merge_on_read_of", merge_on_read_of)


def show_all_groups(patch):
    from streamtables_rewriter.merge import groups

    original = groups.find_groups

    def find(bound, **options):
        found = original(bound, **options)
        return found and replace(found, visible=None)

    patch.setattr(compile_module, "find_groups", find)


def do_not_net_rows(patch):
    original = multiset.MultisetMerge._grouped

    def grouped(merging, block, copies):
        query = original(merging, block, copies)
        if block.weight is not None:
            query.args["group"].append("expressions", block.weight.copy())
        return query

    patch.setattr(multiset.MultisetMerge, "_grouped", grouped)


def forget_that_values_count_once(patch):
    original = calls.call_sql
    patch.setattr(calls, "call_sql", lambda call, block: original(replace(call, distinct=False), block))
    patch.setattr(keyed, "call_sql", lambda call, block: original(replace(call, distinct=False), block))
    patch.setattr(states, "_WITH_STATES", frozenset({"count", "sum", "avg", "min", "max", "bit_xor"}))


def decide_without_a_known_value(patch):
    original = aggregate_calls.AggregateBinder._as_counts

    def as_counts(binder, function, arguments, condition):
        if function != "bool_and":
            return original(binder, function, arguments, condition)
        falses = exp.Not(this=exp.Paren(this=arguments[0]))
        return exp.EQ(this=original(binder, "count_if", [falses], condition), expression=exp.Literal.number(0))

    patch.setattr(aggregate_calls.AggregateBinder, "_as_counts", as_counts)


def do_not_pad_the_keys_that_a_set_leaves_out(patch):
    original = group_by.expand

    def expand(context, source, keys, sets):
        expanded = original(context, source, keys, sets)
        plain = [replace(found, expression=key.expression) for found, key in zip(expanded.keys, keys, strict=False)]
        return replace(expanded, keys=(*plain, *expanded.keys[len(keys) :]))

    patch.setattr(group_by, "expand", expand)


def list_equal_constant_rows_once(patch):
    original = ValuesRule.state

    def state(rule, node, inputs, context):
        rows = {tuple(value.sql() for value in row): row for row in node.rows}
        return original(rule, replace(node, rows=tuple(rows.values())), inputs, context)

    patch.setattr(ValuesRule, "state", state)


def forget_the_partition_of_nulls(patch):
    plain = SimpleNamespace(NullSafeEQ=exp.EQ, Distinct=exp.Distinct)
    patch.setattr(affected_keys, "exp", plain)


def meet_old_partners(patch):
    for rule in (LeftJoinRule, semi_join.SemiJoinRule, anti_join.AntiJoinRule):
        patch.setattr(rule, "delta", _with_old_partners(rule.delta))


def _with_old_partners(original):
    def delta(rule, node, inputs, context):
        left, right = inputs

        class Old:
            node, changed = right.node, right.changed
            new = old = staticmethod(right.old)
            delta = staticmethod(right.delta)

        return original(rule, node, [left, Old()], context)

    return delta


def forget_padded_rows(patch):
    patch.setattr(padded_rows, "right_terms", lambda *a, original=padded_rows.right_terms: original(*a)[:1])


def forget_pairs_of_an_outer_join(patch):
    patch.setattr(padded_rows, "right_terms", lambda *a, original=padded_rows.right_terms: original(*a)[1:])


def forget_unmatched_rows_of_a_full_join(patch):
    patch.setattr(full_join.FullJoinRule, "delta", lambda rule, n, i, c: LeftJoinRule().delta(n, i, c))


def take_replaced_partners_for_lost_ones(patch):
    original = partners.with_keys

    def with_keys(keys, others, condition, select):
        if others.weight is None:
            select = [aliased(exp.Literal.number(0), "present"), select[1]]
        return original(keys, others, condition, select)

    patch.setattr(partners, "with_keys", with_keys)


def turn_rows_the_wrong_way(patch):
    for module in (padded_rows, semi_join, anti_join, full_join):
        patch.setattr(
            module, "turned_rows", lambda *a, gained, original=partners.turned_rows: original(*a, gained=-gained)
        )


def filter_left_rows_by_the_condition_of_an_outer_join(patch):
    patch.setattr(
        LeftJoinRule, "delta", lambda r, n, i, c: InnerJoinRule().delta(InnerJoin(n.inputs, n.condition), i, c)
    )


def take_a_cover_that_misses_rows(patch):
    original = LeftJoinRule.delta

    def delta(rule, node, inputs, context):
        found = original(rule, node, inputs, context)
        left = inputs[0]
        return replace(found, covers=(left.delta().block,)) if left.changed else found

    patch.setattr(LeftJoinRule, "delta", delta)


def take_constants_for_columns(patch):
    def is_relation(block):
        plain = all(isinstance(e, (exp.Column, exp.Literal, exp.Cast)) for e in block.columns.values())
        return plain and len(block.tables) == 1 and not block.conditions

    patch.setattr(SelectBlock, "is_relation", is_relation)


def take_computed_columns_for_columns(patch):
    patch.setattr(SelectBlock, "is_relation", lambda block: len(block.tables) == 1 and not block.conditions)


def forget_the_old_marks(patch):
    def only_new(turns, mark, context):
        weight = turns.weight
        query = replace(turns, columns={**turns.columns, mark: exp.true()}, weight=weight).query()
        return context.add_query(query, [*turns.columns, mark], "marks", weighted=True, exact_name=True)

    patch.setattr(mark_join, "_both_marks", only_new)


def let_nulls_count_as_different_for_not_in(patch):
    patch.setattr(subqueries, "_or_unknown", lambda equal: equal)


def take_missing_counts_for_null(patch):
    patch.setattr(subqueries, "value_of_no_rows", lambda call, column: column)
    patch.setattr(decorrelate, "value_of_no_rows", lambda call, column: column)


def forget_a_condition_with_the_outer_query(patch):
    patch.setattr(
        decorrelate,
        "_split",
        lambda conditions, names, original=decorrelate._split: (original(conditions, names)[0], []),
    )


def repeat_changed_rows_once(patch):
    patch.setattr(RepeatRule, "delta", lambda rule, node, inputs, context: inputs[0].delta())


DEFECTS = [
    *READING_DEFECTS,
    forget_the_partition_of_nulls,
    *WINDOW_DEFECTS,
    do_not_pad_the_keys_that_a_set_leaves_out,
    list_equal_constant_rows_once,
    forget_that_values_count_once,
    decide_without_a_known_value,
    drop_a_join_term,
    take_all_conditions_for_met,
    reduce_outer_joins_whatever_is_asked,
    join_with_new_rows_only,
    join_with_old_rows_only,
    drop_join_conditions,
    forget_the_filter_of_a_change,
    ignore_the_weight,
    ignore_the_size_of_the_weight,
    take_every_change_for_insert_only,
    project_keeps_constants_of_the_first_row,
    drop_a_union_term,
    do_not_widen_unions,
    forget_null_keys_in_the_merge,
    forget_null_keys_among_affected_groups,
    keep_empty_groups_and_rows,
    keep_zero_for_a_sum_of_nothing,
    count_null_values,
    forget_filter_clauses,
    forget_what_nested_groups_were,
    show_all_groups,
    do_not_net_rows,
    meet_old_partners,
    forget_padded_rows,
    forget_pairs_of_an_outer_join,
    forget_unmatched_rows_of_a_full_join,
    take_replaced_partners_for_lost_ones,
    turn_rows_the_wrong_way,
    filter_left_rows_by_the_condition_of_an_outer_join,
    take_a_cover_that_misses_rows,
    take_constants_for_columns,
    take_computed_columns_for_columns,
    forget_the_old_marks,
    let_nulls_count_as_different_for_not_in,
    take_missing_counts_for_null,
    forget_a_condition_with_the_outer_query,
    repeat_changed_rows_once,
    take_nested_groups_for_unchanged,
    take_nested_groups_that_came_for_old_ones,
    hand_keys_to_padded_rows,
    forget_the_copies_that_stay,
    take_stored_copies_for_one,
    keep_what_goes_for_good,
]
