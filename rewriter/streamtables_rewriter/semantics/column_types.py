"""Types in Spark's DDL spelling, as far as the rewriter must tell them apart."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from sqlglot import exp

_DECIMAL = re.compile(r"decimal\((\d+),(-?\d+)\)\Z")
_INTEGRAL = {"tinyint": 3, "smallint": 5, "int": 10, "integer": 10, "bigint": 19}
_VARIANT = re.compile(r"(?<![^<,:(])variant(?=[,>)]|\Z)")
_COLLATED = re.compile(r"collate\s+(?!utf8_binary\b)", re.IGNORECASE)
_FLOATING = re.compile(r"\b(float|double|real)\b")


class Family(Enum):
    """What arithmetic a type has."""

    INTEGRAL = "integral"
    DECIMAL = "decimal"
    FLOATING = "floating"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ColumnKind:
    """A type as far as sums care.

    Attributes:
        family: Its arithmetic.
        precision: Decimal digits of an integral or decimal type, else 0.
        scale: Digits behind the point of a decimal type, else 0.
    """

    family: Family
    precision: int = 0
    scale: int = 0


def kind_of(type_: str) -> ColumnKind:
    """Classify a type.

    Args:
        type_: The type in Spark's DDL spelling.

    Returns:
        Its kind.

    Examples:
        >>> kind_of("decimal(12,2)")
        ColumnKind(family=<Family.DECIMAL: 'decimal'>, precision=12, scale=2)
    """
    text = type_.replace(" ", "").lower()
    if text in _INTEGRAL:
        return ColumnKind(Family.INTEGRAL, _INTEGRAL[text])
    if text in ("float", "double", "real"):
        return ColumnKind(Family.FLOATING)
    match = _DECIMAL.match(text)
    if match:
        return ColumnKind(Family.DECIMAL, int(match[1]), int(match[2]))
    return ColumnKind(Family.OTHER)


def is_comparable(type_: str) -> bool:
    """Return whether equal values of a type can be found, and are the same value.

    Args:
        type_: The type in Spark's DDL spelling.

    Returns:
        False for types that hold a map or a variant, and for strings under a collation that equates different texts.
    """
    holds_map = "map<" in type_.replace(" ", "").lower()
    return not holds_map and not is_variant(type_) and _COLLATED.search(type_) is None


def is_exact(type_: str) -> bool:
    """Return whether values of a type that are equal cannot be told apart.

    Args:
        type_: The type in Spark's DDL spelling.

    Returns:
        False for types whose values cannot be compared, and for those that hold numbers of which 0.0 and -0.0 are two.
    """
    return is_comparable(type_) and _FLOATING.search(type_.lower()) is None


def is_variant(type_: str) -> bool:
    """Return whether a type holds variants.

    Args:
        type_: The type in Spark's DDL spelling.

    Returns:
        True for VARIANT, and for what is made of it.
    """
    return _VARIANT.search(type_.replace(" ", "").lower()) is not None


def is_floating(type_: str) -> bool:
    """Return whether values of a type are, or hold, floating-point numbers.

    Args:
        type_: The type in Spark's DDL spelling.

    Returns:
        True if they do.
    """
    return _FLOATING.search(type_.lower()) is not None


def is_collated(type_: str) -> bool:
    """Return whether a type holds strings of which different ones can be equal.

    Args:
        type_: The type in Spark's DDL spelling.

    Returns:
        True for a collation other than UTF8_BINARY.
    """
    return _COLLATED.search(type_) is not None


def is_orderable(type_: str) -> bool:
    """Return whether values of a type can be sorted, and different ones are never equal.

    Args:
        type_: The type in Spark's DDL spelling.

    Returns:
        False for what is not comparable, and for intervals of the old kind.
    """
    return (
        is_comparable(type_)
        and re.search(r"\b(calendar)?interval\b(?! (year|month|day|hour|minute|second))", type_) is None
    )


def cast_to(expression: exp.Expr, type_: str) -> exp.Expr:
    """Cast a number to a numeric type; other types are stored as they come out of the query.

    Args:
        expression: The expression; becomes part of the result.
        type_: The type in Spark's DDL spelling.

    Returns:
        The cast, or the expression itself where the type is no number.
    """
    if kind_of(type_).family is Family.OTHER:
        return expression
    return exp.Cast(this=expression, to=exp.DataType.build(type_, dialect="spark"))


def equal_types(left: str | None, right: str | None) -> bool:
    """Return whether values of two types are equal only if they are the same value of the common type.

    Args:
        left: A type in Spark's DDL spelling, or None if it is not known.
        right: The other one.

    Returns:
        Whether it is certain.

    Examples:
        >>> equal_types("int", "decimal(3,0)"), equal_types("int", "string")
        (True, False)
    """
    if left is None or right is None:
        return False
    exact = {Family.INTEGRAL, Family.DECIMAL}
    return left.lower() == right.lower() or {kind_of(left).family, kind_of(right).family} <= exact
