"""SQL text for the few statements that no tree is built for: DDL with names, strings and properties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from streamtables_grammar.names import quote_identifier


def name_sql(parts: Sequence[str]) -> str:
    """Return a name with every part quoted."""
    return ".".join(quote_identifier(part) for part in parts)


def string_sql(text: str) -> str:
    """Return a string literal."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\r", "\\r")
    return f"'{escaped}'"


def properties_sql(properties: Mapping[str, str]) -> str:
    """Return a parenthesised list of table properties."""
    pairs = ", ".join(f"{string_sql(key)} = {string_sql(value)}" for key, value in properties.items())
    return f"({pairs})"
