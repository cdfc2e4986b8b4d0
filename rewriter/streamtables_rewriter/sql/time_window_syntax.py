"""Time windows as they are written: which calls are some, and what stands for them once a block has one."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from streamtables_rewriter.sql.written_calls import written_call

QUALIFIER = "__st_time_window"
"""The relation of a block's time window, whose column has the name of the function."""

_FUNCTIONS = frozenset({"window", "session_window"})
_SPARKS_OWN = ((), ("builtin",), ("system", "builtin"))
_CLAUSES = ("expressions", "group", "having", "qualify", "order", "windows")


class TimeWindowColumn(exp.Column):
    """The column of a block's time window, or a field of it; written without the relation's name."""

    @classmethod
    def of(cls, *names: str) -> TimeWindowColumn:
        """Name the column or a field of it.

        Args:
            *names: The column's name, and perhaps a field's.

        Returns:
            A new node.
        """
        parts = [exp.Identifier(this=name, quoted=False) for name in (QUALIFIER, *names)]
        return cls(**dict(zip(("this", "table", "db"), reversed(parts), strict=False)))


def time_window_call(node: exp.Expr) -> exp.Anonymous | None:
    """Read a call of ``window`` or ``session_window``.

    Args:
        node: Any expression as parsed.

    Returns:
        The call by its bare name; None for anything else.
    """
    written = written_call(node)
    if written is None or not written.is_plain or not written.call.expressions:
        return None
    namespace = tuple(part.lower() for part in written.namespace)
    known = written.call.name.lower() in _FUNCTIONS and namespace in _SPARKS_OWN
    return written.call if known else None


def parts_of_block(select: exp.Select) -> Iterator[exp.Expr]:
    """Visit what a block says behind its WHERE, but for queries in it and the arguments of time windows.

    Args:
        select: The block.

    Yields:
        The nodes, outer ones first.
    """
    for clause in _CLAUSES:
        found = select.args.get(clause)
        for part in found if isinstance(found, list) else [found]:
            if isinstance(part, exp.Expr):
                yield from part.walk(prune=lambda n: isinstance(n, exp.Query) or time_window_call(n) is not None)


def has_time_window(select: exp.Select) -> bool:
    """Return whether a block calls a function of time windows."""
    return any(time_window_call(node) is not None for node in parts_of_block(select))


def last_instant(window: exp.Expr) -> exp.Expr:
    """Write what ``window_time`` gives: the last microsecond that is in a time window.

    Args:
        window: The window, bound; becomes part of the result.

    Returns:
        A new expression.
    """
    end = exp.Dot(this=window, expression=exp.Identifier(this="end", quoted=True))
    tick = exp.Interval(this=exp.Literal.string("0.000001"), unit=exp.Var(this="SECOND"))
    return exp.Paren(this=exp.Sub(this=end, expression=tick))
