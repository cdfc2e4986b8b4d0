"""The clauses that are read. Whatever else the parser finds in a query is refused by name."""

from __future__ import annotations

from sqlglot import exp

from streamtables_rewriter.bind.query_text import QueryText
from streamtables_rewriter.errors import InvalidQueryError, RewriterError

_SORT_WORDS = frozenset({"ORDER", "BY", "ORDER BY", "SORT", "SORT BY", "CLUSTER", "CLUSTER BY", "DISTRIBUTE BY"})
_SORT_CLAUSES = ("order", "sort", "cluster", "distribute")
_LIMIT_CLAUSES = ("limit", "offset")
MODIFIERS = frozenset({*_SORT_CLAUSES, *_LIMIT_CLAUSES})

_REFUSED: dict[str, tuple[str, frozenset[str]]] = {
    "qualify": ("QUALIFY", frozenset({"QUALIFY"})),
    "windows": ("WINDOW", frozenset({"WINDOW"})),
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
        InvalidQueryError: ORDER_BY_WITHOUT_LIMIT, LIMIT_WITHOUT_ORDER_BY.
    """
    for name, value in node.args.items():
        if name in known or not value:
            continue
        if name in MODIFIERS:
            check_order(text, node, nested=True)
        what, words = _REFUSED.get(name, ("CLAUSE", frozenset[str]()))
        parts = value if isinstance(value, list) else [value]
        part = next((p for p in parts if isinstance(p, exp.Expr)), node)
        if name == "pivots" and part.args.get("unpivot"):
            what = "UNPIVOT"
        raise text.unsupported(what, text.clause(words, part if text.extent(part) else node))


def check_order(text: QueryText, query: exp.Expr, *, nested: bool) -> None:
    """Refuse ORDER BY, LIMIT and OFFSET, each combination for what it is.

    Args:
        text: The text it stands in.
        query: The query that may have them.
        nested: Whether the query stands inside another one.

    Raises:
        UnsupportedQueryError: UNSUPPORTED_QUERY.TOP_K, .ORDER_BY, .LIMIT.
        InvalidQueryError: At the top: ORDER_BY_WITHOUT_LIMIT, LIMIT_WITHOUT_ORDER_BY.
    """
    sort = next((query.args[name] for name in _SORT_CLAUSES if query.args.get(name)), None)
    limit = next((query.args[name] for name in _LIMIT_CLAUSES if query.args.get(name)), None)
    if sort is not None and limit is not None:
        raise text.unsupported("TOP_K", text.clause(_SORT_WORDS, sort))
    if sort is not None:
        span = text.clause(_SORT_WORDS, sort)
        if nested:
            raise text.unsupported("ORDER_BY", span)
        error: RewriterError = InvalidQueryError(
            "ORDER_BY_WITHOUT_LIMIT", {}, span=span, hint="order when you read the table, or add LIMIT"
        )
        raise error
    if limit is not None:
        span = text.clause(frozenset({"LIMIT", "OFFSET"}), limit)
        if nested:
            raise text.unsupported("LIMIT", span)
        raise InvalidQueryError("LIMIT_WITHOUT_ORDER_BY", {}, span=span, hint="add ORDER BY before it")
