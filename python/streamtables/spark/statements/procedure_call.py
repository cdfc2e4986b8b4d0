"""The answer of a statement of ours, on its way into Spark.

A statement becomes a ``Call`` plan whose procedure the JVM runs once, while it analyses the plan, however often the
result is shown afterwards. Its columns are known before it runs; its rows cross the border in one piece.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from streamtables_grammar.quoting import quote_identifier

if TYPE_CHECKING:
    from pyspark.sql.types import StructType

Columns = Sequence[tuple[str, str]]
Rows = Sequence[Sequence[object]]

_PICKLE_PROTOCOL = 4


def columns_ddl(columns: Columns) -> str:
    """Write columns as the DDL text that the JVM reads.

    Args:
        columns: Name and Spark type of each.

    Returns:
        The text, empty for a statement without a result.
    """
    return ", ".join(f"{quote_identifier(name)} {data_type}" for name, data_type in columns)


def encode_rows(columns: Columns, rows: Rows) -> bytes:
    """Write rows as the JVM's unpickler reads them.

    Args:
        columns: Name and Spark type of each column.
        rows: Plain Python values, aware datetimes for timestamps.

    Returns:
        The pickled rows.

    Raises:
        ValueError: A row has not one value for each column.
    """
    schema = _schema(columns_ddl(columns))
    encoded = []
    for row in rows:
        if len(row) != len(columns):
            raise ValueError(f"a row of {len(row)} values for {len(columns)} columns")
        encoded.append(schema.toInternal(tuple(row)))
    return pickle.dumps(encoded, protocol=_PICKLE_PROTOCOL)


@cache
def _schema(ddl: str) -> StructType:
    from pyspark.sql.types import StructType

    schema = StructType.fromDDL(ddl) if ddl else StructType([])
    assert isinstance(schema, StructType)
    return schema
