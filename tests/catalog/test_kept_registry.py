"""The registry's rows in a small file: read instead of the table, as long as they are those of its newest version."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from streamtables.catalog import registry as reading
from streamtables.catalog.registry import Registry
from streamtables.catalog.system_tables import REGISTRY
from streamtables.session.enabling import runtime_of
from streamtables.spark.lookup.catalog_lookup import CatalogLookup


@pytest.fixture
def asked(monkeypatch):
    """Collects the versions of the registry that Spark has been asked for."""
    found = []
    read = reading._read

    def counted(session, table, version):
        found.append(version)
        return read(session, table, version)

    monkeypatch.setattr(reading, "_read", counted)
    return found


@pytest.fixture
def tables(spark, schema):
    spark.sql("CREATE TABLE orders USING delta AS SELECT id, id % 3 AS k FROM range(9)")
    spark.sql("CREATE STREAM TABLE counted AS SELECT k, count(*) AS n FROM orders GROUP BY k")
    spark.sql("CREATE STREAM TABLE followed REFRESH MODE IMMEDIATE AS SELECT id FROM orders WHERE k = 1")
    spark.sql("CREATE STREAM TABLE by_chance SCHEDULE EVERY 5 MINUTES AS SELECT rand() AS r FROM orders")


def _entries(spark, registry=None):
    with runtime_of(spark).internal_session({}) as session:
        return (registry or Registry()).entries(session)


def _file(spark) -> Path:
    with runtime_of(spark).internal_session({}) as session:
        path = CatalogLookup(session).log(REGISTRY).path
    return Path(path.removeprefix("file:")) / "_delta_log" / "_streamtables_registry"


def test_a_new_process_reads_the_rows_without_spark(spark, tables, asked):
    known = _entries(spark, runtime_of(spark).engine.registry)
    assert _entries(spark) == known
    assert len(known) >= 3
    assert asked == [], "DDL has kept what it has written"
    _file(spark).unlink()
    assert _entries(spark) == known
    assert len(asked) == 1, "and the rows are kept again"
    assert _entries(spark) == known
    assert len(asked) == 1


def test_rows_of_another_version_are_not_read(spark, tables, asked):
    with runtime_of(spark).internal_session({}) as session:
        # As a process of an older version does, which keeps nothing.
        session.sql("UPDATE streamtables.registry SET suspended = true WHERE stream_table LIKE '%.followed'")
    changed = {entry.name[-1]: entry.suspended for entry in _entries(spark)}
    assert changed["followed"]
    assert len(asked) == 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda text: "",
        lambda text: text.replace("IMMEDIATE", "FULL"),
        lambda text: json.dumps({**json.loads(text), "table_id": "another"}),
        lambda text: json.dumps({**json.loads(text), "rows": None}),
    ],
    ids=["cut short", "empty", "edited", "of another table", "without rows"],
)
def test_a_damaged_file_is_not_read(spark, tables, asked, damage):
    known, file = _entries(spark, runtime_of(spark).engine.registry), _file(spark)
    file.write_text(damage(file.read_text()))
    file.with_name(f".{file.name}.crc").unlink(missing_ok=True)
    assert _entries(spark) == known
    assert len(asked) == 1


def test_a_file_that_cannot_be_written_changes_nothing(spark, tables, asked):
    file = _file(spark)
    file.unlink()
    file.with_name(f".{file.name}.crc").unlink(missing_ok=True)
    file.mkdir()
    try:
        assert _entries(spark) == _entries(spark, runtime_of(spark).engine.registry)
    finally:
        file.rmdir()
    assert len(asked) == 1


def test_delta_takes_no_notice_of_the_file(spark, tables):
    assert _file(spark).is_file()
    with runtime_of(spark).internal_session({}) as session:
        rows = session.table("streamtables.registry").count()
        CatalogLookup(session).log(REGISTRY).checkpoint()
        session.sql("VACUUM streamtables.registry").collect()
        assert session.table("streamtables.registry").count() == rows
    assert _file(spark).is_file()
