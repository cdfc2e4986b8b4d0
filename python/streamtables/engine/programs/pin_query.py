"""A query's text with every Delta table read at a fixed version, for queries that are only ever recomputed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.scope import traverse_scope

from streamtables.engine.programs.bind_versions import source_at
from streamtables_rewriter.plan.relations import Relations, Table, View
from streamtables_rewriter.sql.dialect import FaithfulSpark
from streamtables_rewriter.sql.pipe_syntax import Pipe
from streamtables_rewriter.sql.written_calls import call_of, is_bare

Version = Callable[[Table], "int | None"]


class UnpinnableQueryError(Exception):
    """A query whose table references cannot be told for certain."""


def pin_query(
    text: str,
    relations: Relations,
    namespace: Sequence[str],
    version: Version,
    functions: Collection[tuple[str, ...]] = (),
    *,
    listed: bool = False,
) -> exp.Query:
    """Read every Delta table of a query at a version; views are inlined, and stored functions called by full names.

    Args:
        text: The query.
        relations: Finds what a name stands for.
        namespace: Catalog and schema for names that are not full.
        version: Tells the version of a table; None for tables that have none.
        functions: The lower-case names of the users' functions that are called.
        listed: Whether a Delta table has no other columns than are known of it and named in the text, whatever it has
            gained since; the text must list no columns by a star.

    Returns:
        The query as a tree.

    Raises:
        UnpinnableQueryError: The text cannot be parsed here, or a name not be found.
    """
    try:
        tree = sqlglot.parse_one(text, dialect=FaithfulSpark)
        # A pipe is read stage by stage and cannot be written again.
        if not isinstance(tree, exp.Query) or tree.find(Pipe) is not None:
            raise UnpinnableQueryError(text)
        scopes = list(traverse_scope(tree))
    except (SqlglotError, RecursionError) as error:
        raise UnpinnableQueryError(text) from error
    inside = {id(table): table for scope in scopes for table in scope.sources.values() if isinstance(table, exp.Table)}
    everywhere = {id(table): table for table in tree.find_all(exp.Table)}
    common = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
    named = {found.name.lower() for found in tree.find_all(exp.Identifier)} if listed else None
    for key, table in everywhere.items():
        plain = [part.name for part in table.parts]
        if key not in inside and len(plain) == 1 and plain[0].lower() in common:
            continue
        _pin_table(table, plain, relations, namespace, version, functions, named)
    _complete_calls(tree, namespace, functions)
    return tree


def _complete_calls(tree: exp.Query, namespace: Sequence[str], functions: Collection[tuple[str, ...]]) -> None:
    schema = tuple(part.lower() for part in namespace)
    for call in list(tree.find_all(exp.Anonymous)) if functions else ():
        name = call.name.lower()
        if is_bare(call) and (name,) not in functions and (*schema, name) in functions:
            call.replace(call_of(schema, call.copy()))


def _pin_table(
    table: exp.Table,
    parts: Sequence[str],
    relations: Relations,
    namespace: Sequence[str],
    version: Version,
    functions: Collection[tuple[str, ...]],
    named: Collection[str] | None,
) -> None:
    if not all(parts) or isinstance(table.this, exp.Func) or table.args.get("version"):
        raise UnpinnableQueryError(table.sql(dialect=FaithfulSpark))
    relation = relations.resolve(parts, namespace)
    if relation is None:
        raise UnpinnableQueryError(table.sql(dialect=FaithfulSpark))
    if isinstance(relation, View):
        # A view knows nothing of the session's own functions.
        stored = [name for name in functions if len(name) > 1]
        body = pin_query(relation.query, relations, relation.namespace, version, stored, listed=named is not None)
        _replace(table, body, relation.columns)
    else:
        pinned = source_at(relation, version(relation) if relation.maintainable is None else None)
        if isinstance(pinned, exp.Table) and named is not None and relation.maintainable is None:
            kept = (exp.to_identifier(c.name, quoted=True) for c in relation.columns if c.name.lower() in named)
            columns: list[exp.Expr] = [exp.column(name) for name in kept]
            columns = columns or [exp.Literal.number(1)]
            _replace(table, exp.select(*columns).from_(pinned), ())
        elif isinstance(pinned, exp.Table) and table.args.get("sample"):
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
