"""Ordinary SQL aimed at a stream table is refused, naming the statement to use instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from streamtables.catalog.definition import BACKING_SUFFIX, dotted
from streamtables.errors import ProtectedTableError
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables_grammar.names import QualifiedName

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_REFRESH = "REFRESH"
_FILES_ONLY = ("OPTIMIZE", "REORG", "VACUUM")
"""What keeps the rows, and so may be done to the table that holds them."""
_CHANGE = "use ALTER STREAM TABLE {name}; SHOW CREATE STREAM TABLE {name} gives the present statement"
_INSTEAD = {
    "ALTER": _CHANGE,
    "ALTER ... RENAME TO": "use ALTER STREAM TABLE {name} RENAME TO",
    "CREATE": "use CREATE OR REPLACE STREAM TABLE {name}",
    "DROP": "use DROP STREAM TABLE {name}",
    **dict.fromkeys(_FILES_ONLY, "its files are those of {name}{suffix}: name that table"),
    "REFRESH": "use REFRESH STREAM TABLE {name}",
    "REPLACE": "use CREATE OR REPLACE STREAM TABLE {name}",
}
_OTHERWISE = "change its sources, then REFRESH STREAM TABLE {name}"
_IS_A_VIEW = "it is a view, which has no files"
_DROPS_CACHES = "it would drop what Spark keeps in memory, and compute nothing"


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
    verb = action.split(" ", 1)[0].upper()
    if entry.stream_table_id is not None:
        stream_table, what = entry.name, _IS_A_VIEW if verb in _FILES_ONLY else "its rows follow its query"
    elif entry.name[-1].endswith(BACKING_SUFFIX) and verb not in (_REFRESH, *_FILES_ONLY):
        owner = (*entry.name[:-1], entry.name[-1].removesuffix(BACKING_SUFFIX))
        view = lookup.find(owner)
        if view is None or view.stream_table_id is None:
            return
        stream_table, what = owner, f"it holds the rows of the stream table {dotted(owner[1:])}"
    else:
        return
    shown = dotted(stream_table[1:])
    instead = _INSTEAD.get(action.upper()) or _INSTEAD.get(verb, _OTHERWISE)
    raise ProtectedTableError(
        "PROTECTED_TABLE",
        {"action": action, "name": str(name), "what": _DROPS_CACHES if verb == _REFRESH else what},
        span=name.span,
        hint=instead.format(name=shown, suffix=BACKING_SUFFIX),
    )
