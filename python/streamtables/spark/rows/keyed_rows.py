"""The rows of a table that have some keys, as they are and as they were before a change."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from pyspark.errors import PySparkException
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as f

from streamtables.spark.failures.failure_kind import FailureKind, failure_kind
from streamtables_grammar.quoting import quote_identifier
from streamtables_rewriter.sql.columns import WEIGHT

_KEY = "__st_key"


def rows_of_keys(
    rows: DataFrame,
    columns: Sequence[str],
    column: str,
    keys: Sequence[tuple[DataFrame, str]],
    *,
    or_null: bool,
    condition: str | None,
) -> DataFrame:
    """Keep the rows that have one of some keys.

    Args:
        rows: The rows.
        columns: The columns to keep.
        column: The column that is compared with the keys.
        keys: Frames of few rows, each with the column of it that holds keys.
        or_null: Whether rows without a key are kept, too.
        condition: What rows must meet besides; None for nothing.

    Returns:
        ``columns`` and a BIGINT weight of 1.
    """
    wanted = reduce(
        DataFrame.unionAll, [frame.select(f.col(quote_identifier(name)).alias(_KEY)) for frame, name in keys]
    )
    compared = f.col(quote_identifier(column))
    same = compared == f.col(_KEY)
    if or_null:
        none = rows.sparkSession.range(1).select(f.lit(None).cast(wanted.schema[0].dataType).alias(_KEY))
        wanted, same = wanted.unionAll(none), compared.eqNullSafe(f.col(_KEY))
    rows = rows if condition is None else rows.where(condition)
    kept = rows.select(*map(quote_identifier, columns)).join(f.broadcast(wanted), same, "left_semi")
    return kept.withColumn(WEIGHT, f.lit(1).cast("bigint"))


def count_of_partitions(rows: DataFrame, change: DataFrame, keys: Sequence[str]) -> int | None:
    """Count the rows of the partitions that some rows are in.

    Args:
        rows: The rows.
        change: Few rows.
        keys: What tells the partitions apart: expressions over columns of both; NULL is a key like others.

    Returns:
        How many; None where a key has no value for some row, which the query that it is from may leave out.

    Raises:
        pyspark.errors.PySparkException: The rows could not be read, or the job was cancelled.
    """
    names = [f"{_KEY}_{number}" for number in range(len(keys))]
    try:
        own = rows.select(*(f.expr(key).alias(name) for key, name in zip(keys, names, strict=True)))
        touched = change.select(
            *(f.expr(key).alias(f"{name}_of_change") for key, name in zip(keys, names, strict=True))
        )
        same = [f.col(name).eqNullSafe(f.col(f"{name}_of_change")) for name in names]
        return own.join(f.broadcast(touched), reduce(Column.__and__, same), "left_semi").count()
    except PySparkException as error:
        if failure_kind(error) is not FailureKind.EVALUATION:
            raise
        return None


def pre_image(rows: DataFrame, change: DataFrame, columns: Sequence[str]) -> DataFrame:
    """Take a change back.

    Args:
        rows: The rows of some keys, with a weight.
        change: The change of all keys, with a weight.
        columns: The columns of both, of types whose equal values are the same.

    Returns:
        The rows that these keys had before, each with a BIGINT weight of 1, and perhaps rows of other keys that were
        there before.
    """
    kept = [f.col(quote_identifier(name)) for name in columns]
    both = rows.select(*kept, WEIGHT).unionAll(change.select(*kept, (-f.col(WEIGHT)).alias(WEIGHT)))
    counted = both.groupBy(*kept).agg(f.sum(WEIGHT).alias(WEIGHT)).where(f.col(WEIGHT) > 0)
    one = f.lit(1).cast("bigint")
    return counted.select(*kept, f.explode(f.array_repeat(one, f.col(WEIGHT).cast("int"))).alias(WEIGHT))
