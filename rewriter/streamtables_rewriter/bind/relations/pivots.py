"""PIVOT and UNPIVOT: aggregates with conditions, and a join with the list of columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.bind.expressions.aggregates import AggregateCollector
from streamtables_rewriter.bind.expressions.expressions import ExpressionBinder, plan_column
from streamtables_rewriter.bind.expressions.names import column_resolver
from streamtables_rewriter.bind.expressions.select_list import implied_name
from streamtables_rewriter.bind.relations.joins import inner_join
from streamtables_rewriter.bind.scope.context import BindingContext
from streamtables_rewriter.bind.scope.query_text import QueryText
from streamtables_rewriter.bind.scope.scope import BoundRelation, ScopeColumn
from streamtables_rewriter.plan.nodes import Aggregate, Filter, Named, Node, Project, Scan, Values
from streamtables_rewriter.plan.tree import walk
from streamtables_rewriter.sql.columns import conjunction, references
from streamtables_rewriter.sql.written_calls import written_parts

_NUMERIC = frozenset({"count", "sum", "avg", "approx_count_distinct"})
_INTEGRAL = ("tinyint", "smallint", "int", "bigint")
_ZERO_WHEN_EMPTY = frozenset({"count", "approx_count_distinct", "collect_list", "collect_set"})


def bind_pivots(
    context: BindingContext, text: QueryText, pivots: Sequence[exp.Pivot], relation: BoundRelation
) -> BoundRelation:
    """Apply PIVOT and UNPIVOT clauses to a relation.

    Args:
        context: The binding.
        text: The text they stand in.
        pivots: The clauses.
        relation: The relation.

    Returns:
        The relation of the last clause's output.

    Raises:
        UnsupportedQueryError: UNSUPPORTED_QUERY.PIVOT, UNSUPPORTED_QUERY.UNPIVOT.
        InvalidQueryError: What columns may raise.
    """
    for pivot in pivots:
        if pivot.args.get("unpivot"):
            relation = _unpivot(context, text, pivot, relation)
        else:
            relation = _Pivot(context, text, pivot, relation).bound()
        alias = pivot.args.get("alias")
        names = [column.name for column in alias.columns] if isinstance(alias, exp.TableAlias) else []
        if alias:
            relation = relation.qualified((alias.name,), _checked(text, pivot, names, relation))
    return relation


def _checked(text: QueryText, pivot: exp.Pivot, names: list[str], relation: BoundRelation) -> list[str] | None:
    if names and len(names) != len(relation.columns):
        raise _refused(text, pivot)
    return names or None


def _refused(text: QueryText, pivot: exp.Pivot) -> Exception:
    what = "UNPIVOT" if pivot.args.get("unpivot") else "PIVOT"
    return text.unsupported(what, text.clause(frozenset({what}), pivot))


class _Pivot:
    """One PIVOT clause."""

    def __init__(self, context: BindingContext, text: QueryText, pivot: exp.Pivot, relation: BoundRelation) -> None:
        self.context, self.text, self.pivot, self.relation = context, text, pivot, relation
        if len(pivot.args.get("fields") or ()) != 1 or pivot.args.get("group"):
            raise _refused(text, pivot)
        self.field = pivot.args["fields"][0]
        self.scope = context.scope(relation.columns)

    def bound(self) -> BoundRelation:
        """Group by the columns that are not named in the clause; one aggregate for each value."""
        aggregates = [(a.this if isinstance(a, exp.Alias) else a, a) for a in self.pivot.expressions]
        plain = ExpressionBinder(self.context, self.text, self.scope, column_resolver(self.text, self.scope))
        tested = [plain.bind(node) for node in _members(self.field.this)]
        collector = AggregateCollector(self.context)
        cells = [(self._name(v), self._condition(tested, v)) for v in self.field.expressions]
        results: list[tuple[str, exp.Expr]] = []
        for value, condition in cells:
            collector.within = condition
            for node, written in aggregates:
                name = value if len(aggregates) == 1 else f"{value}_{written.alias or implied_name(node)}"
                results.append((name, self._cell(node, collector, exact=len(aggregates) == 1)))
        used = set().union(*(references(e) for e in tested))
        used |= set().union(*(references(e) for call in collector.calls for e in call.expressions))
        kept = [column for column in self.relation.visible if column.column not in used]
        keys = tuple(Named(self.context.fresh_name(c.name), plan_column(c.column)) for c in kept)
        node = Aggregate(self.relation.node, keys, tuple(collector.calls))
        kept = [replace(c, column=key.name) for c, key in zip(kept, keys, strict=True)]
        return _project(self.context, node, kept, results)

    def _cell(self, node: exp.Expr, collector: AggregateCollector, *, exact: bool) -> exp.Expr:
        """Compute an aggregate for the rows of one value; NULL where there are none, as Spark has it."""
        resolve = column_resolver(self.text, self.scope)
        bound = ExpressionBinder(self.context, self.text, self.scope, resolve, collector).bind(node)
        by_name = {call.name: call.function for call in collector.calls}
        used = [by_name[c.name] for c in bound.find_all(exp.Column) if c.name in by_name]
        if isinstance(bound, exp.Column) and used and used[0] not in _ZERO_WHEN_EMPTY:
            return bound
        # Other types than numbers are pivoted in one step, in which a value without rows counts zero rows.
        if not exact or not used or not all(function in _NUMERIC for function in used):
            raise _refused(self.text, self.pivot)
        rows = collector.add("count", (), None, self.text.locate(node), "")
        there = exp.GT(this=plan_column(rows.name), expression=exp.Literal.number(0))
        return exp.Case(ifs=[exp.If(this=there, true=bound)])

    def _condition(self, tested: Sequence[exp.Expr], value: exp.Expr) -> exp.Expr:
        bare = value.this if isinstance(value, exp.PivotAlias) else value
        values = _members(bare)
        if len(values) != len(tested) or not all(self._is_constant(v) for v in values):
            raise _refused(self.text, self.pivot)
        if any(_is_number(v) and not self._is_integral(t) for t, v in zip(tested, values, strict=True)):
            raise _refused(self.text, self.pivot)
        pairs = [exp.NullSafeEQ(this=t.copy(), expression=v.copy()) for t, v in zip(tested, values, strict=True)]
        condition = conjunction(pairs)
        assert condition is not None
        return condition

    @staticmethod
    def _is_constant(value: exp.Expr) -> bool:
        bare = value.this if isinstance(value, exp.Neg) else value
        return isinstance(bare, (exp.Literal, exp.Null, exp.Boolean))

    def _is_integral(self, tested: exp.Expr) -> bool:
        """Tell a column that is known to hold whole numbers: PIVOT compares a number with others in its own way."""
        if not isinstance(tested, exp.Column):
            return False
        for scan in _scans(self.relation.node):
            stored = dict(scan.columns).get(tested.name)
            if stored is not None:
                columns = self.context.sources[scan.source].table.columns
                return any(c.name == stored and c.type in _INTEGRAL for c in columns)
        return False

    def _name(self, value: exp.Expr) -> str:
        if isinstance(value, exp.PivotAlias):
            return str(value.args["alias"].name)
        names = [_constant_name(v) for v in _members(value)]
        return names[0] if not isinstance(value, exp.Tuple) else "{" + ", ".join(names) + "}"


def _scans(node: Node) -> list[Scan]:
    return [n for n in walk(node) if isinstance(n, Scan)]


def _is_number(value: exp.Expr) -> bool:
    bare = value.this if isinstance(value, exp.Neg) else value
    return isinstance(bare, exp.Literal) and not bare.is_string


def _constant_name(value: exp.Expr) -> str:
    if isinstance(value, exp.Neg):
        return f"-{_constant_name(value.this)}"
    return value.name if isinstance(value, exp.Literal) else value.sql("spark").lower()


def _members(node: exp.Expr) -> list[exp.Expr]:
    return list(node.expressions) if isinstance(node, exp.Tuple) else [node]


def _project(
    context: BindingContext, node: Node, kept: Sequence[ScopeColumn], computed: Sequence[tuple[str, exp.Expr]]
) -> BoundRelation:
    named = [*((c.name, plan_column(c.column)) for c in kept), *computed]
    projections = tuple(Named(context.fresh_name(name), expression) for name, expression in named)
    qualifiers = [*(c.qualifier for c in kept), *(() for _ in computed)]
    shown = zip(named, projections, qualifiers, strict=True)
    columns = tuple(ScopeColumn(name, p.name, qualifier) for (name, _), p, qualifier in shown)
    return BoundRelation(Project(node, projections), columns)


def _unpivot(context: BindingContext, text: QueryText, pivot: exp.Pivot, relation: BoundRelation) -> BoundRelation:
    """Count each row once for every list of columns; which list it is chooses the values."""
    if len(pivot.args.get("fields") or ()) != 1 or len(pivot.expressions) != 1:
        raise _refused(text, pivot)
    field = pivot.args["fields"][0]
    scope = context.scope(relation.columns)
    binder = ExpressionBinder(context, text, scope, column_resolver(text, scope))
    values = [node.name for node in _members(pivot.expressions[0])]
    lists: list[tuple[str, list[exp.Expr]]] = []
    for written in field.expressions:
        nodes = _members(written.this if isinstance(written, exp.PivotAlias) else written)
        parts = [written_parts(node) or () for node in nodes]
        bound = [binder.bind(node) for node in nodes if written_parts(node)]
        if len(bound) != len(values) or not all(isinstance(column, exp.Column) for column in bound):
            raise _refused(text, pivot)
        name = written.args["alias"].name if isinstance(written, exp.PivotAlias) else "_".join(p[-1] for p in parts)
        lists.append((str(name), bound))
    number, label = context.fresh_name("unpivoted"), context.fresh_name(field.this.name)
    rows = tuple((exp.Literal.number(i), exp.Literal.string(name)) for i, (name, _) in enumerate(lists))
    used = {name for _, columns in lists for e in columns for name in references(e)}
    kept = [c for c in relation.visible if c.column not in used]
    chosen = [(name, _choice(number, [columns[i] for _, columns in lists])) for i, name in enumerate(values)]
    joined = inner_join(relation.node, Values((number, label), rows), None)
    result = _project(context, joined, kept, [(field.this.name, plan_column(label)), *chosen])
    if pivot.args.get("include_nulls"):
        return result
    missing = [exp.Is(this=plan_column(c.column), expression=exp.Null()) for c in result.columns[-len(values) :]]
    condition = exp.Not(this=exp.Paren(this=conjunction(missing)))
    return BoundRelation(Filter(result.node, condition), result.columns)


def _choice(number: str, columns: Sequence[exp.Expr]) -> exp.Expr:
    cases = [
        exp.If(this=exp.EQ(this=plan_column(number), expression=exp.Literal.number(i)), true=column.copy())
        for i, column in enumerate(columns)
    ]
    return exp.Case(ifs=cases)
