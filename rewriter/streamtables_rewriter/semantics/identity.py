"""What tells the values of a type apart where the type itself cannot be compared.

Maps have no equality in Spark. Their entries have: ``identity(m) = sort_array(map_entries(m))``, which is unique, as
the keys of a map are. Maps of the same entries in another order are one value, as they are one group for Spark's own
GROUP BY; NULL stays NULL, and differs from the map without entries. Maps in arrays, structs and other maps are replaced
where they are. Left in their order, the entries also tell apart what only functions such as ``map_keys`` can:
the *exact* identity. Types without maps are their own identity, with Spark's equality for NaN and -0.0.

A VARIANT has no equality, no hash and no bytes in SQL. It goes by a text: ``schema_of_variant`` and ``to_json``, and
where elements of an array may differ in what their common type hides, such as the date and the text of a date, the
schemas of the elements too, ``VARIANT_LEVELS`` deep. Integers of different sizes are one value, as are decimals with
more or fewer zeros at their end: nothing in SQL tells them apart. A value cannot be made of that text again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlglot import exp

from streamtables_rewriter.semantics.column_types import is_comparable, is_orderable, is_variant
from streamtables_rewriter.semantics.nested_types import (
    ArrayType,
    MapType,
    NestedType,
    ScalarType,
    StructType,
    read_type,
)
from streamtables_rewriter.sql.columns import column, conjunction, identifier

VARIANT_LEVELS = 8
"""How many levels of a variant's parts are looked at for elements that only their own schemas tell apart."""
_HIDING = "ARRAY<.*(VARIANT|DECIMAL|DOUBLE|FLOAT)"
"""The schemas of variants whose elements may have types that are not told."""

_Written = Callable[[exp.Expr, NestedType, int], exp.Expr]


def has_identity(type_: str) -> bool:
    """Return whether values of a type have an identity.

    Args:
        type_: The type in Spark's DDL spelling.

    Returns:
        False for types that hold a string under a collation that equates different texts, for maps of intervals of
        the old kind, and for a map or a variant in a struct whose fields cannot be told from the type's spelling.
    """
    return _is_known(read_type(type_))


def needs_identity(type_: str) -> bool:
    """Return whether values of a type cannot be compared, but have an identity which can.

    Args:
        type_: The type in Spark's DDL spelling.

    Returns:
        True for types that hold maps or variants.
    """
    return not is_comparable(type_) and has_identity(type_)


def has_entries(type_: str) -> bool:
    """Return whether values of a type go by entries of which they can be made again.

    Args:
        type_: The type in Spark's DDL spelling.

    Returns:
        True for types that hold maps, and no variants.
    """
    return needs_identity(type_) and not is_variant(type_)


def identity(value: exp.Expr, type_: str, *, exact: bool = False) -> exp.Expr:
    """Write the identity of a value.

    Args:
        value: The value; becomes part of the result.
        type_: Its type in Spark's DDL spelling, one that has an identity.
        exact: Whether maps with the same entries in another order differ.

    Returns:
        An expression of a type that can be compared and sorted; the value itself where that is so of its own type.

    Examples:
        >>> identity(exp.column("m"), "map<string,int>").sql("spark")
        'SORT_ARRAY(MAP_ENTRIES(m))'
    """
    found = read_type(type_)
    return _entries(value, found, 1, exact=exact) if _is_replaced(found) else value


def restored(entries: exp.Expr, type_: str) -> exp.Expr:
    """Write the value that has an identity.

    Args:
        entries: The identity; becomes part of the result.
        type_: The value's type in Spark's DDL spelling, one without variants.

    Returns:
        An expression of that type.
    """
    found = read_type(type_)
    return _from_entries(entries, found, 1) if _is_replaced(found) else entries


def same_values(columns: Sequence[tuple[str, str, str]], left: str, right: str) -> exp.Expr:
    """Compare columns by their identities, so that NULL equals NULL.

    Args:
        columns: A column on the left, one on the right, and their type.
        left: Alias of the left relation.
        right: Alias of the right relation.

    Returns:
        The condition; TRUE where there is nothing to compare.
    """
    equalities = [
        exp.NullSafeEQ(this=identity(column(a, left), type_), expression=identity(column(b, right), type_))
        for a, b, type_ in columns
    ]
    return conjunction(equalities) or exp.Boolean(this=True)


def _is_known(type_: NestedType, *, sorted_: bool = False) -> bool:
    if isinstance(type_, ScalarType):
        return _is_plain_variant(type_) or (is_orderable(type_.text) if sorted_ else is_comparable(type_.text))
    return all(_is_known(part, sorted_=sorted_ or isinstance(type_, MapType)) for part in _parts(type_))


def _is_replaced(type_: NestedType) -> bool:
    return isinstance(type_, MapType) or _is_plain_variant(type_) or any(map(_is_replaced, _parts(type_)))


