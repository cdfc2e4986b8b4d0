"""Every script, on real Delta tables: after each step the stream tables equal their queries, in the mode claimed."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from streamtables.spark.accelerators.chosen import ALL_SETTING
from tests.equivalence.comparison import VARIANTS, assert_equal
from tests.equivalence.script import Section, read_script, source, stream

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parent
SCRIPTS = sorted(ROOT.glob("*/*.test"))
UNACCELERATED_EVERY = 5
"""Of so many scripts one runs without accelerators, too."""
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
    _play(spark, schema, path, variant)


@pytest.mark.parametrize("path", SCRIPTS[::UNACCELERATED_EVERY], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_without_accelerators_they_do_so_in_the_same_modes(spark: SparkSession, schema: str, path: Path) -> None:
    """A sample, one of whose variants is chosen by the script's name."""
    session = spark.newSession()
    session.sql(f"SET {ALL_SETTING} = off")
    _play(session, schema, path, list(VARIANTS)[zlib.crc32(path.stem.encode()) % len(VARIANTS)])


def _play(spark: SparkSession, schema: str, path: Path, variant: str) -> None:
    script = read_script(path)
    spark.sql(f"USE {schema}")
    streams: dict[str, str] = {}
    for statement in script.sections[0].statements:
        _prepare(spark, statement, variant, streams)
    for name, query in streams.items():
        assert_equal(spark, name, query, f"{script.claim} ({script.path.stem}: after CREATE)")
    for number, section in enumerate(script.sections[1:], 1):
        for statement in section.statements:
            spark.sql(statement)
        _refresh_and_check(spark, f"{script.claim} ({script.path.stem}: step {number})", section, streams)
    recomputed = f"{script.claim} ({script.path.stem}: recomputed)"
    _refresh_and_check(spark, recomputed, Section(("FULL",), ()), streams, "FULL")


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
    spark: SparkSession, step: str, section: Section, streams: dict[str, str], words: str = ""
) -> None:
    results = {
        row["stream_table"].rsplit(".", 1)[1]: row
        for row in spark.sql(f"REFRESH STREAM TABLE {', '.join(streams)} {words}").collect()
    }
    for (name, query), mode in zip(streams.items(), section.modes_of(len(streams)), strict=True):
        assert results[name]["mode"] == mode, f"{step}, {name}: {results[name]}"
        assert_equal(spark, name, query, step)
