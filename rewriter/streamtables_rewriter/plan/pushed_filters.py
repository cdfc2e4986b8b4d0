"""Predicate pushdown: what every row of a source must meet to matter to a query, wherever the query reads the source.

A row that fails one can neither come nor go in the result: a change needs no such rows, and none have to be read for
its keys. The conditions stay where they are, so that nothing depends on who reads fewer rows by them. They are pushed
down through the operators that treat each row for itself (Ullman, *Principles of Database and Knowledge-Base Systems*,
1989, section 11.5); below groups, windows and first rows, those that fail decide about others.

Only conditions that are true, false or NULL for any row are taken, never an error: a row is asked before another
condition has left it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from enum import Enum

from sqlglot import exp

from streamtables_rewriter.plan.nodes import (
    BoundQuery,
    Filter,
    FullJoin,
    Generate,
    InnerJoin,
    Node,
    PairJoin,
    Project,
    Repeat,
    Scan,
    SemiJoin,
    UnionAll,
)
from streamtables_rewriter.plan.tree import inputs_last, inputs_of
from streamtables_rewriter.sql.columns import (
    atom,
    column,
    conjunction,
    conjuncts,
    references,
    substitute,
)


class _Kind(Enum):
    """Values that are compared with each other without being converted in a way that may fail."""

    NUMBER = "number"
    TEXT = "text"
    TIME = "time"
    TRUTH = "truth"


_KINDS = {
    **dict.fromkeys(("tinyint", "smallint", "int", "bigint", "float", "double"), _Kind.NUMBER),
    **dict.fromkeys(("date", "timestamp", "timestamp_ntz"), _Kind.TIME),
    "string": _Kind.TEXT,
    "boolean": _Kind.TRUTH,
}
_DIGITS = 9
_COMPARISONS = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.NullSafeEQ)

_Conditions = Mapping[str, exp.Expr]
"""Conditions over an operator's columns, by their texts."""


def pushed_filters(query: BoundQuery) -> dict[int, exp.Expr]:
    """Find the conditions of each source.

    Args:
        query: The query.

    Returns:
        A condition over its stored columns for each source that has some, by its index.

    Examples:
        >>> from streamtables_rewriter.bind import bind_query
        >>> pushed_filters(bind_query("SELECT id FROM orders WHERE amount > 100", relations))[0].sql()
        'amount > 100'
    """
    asked: dict[int, _Conditions] = {id(query.root): {}}
    found: dict[int, _Conditions] = {}
    for node in inputs_last(query.root):
        if isinstance(node, Scan):
            stored = {name: column(of) for name, of in node.columns}
            own = _known_by_text(substitute(c, stored) for c in asked[id(node)].values())
            found[node.source] = _in_both(found.get(node.source, own), own)
            continue
        for child, conditions in zip(inputs_of(node), _pushed_down(node, asked[id(node)]), strict=True):
            asked[id(child)] = _in_both(asked.get(id(child), conditions), conditions)
    filters = {}
    for source in query.sources:
        kinds = {c.name: _kind_of_type(c.type.lower()) for c in source.table.columns}
        safe = [c for c in found.get(source.index, {}).values() if _is_safe(c, kinds)]
        condition = conjunction(c.copy() for c in safe)
        if condition is not None:
            filters[source.index] = condition
    return filters


def _in_both(one: _Conditions, other: _Conditions) -> _Conditions:
    return {text: condition for text, condition in one.items() if text in other}


def _known_by_text(conditions: Iterable[exp.Expr]) -> _Conditions:
    return {condition.sql(): condition for condition in conditions}


def _pushed_down(node: Node, asked: _Conditions) -> tuple[_Conditions, ...]:
    """Say what an operator and those above it ask of the rows of each of its inputs."""
    above = tuple(asked.values())
    inputs = inputs_of(node)
    if isinstance(node, Filter):
        return (_known_by_text((*above, *conjuncts(node.condition))),)
    if isinstance(node, Project):
        plain = {p.name: p.expression for p in node.projections if isinstance(p.expression, exp.Column)}
        return (_known_by_text(substitute(c, plain) for c in above if references(c) <= plain.keys()),)
    if isinstance(node, Repeat | Generate):
        return (_about(inputs[0], above),)
    if isinstance(node, InnerJoin):
        return tuple(_about(child, (*above, *conjuncts(node.condition))) for child in inputs)
    if isinstance(node, PairJoin):
        return _about_pairs(node, above)
    if isinstance(node, UnionAll):
        names = [dict(zip(node.columns, map(column, child.output), strict=True)) for child in inputs]
        return tuple(_known_by_text(substitute(c, of) for c in above) for of in names)
    return tuple({} for _ in inputs)


