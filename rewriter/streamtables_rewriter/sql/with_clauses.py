"""The common table expressions of a statement: which there are, and which of them a query needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from sqlglot import exp

from streamtables_rewriter.sql.columns import identifier


def common_queries(tree: exp.Expr) -> dict[str, exp.Expr]:
    """Return the queries of a WITH clause.

    Args:
        tree: A statement whose only WITH clause, if it has one, stands before it.

    Returns:
        The queries by name, in order.

    Examples:
        >>> import sqlglot
        >>> list(common_queries(sqlglot.parse_one("WITH a AS (SELECT 1), b AS (SELECT * FROM a) SELECT * FROM b")))
        ['a', 'b']
    """
    with_ = tree.args.get("with_")
    return {} if with_ is None else {cte.alias: cte.this for cte in with_.expressions}


def tables_read(tree: exp.Expr) -> list[exp.Table]:
    """Return the tables that a query reads; those that only a hint names are not among them."""
    return [table for table in tree.find_all(exp.Table) if not isinstance(table.parent, exp.JoinHint)]


def count_reads(tree: exp.Expr) -> Counter[str]:
    """Count how often a query names each table that it reads."""
    return Counter(table.name for table in tables_read(tree))


def with_reachable(
    query: exp.Expr,
    queries: Mapping[str, exp.Expr],
    *,
    shared: bool = False,
    beside: Callable[[str], str] | None = None,
) -> exp.Expr:
    """Put the common table expressions that a query needs before it.

    Args:
        query: A query without a WITH clause; changed in place.
        queries: The expressions, each of which reads earlier ones only; those that are needed become part of the query.
        shared: Whether other queries need them, too: then copies of them do.
        beside: Names an earlier expression that may take the place of a needed one, and is needed with it if there is
            one of that name.

    Returns:
        The query.
    """
    needed: set[str] = set()
    found = set(count_reads(query))
    for name in reversed(tuple(queries)):
        if name in found:
            needed.add(name)
            found |= set(count_reads(queries[name]))
            found |= set() if beside is None else {beside(name)}
    listed = [
        exp.CTE(this=of.copy() if shared else of, alias=exp.TableAlias(this=identifier(name)))
        for name, of in queries.items()
        if name in needed
    ]
    if listed:
        query.set("with_", exp.With(expressions=listed))
    return query
