"""From SQL text to a statement of stream tables."""

from __future__ import annotations

from streamtables_grammar.recognize import is_ours
from streamtables_grammar.statements import Statement


def parse_statement(sql: str) -> Statement | None:
    """Read a statement of stream tables.

    Args:
        sql: One SQL statement of any kind, with or without a semicolon at its end.

    Returns:
        The statement, or None if the text is not a statement of ours.

    Raises:
        StreamSqlSyntaxError: The text starts like a statement of ours but is wrong, or is a near miss.

    Examples:
        >>> parse_statement("SELECT 1") is None
        True
        >>> parse_statement("DROP STREAM TABLE IF EXISTS sales.by_region").if_exists
        True
    """
    if not is_ours(sql):
        return None
    # Other SQL must not wait for ANTLR to be loaded.
    from streamtables_grammar.read_statement import read_statement  # noqa: PLC0415

    return read_statement(sql)