def _about_pairs(node: PairJoin, above: tuple[exp.Expr, ...]) -> tuple[_Conditions, ...]:
    left, right = node.inputs
    own = conjuncts(node.condition)
    if isinstance(node, SemiJoin):
        return _about(left, (*above, *own)), _about(right, own)
    if isinstance(node, FullJoin):
        return {}, {}
    # A left row that fails the condition stays, without a partner.
    return _about(left, above), _about(right, own)


def _about(node: Node, conditions: Iterable[exp.Expr]) -> _Conditions:
    """Keep the conditions that speak of an operator's columns only."""
    output = frozenset(node.output)
    told = (_implied(c, output) for c in conditions)
    return _known_by_text(c for c in told if c is not None)


def _implied(condition: exp.Expr, output: frozenset[str]) -> exp.Expr | None:
    """Return what a condition tells of some columns alone: of an OR, that one of its sides is true; None if nothing."""
    used = references(condition)
    if used <= output:
        return condition if used else None
    (either,) = conjuncts(condition)
    if not isinstance(either, exp.Or):
        return None
    left, right = (
        conjunction(c.copy() for side in conjuncts(one) if (c := _implied(side, output)) is not None)
        for one in (either.this, either.expression)
    )
    return None if left is None or right is None else exp.Or(this=atom(left), expression=atom(right))


def _kind_of_type(type_: str) -> _Kind | None:
    return _Kind.NUMBER if type_.startswith("decimal(") else _KINDS.get(type_)


def _is_safe(condition: exp.Expr, kinds: Mapping[str, _Kind | None]) -> bool:
    """Return whether a condition is true, false or NULL, and never an error, whatever the row."""
    if isinstance(condition, exp.And | exp.Or):
        return _is_safe(condition.this, kinds) and _is_safe(condition.expression, kinds)
    if isinstance(condition, exp.Not | exp.Paren):
        return _is_safe(condition.this, kinds)
    if isinstance(condition, _COMPARISONS):
        return _are_alike(kinds, condition.this, condition.expression)
    if isinstance(condition, exp.Between):
        return _are_alike(kinds, condition.this, condition.args["low"], condition.args["high"])
    if isinstance(condition, exp.In):
        among = set(filter(condition.args.get, condition.args)) <= {"this", "expressions"}
        return among and _are_alike(kinds, condition.this, *condition.expressions)
    if isinstance(condition, exp.Is):
        known = isinstance(condition.expression, exp.Null | exp.Boolean)
        return known and _kind_of(condition.this, kinds) is not None
    if isinstance(condition, exp.Like):
        is_text = _kind_of(condition.this, kinds) is _Kind.TEXT
        # A pattern that ends in an escape is an error.
        pattern = condition.expression
        return is_text and isinstance(pattern, exp.Literal) and pattern.is_string and "\\" not in pattern.this
    return _kind_of(condition, kinds) is _Kind.TRUTH


def _are_alike(kinds: Mapping[str, _Kind | None], *values: exp.Expr) -> bool:
    """Return whether values are of one kind, or times beside texts that are times."""
    found = {_kind_of(value, kinds) for value in values if not _is_text_of_a_time(value)}
    if len(found) == 1:
        kind = found.pop()
        texts = sum(map(_is_text_of_a_time, values))
        return kind is not None and (not texts or kind in (_Kind.TEXT, _Kind.TIME))
    return False


def _kind_of(value: exp.Expr, kinds: Mapping[str, _Kind | None]) -> _Kind | None:
    """Tell the kind of a column, or of a constant; None of anything else."""
    if isinstance(value, exp.Column):
        return kinds.get(value.name)
    if isinstance(value, exp.Paren | exp.Neg):
        return _kind_of(value.this, kinds)
    if isinstance(value, exp.Boolean):
        return _Kind.TRUTH
    if isinstance(value, exp.Literal):
        return _Kind.TEXT if value.is_string else _Kind.NUMBER
    if isinstance(value, exp.Cast) and _is_text_of_a_time(value.this):
        return _KINDS.get(value.to.sql(dialect="spark").lower())
    if isinstance(value, exp.Add | exp.Sub) and not references(value):
        return _kind_of_sum(value, kinds)
    return None


def _kind_of_sum(value: exp.Add | exp.Sub, kinds: Mapping[str, _Kind | None]) -> _Kind | None:
    kind = _kind_of(value.this, kinds)
    if kind is _Kind.TIME and isinstance(value.expression, exp.Interval):
        return kind
    # Nine digits and nine digits are an INT still.
    small = all(isinstance(side, exp.Literal) and len(side.this) <= _DIGITS for side in (value.this, value.expression))
    return kind if kind is _Kind.NUMBER and _kind_of(value.expression, kinds) is kind and small else None


def _is_text_of_a_time(value: exp.Expr) -> bool:
    if not (isinstance(value, exp.Literal) and value.is_string):
        return False
    try:
        return date.fromisoformat(value.this).isoformat() == str(value.this)
    except ValueError:
        return False
