"""Rounds of changes of two small tables, after each of which a stream table over them equals its query."""

from __future__ import annotations

from tests.rewriter.duckdb_engine import Database, StreamTable


def maintained_through_rounds(numbers: Database, query: str, *, ranges: bool = False) -> StreamTable:
    """Keep a query while rows of ``t`` and ``u`` come, go and change, keys that are NULL among them.

    Args:
        numbers: The two tables, empty.
        query: The query over them.
        ranges: Whether only rows of changed keys are read.

    Returns:
        The stream table.
    """
    numbers.insert("t", ("a", 1, 1.0), ("b", 5, None), ("b", 5, None), (None, 3, 2.0))
    numbers.insert("u", ("a", 4, 1.0), ("a", None, None), ("c", 2, 1.0))
    table = StreamTable(numbers, query, ranges=ranges)
    for change in (
        lambda: numbers.insert("u", ("b", 2, 0.5), (None, 1, 1.0)),
        lambda: numbers.delete("u", ("a", 4, 1.0)),
        lambda: numbers.update("t", ("a", 1, 1.0), ("c", 1, 1.0)),
        lambda: (numbers.insert("t", ("c", 9, 0.0)), numbers.delete("u", ("c", 2, 1.0))),
        lambda: (numbers.delete("t", ("b", 5, None)), numbers.update("u", ("b", 2, 0.5), ("b", None, None))),
    ):
        change()
        table.refresh_and_compare()
    return table
