"""Which rows can be found again by their values."""

from __future__ import annotations

from collections.abc import Iterable

from streamtables_rewriter.errors import UnsupportedQueryError
from streamtables_rewriter.semantics.column_types import is_collated, is_comparable, is_variant
from streamtables_rewriter.semantics.identity import has_identity

_HINT = "select what you need of it, such as variant_get(v, '$.a', 'int') or m['k']; or use REFRESH MODE FULL or AUTO"


def check_comparable(columns: Iterable[tuple[str, str]]) -> None:
    """Make sure that the columns which are a key can be compared.

    Args:
        columns: Pairs of a column's name, as the user knows it, and its type.

    Raises:
        UnsupportedQueryError: ``UNSUPPORTED_QUERY.ROW_IDENTITY``: a type that holds a map or a variant, or a string
            under a collation in which different texts are equal.
    """
    for name, type_ in columns:
        if not is_comparable(type_):
            parameters = {"construct": name, "type": type_, "reason": _reason(type_)}
            raise UnsupportedQueryError("UNSUPPORTED_QUERY.ROW_IDENTITY", parameters, hint=_HINT)


def check_identity(columns: Iterable[tuple[str, str]]) -> None:
    """Make sure that the columns which identify a stored row have values that can be told apart.

    Args:
        columns: Pairs of a column's name, as the user knows it, and its type.

    Raises:
        UnsupportedQueryError: ``UNSUPPORTED_QUERY.ROW_IDENTITY``: a type without an identity.
    """
    for name, type_ in columns:
        if not has_identity(type_):
            parameters = {"construct": name, "type": type_, "reason": _reason(type_)}
            raise UnsupportedQueryError("UNSUPPORTED_QUERY.ROW_IDENTITY", parameters, hint=_HINT)


def _reason(type_: str) -> str:
    if is_variant(type_) and not has_identity(type_):
        return "it holds a VARIANT that cannot be told from the type's spelling"
    if is_variant(type_):
        return "a VARIANT has no equality"
    if is_collated(type_):
        return "different texts are equal under its collation"
    return "its parts cannot be sorted, or not be told from its spelling"
