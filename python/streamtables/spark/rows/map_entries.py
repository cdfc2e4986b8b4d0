"""Maps of a frame as arrays of their entries, and back: entries can be compared, maps cannot."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from pyspark.sql import functions as f

from streamtables_grammar.quoting import quote_identifier
from streamtables_rewriter.semantics.identity import has_entries, identity, restored
from streamtables_rewriter.sql.columns import column
from streamtables_rewriter.sql.dialect import FaithfulSpark

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame
    from pyspark.sql.types import StructType
    from sqlglot import exp


def with_entries(frame: DataFrame) -> DataFrame:
    """Replace maps by their entries, in their order.

    Args:
        frame: Any rows.

    Returns:
        Rows of the same names; the frame itself if it has no maps.
    """
    return _replaced(frame, frame.schema, partial(identity, exact=True))


def with_maps(frame: DataFrame, schema: StructType) -> DataFrame:
    """Make maps of their entries again.

    Args:
        frame: Rows from ``with_entries``.
        schema: The schema from before.

    Returns:
        Rows of that schema; the frame itself if that has no maps.
    """
    return _replaced(frame, schema, restored)


def _replaced(frame: DataFrame, schema: StructType, write: Callable[[exp.Expr, str], exp.Expr]) -> DataFrame:
    types = {field.name: field.dataType.simpleString() for field in schema.fields}
    if not any(map(has_entries, types.values())):
        return frame

    def chosen(name: str, type_: str) -> Column:
        if not has_entries(type_):
            return f.col(quote_identifier(name))
        return f.expr(write(column(name), type_).sql(dialect=FaithfulSpark)).alias(name)

    return frame.select(*(chosen(name, type_) for name, type_ in types.items()))
