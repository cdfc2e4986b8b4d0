"""Whether two texts are the same query but for blanks, comments and the case of keywords."""

from __future__ import annotations

from sqlglot import parse_one
from sqlglot.errors import SqlglotError

from streamtables_rewriter.sql.dialect import FaithfulSpark


def is_same_query(one: str, other: str) -> bool:
    r"""Compare two queries by what they say, not by how they are written.

    Args:
        one: A query.
        other: Another one.

    Returns:
        Whether both read the same; False where one of them cannot be read.

    Examples:
        >>> is_same_query("SELECT a FROM t", "select  a -- the key\n from t")
        True
        >>> is_same_query("SELECT a FROM t", "SELECT a FROM t WHERE a > 0")
        False
    """
    if one == other:
        return True
    try:
        left, right = parse_one(one, dialect=FaithfulSpark), parse_one(other, dialect=FaithfulSpark)
    except SqlglotError:
        return False
    return bool(left == right)
