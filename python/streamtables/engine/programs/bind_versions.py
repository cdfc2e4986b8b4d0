"""A source as SQL at one version: what the placeholders of a template are bound to."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from streamtables_rewriter.plan.relations import Table


def table_at(name: Sequence[str], version: int | None) -> exp.Table:
    """Return a stored table at a version.

    Args:
        name: Full name, or ``delta`` and a path.
        version: The version; None for the newest.

    Returns:
        The table, for a FROM clause.
    """
    identifiers = [exp.to_identifier(part, quoted=True) for part in reversed(name)]
    table = exp.Table(**dict(zip(("this", "db", "catalog"), identifiers, strict=False)))
    if version is not None:
        version_of = exp.Version(this="VERSION", kind="AS OF", expression=exp.Literal.number(version))
        table.set("version", version_of)
    return table


def instant_at(instant_us: int | None) -> exp.Expr:
    """Return an instant as SQL.

    Args:
        instant_us: Microseconds since 1970 in UTC; None for that of the statement itself.

    Returns:
        A TIMESTAMP.
    """
    if instant_us is None:
        return exp.CurrentTimestamp()
    return exp.Anonymous(this="timestamp_micros", expressions=[exp.Literal.number(instant_us)])


def source_at(table: Table, version: int | None) -> exp.Table | exp.Query:
    """Return a source's rows at a version, each as often as it counts.

    Args:
        table: The source.
        version: The version; None for the newest.

    Returns:
        A table, or a query where rows are stored with a count.
    """
    return rows_of(table, table_at(table.name, version))


def rows_of(table: Table, stored: exp.Table) -> exp.Table | exp.Query:
    """Return a source's rows, each as often as it counts.

    Args:
        table: The source.
        stored: Its stored rows, under any name.

    Returns:
        A table, or a query where rows are stored with a count.
    """
    if table.multiplicity is None:
        return stored
    copies = exp.Anonymous(
        this="array_repeat",
        expressions=[exp.Literal.number(1), exp.cast(_column(table.multiplicity), "int")],
    )
    copy = exp.TableAlias(this=exp.to_identifier("__st_copies"), columns=[exp.to_identifier("__st_copy")])
    columns = [_column(column.name) for column in table.columns]
    query = exp.select(*columns).from_(stored)
    query.append("laterals", exp.Lateral(this=exp.Explode(this=copies), view=True, outer=False, alias=copy))
    return query


def _column(name: str) -> exp.Column:
    return exp.column(exp.to_identifier(name, quoted=True))
