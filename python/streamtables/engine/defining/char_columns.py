"""CHAR columns: Spark pads their texts when it reads them, and what they are compared with when it finds a comparison.

Rows of a change are read with the same padding. What a comparison pads depends on where it stands, so two CHAR columns
of different lengths may be equal in one form of a query and differ in another: such a query is left as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from streamtables.catalog.definition import dotted
from streamtables_rewriter.errors import UnsupportedQueryError

if TYPE_CHECKING:
    from streamtables.spark.lookup.catalog_lookup import CatalogLookup
    from streamtables_rewriter.plan.nodes import BoundQuery

_DECLARED = "__CHAR_VARCHAR_TYPE_STRING"
_CHAR = re.compile(r"char\((\d+)\)")


def refuse_mixed_lengths(lookup: CatalogLookup, bound: BoundQuery) -> None:
    """Refuse to maintain a query that reads CHAR columns of several lengths.

    Args:
        lookup: Finds tables.
        bound: The query.

    Raises:
        UnsupportedQueryError: It does.
    """
    lengths: dict[str, str] = {}
    for source in bound.sources:
        schema = lookup.log(source.table.name).latest().schema_json
        for name, length in char_lengths(schema).items():
            if name in {used.lower() for used in source.used}:
                lengths.setdefault(length, f"{dotted(source.table.name[1:])}.{name}")
    if len(lengths) > 1:
        columns = " and ".join(sorted(lengths.values())[:2])
        raise UnsupportedQueryError("UNSUPPORTED_QUERY.CHAR_LENGTHS", {"construct": columns})


def char_lengths(schema: Mapping[str, Any]) -> dict[str, str]:
    """Return the lengths of a table's CHAR columns.

    Args:
        schema: The schema as Delta's log has it.

    Returns:
        For the lower-case name of each column that is CHAR the length; nested CHAR fields are never padded in
        comparisons.
    """
    declared = {
        field["name"].lower(): str((field.get("metadata") or {}).get(_DECLARED, "")) for field in schema["fields"]
    }
    found = {name: _CHAR.fullmatch(type_) for name, type_ in declared.items()}
    return {name: match.group(1) for name, match in found.items() if match is not None}
