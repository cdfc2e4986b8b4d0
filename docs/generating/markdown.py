"""Markdown from values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table.

    Args:
        heads: The columns' heads.
        rows: Cells in Markdown; a bar in one is escaped.

    Returns:
        Its lines.
    """
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    lines += [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows]
    return "\n".join(lines)


def sql(text: str) -> str:
    """Write a block of SQL.

    Args:
        text: The statements.

    Returns:
        The fenced block.
    """
    return f"```sql\n{text.strip()}\n```"


def anchor(condition: str) -> str:
    """Return the address of a condition on its page.

    Args:
        condition: Its name.

    Returns:
        What stands behind ``#``.
    """
    return condition.lower().replace(".", "-")
