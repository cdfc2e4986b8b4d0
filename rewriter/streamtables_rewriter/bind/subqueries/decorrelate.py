"""Decorrelation: takes the references to an outer query out of a subquery, so that a join can stand for it.

Where the references stand in filters, those become conditions of the join. Below an aggregate they must be equalities,
whose inner sides become further group keys. Anything else meets the *domain*: the distinct values that the outer rows
have in the referenced columns, joined into the subquery, which is then evaluated for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from sqlglot import exp

from streamtables_rewriter.bind.expressions.expressions import plan_column
from streamtables_rewriter.bind.relations.joins import inner_join
from streamtables_rewriter.bind.scope.context import BindingContext
from streamtables_rewriter.bind.subqueries.empty_groups import is_known_without_rows, value_of_no_rows
from streamtables_rewriter.plan.free_columns import columns_in, expressions_of, free_columns
from streamtables_rewriter.plan.nodes import (
    Aggregate,
    AggregateCall,
    AntiJoin,
    Filter,
    Generate,
    InnerJoin,
    LeftJoin,
    MarkJoin,
    Named,
    Node,
    Project,
    Repeat,
    RowByRow,
    SemiJoin,
    TopK,
    UnionAll,
    Window,
)
from streamtables_rewriter.semantics.clock import reads_clock
from streamtables_rewriter.semantics.identity import has_entries, identity, restored
from streamtables_rewriter.sql.columns import conjunction, conjuncts, copied, references, substitute


@dataclass(frozen=True, slots=True)
class Decorrelated:
    """A tree without references to the outer query, and what was taken out of it.

    Attributes:
        node: The tree.
        conditions: What must hold between its rows and the outer ones.
    """

    node: Node
    conditions: tuple[exp.Expr, ...] = ()


def decorrelate(context: BindingContext, node: Node, *, existence: bool = False) -> Decorrelated | None:
    """Pull the filters that refer to an outer query up to the root.

    Args:
        context: The binding.
        node: The tree.
        existence: Whether only the existence of rows counts, not their number.

    Returns:
        The tree without them, or None where they cannot be pulled up.
    """
    if not free_columns(node):
        return Decorrelated(node)
    if isinstance(node, Filter):
        return _decorrelate_filter(context, node, existence=existence)
    if isinstance(node, Project):
        return _decorrelate_project(context, node, existence=existence)
    if isinstance(node, InnerJoin) or (isinstance(node, SemiJoin) and existence):
        return _decorrelate_join(context, node, existence=existence)
    if isinstance(node, (LeftJoin, SemiJoin, AntiJoin, MarkJoin)):
        below = decorrelate(context, node.inputs[0])
        if below is None or free_columns(replace(node, inputs=(below.node, node.inputs[1]))):
            return None
        return Decorrelated(replace(node, inputs=(below.node, node.inputs[1])), below.conditions)
    if isinstance(node, Generate) and not columns_in([node.generator]) - frozenset(node.input.output):
        source = decorrelate(context, node.input, existence=existence)
        return source and Decorrelated(replace(node, input=source.node), source.conditions)
    return decorrelate_groups(context, node) if isinstance(node, Aggregate) and node.keys else None


def _split(conditions: tuple[exp.Expr, ...], names: frozenset[str]) -> tuple[list[exp.Expr], list[exp.Expr]]:
    own = [copied(c) for c in conditions if references(c) <= names]
    return own, [copied(c) for c in conditions if not references(c) <= names]


def _decorrelate_filter(context: BindingContext, node: Filter, *, existence: bool) -> Decorrelated | None:
    own, outer = _split(conjuncts(node.condition), frozenset(node.input.output))
    below = decorrelate(context, node.input, existence=existence)
    if below is None or any(map(reads_clock, outer)):
        return None
    condition = conjunction(own)
    kept = below.node if condition is None else Filter(below.node, condition)
    return Decorrelated(kept, (*below.conditions, *outer))


def _decorrelate_project(context: BindingContext, node: Project, *, existence: bool) -> Decorrelated | None:
    below = decorrelate(context, node.input, existence=existence)
    if below is None or columns_in(p.expression for p in node.projections) - frozenset(below.node.output):
        return None
    used = columns_in(below.conditions) & frozenset(below.node.output)
    passed = [Named(context.renamed(name), plan_column(name)) for name in sorted(used)]
    meaning = {named.expression.name: plan_column(named.name) for named in passed}
    conditions = tuple(_renamed(c, meaning) for c in below.conditions)
    return Decorrelated(Project(below.node, (*node.projections, *passed)), conditions)


def _decorrelate_join(context: BindingContext, node: InnerJoin | SemiJoin, *, existence: bool) -> Decorrelated | None:
    inputs: list[Node] = []
    conditions: list[exp.Expr] = []
    for child in node.inputs:
        below = decorrelate(context, child, existence=existence)
        if below is None:
            return None
        inputs.append(below.node)
        conditions += below.conditions
    names = frozenset(name for child in inputs for name in child.output)
    own, outer = _split(conjuncts(node.condition), names)
    return Decorrelated(InnerJoin(tuple(inputs), conjunction(own)), (*conditions, *outer))


def decorrelate_groups(context: BindingContext, node: Aggregate) -> Decorrelated | None:
    """Group by the inner sides of the equalities with an outer query.

    Args:
        context: The binding.
        node: The aggregate; one without keys will have no row for an outer row without inner ones.

    Returns:
        The aggregate with more keys, or None where something else than equalities refers to the outer query.
    """
    below = decorrelate(context, node.input)
    if below is None or columns_in(expressions_of(node)) - frozenset(below.node.output):
        return None
    names = frozenset(below.node.output)
    keys: list[Named] = []
    conditions: list[exp.Expr] = []
    for condition in below.conditions:
        if not references(condition) & names:
            conditions.append(condition)
            continue
        sides = _sides(context, condition, names)
        if sides is None:
            return None
        inner, outer = sides
        key = Named(context.renamed(inner.name), copied(inner))
        keys.append(key)
        conditions.append(type(condition)(this=plan_column(key.name), expression=copied(outer)))
    return Decorrelated(Aggregate(below.node, (*node.keys, *keys), node.calls), tuple(conditions))


def _sides(context: BindingContext, condition: exp.Expr, names: frozenset[str]) -> tuple[exp.Column, exp.Column] | None:
    """Split ``inner = outer`` into its columns, if equal columns have equal values: else groups would fall apart."""
    if not isinstance(condition, (exp.EQ, exp.NullSafeEQ)):
        return None
    sides = condition.this.unnest(), condition.expression.unnest()
    for inner, outer in (sides, sides[::-1]):
        if not (isinstance(inner, exp.Column) and isinstance(outer, exp.Column)):
            return None
        if inner.name in names and outer.name not in names and context.equal_by_value(inner.name, outer.name):
            return inner, outer
    return None


def _renamed(expression: exp.Expr, names: Mapping[str, exp.Expr]) -> exp.Expr:
    meaning = {column.name: names.get(column.name, column) for column in expression.find_all(exp.Column)}
    return substitute(expression, meaning)


@dataclass(frozen=True, slots=True)
class Domain:
    """The values for which a subquery is evaluated.

    Attributes:
        context: The binding.
        columns: The outer columns that the subquery refers to.
        source: Makes an expression of each column over the rows of the outer node.
        outer: The outer node.
    """

    context: BindingContext
    columns: tuple[str, ...]
    source: Callable[[exp.Expr], exp.Expr]
    outer: Node

    def relation(self) -> tuple[Node, Mapping[str, exp.Expr]]:
        """Write the distinct values once more, with names of their own."""
        keys, names = self.named({c: self.source(plan_column(c)) for c in self.columns})
        return Aggregate(self.outer, keys, ()), names

    def conditions(self, names: Mapping[str, exp.Expr]) -> list[exp.Expr]:
        """Compare the outer columns with their values in the domain; NULL is a value like others."""
        return self.same_values({c: plan_column(c) for c in self.columns}, names)

    def named(self, values: Mapping[str, exp.Expr]) -> tuple[tuple[Named, ...], Mapping[str, exp.Expr]]:
        """Give the values names of their own, and say how they are written by these; maps go by their entries."""
        passed = {c: Named(self.context.fresh_name(c), self.comparable(c, values[c])) for c in self.columns}
        return tuple(passed.values()), {c: self.restored(c, plan_column(named.name)) for c, named in passed.items()}

    def same_values(self, left: Mapping[str, exp.Expr], right: Mapping[str, exp.Expr]) -> list[exp.Expr]:
        """Compare values; NULL is one like others."""
        return [
            exp.NullSafeEQ(this=self.comparable(c, left[c]), expression=self.comparable(c, right[c]))
            for c in self.columns
        ]

    def comparable(self, name: str, value: exp.Expr) -> exp.Expr:
        """Write what tells the values of a column apart."""
        type_ = self.context.known_type(name)
        if type_ is None or not has_entries(type_):
            return copied(value)
        return identity(copied(value), type_, exact=True)

    def restored(self, name: str, value: exp.Expr) -> exp.Expr:
        """Write the value of a column by what tells its values apart."""
        type_ = self.context.known_type(name)
        return restored(value, type_) if type_ is not None and has_entries(type_) else value


WithDomain = tuple[Node, Mapping[str, exp.Expr]]
"""A tree, and the column of it that stands for each outer column."""


def push_domain(domain: Domain, node: Node) -> WithDomain | None:
    """Evaluate a tree for each of the domain's values.

    Args:
        domain: The domain.
        node: A tree that refers to the outer columns.

    Returns:
        The tree with the domain's columns beside its own, or None for an operator of which that is not known.
    """
    if not free_columns(node) & frozenset(domain.columns):
        values, names = domain.relation()
        return inner_join(values, node, None), names
    if isinstance(node, (Filter, Project, Repeat, Generate, Window, TopK)):
        return _push_below(domain, node)
    if isinstance(node, InnerJoin):
        return _push_into_inner_join(domain, node)
    if isinstance(node, (LeftJoin, SemiJoin, AntiJoin, MarkJoin)):
        return _push_into_pair(domain, node)
    if isinstance(node, Aggregate):
        return _push_into_aggregate(domain, node)
    return _push_into_union(domain, node) if isinstance(node, UnionAll) else None


def _push_below(domain: Domain, node: RowByRow | Window | TopK) -> WithDomain | None:
    below = push_domain(domain, node.input)
    if below is None:
        return None
    source, names = below
    if isinstance(node, Filter):
        return Filter(source, _renamed(node.condition, names)), names
    if isinstance(node, Repeat):
        return Repeat(source, _renamed(node.number, names)), names
    if isinstance(node, Generate):
        return replace(node, input=source, generator=_renamed(node.generator, names)), names
    if isinstance(node, Window):
        return _window_of_each(domain, node, source, names), names
    if isinstance(node, TopK):
        return _first_of_each(domain, node, source, names), names
    own = tuple(Named(p.name, _renamed(p.expression, names)) for p in node.projections)
    passed, names = domain.named(names)
    return Project(source, (*own, *passed)), names


def _window_of_each(domain: Domain, node: Window, source: Node, names: Mapping[str, exp.Expr]) -> Window:
    """Partition by the domain's values, too."""
    keys = [Named(key.name, _renamed(key.expression, names)) for key in node.keys]
    keys += [Named(domain.context.fresh_name("partition"), domain.comparable(c, names[c])) for c in domain.columns]
    calls: list[Named] = []
    for call in node.calls:
        window = _renamed(call.expression, names)
        window.set("partition_by", [copied(key.expression) for key in keys])
        calls.append(Named(call.name, window))
    return Window(source, tuple(keys), tuple(calls))


