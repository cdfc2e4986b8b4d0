"""A query's text with every Delta table read at a fixed version, for queries that are only ever recomputed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.scope import traverse_scope

from streamtables.engine.bind_versions import source_at
from streamtables_rewriter.bind.dialect import FaithfulSpark
from streamtables_rewriter.plan.relations import Relations, Table, View

Version = Callable[[Table], "int | None"]


class UnpinnableQueryError(Exception):
    """A query whose table references cannot be told for certain."""


def pin_query(text: str, relations: Relations, namespace: Sequence[str], version: Version) -> exp.Query:
    """Read every Delta table of a query at a version; views are inlined.

    Args:
        text: The query.
        relations: Finds what a name stands for.
        namespace: Catalog and schema for names that are not full.
        version: Tells the version of a table; None for tables that have none.

    Returns:
        The query as a tree.

    Raises:
        UnpinnableQueryError: The text cannot be parsed here, or a name not be found.
    """
    try:
        tree = sqlglot.parse_one(text, dialect=FaithfulSpark)
        if not isinstance(tree, exp.Query):
            raise UnpinnableQueryError(text)
        scopes = list(traverse_scope(tree))
    except (SqlglotError, RecursionError) as error:
        raise UnpinnableQueryError(text) from error
    inside = {id(table): table for scope in scopes for table in scope.sources.values() if isinstance(table, exp.Table)}
    everywhere = {id(table): table for table in tree.find_all(exp.Table)}
    common = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
    for key, table in everywhere.items():
        plain = [part.name for part in table.parts]
        if key not in inside and len(plain) == 1 and plain[0].lower() in common:
            continue
        _pin_table(table, plain, relations, namespace, version)
    return tree


def _pin_table(
    table: exp.Table, parts: Sequence[str], relations: Relations, namespace: Sequence[str], version: Version
) -> None:
    if not all(parts) or isinstance(table.this, exp.Func) or table.args.get("version"):
        raise UnpinnableQueryError(table.sql(dialect=FaithfulSpark))
    relation = relations.resolve(parts, namespace)
    if relation is None:
        raise UnpinnableQueryError(table.sql(dialect=FaithfulSpark))
    if isinstance(relation, View):
        body = pin_query(relation.query, relations, relation.namespace, version)
        _replace(table, body, relation.columns)
    else:
        pinned = source_at(relation, version(relation) if relation.maintainable is None else None)
        if isinstance(pinned, exp.Table) and table.args.get("sample"):
            # A version stands before the sample, and sqlglot writes it behind.
            _replace(table, exp.select("*").from_(pinned), ())
        elif isinstance(pinned, exp.Table):
            for part in ("this", "db", "catalog", "version"):
                table.set(part, pinned.args.get(part))
            if not table.alias:
                table.set("alias", exp.TableAlias(this=exp.to_identifier(parts[-1], quoted=True)))
        else:
            _replace(table, pinned, ())


def _replace(table: exp.Table, body: exp.Query, columns: Sequence[str]) -> None:
    name = table.alias or table.name
    alias = exp.TableAlias(
        this=exp.to_identifier(name, quoted=True),
        columns=[exp.to_identifier(column, quoted=True) for column in columns],
    )
    subquery = exp.Subquery(this=body, alias=alias)
    for kept in ("joins", "laterals", "pivots", "sample"):
        subquery.set(kept, table.args.get(kept))
    table.replace(subquery)
