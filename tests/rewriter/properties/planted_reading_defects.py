"""Rules for what need not be read, broken on purpose: ranges, needed rows, and first rows told from the stored ones."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.changes.rule import Delta
from streamtables_rewriter.merge import first_rows, groups
from streamtables_rewriter.normalize import push_semi_joins, share_groups
from streamtables_rewriter.operators.aggregate import whole_groups
from streamtables_rewriter.operators.top_k import TopKRule
from streamtables_rewriter.plan import source_filters
from streamtables_rewriter.plan.nodes import Aggregate, Filter, InnerJoin, SemiJoin, TopK, Window
from streamtables_rewriter.sql.columns import conjunction, conjuncts, references
from streamtables_rewriter.templates import changed_ranges, needed_keys


def do_not_need_rows_without_a_key(patch):
    original = needed_keys._keys_of_use
    patch.setattr(needed_keys, "_keys_of_use", lambda table: (replace(k, or_null=False) for k in original(table)))


def need_only_rows_with_partners(patch):
    original = needed_keys._keys_of_use

    def keys_of_use(table):
        inner = table.root().copy()
        alias = table.alias_or_name
        for join in inner.find_all(exp.Join):
            if join.side == "LEFT":
                join.set("side", None)
                join.set("kind", None)
        return next(original(t) for t in inner.find_all(exp.Table) if t.alias_or_name == alias)

    patch.setattr(needed_keys, "_keys_of_use", keys_of_use)


def ask_rows_of_a_source_what_one_reading_asks(patch):
    patch.setattr(source_filters, "_in_both", lambda one, other: {**one, **other})


def ask_rows_below_groups_what_is_asked_of_groups(patch):
    original = source_filters._handed_down

    def handed_down(node, asked):
        if isinstance(node, Aggregate | Window | TopK):
            return (source_filters._about(node.input, asked.values()),)
        return original(node, asked)

    patch.setattr(source_filters, "_handed_down", handed_down)


def ask_left_rows_what_an_outer_join_asks_of_pairs(patch):
    def about_pairs(node, above):
        asked = (*above, *conjuncts(node.condition))
        return tuple(source_filters._about(child, asked) for child in node.inputs)

    patch.setattr(source_filters, "_about_pairs", about_pairs)


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
    def copies(rows, limit, original=first_rows._copies):
        return original(rows, limit).args["ifs"][0].args["true"]

    patch.setattr(first_rows, "_copies", copies)


def keep_one_group_too_many(patch):
    original = groups.FirstGroups.keep

    def keep(first, query, values):
        original(replace(first, node=replace(first.node, limit=(first.node.limit or 0) + 1)), query, values)

    patch.setattr(groups.FirstGroups, "keep", keep)


def forget_what_went_from_the_first_rows(patch):
    def competing(query, first, original=first_rows._competing):
        both = original(query, first)
        arriving = both.this
        arriving.where(exp.GT(this=arriving.selects[-1].unalias(), expression=exp.Literal.number(0)), copy=False)
        return both

    patch.setattr(first_rows, "_competing", competing)


def leave_nulls_out_of_ranges(patch):
    original = changed_ranges.within
    patch.setattr(changed_ranges, "within", lambda key, known, *, or_null: original(key, known, or_null=False))


def leave_the_largest_changed_key_out_of_ranges(patch):
    def within(key, key_range, *, or_null, original=changed_ranges.within):
        less = exp.LT(this=key.copy(), expression=exp.convert(key_range.high))
        inside = original(key, key_range, or_null=or_null)
        return exp.and_(inside, exp.or_(less, exp.Is(this=key.copy(), expression=exp.Null())))

    patch.setattr(changed_ranges, "within", within)


def forget_groups_that_have_gone(patch):
    _forget_other_groups(patch, "_former")


def forget_groups_that_follow_anew(patch):
    _forget_other_groups(patch, "_following")


def _forget_other_groups(patch, name):
    original = getattr(whole_groups, name)

    def known(change, every):
        query = original(change, every)
        return query.this if isinstance(query, exp.Union) else query

    patch.setattr(whole_groups, name, known)


def go_on_with_groups_that_have_gone(patch):
    original = whole_groups._following

    def following(change, every):
        query = original(change, every)
        (query.this if isinstance(query, exp.Union) else query).set("where", None)
        return query

    patch.setattr(whole_groups, "_following", following)


def take_filtered_rows_for_equal(patch):
    def signature(node, inputs, original=share_groups._signature):
        return original(replace(node, condition=exp.true()) if isinstance(node, Filter) else node, inputs)

    patch.setattr(share_groups, "_signature", signature)


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
