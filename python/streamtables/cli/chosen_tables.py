"""Which stream tables a sub-command is for: those that are named, those of a schema, or all."""

from __future__ import annotations

from collections.abc import Sequence

import typer


def chosen_tables(names: Sequence[str] | None, schema: str | None) -> str:
    """Write what stands behind ``REFRESH STREAM`` or ``VERIFY STREAM``.

    Args:
        names: Stream tables.
        schema: A schema.

    Returns:
        Words of the statement.

    Raises:
        typer.BadParameter: Both are given.
    """
    if names and schema:
        raise typer.BadParameter("--in is for all tables of a schema: name tables, or give --in")
    if names:
        return f"TABLE {', '.join(names)}"
    return "TABLES" + (f" IN {schema}" if schema else "")
