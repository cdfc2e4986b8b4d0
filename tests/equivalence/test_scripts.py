"""Every script, on real Delta tables: after each step the stream tables equal their queries, in the mode claimed."""

from __future__ import annotations

import math
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.equivalence.script import Script, read_script, source, stream

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

ROOT = Path(__file__).parent
VARIANTS = {
    "plain": "'delta.enableDeletionVectors' = 'false'",
    "vectors": "'delta.enableDeletionVectors' = 'true'",
    "feed": "'delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'true'",
}
SCRIPTS = sorted(ROOT.glob("*/*.test"))
EVERY_VARIANT = {"sources"}
"""Topics about reading changes: their scripts run on every kind of table; the others each on one of them."""


def _cases() -> Iterator[object]:
    names = list(VARIANTS)
    for path in SCRIPTS:
        label = f"{path.parent.name}/{path.stem}"
        chosen = names if path.parent.name in EVERY_VARIANT else [names[zlib.crc32(label.encode()) % len(names)]]
        for variant in chosen:
            yield pytest.param(path, variant, id=f"{label}-{variant}")


@pytest.mark.parametrize(("path", "variant"), list(_cases()))
def test_stream_tables_equal_their_queries_after_every_step(
    spark: SparkSession, schema: str, path: Path, variant: str
) -> None:
    """The claim is the script's own."""
    script = read_script(path)
    spark.sql(f"USE {schema}")
    streams: dict[str, str] = {}
    for statement in script.sections[0].statements:
        _prepare(spark, statement, variant, streams)
    for name, query in streams.items():
        _assert_equal(spark, script, f"{script.path.stem}: after CREATE", name, query)
    for number, section in enumerate(script.sections[1:], 1):
        for statement in section.statements:
            spark.sql(statement)
        _refresh_and_check(spark, script, f"{script.path.stem}: step {number}", section.modes, streams)


def _prepare(spark: SparkSession, statement: str, variant: str, streams: dict[str, str]) -> None:
    table, stream_table = source(statement), stream(statement)
    if table is not None:
        spark.sql(f"CREATE TABLE {table[0]} ({table[1]}) USING delta TBLPROPERTIES ({VARIANTS[variant]})")
    elif stream_table is not None:
        mode, name, query = stream_table
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE {mode} AS {query}")
        streams[name] = query
    else:
        spark.sql(statement)


def _refresh_and_check(
    spark: SparkSession, script: Script, step: str, modes: tuple[str, ...], streams: dict[str, str]
) -> None:
    results = {
        row["stream_table"].rsplit(".", 1)[1]: row
        for row in spark.sql(f"REFRESH STREAM TABLE {', '.join(streams)}").collect()
    }
    wanted = modes if len(modes) > 1 else modes * len(streams)
    assert len(wanted) == len(streams), f"{step}: name one mode, or one for each stream table"
    for (name, query), mode in zip(streams.items(), wanted, strict=True):
        assert results[name]["mode"] == mode, f"{step}, {name}: {results[name]}"
        _assert_equal(spark, script, step, name, query)


def _assert_equal(spark: SparkSession, script: Script, step: str, name: str, query: str) -> None:
    found, expected = spark.table(name), spark.sql(query)
    types = [(field.name, field.dataType.simpleString()) for field in expected.schema.fields]
    have_types = [(field.name, field.dataType.simpleString()) for field in found.schema.fields]
    assert have_types == types, f"{script.claim} ({step})"
    have, want = _rows(found), _rows(expected)
    assert have == want, f"{script.claim} ({step}, {name})\nmissing: {want - have}\nextra: {have - want}"


def _rows(frame: DataFrame) -> Counter[str]:
    """Count equal rows; floating-point values to ten digits."""
    return Counter(repr([_rounded(value) for value in row]) for row in frame.collect())


def _rounded(value: object) -> object:
    if isinstance(value, float) and math.isfinite(value) and value:
        return f"{value:.9e}"
    return value
