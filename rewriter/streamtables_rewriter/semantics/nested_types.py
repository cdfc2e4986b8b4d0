"""Types that hold other types, read from Spark's DDL spelling."""

from __future__ import annotations

import re
from dataclasses import dataclass

_FIELD_NAME = re.compile(r"\w+\Z")


@dataclass(frozen=True, slots=True)
class ScalarType:
    """A type without parts, or one whose spelling cannot be taken apart."""

    text: str


@dataclass(frozen=True, slots=True)
class ArrayType:
    """An array."""

    element: NestedType


@dataclass(frozen=True, slots=True)
class MapType:
    """A map."""

    key: NestedType
    value: NestedType


@dataclass(frozen=True, slots=True)
class StructType:
    """A struct. ``fields`` are pairs of a name and a type."""

    fields: tuple[tuple[str, NestedType], ...]


NestedType = ScalarType | ArrayType | MapType | StructType


def read_type(type_: str) -> NestedType:
    """Take a type apart.

    Names of fields are not quoted in Spark's spelling, so a struct with a name of other characters than letters, digits
    and ``_`` stays in one piece.

    Args:
        type_: The type in Spark's DDL spelling.

    Returns:
        Its parts.
    """
    text = type_.strip()
    kind, _, rest = text.partition("<")
    if not rest.endswith(">"):
        return ScalarType(text)
    parts = _split(rest[:-1])
    kind = kind.strip().lower()
    if kind == "array" and len(parts) == 1:
        return ArrayType(read_type(parts[0]))
    if kind == "map" and len(parts) == 2:
        return MapType(read_type(parts[0]), read_type(parts[1]))
    fields = [part.partition(":") for part in parts]
    if kind == "struct" and all(_FIELD_NAME.match(name.strip()) for name, _, _ in fields):
        return StructType(tuple((name.strip(), read_type(inner)) for name, _, inner in fields))
    return ScalarType(text)


def _split(text: str) -> list[str]:
    """Split at the commas that stand in no brackets."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "<(") - (character in ">)")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts
