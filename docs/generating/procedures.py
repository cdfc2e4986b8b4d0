"""The table of procedures, with their arguments."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from docs.generating.markdown import table

from streamtables_grammar.procedures import PROCEDURES, Parameter

_STANDS_FOR: Mapping[str, str] = MappingProxyType(
    {
        "create_stream_table": "[CREATE STREAM TABLE](create-stream-table.md)",
        "alter_stream_table": "[ALTER STREAM TABLE](alter-stream-table.md)",
        "drop_stream_table": "[DROP STREAM TABLE](drop-stream-table.md)",
        "refresh_stream_table": "[REFRESH STREAM TABLE](refresh-stream-table.md)",
        "create_immv": "[CREATE STREAM TABLE](create-stream-table.md) with `REFRESH MODE IMMEDIATE`",
        "refresh_immv": "`REFRESH … FULL`, or an empty table",
        "get_immv_def": "the query of [DESCRIBE STREAM TABLE](describe-stream-table.md)",
    }
)
_TYPES = {str: "text", bool: "boolean"}


def procedures() -> str:
    """Write the table.

    Returns:
        Markdown.
    """
    rows = [
        (f"`{name}`", ", ".join(map(_written, procedure.parameters)), _STANDS_FOR[name])
        for name, procedure in PROCEDURES.items()
    ]
    return table(("procedure", "arguments, in order", "stands for"), rows)


def _written(parameter: Parameter) -> str:
    return f"`{parameter.name}` {_TYPES[parameter.type]}{'' if parameter.required else ' (may be left out)'}"
