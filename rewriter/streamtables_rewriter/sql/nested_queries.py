"""Common table expressions that are read once, written where they are read.

They are for people to read. Spark's analyser and optimiser walk all of them in rules of their own, which takes as long
as all other rules together.
"""

from __future__ import annotations

from sqlglot import exp

from streamtables_rewriter.sql.columns import identifier
from streamtables_rewriter.sql.with_clauses import tables_read


def nest_queries(query: exp.Expr) -> exp.Expr:
    """Put each common table expression that is read once, in a FROM clause, in the place where it is read.

    Args:
        query: A query whose only WITH clause stands before it, or another statement; changed in place.

    Returns:
        The query.

    Examples:
        >>> import sqlglot
        >>> nest_queries(sqlglot.parse_one("WITH few AS (SELECT a FROM t) SELECT a FROM few")).sql()
        'SELECT a FROM (SELECT a FROM t) AS few'
    """
    with_ = query.args.get("with_")
    if with_ is None:
        return query
    reads: dict[str, list[exp.Table]] = {}
    for table in tables_read(query):
        if not table.args.get("db"):
            reads.setdefault(table.name, []).append(table)
    kept: list[exp.Expr] = []
    for cte in with_.expressions:
        places = reads.get(cte.alias, [])
        # In a condition, the names of the query around it would be in reach.
        if len(places) != 1 or places[0].find_ancestor(exp.Exists, exp.In) is not None:
            kept.append(cte)
            continue
        alias = places[0].args.get("alias") or exp.TableAlias(this=identifier(cte.alias))
        places[0].replace(exp.Subquery(this=cte.this, alias=alias))
    if kept:
        with_.set("expressions", kept)
    else:
        query.set("with_", None)
    return query
