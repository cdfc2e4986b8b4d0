"""The clauses that are read. Whatever else the parser finds in a query is refused by name."""

from __future__ import annotations

from sqlglot import exp

from streamtables_rewriter.bind.scope.query_text import QueryText
from streamtables_rewriter.errors import InvalidQueryError

_SORT_WORDS = frozenset({"ORDER", "BY", "ORDER BY", "SORT", "SORT BY", "CLUSTER", "CLUSTER BY", "DISTRIBUTE BY"})
_SORT_CLAUSES = ("order", "sort", "cluster", "distribute")
_LIMIT_CLAUSES = ("limit", "offset")
MODIFIERS = frozenset({*_SORT_CLAUSES, *_LIMIT_CLAUSES})
SELECT_ARGUMENTS = frozenset(
    {
        *("with_", "hint", "expressions", "distinct", "from_", "joins", "laterals", "where", "group", "having"),
        *("qualify", "windows", *MODIFIERS),
    }
)

_REFUSED: dict[str, tuple[str, frozenset[str]]] = {
    "sample": ("TABLESAMPLE", frozenset({"TABLESAMPLE"})),
    "pivots": ("PIVOT", frozenset({"PIVOT", "UNPIVOT"})),
    "version": ("TIME_TRAVEL", frozenset({"VERSION", "TIMESTAMP", "FOR", "SYSTEM_VERSION", "SYSTEM_TIME", "AS", "OF"})),
    "when": ("TIME_TRAVEL", frozenset()),
}


def check_arguments(text: QueryText, node: exp.Expr, known: frozenset[str]) -> None:
    """Refuse a node that has a part besides the known ones.

    Args:
        text: The text it stands in.
        node: The node.
        known: Names of the parts that the caller reads.

    Raises:
        UnsupportedQueryError: The condition of the part found.
    """
    for name, value in node.args.items():
        if name in known or not value:
            continue
        what, words = _REFUSED.get(name, ("CLAUSE", frozenset[str]()))
        parts = value if isinstance(value, list) else [value]
        part = next((p for p in parts if isinstance(p, exp.Expr)), node)
        if name == "pivots" and part.args.get("unpivot"):
            what = "UNPIVOT"
        raise text.unsupported(what, text.clause(words, part if text.extent(part) else node))


def check_limit(text: QueryText, query: exp.Expr, *, nested: bool) -> None:
    """Refuse LIMIT and OFFSET without ORDER BY: they do not say which rows.

    Args:
        text: The text it stands in.
        query: The query that may have them.
        nested: Whether the query stands inside another one.

    Raises:
        UnsupportedQueryError: UNSUPPORTED_QUERY.LIMIT.
        InvalidQueryError: At the top: LIMIT_WITHOUT_ORDER_BY.
    """
    limit = limit_of(query)
    if limit is None or query.args.get("order"):
        return
    span = text.clause(frozenset({"LIMIT", "OFFSET"}), limit)
    if nested or query.args.get("sort"):
        raise text.unsupported("LIMIT", span)
    raise InvalidQueryError("LIMIT_WITHOUT_ORDER_BY", {}, span=span, hint="add ORDER BY before it")


def limit_of(query: exp.Expr) -> exp.Expr | None:
    """Return a query's LIMIT, else its OFFSET; ``LIMIT ALL`` is none.

    Args:
        query: The query.

    Returns:
        The clause, or None.
    """
    limits = [query.args[name] for name in _LIMIT_CLAUSES if query.args.get(name)]
    real = [c for c in limits if not (isinstance(c.expression, exp.Var) and c.expression.name.upper() == "ALL")]
    return real[0] if real else None


def ignored_order(text: QueryText, query: exp.Expr) -> str | None:
    """Tell about an order without LIMIT, which has no effect.

    Args:
        text: The text it stands in.
        query: The query that may have it.

    Returns:
        The notice, or None.
    """
    sort = next((query.args[name] for name in _SORT_CLAUSES if query.args.get(name)), None)
    if sort is None or limit_of(query) is not None:
        return None
    return f"{text.shown(text.clause(_SORT_WORDS, sort))} has no effect: the rows of a stream table have no order."
