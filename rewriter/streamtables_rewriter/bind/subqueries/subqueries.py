"""Subqueries in expressions: each becomes a join below the clause, and a column, or nothing, in the expression.

EXISTS and IN that a row must fulfil are semi joins, NOT EXISTS and NOT IN anti joins; elsewhere a mark join gives them
a column. IN compares like Spark: an unknown comparison is no match, for NOT IN it is one. A scalar subquery becomes a
left join with its aggregate, grouped by what it compares with outer columns; a missing group has the value of an
aggregate over no rows. One that is no aggregate must have at most one row, or the refresh fails.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlglot import exp

from streamtables_rewriter.bind.expressions.aggregates import AggregateCollector
from streamtables_rewriter.bind.expressions.expressions import is_membership, plan_column
from streamtables_rewriter.bind.expressions.select_list import exact
from streamtables_rewriter.bind.relations.joins import inner_join
from streamtables_rewriter.bind.scope.context import BindingContext, Environment
from streamtables_rewriter.bind.scope.scope import BoundRelation, Scope
from streamtables_rewriter.bind.subqueries.decorrelate import (
    Domain,
    WithDomain,
    decorrelate,
    decorrelate_groups,
    push_domain,
    push_domain_into_groups,
)
from streamtables_rewriter.bind.subqueries.empty_groups import is_known_without_rows, value_of_no_rows
from streamtables_rewriter.bind.subqueries.subquery_shapes import OneRow, one_row, without_order, without_projections
from streamtables_rewriter.plan.free_columns import free_columns
from streamtables_rewriter.plan.nodes import (
    Aggregate,
    AntiJoin,
    Filter,
    LeftJoin,
    MarkJoin,
    Node,
    SemiJoin,
)
from streamtables_rewriter.semantics.aggregate_functions import ANY_VALUE
from streamtables_rewriter.semantics.clock import reads_clock
from streamtables_rewriter.sql.columns import conjunction, copied, substitute

Translate = Callable[[exp.Expr], exp.Expr]
"""Expresses something about the rows of a FROM clause by the columns of the node that a subquery is joined to."""


@dataclass(frozen=True, slots=True)
class Step:
    """A join to be put on a clause's input.

    Attributes:
        names: The columns it adds.
        apply: Puts it on.
    """

    names: frozenset[str]
    apply: Callable[[Node, Translate], Node]


@dataclass(slots=True)
class SubqueryBinder:
    """Binds the subqueries of one clause.

    Attributes:
        context: The binding.
        environment: What names mean in the query block.
        scope: The columns of its FROM clause, which subqueries may refer to.
        steps: The joins that the clause's input needs, in order.
        correlated: Whether one of the subqueries refers to the columns.
    """

    context: BindingContext
    environment: Environment
    scope: Scope
    steps: list[Step] = field(default_factory=list)
    correlated: bool = False

    @property
    def names(self) -> frozenset[str]:
        """The columns that the steps add."""
        return frozenset[str]().union(*(step.names for step in self.steps))

    def attach(self, node: Node, translate: Translate = copied) -> Node:
        """Put all joins on a clause's input.

        Args:
            node: The input.
            translate: Expresses outer columns by the node's.

        Returns:
            The input with the columns that the clause's expressions use.
        """
        for step in self.steps:
            node = step.apply(node, translate)
        self.steps.clear()
        return node

    def filter(self, node: Node, condition: exp.Expr, bind: Callable[[exp.Expr], exp.Expr]) -> Node | None:
        """Keep the rows for which EXISTS, IN or their negation holds.

        Args:
            node: The clause's input, with the columns of the steps so far.
            condition: A condition as written.
            bind: Binds the operand of IN, adding to the steps.

        Returns:
            The join, or None if the condition is something else.
        """
        bare, negated = condition.unnest(), False
        while isinstance(bare, exp.Not):
            bare, negated = bare.this.unnest(), not negated
        if not is_membership(bare):
            return None
        inner, tests = self._membership(bare, bind, negated=negated)
        if isinstance(inner, OneRow):
            held = self._one_row_test(inner, tests, bare)
            return Filter(self.attach(node), exp.Not(this=exp.Paren(this=held)) if negated else held)
        kind = AntiJoin if negated else SemiJoin
        step = self._joined(inner, tests, bare, lambda n, r, c: kind((n, r), c))
        return step.apply(self.attach(node), copied)

    def holds(self, node: exp.Expr, bind: Callable[[exp.Expr], exp.Expr], *, negated: bool = False) -> exp.Expr:
        """Bind EXISTS or IN as a value.

        Args:
            node: The expression as written.
            bind: Binds the operand of IN.
            negated: Whether its negation is bound.

        Returns:
            An expression that is TRUE or FALSE.
        """
        inner, tests = self._membership(node, bind, negated=negated)
        if isinstance(inner, OneRow):
            held = self._one_row_test(inner, tests, node)
        else:
            mark = self.context.fresh_name("mark")
            step = self._joined(inner, tests, node, lambda n, r, c: MarkJoin((n, r), c, mark))
            self.steps.append(Step(frozenset({mark}), step.apply))
            held = plan_column(mark)
        return exp.Not(this=exp.Paren(this=held)) if negated else held

    def scalar(self, query: exp.Expr) -> exp.Expr:
        """Bind a subquery that stands for a value.

        Args:
            query: The query.

        Returns:
            The value.
        """
        relation = exact(self.context, self._bind(query))
        (output,) = relation.visible
        row = one_row(relation.node, (plan_column(output.column),))
        if row is None:
            row = self._single(relation, output.column, query)
        return self._values_of(row, query)[0]

    def relation(self, query: exp.Expr) -> BoundRelation:
        """Bind a subquery of a FROM clause that reads the columns before it.

        Args:
            query: The query.

        Returns:
            Its relation, still with references to those columns.
        """
        return exact(self.context, self._bind(query))

    def rows(
        self, node: Node, inner: BoundRelation, tests: Sequence[exp.Expr], where: exp.Expr, *, optional: bool
    ) -> tuple[Node, Sequence[exp.Expr]]:
        """Join a node with the rows that a subquery has for each of its rows.

        Args:
            node: The node.
            inner: The subquery's relation.
            tests: What must be true of both rows, too; only with ``optional``.
            where: The subquery as written.
            optional: Whether a row of the node stays, with NULLs, if there is no row for it.

        Returns:
            The joined node, and an expression over it for each of the subquery's columns.
        """
        columns = tuple(plan_column(c.column) for c in inner.visible)
        row = None if tests else one_row(inner.node, columns)
        if row is None:
            if optional:
                step = self._joined(inner.node, tests, where, lambda n, r, c: LeftJoin((n, r), c), existence=False)
            else:
                step = self._joined(inner.node, tests, where, inner_join, existence=False)
            return step.apply(node, copied), columns
        if row.having is None or optional:
            values = self._values_of(row, where)
            return self.attach(node), values
        values = self._values_of(replace(row, having=None), where)
        return Filter(self.attach(node), self._over_row(row)(row.having)), values

    def _bind(self, query: exp.Expr) -> BoundRelation:
        bare = query.unnest() if isinstance(query, (exp.Subquery, exp.Paren)) else query
        found = self.context.bind_inside(bare, self.environment, self.scope)
        own = frozenset(c.column for c in self.scope.columns)
        self.correlated = self.correlated or not own.isdisjoint(free_columns(found.node))
        return found

    def _membership(
        self, node: exp.Expr, bind: Callable[[exp.Expr], exp.Expr], *, negated: bool
    ) -> tuple[Node | OneRow, list[exp.Expr]]:
        """Bind EXISTS or IN: the rows of the subquery, and what makes one of them a match."""
        if isinstance(node, exp.Exists):
            found = self._bind(without_order(node.this))
            return one_row(found.node, ()) or without_projections(found.node, ())[0], []
        relation = exact(self.context, self._bind(node.args["query"]))
        written = node.this.unnest()
        values = list(written.expressions) if isinstance(written, exp.Tuple) else [written]
        if len(values) != len(relation.visible):
            raise self.environment.text.unsupported("SUBQUERY", node)
        bound = [bind(value) for value in values]
        self._check_operands(bound, node)
        columns = tuple(plan_column(c.column) for c in relation.visible)
        row = one_row(relation.node, columns)
        inner, shown = (row, row.values) if row is not None else without_projections(relation.node, columns)
        equal = [
            exp.EQ(this=_operand(value), expression=_operand(copied(column)))
            for value, column in zip(bound, shown, strict=True)
        ]
        return inner, list(map(_or_unknown, equal)) if negated else list(equal)

    def _check_operands(self, operands: Sequence[exp.Expr], where: exp.Expr) -> None:
        """Refuse what has no value yet where the join stands."""
        text = self.environment.text
        if any(operand.find(exp.Window) for operand in operands):
            raise text.unsupported("SUBQUERY", where, hint="compute the window function in a derived table")
        if any(map(reads_clock, operands)):
            raise text.unsupported("NON_DETERMINISTIC_FUNCTION", where)

    def _one_row_test(self, row: OneRow, tests: list[exp.Expr], where: exp.Expr) -> exp.Expr:
        self._attach_row(row, where)
        tests = [exp.Coalesce(this=t, expressions=[exp.Boolean(this=False)]) for t in map(self._over_row(row), tests)]
        if row.having is not None:
            held = self._over_row(row)(row.having)
            tests.insert(0, exp.Coalesce(this=held, expressions=[exp.Boolean(this=False)]))
        return conjunction(tests) or exp.Boolean(this=True)

    def _values_of(self, row: OneRow, where: exp.Expr) -> list[exp.Expr]:
        self._attach_row(row, where)
        values = list(map(self._over_row(row), row.values))
        if row.having is None:
            return values
        having = self._over_row(row)(row.having)
        return [exp.Case(ifs=[exp.If(this=copied(having), true=value)]) for value in values]

    def _over_row(self, row: OneRow) -> Translate:
        """Give aggregates over no rows their values; without outer references the row is always there."""
        if not free_columns(row.node):
            return copied

        def over(expression: exp.Expr) -> exp.Expr:
            meaning: dict[str, exp.Expr] = {c.name: c for c in expression.find_all(exp.Column)}
            meaning |= {call.name: value_of_no_rows(call, plan_column(call.name)) for call in row.node.calls}
            return substitute(expression, meaning)

        return over

    def _attach_row(self, row: OneRow, where: exp.Expr) -> None:
        names = frozenset(row.node.output)
        if not free_columns(row.node):
            self.steps.append(Step(names, lambda node, _: inner_join(node, row.node, None)))
            return
        if not all(map(is_known_without_rows, row.node.calls)):
            raise self.environment.text.unsupported("SUBQUERY", where)
        grouped = decorrelate_groups(self.context, row.node)
        if grouped is not None:

            def join(node: Node, translate: Translate) -> Node:
                return LeftJoin((node, grouped.node), conjunction(translate(c) for c in grouped.conditions))

            self.steps.append(Step(names, join))
            return
        self.steps.append(
            self._over_domain(
                row.node, (), where, lambda node, rows, c: LeftJoin((node, rows), c), names, push_domain_into_groups
            )
        )

    def _single(self, relation: BoundRelation, column: str, query: exp.Expr) -> OneRow:
        """Make one row of the rows of a scalar subquery; more than one fails the refresh."""
        calls = AggregateCollector(self.context)
        span = self.environment.text.locate(query)
        number = calls.add("count", (), None, span, None)
        value = calls.add(ANY_VALUE, (plan_column(column),), None, None, None)
        several = exp.GT(this=plan_column(number.name), expression=exp.Literal.number(1))
        message = exp.Literal.string("SCALAR_SUBQUERY_TOO_MANY_ROWS: a scalar subquery has more than one row")
        failed = exp.Anonymous(this="raise_error", expressions=[message])
        checked = exp.Case(ifs=[exp.If(this=several, true=failed)], default=plan_column(value.name))
        return OneRow(Aggregate(relation.node, (), tuple(calls.calls)), (checked,), None)

    def _joined(
        self,
        inner: Node,
        tests: Sequence[exp.Expr],
        where: exp.Expr,
        join: Callable[[Node, Node, exp.Expr | None], Node],
        *,
        existence: bool = True,
    ) -> Step:
        detached = decorrelate(self.context, inner, existence=existence)
        if detached is None:
            return self._over_domain(inner, tests, where, join, frozenset())

        def apply(node: Node, translate: Translate) -> Node:
            conditions = (*detached.conditions, *tests)
            return join(node, detached.node, conjunction(translate(c) for c in conditions))

        return Step(frozenset(), apply)

    def _over_domain(
        self,
        inner: Node,
        tests: Sequence[exp.Expr],
        where: exp.Expr,
        join: Callable[[Node, Node, exp.Expr | None], Node],
        names: frozenset[str],
        push: Callable[[Domain, Any], WithDomain | None] = push_domain,
    ) -> Step:
        columns = free_columns(inner) & frozenset(c.column for c in self.scope.columns)

        def apply(node: Node, translate: Translate) -> Node:
            domain = Domain(self.context, tuple(sorted(columns)), translate, node)
            pushed = push(domain, inner) if columns else None
            if pushed is None:
                raise self.environment.text.unsupported("SUBQUERY", where)
            rows, values = pushed
            conditions = [*domain.conditions(values), *tests]
            return join(node, rows, conjunction(translate(c) for c in conditions))

        return Step(names, apply)


def _or_unknown(equal: exp.Expr) -> exp.Expr:
    """Take an unknown comparison for a match, in the form in which Spark knows an anti join that is aware of NULLs."""
    unknown = exp.Is(this=exp.Paren(this=equal.copy()), expression=exp.Null())
    return exp.Paren(this=exp.Or(this=equal, expression=unknown))


def _operand(expression: exp.Expr) -> exp.Expr:
    return expression if isinstance(expression, (exp.Column, exp.Literal)) else exp.Paren(this=expression)