def _first_of_each(domain: Domain, node: TopK, source: Node, names: Mapping[str, exp.Expr]) -> Node:
    """Number the rows of each of the domain's values, and keep the first ones."""
    number = domain.context.fresh_name("number")
    order = [_renamed(part, names) for part in node.order]
    window = exp.Window(
        this=exp.Anonymous(this="row_number", expressions=[]), order=exp.Order(expressions=order), over="OVER"
    )
    numbered = _window_of_each(domain, Window(node.input, (), (Named(number, window),)), source, names)
    conditions: list[exp.Expr] = []
    if node.offset:
        conditions.append(exp.GT(this=plan_column(number), expression=exp.Literal.number(node.offset)))
    if node.limit is not None:
        last = exp.Literal.number(node.offset + node.limit)
        conditions.append(exp.LTE(this=plan_column(number), expression=last))
    kept = conjunction(conditions)
    return numbered if kept is None else Filter(numbered, kept)


def _push_into_inner_join(domain: Domain, node: InnerJoin) -> WithDomain | None:
    wanted = frozenset(domain.columns)
    inputs: list[Node] = []
    conditions: list[exp.Expr] = []
    names: Mapping[str, exp.Expr] | None = None
    for child in node.inputs:
        if not free_columns(child) & wanted:
            inputs.append(child)
            continue
        pushed = push_domain(domain, child)
        if pushed is None:
            return None
        inputs.append(pushed[0])
        conditions += [] if names is None else domain.same_values(names, pushed[1])
        names = pushed[1] if names is None else names
    if names is None:
        values, names = domain.relation()
        inputs.insert(0, values)
    conditions += [_renamed(c, names) for c in conjuncts(node.condition)]
    return InnerJoin(tuple(inputs), conjunction(conditions)), names


