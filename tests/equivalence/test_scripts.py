"""Every script, on real Delta tables: after each step the stream tables equal their queries, in the mode claimed."""

from __future__ import annotations

import json
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
OF_OTHER_MODES = [path for path in SCRIPTS if path.parent.name != "immediate"]
IMMEDIATE_EVERY = 4
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


@pytest.mark.parametrize("path", OF_OTHER_MODES[::IMMEDIATE_EVERY], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_maintained_by_each_statement_they_equal_their_queries_behind_it(
    spark: SparkSession, schema: str, path: Path
) -> None:
    """A sample of the scripts, with every stream table that a statement can maintain made IMMEDIATE."""
    script = read_script(path)
    if any(mode not in ("DIFFERENTIAL", "NO_CHANGE") for section in script.sections[1:] for mode in section.modes):
        pytest.skip("it recomputes on purpose")
    _play(spark, schema, path, list(VARIANTS)[zlib.crc32(path.stem.encode()) % len(VARIANTS)], immediate=True)


def _play(spark: SparkSession, schema: str, path: Path, variant: str, *, immediate: bool = False) -> None:
    script = read_script(path)
    spark.sql(f"USE {schema}")
    streams: dict[str, str] = {}
    followed = set[str]()
    for statement in script.sections[0].statements:
        if immediate and statement.startswith("STREAM ") and not statement.startswith(("STREAM AUTO", "STREAM FULL")):
            statement = statement.replace("STREAM ", "STREAM IMMEDIATE ", 1)  # noqa: PLW2901
        _prepare(spark, statement, variant, streams)
        if statement.startswith("STREAM IMMEDIATE"):
            followed.add(list(streams)[-1])
    stale = _reading_what_is_there(spark, schema)
    for name, query in streams.items():
        assert_equal(spark, name, query, f"{script.claim} ({script.path.stem}: after CREATE)")
    for number, section in enumerate(script.sections[1:], 1):
        for statement in section.statements:
            spark.sql(statement)
            for name in followed:
                assert_equal(stale, name, streams[name], f"{script.claim} ({script.path.stem}: {statement})")
        if followed == streams.keys():
            section = Section(("NO_CHANGE",), ())  # noqa: PLW2901
        _refresh_and_check(spark, f"{script.claim} ({script.path.stem}: step {number})", section, streams)
    for name in followed:
        assert _modes_of_commits(stale, name) <= {"INITIAL", "DIFFERENTIAL", "NO_CHANGE"}, name
    recomputed = f"{script.claim} ({script.path.stem}: recomputed)"
    _refresh_and_check(spark, recomputed, Section(("FULL",), ()), streams, "FULL")


def _reading_what_is_there(spark: SparkSession, schema: str) -> SparkSession:
    session = spark.newSession()
    session.sql(f"USE {schema}")
    session.sql("SET spark.streamtables.fresh_reads = off")
    return session


def _modes_of_commits(spark: SparkSession, name: str) -> set[str]:
    notes = [row["userMetadata"] for row in spark.sql(f"DESCRIBE HISTORY {name}__stream").collect()]
    return {json.loads(note).get("mode", "NO_CHANGE") for note in notes if note}


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
