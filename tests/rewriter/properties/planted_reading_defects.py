"""Rules for what need not be read, broken on purpose: ranges, needed rows, and first rows told from the stored ones."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.changes.rule import Delta
from streamtables_rewriter.merge import groups, top_k_rows
from streamtables_rewriter.normalize import push_semi_joins, reuse_aggregates
from streamtables_rewriter.operators.aggregate import all_groups
from streamtables_rewriter.operators.top_k import TopKRule
from streamtables_rewriter.plan import pushed_filters
from streamtables_rewriter.plan.nodes import Aggregate, Filter, InnerJoin, SemiJoin, TopK, Window
from streamtables_rewriter.sql.columns import conjunction, conjuncts, references
from streamtables_rewriter.templates import runtime_filters, semi_join_keys


def do_not_need_rows_without_a_key(patch):
    original = semi_join_keys._keys_of_use
    patch.setattr(semi_join_keys, "_keys_of_use", lambda table: (replace(k, or_null=False) for k in original(table)))


def need_only_rows_with_partners(patch):
    original = semi_join_keys._keys_of_use

    def keys_of_use(table):
        inner = table.root().copy()
        alias = table.alias_or_name
        for join in inner.find_all(exp.Join):
            if join.side == "LEFT":
                join.set("side", None)
                join.set("kind", None)
        return next(original(t) for t in inner.find_all(exp.Table) if t.alias_or_name == alias)

    patch.setattr(semi_join_keys, "_keys_of_use", keys_of_use)


def ask_rows_of_a_source_what_one_reading_asks(patch):
    patch.setattr(pushed_filters, "_in_both", lambda one, other: {**one, **other})


def ask_rows_below_groups_what_is_asked_of_groups(patch):
    original = pushed_filters._pushed_down

    def pushed_down(node, asked):
        if isinstance(node, Aggregate | Window | TopK):
            return (pushed_filters._about(node.input, asked.values()),)
        return original(node, asked)

    patch.setattr(pushed_filters, "_pushed_down", pushed_down)


def ask_left_rows_what_an_outer_join_asks_of_pairs(patch):
    def about_pairs(node, above):
        asked = (*above, *conjuncts(node.condition))
        return tuple(pushed_filters._about(child, asked) for child in node.inputs)

    patch.setattr(pushed_filters, "_about_pairs", about_pairs)


def ask_one_input_for_partners_of_pairs(patch):
    def push(node):
        if isinstance(node, SemiJoin) and isinstance(node.inputs[0], InnerJoin):
            join, partners = node.inputs
            known = frozenset((*join.inputs[0].output, *partners.output))
            told = [c.copy() for c in conjuncts(node.condition) if references(c) <= known]
            asked = replace(node, inputs=(join.inputs[0], partners), condition=conjunction(told))
            return replace(join, inputs=(asked, *join.inputs[1:]))
        return node

    patch.setattr(push_semi_joins, "_push", push)


def choose_first_rows_among_changed_ones_only(patch):
    def delta(rule, node, inputs, context):
        change = inputs[0].delta()
        first = change.block.query().limit(node.limit or 100)
        return Delta(context.add_query(first, node.output, "top", weighted=True), insert_only=False)

    patch.setattr(TopKRule, "delta", delta)


def forget_the_offset(patch):
    original = TopKRule.delta
    patch.setattr(TopKRule, "delta", lambda r, n, i, c: original(r, replace(n, offset=0), i, c))


def always_tell_first_rows(patch):
    def copies(rows, limit, original=top_k_rows._copies):
        return original(rows, limit).args["ifs"][0].args["true"]

    patch.setattr(top_k_rows, "_copies", copies)


def keep_one_group_too_many(patch):
    original = groups.TopKGroups.keep

    def keep(first, query, values):
        original(replace(first, node=replace(first.node, limit=(first.node.limit or 0) + 1)), query, values)

    patch.setattr(groups.TopKGroups, "keep", keep)


def forget_what_went_from_the_first_rows(patch):
    def competing(query, first, original=top_k_rows._competing):
        both = original(query, first)
        arriving = both.this
        arriving.where(exp.GT(this=arriving.selects[-1].unalias(), expression=exp.Literal.number(0)), copy=False)
        return both

    patch.setattr(top_k_rows, "_competing", competing)


def leave_nulls_out_of_ranges(patch):
    original = runtime_filters.within
    patch.setattr(runtime_filters, "within", lambda key, known, *, or_null: original(key, known, or_null=False))


def leave_the_largest_changed_key_out_of_ranges(patch):
    def within(key, key_range, *, or_null, original=runtime_filters.within):
        less = exp.LT(this=key.copy(), expression=exp.convert(key_range.high))
        inside = original(key, key_range, or_null=or_null)
        return exp.and_(inside, exp.or_(less, exp.Is(this=key.copy(), expression=exp.Null())))

    patch.setattr(runtime_filters, "within", within)


def forget_groups_that_have_gone(patch):
    _forget_other_groups(patch, "_former")


def forget_groups_that_follow_anew(patch):
    _forget_other_groups(patch, "_incremental")


def _forget_other_groups(patch, name):
    original = getattr(all_groups, name)

    def known(change, every):
        query = original(change, every)
        return query.this if isinstance(query, exp.Union) else query

    patch.setattr(all_groups, name, known)


def go_on_with_groups_that_have_gone(patch):
    original = all_groups._incremental

    def following(change, every):
        query = original(change, every)
        (query.this if isinstance(query, exp.Union) else query).set("where", None)
        return query

    patch.setattr(all_groups, "_incremental", following)


def take_filtered_rows_for_equal(patch):
    def signature(node, inputs, original=reuse_aggregates._signature):
        return original(replace(node, condition=exp.true()) if isinstance(node, Filter) else node, inputs)

    patch.setattr(reuse_aggregates, "_signature", signature)


READING_DEFECTS = [
    forget_groups_that_have_gone,
    forget_groups_that_follow_anew,
    go_on_with_groups_that_have_gone,
    take_filtered_rows_for_equal,
    do_not_need_rows_without_a_key,
    need_only_rows_with_partners,
    ask_rows_of_a_source_what_one_reading_asks,
    ask_rows_below_groups_what_is_asked_of_groups,
    ask_left_rows_what_an_outer_join_asks_of_pairs,
    ask_one_input_for_partners_of_pairs,
    choose_first_rows_among_changed_ones_only,
    forget_the_offset,
    always_tell_first_rows,
    forget_what_went_from_the_first_rows,
    keep_one_group_too_many,
    leave_nulls_out_of_ranges,
    leave_the_largest_changed_key_out_of_ranges,
]
