"""Which rows can be found again by their values."""

from __future__ import annotations

from collections.abc import Iterable

from streamtables_rewriter.column_types import is_comparable
from streamtables_rewriter.errors import UnsupportedQueryError


def check_comparable(columns: Iterable[tuple[str, str]]) -> None:
    """Make sure that the columns which identify a stored row can be compared.

    Args:
        columns: Pairs of a column's name, as the user knows it, and its type.

    Raises:
        UnsupportedQueryError: ``UNSUPPORTED_QUERY.ROW_IDENTITY``: a type that holds a map or a variant, or a string
            under a collation in which different texts are equal.
    """
    for name, type_ in columns:
        if not is_comparable(type_):
            raise UnsupportedQueryError("UNSUPPORTED_QUERY.ROW_IDENTITY", {"construct": name, "type": type_})
