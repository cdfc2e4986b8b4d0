"""Ordinary SQL aimed at a stream table is refused, naming the statement to use instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from streamtables.catalog.definition import BACKING_SUFFIX, dotted
from streamtables.errors import ProtectedTableError
from streamtables.spark.catalog_lookup import CatalogLookup
from streamtables_grammar.names import QualifiedName

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_INSTEAD = {
    "DROP": "use DROP STREAM TABLE {name}",
    "ALTER": "use ALTER STREAM TABLE {name}",
    "CREATE": "use CREATE OR REPLACE STREAM TABLE {name}",
    "REPLACE": "use CREATE OR REPLACE STREAM TABLE {name}",
}


def check_target(action: str, name: QualifiedName, session: SparkSession) -> None:
    """Refuse an action on a stream table or its backing table.

    Args:
        action: What the SQL does (``INSERT``, ``DROP TABLE``, ...).
        name: What it does it to.
        session: The user's session.

    Raises:
        ProtectedTableError: The name is a stream table's.
    """
    lookup = CatalogLookup(session)
    full = lookup.full_name(name.parts)
    entry = lookup.find(full)
    if entry is None:
        return
    if entry.stream_table_id is not None:
        stream_table, what = entry.name, "its rows follow its query"
    elif entry.name[-1].endswith(BACKING_SUFFIX):
        owner = (*entry.name[:-1], entry.name[-1].removesuffix(BACKING_SUFFIX))
        view = lookup.find(owner)
        if view is None or view.stream_table_id is None:
            return
        stream_table, what = owner, f"it holds the rows of the stream table {dotted(owner[1:])}"
    else:
        return
    shown = dotted(stream_table[1:])
    instead = _INSTEAD.get(action.split(" ", 1)[0].upper(), "change its sources, then REFRESH STREAM TABLE {name}")
    raise ProtectedTableError(
        "PROTECTED_TABLE",
        {"action": action, "name": str(name), "what": what},
        span=name.span,
        hint=instead.format(name=shown),
    )