def _push_into_pair(domain: Domain, node: LeftJoin | SemiJoin | AntiJoin | MarkJoin) -> WithDomain | None:
    left, right = node.inputs
    pushed = push_domain(domain, left)
    if pushed is None:
        return None
    source, names = pushed
    conditions = [_renamed(c, names) for c in conjuncts(node.condition)]
    if free_columns(right) & frozenset(domain.columns):
        other = push_domain(domain, right)
        if other is None:
            return None
        right = other[0]
        conditions += domain.same_values(names, other[1])
    return replace(node, inputs=(source, right), condition=conjunction(conditions)), names


def push_domain_into_groups(domain: Domain, node: Aggregate) -> WithDomain | None:
    """Group by the domain's values, too; without other keys, a value of which there are no rows has no group.

    Args:
        domain: The domain.
        node: An aggregate that refers to the outer columns.

    Returns:
        The aggregate with the domain's columns beside its own, or None where that is not known.
    """
    pushed = push_domain(domain, node.input)
    if pushed is None:
        return None
    source, names = pushed
    passed, inside = domain.named(names)
    keys = tuple(Named(k.name, _renamed(k.expression, names)) for k in node.keys)
    return Aggregate(source, (*keys, *passed), tuple(_call_over(call, names) for call in node.calls)), inside


