"""Plays the story in a session: clears the stage, makes the stream tables, runs the steps and measures them."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from streamtables.demo.story import LARGE_STREAM_TABLE, SCHEMA, STREAM_TABLES, Source, Step, StreamTable

if TYPE_CHECKING:
    from pyspark.sql import Row, SparkSession

_SCRATCH = f"{SCHEMA}.recomputed"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one refresh did, and where it is compared, what recomputing takes.

    Attributes:
        stream_table: Name without its schema.
        mode: The mode that ran.
        reason: Why.
        changed_rows: Changed rows of the sources, None where they were not counted.
        rows_inserted: Rows that came in; None where they were not counted, as below.
        rows_updated: Rows changed in place.
        rows_deleted: Rows that left.
        refresh_seconds: Wall time of REFRESH.
        recompute_seconds: Wall time of CREATE TABLE AS with the same query; None where it is not compared.
        equal: VERIFY's verdict.
        missing_rows: Rows of the recomputed query that the stream table lacks.
        extra_rows: Rows of the stream table that the recomputed query lacks.
    """

    stream_table: str
    mode: str
    reason: str
    changed_rows: int | None
    rows_inserted: int | None
    rows_updated: int | None
    rows_deleted: int | None
    refresh_seconds: float
    recompute_seconds: float | None
    equal: bool
    missing_rows: int
    extra_rows: int


def clear_stage(spark: SparkSession) -> None:
    """Drop what an earlier run left in the demo's schema, and make the schema.

    Args:
        spark: A session with stream tables.
    """
    for stream_table in (*STREAM_TABLES, LARGE_STREAM_TABLE):
        spark.sql(f"DROP STREAM TABLE IF EXISTS {stream_table.full_name}")
    spark.sql(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")
    spark.sql(f"CREATE SCHEMA {SCHEMA}")


def create(spark: SparkSession, table: StreamTable | Source) -> tuple[int, float]:
    """Create a table and fill it.

    Args:
        spark: A session with stream tables.
        table: What to create.

    Returns:
        Its rows, and the seconds that creating it took.
    """
    started = time.perf_counter()
    spark.sql(table.create_statement)
    seconds = time.perf_counter() - started
    return spark.table(table.full_name).count(), seconds


def play(spark: SparkSession, step: Step) -> list[Outcome]:
    """Let a step happen and refresh its stream tables.

    Args:
        spark: A session with stream tables.
        step: What happens.

    Returns:
        An outcome for each stream table.
    """
    for statement in step.statements:
        spark.sql(statement)
    measured = [_refresh(spark, stream_table) for stream_table in step.stream_tables]
    recomputed = [_recompute(spark, one) if step.is_compared else None for one in step.stream_tables]
    with ThreadPoolExecutor(len(step.stream_tables)) as pool:
        # Nothing is measured here, so that the verdicts need not wait for each other.
        verdicts = list(pool.map(partial(_verify, spark), step.stream_tables))
    return [
        _outcome(*refreshed, seconds, verdict)
        for refreshed, seconds, verdict in zip(measured, recomputed, verdicts, strict=True)
    ]


def leave_stage(spark: SparkSession) -> None:
    """Drop the table that recomputing was measured with.

    Args:
        spark: A session with stream tables.
    """
    spark.sql(f"DROP TABLE IF EXISTS {_SCRATCH}")


def _refresh(spark: SparkSession, stream_table: StreamTable) -> tuple[Row, float]:
    """Refresh, and return REFRESH's row and its seconds."""
    started = time.perf_counter()
    (refreshed,) = spark.sql(f"REFRESH STREAM TABLE {stream_table.full_name}").collect()
    return refreshed, time.perf_counter() - started


def _recompute(spark: SparkSession, stream_table: StreamTable) -> float:
    """Recompute twice, so that both sides are warm, and return the seconds of the second time."""
    seconds = 0.0
    for _ in range(2):
        started = time.perf_counter()
        spark.sql(f"CREATE OR REPLACE TABLE {_SCRATCH} USING delta AS {stream_table.query}")
        seconds = time.perf_counter() - started
    return seconds


def _verify(spark: SparkSession, stream_table: StreamTable) -> Row:
    (verified,) = spark.sql(f"VERIFY STREAM TABLE {stream_table.full_name}").collect()
    return verified


def _outcome(refreshed: Row, refresh_seconds: float, recompute_seconds: float | None, verified: Row) -> Outcome:
    return Outcome(
        stream_table=refreshed["stream_table"].rsplit(".", 1)[-1],
        mode=refreshed["mode"],
        reason=refreshed["reason"],
        changed_rows=refreshed["changed_rows"],
        rows_inserted=refreshed["rows_inserted"],
        rows_updated=refreshed["rows_updated"],
        rows_deleted=refreshed["rows_deleted"],
        refresh_seconds=refresh_seconds,
        recompute_seconds=recompute_seconds,
        equal=verified["equal"],
        missing_rows=verified["missing_rows"],
        extra_rows=verified["extra_rows"],
    )
