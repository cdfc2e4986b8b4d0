"""Whether a table holds the very rows of a query: EXCEPT ALL both ways, floating-point numbers with a tolerance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_RELATIVE_TOLERANCE = 1e-9
_FLOATING = ("float", "double")
_LARGEST_FLOATING_DIFFERENCE_ROWS = 200_000


class WrongRowsError(Exception):
    """A stream table does not equal its query: the one thing that must never be."""


def require_equal(spark: SparkSession, table: str, query: str, when: str) -> None:
    """Compare a table with a query, both at the present versions, as multisets of rows.

    Args:
        spark: The session.
        table: The table, or view.
        query: The query.
        when: Where in the run this is, for the message.

    Raises:
        WrongRowsError: They differ.
    """
    found, expected = spark.table(table), spark.sql(query)
    if [f.dataType for f in found.schema.fields] != [f.dataType for f in expected.schema.fields]:
        raise WrongRowsError(f"{table} {when}: the types differ: {found.schema} instead of {expected.schema}")
    floating = [f.name for f in found.schema.fields if f.dataType.typeName() in _FLOATING]
    if floating:
        _require_close(found, expected, floating, f"{table} {when}")
        return
    # Spark makes EXCEPT ALL from this very sum of signs; written out, both ways need one pass.
    found.createOrReplaceTempView("__bench_found")
    expected.createOrReplaceTempView("__bench_expected")
    columns = ", ".join(f"`{name}`" for name in (f"c{i}" for i in range(len(found.columns))))
    (difference,) = spark.sql(
        f"""SELECT coalesce(sum(greatest(-w, 0)), 0) AS missing, coalesce(sum(greatest(w, 0)), 0) AS extra FROM (
              SELECT sum(w) AS w FROM (
                SELECT *, 1 AS w FROM __bench_found AS f({columns})
                UNION ALL SELECT *, -1 FROM __bench_expected AS e({columns})) AS signed({columns}, w)
              GROUP BY {columns} HAVING sum(w) <> 0) AS difference"""
    ).collect()
    if difference["missing"] or difference["extra"]:
        raise WrongRowsError(f"{table} {when}: {difference['missing']} rows missing, {difference['extra']} rows extra")


def _require_close(found: DataFrame, expected: DataFrame, floating: list[str], where: str) -> None:
    """Compare what exact comparison leaves over, row by row, with a tolerance for floating-point columns."""
    expected = expected.toDF(*found.columns)
    extra = found.exceptAll(expected).limit(_LARGEST_FLOATING_DIFFERENCE_ROWS + 1).collect()
    missing = expected.exceptAll(found).limit(_LARGEST_FLOATING_DIFFERENCE_ROWS + 1).collect()
    if len(extra) != len(missing) or len(extra) > _LARGEST_FLOATING_DIFFERENCE_ROWS:
        raise WrongRowsError(f"{where}: {len(missing)} rows missing, {len(extra)} rows extra")
    exact = [name for name in found.columns if name not in floating]

    def order(row: Any) -> tuple[list[str], list[float]]:
        return [repr(row[name]) for name in exact], [_number(row[name]) for name in floating]

    for have, want in zip(sorted(extra, key=order), sorted(missing, key=order), strict=True):
        same = all(have[name] == want[name] for name in exact)
        if not same or not all(_close(have[name], want[name]) for name in floating):
            raise WrongRowsError(f"{where}: {have} instead of {want}")


def _number(value: float | None) -> float:
    return -math.inf if value is None else value


def _close(have: float | None, want: float | None) -> bool:
    if have is None or want is None:
        return have is want
    return have == want or math.isclose(have, want, rel_tol=_RELATIVE_TOLERANCE, abs_tol=1e-12)
