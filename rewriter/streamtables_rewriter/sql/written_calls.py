"""Names and function calls as they are written, and how a call of a named function is written again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp

_BEHIND = (exp.Filter, exp.WithinGroup, exp.IgnoreNulls, exp.RespectNulls)


@dataclass(frozen=True, slots=True)
class WrittenCall:
    """A function call with what may stand around it.

    Attributes:
        call: The call itself.
        condition: The FILTER clause.
        order: The order of WITHIN GROUP.
        nulls: Whether IGNORE NULLS or RESPECT NULLS is written.
        namespace: What stands before the function's name.
    """

    call: exp.Anonymous
    condition: exp.Expr | None = None
    order: tuple[exp.Ordered, ...] = ()
    nulls: bool = False
    namespace: tuple[str, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether nothing stands behind the call."""
        return self.condition is None and not self.order and not self.nulls


def written_parts(node: exp.Expr) -> tuple[str, ...] | None:
    """Return the parts of a name as written (``a.b.c``), or None if the node is no plain name."""
    if isinstance(node, exp.Column) and isinstance(node.this, exp.Identifier):
        return tuple(part.name for part in node.parts)
    if isinstance(node, exp.Dot) and isinstance(node.expression, exp.Identifier):
        before = written_parts(node.this)
        return (*before, node.expression.name) if before else None
    return (node.name,) if isinstance(node, exp.Identifier) else None


def written_call(node: exp.Expr) -> WrittenCall | None:
    """Read a function call.

    Args:
        node: Any expression as parsed.

    Returns:
        The call, or None if the expression is none.

    Examples:
        >>> import sqlglot
        >>> from streamtables_rewriter.sql.dialect import FaithfulSpark
        >>> call = written_call(sqlglot.parse_one("s.f(a) FILTER (WHERE b)", dialect=FaithfulSpark))
        >>> call.namespace, call.call.name, call.condition.sql()
        (('s',), 'f', 'b')
    """
    condition, order, nulls, namespace = None, (), False, tuple[str, ...]()
    if isinstance(node, exp.Column) and isinstance(node.this, _BEHIND):
        # A qualified name whose last part has something behind it is parsed like a column.
        namespace, node = tuple(part.name for part in node.parts[:-1]), node.this
    if isinstance(node, exp.Filter):
        node, condition = node.this, node.expression.this
    if isinstance(node, exp.WithinGroup):
        node, order = node.this, tuple(node.expression.expressions)
    if isinstance(node, (exp.IgnoreNulls, exp.RespectNulls)):
        node, nulls = node.this, True
    if isinstance(node, exp.Dot) and isinstance(node.expression, exp.Anonymous):
        before = written_parts(node.this)
        if before is not None:
            namespace, node = before, node.expression
    return WrittenCall(node, condition, order, nulls, namespace) if isinstance(node, exp.Anonymous) else None


def is_bare(call: exp.Anonymous) -> bool:
    """Return whether nothing stands before the name of a function.

    Args:
        call: A call in a tree as parsed.

    Returns:
        False for a qualified name.
    """
    node: exp.Expr = call
    while isinstance(node.parent, _BEHIND) and node.parent.this is node:
        node = node.parent
    around = node.parent
    in_dot = isinstance(around, exp.Dot) and around.expression is node
    return not in_dot and not (isinstance(around, exp.Column) and around.this is node)


def call_of(namespace: Sequence[str], call: exp.Anonymous) -> exp.Expr:
    """Write a call of a function that has a qualified name.

    Args:
        namespace: The parts before the function's own name; none for a bare one.
        call: The call by the bare name; becomes part of the result.

    Returns:
        A new expression.
    """
    if not namespace:
        return call
    qualifier: exp.Expr = exp.Identifier(this=namespace[0], quoted=True)
    for part in namespace[1:]:
        qualifier = exp.Dot(this=qualifier, expression=exp.Identifier(this=part, quoted=True))
    return exp.Dot(this=qualifier, expression=call)


def windowed_call(window: exp.Window) -> exp.Anonymous:
    """Find the function of a window expression as bound.

    Args:
        window: The expression.

    Returns:
        The call, by its bare name.
    """
    node = window.this
    while not isinstance(node, exp.Anonymous):
        node = node.expression if isinstance(node, exp.Dot) else node.this
    return node
