"""Parentheses around operands that would otherwise be read as part of another expression.

A tree says by its shape what belongs together, its text by precedence. The generator writes operands as they stand, so
that ``i IS NULL`` compared with ``x`` would be two predicates on one value. Here every operand that binds no tighter
than its place needs is put in parentheses, as Spark's grammar has it (``SqlBaseParser.g4``: ``booleanExpression``,
``predicated``, ``valueExpression``, ``primaryExpression``), and in the few places where other dialects differ, too.
"""

from __future__ import annotations

from sqlglot import exp

_OR, _AND, _NOT, _PREDICATE, _COMPARISON, _VALUE, _UNARY, _PRIMARY = 1, 2, 3, 4, 5, 6, 12, 13
_BINDING: dict[type[exp.Expr], int] = {
    **dict.fromkeys((exp.Or, exp.Xor), _OR),
    exp.And: _AND,
    exp.Not: _NOT,
    **dict.fromkeys((exp.Is, exp.In, exp.Between, exp.Like, exp.ILike, exp.RegexpLike, exp.SimilarTo), _PREDICATE),
    # Written as IS [NOT] DISTINCT FROM.
    **dict.fromkeys((exp.Escape, exp.Exists, exp.NullSafeEQ, exp.NullSafeNEQ), _PREDICATE),
    **dict.fromkeys((exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE), _COMPARISON),
    exp.BitwiseOr: _VALUE,
    exp.BitwiseXor: 7,
    exp.BitwiseAnd: 8,
    **dict.fromkeys((exp.BitwiseLeftShift, exp.BitwiseRightShift), 9),
    **dict.fromkeys((exp.Add, exp.Sub, exp.DPipe), 10),
    **dict.fromkeys((exp.Mul, exp.Div, exp.IntDiv, exp.Mod), 11),
    **dict.fromkeys((exp.Neg, exp.BitwiseNot, exp.Collate), _UNARY),
}
"""How tightly an expression binds; what is not listed is written with brackets of its own."""
_WHOLE = (exp.Bracket, exp.Dot)
"""What is written behind its operand without an operator."""


def _operands(kind: type[exp.Expr], own: int) -> tuple[tuple[str, int], ...]:
    """Tell how tightly each operand of an operator must bind."""
    if kind is exp.Exists:
        return ()
    if kind is exp.Escape:
        # Its own operand is the LIKE that it belongs to.
        return (("expression", _VALUE),)
    if own <= _NOT:
        # AND and OR are the same in whichever order they are read.
        return (("this", own), ("expression", own + (kind is exp.Xor)))
    if own <= _COMPARISON:
        # A comparison within a comparison or a predicate is read in more than one way.
        return tuple((name, _VALUE) for name in ("this", "expression", "low", "high"))
    return (("this", _PRIMARY),) if own == _UNARY else (("this", own), ("expression", own + 1))


_OPERANDS = {kind: _operands(kind, own) for kind, own in _BINDING.items()} | dict.fromkeys(
    _WHOLE, (("this", _PRIMARY),)
)


def with_parentheses(tree: exp.Expr) -> exp.Expr:
    """Put the operands of a tree in parentheses where they need it.

    Args:
        tree: Any tree; changed in place.

    Returns:
        The tree.

    Examples:
        >>> with_parentheses(exp.EQ(this=exp.column("i").is_(exp.null()), expression=exp.column("x"))).sql()
        '(i IS NULL) = x'
    """
    for node in tree.walk():
        for name, needed in _OPERANDS.get(type(node), ()):
            operand = node.args.get(name)
            if isinstance(operand, exp.Expr) and _BINDING.get(type(operand), _PRIMARY) < needed:
                node.set(name, exp.Paren(this=operand))
    return tree
