"""When two bound expressions are the same expression: what GROUP BY needs to recognise its keys."""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp

_COMMUTATIVE = (
    *(exp.Add, exp.Mul, exp.And, exp.Or, exp.EQ, exp.NullSafeEQ),
    *(exp.BitwiseAnd, exp.BitwiseOr, exp.BitwiseXor),
)


def canonical(node: exp.Expr, variables: Mapping[str, int] | None = None) -> object:
    """Build a hashable value that is equal for expressions that are the same.

    Brackets, the order of commutative operands, the names of lambda variables and the case of function names do not
    count.

    Args:
        node: A bound expression.
        variables: Lambda variables in scope, numbered.

    Returns:
        The value.

    Examples:
        >>> import sqlglot
        >>> canonical(sqlglot.condition("(a + b)")) == canonical(sqlglot.condition("b + a"))
        True
    """
    known = variables or {}
    if isinstance(node, exp.Paren):
        return canonical(node.this, known)
    if isinstance(node, exp.Identifier):
        return known.get(node.name, node.name)
    if isinstance(node, exp.Lambda):
        inner = {**known, **{p.name: len(known) + i for i, p in enumerate(node.expressions)}}
        return ("lambda", len(node.expressions), canonical(node.this, inner))
    return _leaf(node) or _operation(node, known)


def _leaf(node: exp.Expr) -> object:
    if isinstance(node, exp.Column):
        return ("column", node.name)
    if isinstance(node, exp.Literal):
        return ("literal", node.is_string, node.this)
    return ("type", node.sql("spark")) if isinstance(node, exp.DataType) else None


def _operation(node: exp.Expr, variables: Mapping[str, int]) -> object:
    if isinstance(node, exp.Dot) and isinstance(node.expression, exp.Identifier):
        return ("field", canonical(node.this, variables), node.expression.name)
    if isinstance(node, exp.Alias):
        return ("alias", canonical(node.this, variables), node.alias)
    if isinstance(node, exp.Anonymous):
        return (node.name.lower(), *(canonical(a, variables) for a in node.expressions))
    if isinstance(node, _COMMUTATIVE):
        operands = (canonical(node.this, variables), canonical(node.expression, variables))
        return (node.key, *sorted(operands, key=repr))
    return (node.key, *((key, _argument(value, variables)) for key, value in sorted(node.args.items()) if value))


def _argument(value: object, variables: Mapping[str, int]) -> object:
    if isinstance(value, exp.Expr):
        return canonical(value, variables)
    if isinstance(value, list):
        return tuple(_argument(v, variables) for v in value)
    return str(value)