def _push_into_aggregate(domain: Domain, node: Aggregate) -> WithDomain | None:
    if not node.keys and not all(map(is_known_without_rows, node.calls)):
        return None
    renamed = {call.name: domain.context.fresh_name(call.name) for call in node.calls}
    inner = node if node.keys else replace(node, calls=tuple(replace(c, name=renamed[c.name]) for c in node.calls))
    pushed = push_domain_into_groups(domain, inner)
    if pushed is None or node.keys:
        return pushed
    grouped, inside = pushed
    values, names = domain.relation()
    joined = LeftJoin((values, grouped), conjunction(domain.same_values(names, inside)))
    own = tuple(Named(c.name, value_of_no_rows(c, plan_column(renamed[c.name]))) for c in node.calls)
    kept, names = domain.named(names)
    return Project(joined, (*own, *kept)), names


def _call_over(call: AggregateCall, names: Mapping[str, exp.Expr]) -> AggregateCall:
    arguments = tuple(_renamed(a, names) for a in call.arguments)
    order = (_renamed(part, names) for part in call.order)
    return replace(
        call,
        arguments=arguments,
        order=tuple(part for part in order if isinstance(part, exp.Ordered)),
        condition=None if call.condition is None else _renamed(call.condition, names),
    )


def _push_into_union(domain: Domain, node: UnionAll) -> WithDomain | None:
    branches: list[Node] = []
    for child in node.inputs:
        pushed = push_domain(domain, child)
        if pushed is None:
            return None
        source, names = pushed
        own = tuple(Named(domain.context.fresh_name(name), plan_column(name)) for name in child.output)
        passed, _ = domain.named(names)
        branches.append(Project(source, (*own, *passed)))
    columns = {c: domain.context.fresh_name(c) for c in domain.columns}
    names = {c: domain.restored(c, plan_column(name)) for c, name in columns.items()}
    return UnionAll(tuple(branches), (*node.columns, *columns.values())), names