def _is_plain_variant(type_: NestedType) -> bool:
    return isinstance(type_, ScalarType) and type_.text.lower() == "variant"


def _parts(type_: NestedType) -> tuple[NestedType, ...]:
    if isinstance(type_, ArrayType):
        return (type_.element,)
    if isinstance(type_, MapType):
        return type_.key, type_.value
    return tuple(inner for _, inner in type_.fields) if isinstance(type_, StructType) else ()


def _entries(value: exp.Expr, type_: NestedType, depth: int, *, exact: bool) -> exp.Expr:
    def inner(part: exp.Expr, part_type: NestedType, part_depth: int) -> exp.Expr:
        return _entries(part, part_type, part_depth, exact=exact)

    if _is_plain_variant(type_):
        return _variant_text(value, depth)
    if not isinstance(type_, MapType):
        return _rebuilt(value, type_, depth, inner)
    entries: exp.Expr = _call("map_entries", value)
    if _is_replaced(type_.value):
        entries = _each_entry(entries, type_, depth, inner)
    return entries if exact else _call("sort_array", entries)


def _from_entries(entries: exp.Expr, type_: NestedType, depth: int) -> exp.Expr:
    if not isinstance(type_, MapType):
        return _rebuilt(entries, type_, depth, _from_entries)
    if _is_replaced(type_.value):
        entries = _each_entry(entries, type_, depth, _from_entries)
    return _call("map_from_entries", entries)


def _variant_text(value: exp.Expr, depth: int) -> exp.Expr:
    """Write the text that tells variants apart; NULL stays NULL."""
    hiding = exp.RegexpLike(this=_schema(value), expression=exp.Literal.string(_HIDING))
    parts = exp.Case(
        ifs=[exp.If(this=hiding, true=_schemas_of_parts(value, depth, VARIANT_LEVELS))], default=exp.Literal.string("")
    )
    return _call("concat", _schema(value), _call("to_json", value.copy()), parts)


def _schemas_of_parts(value: exp.Expr, depth: int, levels: int) -> exp.Expr:
    """Write the schemas of what an array or an object holds; nothing for other values."""

    def described(part: exp.Expr) -> exp.Expr:
        if levels == 1:
            return _schema(part)
        return _call("concat", _schema(part), _schemas_of_parts(part, depth + 1, levels - 1))

    elements, fields = (
        _call("try_variant_get", value.copy(), exp.Literal.string("$"), exp.Literal.string(type_))
        for type_ in ("array<variant>", "map<string,variant>")
    )
    parts = exp.Coalesce(this=elements, expressions=[_call("map_values", fields)])
    texts = _transformed(parts, depth, described)
    joined = _call("array_join", texts, exp.Literal.string(";"))
    return exp.Coalesce(this=joined, expressions=[exp.Literal.string("")])


def _schema(value: exp.Expr) -> exp.Expr:
    return _call("schema_of_variant", value.copy())


def _rebuilt(value: exp.Expr, type_: NestedType, depth: int, inner: _Written) -> exp.Expr:
    """Put something else in the place of what an array or a struct holds."""
    if isinstance(type_, ArrayType) and _is_replaced(type_):
        return _transformed(value, depth, lambda element: inner(element, type_.element, depth + 1))
    if isinstance(type_, StructType) and _is_replaced(type_):
        fields = [(name, inner(_field(value, name), part, depth)) for name, part in type_.fields]
        known = exp.Not(this=exp.Is(this=_operand(value), expression=exp.Null()))
        return exp.Case(ifs=[exp.If(this=known, true=_struct(fields))])
    return value


def _each_entry(entries: exp.Expr, type_: MapType, depth: int, inner: _Written) -> exp.Expr:
    def entry(element: exp.Expr) -> exp.Expr:
        value = inner(_field(element, "value"), type_.value, depth + 1)
        return _struct([("key", _field(element, "key")), ("value", value)])

    return _transformed(entries, depth, entry)


def _transformed(array: exp.Expr, depth: int, change: Callable[[exp.Expr], exp.Expr]) -> exp.Expr:
    name = identifier(f"e{depth}")
    return _call("transform", array, exp.Lambda(this=change(name.copy()), expressions=[name]))


def _struct(fields: Sequence[tuple[str, exp.Expr]]) -> exp.Expr:
    return exp.Struct(expressions=[exp.PropertyEQ(this=identifier(name), expression=value) for name, value in fields])


def _field(value: exp.Expr, name: str) -> exp.Expr:
    return exp.Dot(this=_operand(value), expression=identifier(name))


def _operand(value: exp.Expr) -> exp.Expr:
    plain = isinstance(value, exp.Column | exp.Identifier | exp.Dot)
    return value.copy() if plain else exp.Paren(this=value.copy())


def _call(name: str, *arguments: exp.Expr) -> exp.Expr:
    return exp.Anonymous(this=name, expressions=list(arguments))
